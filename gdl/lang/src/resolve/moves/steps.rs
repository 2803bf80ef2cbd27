//! The alternatives of a move and their steps, laid on the board.

use super::super::Ctx;
use super::super::view::{Here, View};
use super::{Fits, Instance, PARTS_OF_A_RULE};
use crate::ast::{self, At, Directions, Right};
use crate::diagnostic::Code;
use crate::model::{Action, Alternative, Rule, Step};
use crate::source::Span;

/// The two sides of a rewrite, read from left to right, and where it stands.
struct Rewrite<'a> {
    left: &'a [At<ast::Group>],
    right: &'a Right,
    span: Span,
}

impl Ctx<'_> {
    pub(super) fn alternatives(
        &mut self,
        body: &[ast::Alternative],
        instance: &Instance<'_>,
        fits: &mut Fits,
    ) -> Option<Vec<Alternative>> {
        let mut alternatives: Vec<Option<Alternative>> = Vec::new();
        for alternative in body {
            let mut steps: Vec<Option<Step>> = Vec::new();
            let mut view = instance.view;
            for step in &alternative.steps {
                steps.push(self.step(step, &mut view, instance.along, fits));
            }
            let steps: Option<Vec<Step>> = steps.into_iter().collect();
            alternatives
                .push(steps.map(|steps| Alternative { otherwise: alternative.otherwise, steps }));
        }
        alternatives.into_iter().collect()
    }

    /// One step. Whether `here` is known afterwards is noted in `view`.
    fn step(
        &mut self,
        step: &At<ast::Step>,
        view: &mut View<'_>,
        along: Option<&Directions>,
        fits: &mut Fits,
    ) -> Option<Step> {
        let action = match &step.node.action {
            None => Action::Nothing,
            Some(action) => match &action.node {
                ast::Action::Rewrite { left, arrow, right } => {
                    self.no_heap(action.span)?;
                    let rewrite = Rewrite { left, right, span: action.span };
                    if let Right::Illegal(word) = right {
                        let diagnostic = self.error(
                            Code::SettleForm,
                            word.span,
                            "`illegal` stands only in a move that settles",
                        );
                        self.report(
                            diagnostic.help("to forbid a position, write:  illegal when ..."),
                        );
                        return None;
                    }
                    let rules =
                        self.rewrite(&rewrite, *arrow, &Instance { view: *view, along }, fits)?;
                    if rules.iter().all(|rule| rule.here.is_some()) {
                        view.here = Here::Known;
                    } else if view.here == Here::Unknown {
                        view.here = Here::NotUnique(action.span);
                    }
                    Action::Rewrite(rules)
                }
                ast::Action::Reverse { range, turn } => {
                    self.reverse(range, turn.as_ref(), *view)?
                }
                ast::Action::Cycle { cells, turn, times } => {
                    self.cycle(cells, turn, times.as_ref(), *view)?
                }
                ast::Action::Sow { cell, along, skip } => {
                    let sow = self.sow(cell, along, skip.as_ref(), *view)?;
                    view.here = Here::Known;
                    sow
                }
                ast::Action::Harvest { along, condition } => {
                    self.harvest(along, condition, *view)?
                }
            },
        };
        let parts = match &action {
            Action::Permute(carries) => carries.len(),
            // Where each cell leads to.
            Action::Harvest(_) => self.board.cells.len(),
            Action::Sow(sowings) => sowings.len() * self.board.cells.len(),
            // Counted where it was laid on the board.
            Action::Rewrite(_) | Action::Nothing => 0,
        };
        let label = "written out for every player and parameter, this is too much";
        self.take_room(parts / PARTS_OF_A_RULE, step.span, label)?;
        let effects: Vec<Option<_>> =
            step.node.effects.iter().map(|effect| self.effect(effect, *view)).collect();
        let effects: Option<Vec<_>> = effects.into_iter().collect();
        Some(Step { action, effects: effects? })
    }

    pub(super) fn no_heap(&mut self, span: Span) -> Option<()> {
        if !self.heap {
            return Some(());
        }
        let diagnostic = self.error(Code::HeapRewrite, span, "heaps cannot be rewritten");
        self.report(diagnostic.help("heaps change by `sow` and `harvest`"));
        None
    }

    fn rewrite(
        &mut self,
        rewrite: &Rewrite<'_>,
        arrow: ast::Arrow,
        instance: &Instance<'_>,
        fits: &mut Fits,
    ) -> Option<Vec<Rule>> {
        let mut rules = self.one_way(rewrite, instance, fits)?;
        if let (ast::Arrow::Both, Right::Groups(groups)) = (arrow, rewrite.right) {
            let back = Rewrite {
                left: groups,
                right: &Right::Groups(rewrite.left.to_vec()),
                span: rewrite.span,
            };
            for rule in self.one_way(&back, instance, fits)? {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        fits.count(rewrite.span, rules.len());
        Some(rules)
    }

    fn one_way(
        &mut self,
        rewrite: &Rewrite<'_>,
        instance: &Instance<'_>,
        fits: &mut Fits,
    ) -> Option<Vec<Rule>> {
        let me = instance.view.me;
        let pattern = self.pattern(rewrite.left, rewrite.right, rewrite.span, instance.view)?;
        let directions = self.directions(instance.along, me)?;
        let rules = self.ground(&pattern, &directions, rewrite.span)?;
        if let (Some(Directions::Named(words)), [rows]) =
            (instance.along, pattern.groups.as_slice())
            && rows.iter().sum::<usize>() > 1
            && words.len() > 1
        {
            for word in words {
                let directions = self.direction(word, me)?;
                let rules_before = self.rules;
                let found = self.ground(&pattern, &directions, rewrite.span)?.len();
                self.rules = rules_before;
                *fits.along.entry(word.span).or_default() += found;
            }
        }
        Some(rules)
    }
}
