//! From the parser's pairs to the tree: moves, their bodies and effects.

use super::Rule;
use super::build::Ctx;
use crate::ast::*;
use crate::source::Span;
use pest::iterators::Pair;

impl Ctx<'_> {
    pub(super) fn move_(&mut self, pair: &Pair<'_, Rule>) -> Option<Move> {
        let name = self.find(pair, Rule::word).expect("a move has a name");
        let mut params = Vec::new();
        if let Some(list) = self.find(pair, Rule::params) {
            for param in self.all(&list, Rule::pbind) {
                let range = self.find(&param, Rule::range).expect("a parameter has a span");
                params.push(ParamIn { name: self.named(&param), range: self.range(&range)? });
            }
        }
        let modifiers: Option<Vec<_>> =
            self.all(pair, Rule::modifier).map(|modifier| self.modifier(&modifier)).collect();
        Some(Move { name: self.name(&name), params, modifiers: modifiers?, body: self.body(pair)? })
    }

    fn modifier(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Modifier>> {
        let inner = self.child(pair.clone());
        let node =
            match inner.as_rule() {
                Rule::along => Modifier::Along(self.directions(
                    &self.find(&inner, Rule::directions).expect("`along` has directions"),
                )),
                Rule::by => Modifier::By(self.named(&inner)),
                Rule::when => Modifier::When(self.cond_in(&inner)?),
                Rule::K_chain => Modifier::Chain,
                Rule::K_must => Modifier::Must,
                _ => Modifier::Settle,
            };
        Some(self.at(&inner, node))
    }

    pub(super) fn after(&mut self, pair: &Pair<'_, Rule>) -> Option<After> {
        let scope = self.find(pair, Rule::scope).expect("a consequence has a scope");
        let words: Vec<Name> = self.all(&scope, Rule::word).map(|word| self.name(&word)).collect();
        let scope =
            if words.is_empty() { Scope::Any(self.at(&scope, ())) } else { Scope::Moves(words) };
        let condition = match self.find(pair, Rule::cond) {
            Some(_) => Some(self.cond_in(pair)?),
            None => None,
        };
        Some(After { scope, condition, body: self.body(pair)? })
    }

    /// The alternatives of a move or consequence, with their comments.
    fn body(&mut self, pair: &Pair<'_, Rule>) -> Option<Vec<Alternative>> {
        let body = self.find(pair, Rule::body).expect("the grammar asks for a body");
        let mut alternatives = Vec::new();
        for outer in self.children(body.clone()) {
            let otherwise = outer.as_rule() == Rule::else_alt;
            let inner = if otherwise {
                self.find(&outer, Rule::alt).expect("`else` is followed by steps")
            } else {
                outer.clone()
            };
            let mut steps = Vec::new();
            for step in self.children(inner) {
                match step.as_rule() {
                    Rule::step => {
                        let part = self.child(step);
                        steps.push(self.step(&part)?);
                    }
                    Rule::acting => steps.push(self.step(&step)?),
                    _ => {}
                }
            }
            let span = self.span(&outer);
            alternatives
                .push((span, Alternative { before: Vec::new(), otherwise, steps, after: None }));
        }
        let colon = self.find(pair, Rule::P_colon).expect("a body follows a colon");
        let colon = self.span(&colon).end;
        Some(self.attach(colon, alternatives))
    }

    /// Hangs the comments between alternatives on them: on the same line after one, on lines of
    /// their own before the next.
    fn attach(&mut self, colon: u32, alternatives: Vec<(Span, Alternative)>) -> Vec<Alternative> {
        let mut previous = colon;
        let mut result: Vec<Alternative> = Vec::new();
        for (span, mut alternative) in alternatives {
            let first = self.comments.partition_point(|comment| comment.start < previous);
            let last = self.comments.partition_point(|comment| comment.end <= span.start);
            let between: Vec<Span> = self.comments[first..last.max(first)].to_vec();
            for comment in between {
                self.attached.insert(comment);
                let breaks = self.line_breaks(previous, comment.start);
                match result.last_mut() {
                    Some(last) if breaks == 0 && last.after.is_none() => {
                        last.after = Some(self.comment(comment, false))
                    }
                    _ => alternative.before.push(self.comment(comment, breaks > 1)),
                }
                previous = comment.end;
            }
            previous = span.end;
            result.push(alternative);
        }
        result
    }

    /// One step: an action with effects, or effects alone.
    fn step(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Step>> {
        let action = match self.find(pair, Rule::action) {
            Some(action) => Some(self.action(&action)?),
            None => None,
        };
        let effects: Option<Vec<_>> =
            self.all(pair, Rule::effect).map(|effect| self.effect(&effect)).collect();
        Some(self.at(pair, Step { action, effects: effects? }))
    }

    fn action(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Action>> {
        let inner = self.child(pair.clone());
        let node = match inner.as_rule() {
            Rule::rewrite => self.rewrite(&inner)?,
            Rule::reverse => {
                let range = self.find(&inner, Rule::range).expect("`reverse` has a span");
                Action::Reverse { range: self.range(&range)?, turn: self.optional_sum(&inner)? }
            }
            Rule::cycle => {
                let mut turn = Vec::new();
                if let Some(list) = self.find(&inner, Rule::cycle_turn) {
                    for amount in self.all(&list, Rule::int) {
                        let number = self.int(&amount)?;
                        turn.push(self.at(&amount, number));
                    }
                }
                let cells = self.all(&inner, Rule::cellname).map(|cell| self.name(&cell)).collect();
                Action::Cycle { cells, turn, times: self.optional_sum(&inner)? }
            }
            Rule::sow => {
                let cell = self.find(&inner, Rule::cell).expect("`sow` has a cell");
                let skip = match self.find(&inner, Rule::skip) {
                    Some(skip) => Some(self.skip(&skip)?),
                    None => None,
                };
                Action::Sow { cell: self.cell(&cell)?, along: self.named(&inner), skip }
            }
            _ => Action::Harvest { along: self.named(&inner), condition: self.cond_in(&inner)? },
        };
        Some(self.at(&inner, node))
    }

    fn skip(&mut self, pair: &Pair<'_, Rule>) -> Option<Skip> {
        Some(match self.find(pair, Rule::setref) {
            Some(set) => Skip::Set(self.setref(&set)?),
            None => Skip::Source(self.at(pair, ())),
        })
    }

    fn rewrite(&mut self, pair: &Pair<'_, Rule>) -> Option<Action> {
        let sides: Option<Vec<_>> =
            self.all(pair, Rule::cells).map(|cells| self.groups(&cells)).collect();
        let mut sides = sides?.into_iter();
        let left = sides.next().expect("a rewrite has a left-hand side");
        let arrow = self.find(pair, Rule::arrow).expect("a rewrite has an arrow");
        let arrow = if arrow.as_str() == "->" { Arrow::To } else { Arrow::Both };
        let right = match sides.next() {
            Some(groups) => Right::Groups(groups),
            None => Right::Illegal(
                self.at(&self.find(pair, Rule::K_illegal).expect("no cells, so `illegal`"), ()),
            ),
        };
        Some(Action::Rewrite { left, arrow, right })
    }

    fn groups(&mut self, pair: &Pair<'_, Rule>) -> Option<Vec<At<Group>>> {
        let mut groups = Vec::new();
        for group in self.all(pair, Rule::group) {
            let mut rows = Vec::new();
            for row in self.all(&group, Rule::row) {
                let cells: Option<Vec<_>> =
                    self.all(&row, Rule::cell).map(|cell| self.cell(&cell)).collect();
                rows.push(cells?);
            }
            groups.push(self.at(&group, Group { rows }));
        }
        Some(groups)
    }

    fn cell(&mut self, pair: &Pair<'_, Rule>) -> Option<At<CellPattern>> {
        let variable = self.find(pair, Rule::variable).map(|variable| self.named(&variable));
        let inset = self.inset(pair)?;
        Some(self.at(pair, CellPattern { variable, atoms: self.atoms(pair), inset }))
    }

    fn effect(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Effect>> {
        let node = match self.find(pair, Rule::assign) {
            Some(assign) => Effect::Assign(self.assign(&assign)?.node),
            None => Effect::Again,
        };
        Some(self.at(pair, node))
    }

    pub(super) fn assign(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Assign>> {
        let target = match self.find(pair, Rule::ident) {
            Some(counter) => self.at(&counter, Target::Counter(counter.as_str().to_owned())),
            None => self
                .at(&self.find(pair, Rule::K_score).expect("a score or a counter"), Target::Score),
        };
        let op = self.find(pair, Rule::assignop).expect("an assignment has an operator");
        let op = if op.as_str() == "+=" { AssignOp::Add } else { AssignOp::Subtract };
        let value = self.sum_in(pair)?;
        Some(self.at(pair, Assign { rel: self.rel(pair), target, op, value }))
    }
}
