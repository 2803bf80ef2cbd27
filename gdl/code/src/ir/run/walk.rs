//! Walking through resolved code.

use super::arithmetic::{Sort, binary, combined, convert};
use super::resolve::{MadeVisitor, Node, Place, Program, Projection, Root, Step, Unit};
use super::value::{Value, Visitor};
use crate::ir::Operator;
use std::borrow::Cow;
use std::sync::Arc;

/// Code that is being run.
pub(super) struct Walk<'a> {
    program: &'a Program,
    tables: Cow<'a, [Vec<u128>]>,
    /// The variables of all functions that are being run, one after the other.
    variables: Vec<Value>,
    /// The names of these functions.
    names: Vec<&'a str>,
    /// The positions that were shown to the host that runs the code.
    shown: Vec<Value>,
    /// Whether code runs for a device, rather than to compute tables for it.
    checks_cells: bool,
}

/// What comes after a statement.
enum Next {
    GoOn,
    Give(Value),
}

/// A place that can change.
enum Slot<'a> {
    Value(&'a mut Value),
    Element(&'a mut u128),
}

impl<'a> Walk<'a> {
    /// Code that only looks tables up.
    pub(super) fn reading(program: &'a Program, tables: &'a [Vec<u128>]) -> Self {
        let tables = Cow::Borrowed(tables);
        let (variables, names, shown) = (Vec::new(), Vec::new(), Vec::new());
        Walk { program, tables, variables, names, shown, checks_cells: true }
    }

    /// Code that computes tables.
    pub(super) fn computing(program: &'a Program, tables: Vec<Vec<u128>>) -> Self {
        let walk = Walk::reading(program, &[]);
        Walk { tables: Cow::Owned(tables), checks_cells: false, ..walk }
    }

    pub(super) fn into_tables(self) -> Vec<Vec<u128>> {
        self.tables.into_owned()
    }

    pub(super) fn into_shown(self) -> Vec<Value> {
        self.shown
    }

    /// Runs a function.
    pub(super) fn run(&mut self, unit: &'a Unit, arguments: Vec<Value>) -> Value {
        let base = self.variables.len();
        self.variables.extend(arguments);
        self.variables.resize(base + unit.variables, Value::Nothing);
        self.names.push(&unit.name);
        let next = self.steps(&unit.body, base);
        self.names.pop();
        self.variables.truncate(base);
        match next {
            Next::GoOn => Value::Nothing,
            Next::Give(value) => value,
        }
    }

    fn fail(&self, why: &str) -> ! {
        panic!("in `{}`: {why}", self.names.last().unwrap_or(&"no function"))
    }

    fn steps(&mut self, steps: &'a [Step], base: usize) -> Next {
        for step in steps {
            if let Next::Give(value) = self.step(step, base) {
                return Next::Give(value);
            }
        }
        Next::GoOn
    }

    fn step(&mut self, step: &'a Step, base: usize) -> Next {
        match step {
            Step::Let(variable, value) => {
                self.variables[base + variable] = self.value(value, base);
            }
            Step::Set(place, operator, value) => {
                let value = self.value(value, base);
                self.set(place, *operator, value, base);
            }
            Step::If(condition, then, otherwise) => {
                let steps = if self.number(condition, base) != 0 { then } else { otherwise };
                return self.steps(steps, base);
            }
            Step::For { variable, from, to, down, body } => {
                let (from, to) = (self.number(from, base), self.number(to, base));
                for number in 0..to.saturating_sub(from) {
                    let number = if *down { to - 1 - number } else { from + number };
                    self.variables[base + variable] = Value::Number(number);
                    if let Next::Give(value) = self.steps(body, base) {
                        return Next::Give(value);
                    }
                }
            }
            Step::While(condition, body) => {
                while self.number(condition, base) != 0 {
                    if let Next::Give(value) = self.steps(body, base) {
                        return Next::Give(value);
                    }
                }
            }
            Step::Return(value) => return Next::Give(self.value(value, base)),
            Step::Do(call) => drop(self.value(call, base)),
            Step::Push(list, value) => {
                let value = self.value(value, base);
                match self.slot(list, base) {
                    Slot::Value(Value::List(list)) => Arc::make_mut(list).push(value),
                    Slot::Value(_) | Slot::Element(_) => self.fail("only lists grow"),
                }
            }
        }
        Next::GoOn
    }

    /// Gives something a new value, perhaps the old one combined with another.
    fn set(
        &mut self,
        place: &'a Place,
        operator: Option<(Operator, Sort)>,
        value: Value,
        base: usize,
    ) {
        let largest = self.program.largest_in_cells;
        let checked = place.in_cells && self.checks_cells;
        let outcome = match self.slot(place, base) {
            Slot::Value(slot) => match operator {
                None => {
                    *slot = value;
                    Ok(())
                }
                Some((operator, sort)) => {
                    binary(operator, sort, slot, &value).map(|result| *slot = result)
                }
            },
            Slot::Element(element) => {
                let number = value.as_number();
                let number = match operator {
                    None => Ok(number),
                    Some((operator, sort)) => combined(operator, sort, *element, number),
                };
                number.and_then(|number| {
                    *element = number;
                    let fits = !checked || number <= largest;
                    fits.then_some(()).ok_or_else(|| above(number, largest))
                })
            }
        };
        if let Err(why) = outcome {
            self.fail(&why);
        }
    }

    /// The place that a new value goes to.
    fn slot(&mut self, place: &'a Place, base: usize) -> Slot<'_> {
        // An element of a field of an element of a list: nothing lies deeper.
        let mut path = [(false, 0); 3];
        let path = &mut path[..place.path.len()];
        for (known, projection) in path.iter_mut().zip(&place.path) {
            *known = match projection {
                Projection::Field(field) => (true, *field),
                Projection::Item(index) => (false, self.index(index, base)),
            };
        }
        let mut slot = match place.root {
            Root::Variable(variable) => &mut self.variables[base + variable],
            Root::Table(table) => {
                let [(false, index)] = *path else { panic!("a table changes entry by entry") };
                let table = &mut self.tables.to_mut()[table];
                let length = table.len();
                let entry = table.get_mut(index);
                return Slot::Element(entry.unwrap_or_else(|| outside(&self.names, index, length)));
            }
        };
        for &mut (is_field, number) in path {
            slot = match slot {
                Value::State(fields) if is_field => &mut Arc::make_mut(fields)[number],
                Value::Array(elements) => {
                    let length = elements.len();
                    let element = Arc::make_mut(elements).get_mut(number);
                    let element = element.unwrap_or_else(|| outside(&self.names, number, length));
                    return Slot::Element(element);
                }
                Value::List(values) => {
                    let length = values.len();
                    let value = Arc::make_mut(values).get_mut(number);
                    value.unwrap_or_else(|| outside(&self.names, number, length))
                }
                _ => panic!("only positions, arrays and lists have parts"),
            };
        }
        Slot::Value(slot)
    }

    /// The value of a number. Most of what code does is working with numbers, so the common kinds
    /// of nodes are not made values on the way.
    fn number(&mut self, node: &'a Node, base: usize) -> u128 {
        match node {
            Node::Value(Value::Number(number)) => *number,
            Node::Variable(variable) => self.variables[base + variable].as_number(),
            Node::Field(..) => match self.held(node, base) {
                Some(value) => value.as_number(),
                None => self.value(node, base).as_number(),
            },
            Node::Item(of, index) => {
                let index = self.index(index, base);
                match &**of {
                    Node::Table(table) => self.entry(*table, index),
                    of => match self.held(of, base) {
                        Some(Value::Array(elements)) if index < elements.len() => elements[index],
                        _ => self.item(of, index, base).as_number(),
                    },
                }
            }
            Node::Not(sort, of) => !self.number(of, base) & sort.largest(),
            Node::Binary(Operator::AndThen, _, sides) => {
                u128::from(self.number(&sides.0, base) != 0 && self.number(&sides.1, base) != 0)
            }
            Node::Binary(Operator::OrElse, _, sides) => {
                u128::from(self.number(&sides.0, base) != 0 || self.number(&sides.1, base) != 0)
            }
            Node::Binary(operator, sort, sides) if sort.is_without_sign() => {
                let (left, right) = (self.number(&sides.0, base), self.number(&sides.1, base));
                combined(*operator, *sort, left, right).unwrap_or_else(|why| self.fail(&why))
            }
            Node::Choose(parts) => {
                let (condition, then, otherwise) = &**parts;
                let chosen = if self.number(condition, base) != 0 { then } else { otherwise };
                self.number(chosen, base)
            }
            _ => self.value(node, base).as_number(),
        }
    }

    /// An entry of a table.
    fn entry(&self, table: usize, index: usize) -> u128 {
        let table = &self.tables[table];
        let entry = table.get(index).copied();
        entry.unwrap_or_else(|| outside(&self.names, index, table.len()))
    }

    fn index(&mut self, node: &'a Node, base: usize) -> usize {
        let number = self.number(node, base);
        usize::try_from(number).unwrap_or_else(|_| self.fail("an index is too large"))
    }

    /// The value of a variable or of a part of one, without a copy.
    fn held(&self, node: &Node, base: usize) -> Option<&Value> {
        match node {
            Node::Variable(variable) => Some(&self.variables[base + variable]),
            Node::Field(of, field) => Some(&self.held(of, base)?.fields()[*field]),
            _ => None,
        }
    }

    fn value(&mut self, node: &'a Node, base: usize) -> Value {
        let outcome = match node {
            Node::Value(value) => Ok(value.clone()),
            Node::Variable(variable) => Ok(self.variables[base + variable].clone()),
            Node::Table(table) => Ok(Value::array(self.tables[*table].iter().copied())),
            Node::Field(of, field) => Ok(match self.held(node, base) {
                Some(value) => value.clone(),
                None => self.value(of, base).fields()[*field].clone(),
            }),
            Node::Item(of, index) => {
                let index = self.index(index, base);
                return self.item(of, index, base);
            }
            Node::Not(sort, of) => {
                let number = self.number(of, base);
                Ok(Value::Number(!number & sort.largest()))
            }
            Node::Binary(Operator::AndThen | Operator::OrElse, ..) => {
                Ok(Value::Number(self.number(node, base)))
            }
            Node::Binary(_, sort, _) if sort.is_without_sign() => {
                Ok(Value::Number(self.number(node, base)))
            }
            Node::Binary(operator, sort, sides) => {
                let left = self.value(&sides.0, base);
                let right = self.value(&sides.1, base);
                match (&left, &right) {
                    (Value::State(left), Value::State(right)) => {
                        Ok(self.compared_states(*operator, left, right))
                    }
                    _ => binary(*operator, *sort, &left, &right),
                }
            }
            Node::CountOnes(of) => {
                let number = self.number(of, base);
                Ok(Value::Number(number.count_ones().into()))
            }
            Node::TrailingZeros(sort, of) => {
                let number = self.number(of, base);
                Ok(Value::Number(number.trailing_zeros().min(sort.bits()).into()))
            }
            Node::Convert(to, of) => convert(&self.value(of, base), *to),
            Node::Choose(parts) => {
                let (condition, then, otherwise) = &**parts;
                let chosen = if self.number(condition, base) != 0 { then } else { otherwise };
                return self.value(chosen, base);
            }
            Node::Call(function, arguments) => {
                let arguments =
                    arguments.iter().map(|argument| self.value(argument, base)).collect();
                return self.run(&self.program.functions[*function], arguments);
            }
            Node::Show(parts) => {
                let visitor = self.value(&parts.0, base);
                let state = self.value(&parts.1, base);
                self.show(&visitor, state);
                Ok(Value::Nothing)
            }
            Node::Filled(element, length, in_cells) => {
                let element = self.number(element, base);
                let largest = self.program.largest_in_cells;
                let fits = !in_cells || !self.checks_cells || element <= largest;
                let array = || Value::array(vec![element; *length]);
                fits.then(array).ok_or_else(|| above(element, largest))
            }
            Node::Length(of) => match self.value(of, base) {
                Value::List(list) => Ok(Value::Number(list.len() as u128)),
                other => Err(format!("{other:?} is no list")),
            },
            Node::Saturating(operator, sides) => {
                match (self.value(&sides.0, base), self.value(&sides.1, base)) {
                    (Value::Signed(left), Value::Signed(right)) => {
                        Ok(Value::Signed(if *operator == Operator::Mul {
                            left.saturating_mul(right)
                        } else {
                            left.saturating_add(right)
                        }))
                    }
                    sides => Err(format!("{sides:?} have no sign")),
                }
            }
            Node::Visitor(number) => Ok(Value::Visitor(Visitor::Made { number: *number, base })),
        };
        outcome.unwrap_or_else(|why| self.fail(&why))
    }

    fn item(&mut self, of: &'a Node, index: usize, base: usize) -> Value {
        if let Node::Table(table) = of {
            return Value::Number(self.entry(*table, index));
        }
        if let Some(value) = self.held(of, base) {
            return element(&self.names, value, index);
        }
        let value = self.value(of, base);
        element(&self.names, &value, index)
    }

    /// Whether positions are the same, notes aside.
    fn compared_states(&self, operator: Operator, left: &[Value], right: &[Value]) -> Value {
        let fields = left.iter().zip(right).zip(&self.program.compared);
        let same = fields.filter(|(_, compared)| **compared).all(|((one, other), _)| one == other);
        match operator {
            Operator::Equal => Value::Number(same.into()),
            Operator::NotEqual => Value::Number((!same).into()),
            _ => self.fail("positions have no order"),
        }
    }

    /// Shows a position to a visitor.
    fn show(&mut self, visitor: &Value, state: Value) {
        let Value::Visitor(visitor) = visitor else {
            self.fail("only visitors are shown anything")
        };
        let Visitor::Made { number, base } = visitor else { return self.shown.push(state) };
        match &self.program.visitors[*number] {
            MadeVisitor::Noting { flag, then } => {
                self.set(flag, None, Value::Number(1), *base);
                if let Some(then) = then {
                    let then = self.value(then, *base);
                    self.show(&then, state);
                }
            }
            MadeVisitor::Filtered { variable, condition, then } => {
                self.variables[base + variable] = state.clone();
                if self.number(condition, *base) != 0 {
                    let then = self.value(then, *base);
                    self.show(&then, state);
                }
            }
        }
    }
}

fn above(number: u128, largest: u128) -> String {
    format!("an array of bytes gets {number}, which is more than {largest}")
}

fn outside(names: &[&str], index: usize, length: usize) -> ! {
    let name = names.last().unwrap_or(&"no function");
    panic!("in `{name}`: there is no element {index} among {length}")
}

/// An element of an array or list.
fn element(names: &[&str], of: &Value, index: usize) -> Value {
    let (element, length) = match of {
        Value::Array(elements) => {
            (elements.get(index).map(|element| Value::Number(*element)), elements.len())
        }
        Value::List(values) => (values.get(index).cloned(), values.len()),
        other => panic!("{other:?} has no elements"),
    };
    element.unwrap_or_else(|| outside(names, index, length))
}
