//! Code with its names resolved: variables are places in a row, functions, tables and fields are
//! numbers.

use super::arithmetic::Sort;
use super::value::Value;
use crate::ir::{Contents, Expr, Field, Kind, Module, Operator, Statement, Table, Type};
use std::sync::Arc;

/// A module with its names resolved.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) functions: Vec<Unit>,
    /// The code of the tables that are computed, in order.
    pub(super) computing: Vec<Unit>,
    /// The visitors that code makes.
    pub(super) visitors: Vec<MadeVisitor>,
    pub(super) zero_state: Value,
    /// The fields that are parts of a position, by number.
    pub(super) compared: Vec<bool>,
    pub(super) largest_in_cells: u128,
    fields: Vec<String>,
}

/// A function, or code that computes a table.
#[derive(Debug)]
pub(super) struct Unit {
    pub(super) name: String,
    pub(super) parameters: Vec<Type>,
    /// Number of variables, the parameters first.
    pub(super) variables: usize,
    pub(super) body: Vec<Step>,
}

/// A statement.
#[derive(Debug)]
pub(super) enum Step {
    Let(usize, Node),
    Set(Place, Option<(Operator, Sort)>, Node),
    If(Node, Vec<Step>, Vec<Step>),
    For { variable: usize, from: Node, to: Node, down: bool, body: Vec<Step> },
    While(Node, Vec<Step>),
    Return(Node),
    Do(Node),
    Push(Place, Node),
}

/// Something that can change.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) root: Root,
    pub(super) path: Vec<Projection>,
    /// Whether it is an element of an array of bytes.
    pub(super) in_cells: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Root {
    Variable(usize),
    Table(usize),
}

/// A projection: from a value to a part of it.
#[derive(Debug)]
pub(super) enum Projection {
    Field(usize),
    Item(Node),
}

/// An expression.
#[derive(Debug)]
pub(super) enum Node {
    Value(Value),
    Variable(usize),
    Table(usize),
    Field(Box<Node>, usize),
    Item(Box<Node>, Box<Node>),
    Not(Sort, Box<Node>),
    Binary(Operator, Sort, Box<(Node, Node)>),
    CountOnes(Box<Node>),
    TrailingZeros(Sort, Box<Node>),
    Convert(Sort, Box<Node>),
    Choose(Box<(Node, Node, Node)>),
    Call(usize, Vec<Node>),
    Show(Box<(Node, Node)>),
    /// The element, how many, and whether they are bytes.
    Filled(Box<Node>, usize, bool),
    Length(Box<Node>),
    Saturating(Operator, Box<(Node, Node)>),
    Visitor(usize),
}

/// What a visitor does that code makes.
#[derive(Debug)]
pub(super) enum MadeVisitor {
    Noting { flag: Place, then: Option<Node> },
    Filtered { variable: usize, condition: Node, then: Node },
}

impl Program {
    pub(super) fn new(module: &Module) -> Self {
        let zero = |field: &Field| match &field.ty {
            Type::Array(_, length) => Value::array(vec![0; *length]),
            Type::I64 => Value::Signed(0),
            _ => Value::Number(0),
        };
        let mut program = Program {
            functions: Vec::new(),
            computing: Vec::new(),
            visitors: Vec::new(),
            zero_state: Value::State(Arc::new(module.state.iter().map(zero).collect())),
            compared: module.state.iter().map(|field| !field.is_note).collect(),
            largest_in_cells: module.largest_in_cells.into(),
            fields: module.state.iter().map(|field| field.name.clone()).collect(),
        };
        for function in &module.functions {
            let names = function.parameters.iter().map(|(name, _)| name.as_str());
            let unit = program.unit(module, &function.name, names, &function.body);
            let parameters = function.parameters.iter().map(|(_, ty)| ty.clone()).collect();
            program.functions.push(Unit { parameters, ..unit });
        }
        for Table { name, contents, .. } in &module.tables {
            if let Contents::Computed(body) = contents {
                let unit = program.unit(module, name, [].into_iter(), body);
                program.computing.push(unit);
            }
        }
        program
    }

    fn unit<'a>(
        &mut self,
        module: &Module,
        name: &str,
        parameters: impl Iterator<Item = &'a str>,
        body: &[Statement],
    ) -> Unit {
        let mut scope = Scope { module, program: self, names: Vec::new(), variables: 0 };
        for parameter in parameters {
            scope.declare(parameter);
        }
        let body = scope.block(body);
        let variables = scope.variables;
        Unit { name: name.to_owned(), parameters: Vec::new(), variables, body }
    }

    /// The number of a field of positions.
    pub(super) fn field(&self, name: &str) -> usize {
        let number = self.fields.iter().position(|field| field == name);
        number.unwrap_or_else(|| panic!("positions have no field `{name}`"))
    }
}

/// The names that are known at some place of a function.
struct Scope<'a> {
    module: &'a Module,
    program: &'a mut Program,
    /// Variables from the outermost to the innermost.
    names: Vec<(String, usize)>,
    variables: usize,
}

impl Scope<'_> {
    fn declare(&mut self, name: &str) -> usize {
        let number = self.variables;
        self.names.push((name.to_owned(), number));
        self.variables += 1;
        number
    }

    fn variable(&self, name: &str) -> Option<usize> {
        let found = self.names.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, number)| *number)
    }

    fn table(&self, name: &str) -> Option<usize> {
        self.module.tables.iter().position(|table| table.name == name)
    }

    fn block(&mut self, statements: &[Statement]) -> Vec<Step> {
        let outside = self.names.len();
        let steps = statements.iter().filter_map(|statement| self.step(statement)).collect();
        self.names.truncate(outside);
        steps
    }

    fn step(&mut self, statement: &Statement) -> Option<Step> {
        Some(match statement {
            Statement::Let { name, value } => {
                let value = self.node(value);
                Step::Let(self.declare(name), value)
            }
            Statement::Set { place, operator, value } => {
                let operator = operator.map(|operator| (operator, Sort::of(&place.ty)));
                Step::Set(self.place(place), operator, self.node(value))
            }
            Statement::If { condition, then, otherwise } => {
                Step::If(self.node(condition), self.block(then), self.block(otherwise))
            }
            Statement::For { name, from, to, down, body } => {
                let (from, to) = (self.node(from), self.node(to));
                let outside = self.names.len();
                let variable = self.declare(name);
                let body = self.block(body);
                self.names.truncate(outside);
                Step::For { variable, from, to, down: *down, body }
            }
            Statement::While { condition, body } => {
                Step::While(self.node(condition), self.block(body))
            }
            Statement::Return(value) => Step::Return(self.node(value)),
            Statement::Do(call) => Step::Do(self.node(call)),
            Statement::Push(list, value) => Step::Push(self.place(list), self.node(value)),
            Statement::Note(_) => return None,
        })
    }

    fn place(&mut self, expr: &Expr) -> Place {
        match &*expr.kind {
            Kind::Name(name) => {
                let variable = self.variable(name);
                let variable = variable.unwrap_or_else(|| panic!("there is no variable `{name}`"));
                Place { root: Root::Variable(variable), path: Vec::new(), in_cells: false }
            }
            Kind::Field(of, name) if of.ty == Type::Tables => {
                let table = self.table(name).unwrap_or_else(|| panic!("no table `{name}`"));
                Place { root: Root::Table(table), path: Vec::new(), in_cells: false }
            }
            Kind::Field(of, name) => {
                let mut place = self.place(of);
                place.path.push(Projection::Field(self.program.field(name)));
                place
            }
            Kind::Item(of, index) => {
                let mut place = self.place(of);
                place.path.push(Projection::Item(self.node(index)));
                let bytes = matches!(&of.ty, Type::Array(element, _) if **element == Type::U8);
                place.in_cells = bytes && matches!(place.root, Root::Variable(_));
                place
            }
            other => panic!("{other:?} cannot change"),
        }
    }

    fn boxed(&mut self, expr: &Expr) -> Box<Node> {
        Box::new(self.node(expr))
    }

    fn both(&mut self, left: &Expr, right: &Expr) -> Box<(Node, Node)> {
        Box::new((self.node(left), self.node(right)))
    }

    fn node(&mut self, expr: &Expr) -> Node {
        match &*expr.kind {
            Kind::Number(number) | Kind::Set(number, _) => Node::Value(literal(&expr.ty, *number)),
            Kind::Name(_) if expr.ty == Type::Tables => Node::Value(Value::Tables),
            Kind::Name(name) => self.named(name),
            Kind::Field(of, name) if of.ty == Type::Tables => {
                Node::Table(self.table(name).unwrap_or_else(|| panic!("no table `{name}`")))
            }
            Kind::Field(of, name) => Node::Field(self.boxed(of), self.program.field(name)),
            Kind::Item(of, index) => Node::Item(self.boxed(of), self.boxed(index)),
            Kind::Not(of) => Node::Not(Sort::of(&expr.ty), self.boxed(of)),
            Kind::Binary(operator, left, right) => {
                Node::Binary(*operator, Sort::of(&left.ty), self.both(left, right))
            }
            Kind::CountOnes(of) => Node::CountOnes(self.boxed(of)),
            Kind::TrailingZeros(of) => Node::TrailingZeros(Sort::of(&of.ty), self.boxed(of)),
            Kind::Convert(of) => Node::Convert(Sort::of(&expr.ty), self.boxed(of)),
            Kind::Choose(condition, then, otherwise) => Node::Choose(Box::new((
                self.node(condition),
                self.node(then),
                self.node(otherwise),
            ))),
            Kind::Call(name, arguments) => self.call(name, arguments),
            Kind::Filled(element) => {
                let Type::Array(_, length) = expr.ty else { panic!("only arrays are filled") };
                Node::Filled(self.boxed(element), length, element.ty == Type::U8)
            }
            Kind::ZeroState => Node::Value(self.program.zero_state.clone()),
            Kind::EmptyList => Node::Value(Value::List(Arc::new(Vec::new()))),
            Kind::Length(of) => Node::Length(self.boxed(of)),
            Kind::Saturating(operator, left, right) => {
                Node::Saturating(*operator, self.both(left, right))
            }
            Kind::Noting(flag, then) => {
                let flag = self.place(flag);
                let then = then.as_ref().map(|then| self.node(then));
                self.visitor(MadeVisitor::Noting { flag, then })
            }
            Kind::Filtered(name, condition, then) => {
                let then = self.node(then);
                let outside = self.names.len();
                let variable = self.declare(name);
                let condition = self.node(condition);
                self.names.truncate(outside);
                self.visitor(MadeVisitor::Filtered { variable, condition, then })
            }
        }
    }

    fn named(&mut self, name: &str) -> Node {
        if let Some(variable) = self.variable(name) {
            return Node::Variable(variable);
        }
        if let Some(table) = self.table(name) {
            return Node::Table(table);
        }
        let constant = self.module.constants.iter().find(|constant| constant.name == name);
        let constant = constant.unwrap_or_else(|| panic!("nothing is called `{name}`"));
        let value = constant.value.clone();
        self.node(&value)
    }

    fn call(&mut self, name: &str, arguments: &[Expr]) -> Node {
        if let Some(visitor) = self.variable(name) {
            let [state] = arguments else { panic!("a visitor takes a position") };
            return Node::Show(Box::new((Node::Variable(visitor), self.node(state))));
        }
        let function = self.module.functions.iter().position(|function| function.name == name);
        let function = function.unwrap_or_else(|| panic!("there is no function `{name}`"));
        Node::Call(function, arguments.iter().map(|argument| self.node(argument)).collect())
    }

    fn visitor(&mut self, visitor: MadeVisitor) -> Node {
        self.program.visitors.push(visitor);
        Node::Visitor(self.program.visitors.len() - 1)
    }
}

fn literal(ty: &Type, number: u128) -> Value {
    match Sort::of(ty) {
        Sort::Signed => Value::Signed(i64::try_from(number).expect("a literal fits its type")),
        sort => {
            assert!(number <= sort.largest(), "{number} does not fit {ty:?}");
            Value::Number(number)
        }
    }
}
