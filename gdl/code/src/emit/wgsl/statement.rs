//! Statements and functions as WGSL.
//!
//! WGSL has no functions as values. A position is shown to the one function `visit`, which counts;
//! code that asks whether anything was shown compares the counts before and after, and asks quietly
//! if nobody else is to see it.

use super::expr::Scope;
use super::kept::Kept;
use super::names::name;
use crate::emit::symbol;
use crate::ir::{Expr, Function, Kind, Operator, Statement, Type, changes};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The most positions of a list: those that a chain of captures leads to. There is no bound that
/// would hold for every game, so one that is longer is reported.
pub(super) const LIST: usize = 128;

/// Text with indentation.
pub(super) struct Printer<'a> {
    pub(super) text: String,
    depth: usize,
    scope: Scope<'a>,
    /// The names of each block around this place, the innermost last.
    blocks: Vec<BTreeSet<String>>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(scope: Scope<'a>) -> Self {
        Printer { text: String::new(), depth: 0, scope, blocks: Vec::new() }
    }

    pub(super) fn line(&mut self, line: &str) {
        let indentation = if line.is_empty() { 0 } else { 4 * self.depth };
        writeln!(self.text, "{:indentation$}{line}", "").expect("strings grow");
    }

    pub(super) fn comment(&mut self, comment: &str) {
        let width = crate::emit::COMMENT_WIDTH - 4 * self.depth;
        for line in comment.lines().flat_map(|line| crate::emit::wrapped(line, width)) {
            self.line(format!("// {line}").trim_end());
        }
    }

    pub(super) fn indented(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.line(head);
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.line("}");
    }

    /// A function, called by this name.
    pub(super) fn function(&mut self, function: &Function, called: &str) {
        self.line("");
        self.comment(&function.doc);
        self.scope.renamed = BTreeMap::new();
        let mut names = BTreeSet::new();
        let mut parameters = Vec::new();
        for (parameter, ty) in &function.parameters {
            if matches!(ty, Type::Tables | Type::Visitor) {
                continue;
            }
            let parameter = name(parameter);
            parameters.push(format!("{parameter}: {}", self.scope.widths.type_name(ty)));
            names.insert(parameter);
        }
        let result = match &function.result {
            Type::Nothing => String::new(),
            ty => format!(" -> {}", self.scope.widths.type_name(ty)),
        };
        let head = format!("fn {called}({}){result} {{", parameters.join(", "));
        // Parameters and the outermost variables are in one block.
        self.blocks = vec![names];
        self.indented(&head, |printer| printer.statements(&function.body));
    }

    /// Statements of a block of their own.
    fn block(&mut self, statements: &[Statement]) {
        let renamed = self.scope.renamed.clone();
        self.blocks.push(BTreeSet::new());
        self.depth += 1;
        self.statements(statements);
        self.depth -= 1;
        self.blocks.pop();
        self.scope.renamed = renamed;
    }

    fn statements(&mut self, statements: &[Statement]) {
        for (position, statement) in statements.iter().enumerate() {
            self.statement(statement, &statements[position + 1..]);
        }
    }

    fn statement(&mut self, statement: &Statement, after: &[Statement]) {
        match statement {
            Statement::Let { name, value } => self.declare(name, value, changes(after, name)),
            Statement::Set { place, operator: None, value } => {
                let value = self.scope.expr(value);
                self.set(place, &value);
            }
            Statement::Set { place, operator: Some(operator), value } => {
                let is_element = matches!(*place.kind, Kind::Item(..));
                if self.scope.kept(&place.ty) == Kept::Word && !is_element {
                    let [place, value] =
                        [place, &value.to(place.ty.clone())].map(|it| self.scope.expr(it));
                    self.line(&format!("{place} {}= {value};", symbol(*operator)));
                } else {
                    let value = self.scope.binary(*operator, place, value);
                    self.set(place, &value);
                }
            }
            Statement::If { condition, then, otherwise } => {
                let condition = self.scope.expr(condition);
                self.line(&format!("if ({condition}) {{"));
                self.block(then);
                let mut otherwise = otherwise;
                while let [Statement::If { condition, then, otherwise: last }] = &otherwise[..] {
                    let condition = self.scope.expr(condition);
                    self.line(&format!("}} else if ({condition}) {{"));
                    self.block(then);
                    otherwise = last;
                }
                if !otherwise.is_empty() {
                    self.line("} else {");
                    self.block(otherwise);
                }
                self.line("}");
            }
            Statement::For { name, from, to, down, body } => {
                self.count(name, (from, to), *down, body);
            }
            Statement::While { condition, body } => {
                let condition = self.scope.expr(condition);
                self.line(&format!("while ({condition}) {{"));
                self.block(body);
                self.line("}");
            }
            Statement::Return(value) => {
                let value = self.scope.expr(value);
                self.line(&format!("return {value};"));
            }
            Statement::Do(call) => self.run(call),
            Statement::Push(list, value) => {
                let (list, value) = (self.scope.expr(list), self.scope.expr(value));
                self.line(&format!("if ({list}_length < {LIST}u) {{"));
                self.line(&format!("    {list}[{list}_length] = {value};"));
                self.line(&format!("    {list}_length += 1u;"));
                self.line("} else {");
                self.line("    list_overflow = true;");
                self.line("}");
            }
            Statement::Note(text) => self.line(&format!("// {text}")),
        }
    }

    /// A new variable. One with the name of another in the same block gets another name.
    fn declare(&mut self, variable: &str, value: &Expr, varies: bool) {
        let plain = name(variable);
        let block = self.blocks.last_mut().expect("a function has a block");
        let mut free = plain.clone();
        let mut number = 2;
        while !block.insert(free.clone()) {
            free = format!("{plain}_{number}");
            number += 1;
        }
        let text = match &*value.kind {
            Kind::EmptyList => {
                let Type::List(element) = &value.ty else { unreachable!("a list: {value:?}") };
                let element = self.scope.widths.type_name(element);
                self.line(&format!("var {free}: array<{element}, {LIST}>;"));
                self.line(&format!("var {free}_length = 0u;"));
                None
            }
            _ => Some(self.scope.expr(value)),
        };
        // The value is still about the older one.
        if free == plain {
            self.scope.renamed.remove(variable);
        } else {
            self.scope.renamed.insert(variable.to_owned(), free.clone());
        }
        if let Some(text) = text {
            let keyword = if varies { "var" } else { "let" };
            self.line(&format!("{keyword} {free} = {text};"));
        }
    }

    fn set(&mut self, place: &Expr, value: &str) {
        if let Kind::Item(of, at) = &*place.kind
            && let Kept::Cells(length) = self.scope.kept(&of.ty)
        {
            let (cells, at) = (self.scope.expr(of), self.scope.expr(at));
            self.line(&format!("{cells} = cells_{length}_with({cells}, {at}, {value});"));
            return;
        }
        let place = self.scope.expr(place);
        self.line(&format!("{place} = {value};"));
    }

    fn count(
        &mut self,
        variable: &str,
        (from, to): (&Expr, &Expr),
        down: bool,
        body: &[Statement],
    ) {
        let number = Expr::name(to.ty.clone(), variable);
        let one = Expr::number(to.ty.clone(), 1_u32);
        let renamed = self.scope.renamed.clone();
        let (from, to) = (self.scope.expr(from), self.scope.expr(to));
        self.scope.renamed.remove(variable);
        let shown = self.scope.variable(variable);
        let is_word = self.scope.kept(&number.ty) == Kept::Word;
        let (first, last) = if down { (&to, &from) } else { (&from, &to) };
        let goes_on = match (is_word, down) {
            (true, false) => format!("{shown} < {last}"),
            (true, true) => format!("{shown} > {last}"),
            (false, _) => format!("!wide_equal({shown}, {last})"),
        };
        let operator = if down { Operator::Sub } else { Operator::Add };
        let step = match (is_word, down) {
            (true, false) => format!("{shown}++"),
            (true, true) => format!("{shown}--"),
            (false, _) => format!("{shown} = {}", self.scope.binary(operator, &number, &one)),
        };
        let ahead = if down { String::new() } else { format!(" {step}") };
        self.line(&format!("for (var {shown} = {first}; {goes_on};{ahead}) {{"));
        if down {
            self.line(&format!("    {step};"));
        }
        self.block(body);
        self.line("}");
        self.scope.renamed = renamed;
    }

    /// A call that only does something, with what its visitor does.
    fn run(&mut self, call: &Expr) {
        let Kind::Call(function, arguments) = &*call.kind else {
            unreachable!("only calls do something: {call:?}")
        };
        let text = self.scope.call(function, arguments);
        let visitor = arguments.iter().find(|argument| argument.ty == Type::Visitor);
        let mut flags = Vec::new();
        let mut quiet = false;
        let mut next = visitor;
        while let Some(visitor) = next {
            next = match &*visitor.kind {
                Kind::Name(_) => None,
                Kind::Noting(flag, then) => {
                    flags.push(self.scope.expr(flag));
                    quiet |= then.is_none();
                    then.as_ref()
                }
                other => unreachable!("no visitor of WGSL: {other:?}"),
            };
        }
        if flags.is_empty() {
            self.line(&format!("{text};"));
            return;
        }
        self.indented("{", |printer| {
            printer.line("let visited_before = visited;");
            if quiet {
                printer.line("quiet += 1u;");
            }
            printer.line(&format!("{text};"));
            if quiet {
                printer.line("quiet -= 1u;");
            }
            for flag in flags {
                printer.line(&format!("{flag} = {flag} || visited != visited_before;"));
            }
        });
    }
}
