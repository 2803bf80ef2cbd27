//! What all parts of the lowering share: the module in the making.

use super::state::{Form, Layout};
use crate::facts::Facts;
use crate::ir::{
    Code, Constant, Contents, Expr, Function, Kind, Module, Statement, Table, Type, any, calls,
    mentions,
};
use crate::model::Model;
use crate::plan::arrangement::{Arrangement, Heaps};
use crate::plan::{Hash, Plan};

/// What code is made for, where there is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// The caches of a processor: tables wherever they save time.
    Fast,
    /// Reading: as plain as in a book.
    Plain,
    /// Devices with small memories: short tables, loops where long ones would do, and no list of
    /// numbers that is read at a place which is computed, unless its entries are bytes.
    Small,
}

/// A module in the making.
pub(super) struct Context<'a> {
    pub(super) model: &'a Model,
    pub(super) facts: &'a Facts,
    pub(super) hash: &'a Hash,
    /// How a position is kept.
    pub(super) layout: Layout,
    /// What the code is made for, where there is a choice.
    pub(super) style: Style,
    tables: Vec<Table>,
    functions: Vec<Function>,
    /// The largest number that a list of bytes holds, as far as is known.
    largest_in_cells: u64,
}

impl<'a> Context<'a> {
    pub(super) fn new(model: &'a Model, plan: &'a Plan) -> Self {
        let (facts, hash) = (&*plan.facts, &plan.hash);
        let layout = Layout::new(model, hash);
        let style = Style::Fast;
        let (tables, functions) = (Vec::new(), Vec::new());
        let largest_in_cells = largest_in_positions(model, hash);
        Context { model, facts, hash, layout, style, tables, functions, largest_in_cells }
    }

    /// Notes that a list of bytes may hold a number.
    pub(super) fn note_in_cells(&mut self, number: u64) {
        self.largest_in_cells = self.largest_in_cells.max(number);
    }

    pub(super) fn form(&self) -> Form {
        self.layout.form
    }

    /// Whether there is more than one tier, so that functions take the number of one.
    pub(super) fn has_tiers(&self) -> bool {
        self.hash.tiers().len() > 1
    }

    /// The number of the tier, a parameter.
    pub(super) fn tier(&self) -> Expr {
        Expr::name(Type::Index, "tier")
    }

    /// The position, a parameter.
    pub(super) fn state(&self) -> Expr {
        Expr::name(Type::State, "state")
    }

    /// A table with these entries; asked for again, it is the same one.
    pub(super) fn listed(
        &mut self,
        name: &str,
        doc: &str,
        entries: Vec<u64>,
        in_a_line: usize,
    ) -> Expr {
        let element = Type::holding(entries.iter().copied().max().unwrap_or(0));
        let length = entries.len();
        let table = Expr::name(Type::array(element.clone(), length), name);
        let contents = Contents::Listed(entries, in_a_line.max(1));
        match self.tables.iter().find(|table| table.name == name) {
            Some(known) => assert_eq!(known.contents, contents, "two tables called {name}"),
            None => self.tables.push(Table {
                doc: doc.to_owned(),
                name: name.to_owned(),
                element,
                length,
                contents,
            }),
        }
        table
    }

    /// A number that depends on the tier: a literal if it is the same in all.
    pub(super) fn by_tier(&mut self, name: &str, doc: &str, numbers: Vec<u64>, ty: Type) -> Expr {
        match numbers.iter().all(|number| *number == numbers[0]) {
            true => Expr::number(ty, numbers[0]),
            false => {
                let tier = self.tier();
                self.listed(name, &format!("{doc}, by tier."), numbers, 10).at(tier).to(ty)
            }
        }
    }

    /// Adds a table that is computed. `compute` gets the table; it may use all tables and
    /// functions that were made before.
    pub(super) fn computed(
        &mut self,
        name: &str,
        doc: &str,
        element: Type,
        length: usize,
        compute: impl FnOnce(&Self, &mut Code, &Expr),
    ) -> Expr {
        let table =
            Expr::name(Type::Tables, "tables").field(name, Type::array(element.clone(), length));
        let body = Code::block(|code| compute(self, code, &table));
        self.tables.push(Table {
            doc: doc.to_owned(),
            name: name.to_owned(),
            element,
            length,
            contents: Contents::Computed(body),
        });
        table
    }

    /// Adds a table that is handed over.
    pub(super) fn given(&mut self, name: &str, doc: &str, entries: Vec<u64>) -> Expr {
        let length = entries.len();
        self.tables.push(Table {
            doc: doc.to_owned(),
            name: name.to_owned(),
            element: Type::U64,
            length,
            contents: Contents::Given(entries),
        });
        Expr::name(Type::Tables, "tables").field(name, Type::array(Type::U64, length))
    }

    /// The computed tables as an argument, if there are any.
    pub(super) fn tables_argument(&self) -> Vec<Expr> {
        let computed =
            self.tables.iter().any(|table| !matches!(table.contents, Contents::Listed(..)));
        if computed { vec![Expr::name(Type::Tables, "tables")] } else { Vec::new() }
    }

    /// Adds a function that also takes the tables and the tier, if it uses them.
    pub(super) fn helper(
        &mut self,
        name: &str,
        doc: &str,
        parameters: &[Expr],
        result: Type,
        body: Vec<Statement>,
    ) {
        let mut all = Vec::new();
        if mentions(&body, "tables") {
            all.push(Expr::name(Type::Tables, "tables"));
        }
        if self.has_tiers() && mentions(&body, "tier") {
            all.push(self.tier());
        }
        all.extend_from_slice(parameters);
        self.add(name, doc, &all, result, body, false);
    }

    /// Whether there is a function with this name.
    pub(super) fn has_function(&self, name: &str) -> bool {
        self.functions.iter().any(|function| function.name == name)
    }

    /// A call of a helper with its own arguments; it gets tables and tier if it takes them.
    pub(super) fn call(&self, name: &str, arguments: &[Expr]) -> Expr {
        let function = self.functions.iter().find(|function| function.name == name);
        let function = function.expect("functions are made before they are called");
        let before = function.parameters.len() - arguments.len();
        let leading = function.parameters[..before].iter();
        let mut all: Vec<Expr> =
            leading.map(|(name, ty)| Expr::name(ty.clone(), name.as_str())).collect();
        all.extend_from_slice(arguments);
        Expr::call(function.result.clone(), name, all)
    }

    /// Adds a function for others.
    pub(super) fn function(
        &mut self,
        name: &str,
        doc: &str,
        parameters: &[Expr],
        result: Type,
        body: Vec<Statement>,
    ) {
        self.add(name, doc, parameters, result, body, true);
    }

    fn add(
        &mut self,
        name: &str,
        doc: &str,
        parameters: &[Expr],
        result: Type,
        body: Vec<Statement>,
        public: bool,
    ) {
        let named = |expr: &Expr| match &*expr.kind {
            Kind::Name(name) => (name.clone(), expr.ty.clone()),
            other => unreachable!("a parameter is a name, not {other:?}"),
        };
        self.functions.push(Function {
            doc: doc.to_owned(),
            name: name.to_owned(),
            parameters: parameters.iter().map(named).collect(),
            result,
            body,
            public,
        });
    }

    /// The whole module, without helpers that nobody calls and tables that nobody looks into.
    pub(super) fn finish(self, doc: Vec<String>, constants: Vec<Constant>) -> Module {
        let Context { layout, mut tables, mut functions, largest_in_cells, .. } = self;
        loop {
            let size = (tables.len(), functions.len());
            let used: Vec<bool> = functions
                .iter()
                .map(|function| {
                    let called = |body: &[Statement]| calls(body, function);
                    function.public || bodies(&tables, &functions, None).any(called)
                })
                .collect();
            retain(&mut functions, &used);
            let used: Vec<bool> = tables
                .iter()
                .map(|table| {
                    let found = |body: &[Statement]| looks_into(body, &table.name);
                    bodies(&tables, &functions, Some(&table.name)).any(found)
                })
                .collect();
            retain(&mut tables, &used);
            if size == (tables.len(), functions.len()) {
                break;
            }
        }
        let (state, notation) = (layout.fields, None);
        Module { doc, constants, state, tables, functions, largest_in_cells, notation }
    }
}

/// The largest number that a position keeps in a list: what stands on a cell, or how far it is
/// turned.
fn largest_in_positions(model: &Model, hash: &Hash) -> u64 {
    // No move makes more pieces of heaps, so all of them on one cell are the most.
    let contents = if model.heap {
        let heaps = hash.tiers().iter().flat_map(|tier| &tier.zones);
        let heaps = heaps.filter_map(|zone| match &zone.arrangement {
            Arrangement::Heaps(Heaps(ranks)) => Some(ranks.seeds()),
            _ => None,
        });
        let at_start: usize = hash.board.iter().map(|heap| usize::from(*heap)).sum();
        heaps.chain([at_start]).max().unwrap_or(0)
    } else {
        model.pieces.len()
    };
    let turns = model.pieces.iter().map(|piece| u64::from(piece.turns).saturating_sub(1)).max();
    let turns = turns.filter(|_| hash.turning).unwrap_or(0);
    turns.max(u64::try_from(contents).expect("contents are bytes"))
}

/// All code, without that which computes one table.
fn bodies<'a>(
    tables: &'a [Table],
    functions: &'a [Function],
    without: Option<&'a str>,
) -> impl Iterator<Item = &'a [Statement]> {
    let computing = tables.iter().filter(move |table| Some(table.name.as_str()) != without);
    let computing = computing.filter_map(|table| match &table.contents {
        Contents::Computed(body) => Some(body.as_slice()),
        Contents::Listed(..) | Contents::Given(_) => None,
    });
    functions.iter().map(|function| function.body.as_slice()).chain(computing)
}

fn retain<T>(list: &mut Vec<T>, keep: &[bool]) {
    let mut keep = keep.iter();
    list.retain(|_| *keep.next().expect("one for each"));
}

/// Whether a table is used, by its own name or as one of the tables.
fn looks_into(body: &[Statement], table: &str) -> bool {
    let tables = Expr::name(Type::Tables, "tables");
    mentions(body, table)
        || any(
            body,
            &mut |expr| matches!(&*expr.kind, Kind::Field(of, name) if *of == tables && name == table),
        )
}
