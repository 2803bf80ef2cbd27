//! Comparing what was found with what the game file expects.

use super::rules::Interp;
use super::solve::{Nearest, NoValue, Solution};
use crate::values::Outcome;
use gdl::Span;
use gdl::analyze::counts::What;
use gdl::analyze::symmetry::symmetries;
use gdl::analyze::tiers::named::meant;
use gdl::ast::Relation;
use gdl::model::{Expect, ExpectValue, Fact, Model};
use std::fmt;
use std::iter::repeat;

/// What became of the expectations of a game, each list in file order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExpectationReport {
    /// Those that are true, as texts.
    pub passed: Vec<String>,
    /// Those that are not.
    pub failed: Vec<ExpectationFailure>,
    /// Those this solution says nothing about.
    pub unchecked: Vec<Unchecked>,
}

/// An expectation that is not true.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpectationFailure {
    /// The statement.
    pub span: Span,
    /// What was expected and what was found.
    pub message: String,
}

/// An expectation that a solution says nothing about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unchecked {
    /// The statement.
    pub span: Span,
    /// What is expected.
    pub text: String,
    /// Why nothing can be said.
    pub reason: UncheckedReason,
}

/// Why nothing can be said about an expectation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncheckedReason {
    /// It is about other parameters.
    OtherParameters,
    /// It is about another start.
    OtherStart,
    /// It is about another tier, or about a tier at all, or not about one.
    OtherTier,
    /// It cannot be said of a tier, or takes too long to find out.
    NotKnown,
}

impl fmt::Display for UncheckedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UncheckedReason::OtherParameters => "it is about other parameters",
            UncheckedReason::OtherStart => "it is about another start",
            UncheckedReason::OtherTier => "it is about another tier",
            UncheckedReason::NotKnown => "this is not found out",
        })
    }
}

/// Compares a solution, of the start or of a tier, with the game's expectations.
pub fn check_expectations(interp: &Interp<'_>, solution: &Solution) -> ExpectationReport {
    let model = interp.model();
    let mut report = ExpectationReport::default();
    for expect in &model.expects {
        let text = text(model, expect);
        let mut unchecked = |reason| {
            report.unchecked.push(Unchecked { span: expect.span, text: text.clone(), reason })
        };
        if !parameters_apply(model, expect) {
            unchecked(UncheckedReason::OtherParameters);
        } else if expect.start.unwrap_or(0) != interp.start_index() {
            unchecked(UncheckedReason::OtherStart);
        } else if !same_tier(model, &expect.tier, solution.tier.as_deref().unwrap_or_default()) {
            unchecked(UncheckedReason::OtherTier);
        } else {
            match found(model, expect.fact, solution) {
                None => unchecked(UncheckedReason::NotKnown),
                Some(found) => report.compare(expect, text, &found, solution.no_value),
            }
        }
    }
    report
}

/// Compares what follows from the rules alone with the game's expectations: the number of
/// symmetries. The others are not in the report.
pub fn check_expectations_of_rules(model: &Model) -> ExpectationReport {
    let mut report = ExpectationReport::default();
    let of_rules = |expect: &&Expect| {
        expect.fact == Fact::Symmetries && expect.tier.is_empty() && parameters_apply(model, expect)
    };
    for expect in model.expects.iter().filter(of_rules) {
        if let Some(found) = symmetries_found(model) {
            report.compare(expect, text(model, expect), &found, None);
        }
    }
    report
}

impl ExpectationReport {
    fn compare(&mut self, expect: &Expect, text: String, actual: &Actual, why: Option<NoValue>) {
        if actual.satisfies(expect.op, &expect.value) {
            self.passed.push(text);
            return;
        }
        let message = match (actual, why) {
            (Actual::Nothing, Some(why)) => format!("expected {text}, found none: {why}"),
            _ => format!("expected {text}, found {actual}"),
        };
        self.failed.push(ExpectationFailure { span: expect.span, message });
    }
}

/// Whether an expectation is about the parameters in use: those it names must have the values it
/// gives, the others the file's.
fn parameters_apply(model: &Model, expect: &Expect) -> bool {
    model.params.iter().all(|param| {
        let named = expect.params.iter().find(|(name, _)| *name == param.name);
        param.value == named.map_or(param.default, |&(_, value)| value)
    })
}

/// Whether two ways to give a tier ask for the same numbers.
fn same_tier(model: &Model, expected: &[(String, i64)], solved: &[(String, i64)]) -> bool {
    let numbers = |tier: &[(String, i64)]| -> Vec<(What, i64)> {
        let of = |(name, count): &(String, i64)| meant(model, name).into_iter().zip(repeat(*count));
        tier.iter().flat_map(of).collect()
    };
    let (expected, solved) = (numbers(expected), numbers(solved));
    expected.iter().all(|entry| solved.contains(entry))
        && solved.iter().all(|entry| expected.contains(entry))
}

/// The actual value of a fact about a solution.
enum Actual {
    Number(i64),
    Value(Outcome),
    /// There is no solution or no value.
    Nothing,
}

/// How many symmetries of the rules keep the players; none if the search for them was cut short.
fn symmetries_found(model: &Model) -> Option<Actual> {
    let found = symmetries(model);
    let order = found.order.filter(|_| found.complete)?;
    Some(Actual::Number(i64::try_from(order).unwrap_or(i64::MAX)))
}

fn found(model: &Model, fact: Fact, solution: &Solution) -> Option<Actual> {
    let number = |number: u64| Some(Actual::Number(i64::try_from(number).unwrap_or(i64::MAX)));
    let is_tier = solution.tier.is_some();
    match fact {
        Fact::Positions => number(solution.states),
        Fact::Depth => number(solution.depth? as u64),
        Fact::Symmetries | Fact::Solution | Fact::Value | Fact::Moves if is_tier => None,
        Fact::Symmetries => symmetries_found(model),
        Fact::Value | Fact::Won | Fact::Lost | Fact::Drawn if solution.only_counted => None,
        Fact::Solution => match solution.nearest {
            Nearest::At(depth) => number(depth as u64),
            Nearest::Nowhere => Some(Actual::Nothing),
            Nearest::NotSought if solution.only_counted => None,
            Nearest::NotSought => Some(Actual::Nothing),
        },
        Fact::Value => Some(solution.value.map_or(Actual::Nothing, Actual::Value)),
        Fact::Moves => number(solution.first_moves?),
        Fact::Won => {
            solution.counts.as_ref().map_or(Some(Actual::Nothing), |counts| number(counts.won))
        }
        Fact::Lost => {
            solution.counts.as_ref().map_or(Some(Actual::Nothing), |counts| number(counts.lost))
        }
        Fact::Drawn => {
            solution.counts.as_ref().map_or(Some(Actual::Nothing), |counts| number(counts.drawn))
        }
    }
}

impl Actual {
    fn satisfies(&self, op: Relation, expected: &ExpectValue) -> bool {
        match (self, expected) {
            (
                Self::Number(number) | Self::Value(Outcome::Margin(number)),
                ExpectValue::Number(expected),
            ) => op.holds(number, expected),
            (_, ExpectValue::Word(word)) => match op {
                Relation::Equal => self.is_called(word),
                Relation::NotEqual => !self.is_called(word),
                Relation::Less | Relation::AtMost | Relation::Greater | Relation::AtLeast => false,
            },
            (Self::Value(_) | Self::Nothing, ExpectValue::Number(_)) => op == Relation::NotEqual,
        }
    }

    fn is_called(&self, word: &str) -> bool {
        match self {
            Actual::Number(_) => false,
            Actual::Nothing => word == "none",
            Actual::Value(Outcome::Win) => word == "win",
            Actual::Value(Outcome::Loss) => word == "loss",
            Actual::Value(Outcome::Draw) => word == "draw",
            Actual::Value(Outcome::Margin(margin)) => match word {
                "win" => *margin > 0,
                "loss" => *margin < 0,
                "draw" => *margin == 0,
                _ => false,
            },
        }
    }
}

impl fmt::Display for Actual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actual::Number(number) => write!(f, "{number}"),
            Actual::Value(value) => write!(f, "{value}"),
            Actual::Nothing => f.write_str("none"),
        }
    }
}

/// An expectation without the word `expect`, as in the file.
fn text(model: &Model, expect: &Expect) -> String {
    let bindings = |list: &[(String, i64)]| {
        let texts: Vec<String> =
            list.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        texts.join(", ")
    };
    let value = match &expect.value {
        ExpectValue::Number(number) => number.to_string(),
        ExpectValue::Word(word) => word.clone(),
    };
    let mut text = format!("{} {} {value}", expect.fact.word(), expect.op.symbol());
    if !expect.tier.is_empty() {
        text.push_str(&format!(" at {}", bindings(&expect.tier)));
    }
    let start = expect.start.and_then(|index| model.starts.get(index)?.name.as_ref());
    if let Some(name) = start {
        text.push_str(&format!(" from \"{name}\""));
    }
    if !expect.params.is_empty() {
        text.push_str(&format!(" with {}", bindings(&expect.params)));
    }
    text
}
