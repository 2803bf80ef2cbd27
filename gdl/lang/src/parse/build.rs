//! From the parser's pairs to the tree: declarations, conditions and numbers. Moves are in
//! `build_moves`.
//!
//! A pair's own extent runs to the next token, because the grammar's implicit white space is
//! skipped before an optional part that turns out to be missing; [`Ctx::span`] cuts blanks and
//! comments off again.

use super::{Rule, comments};
use crate::ast::*;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::source::{Source, Span};
use pest::iterators::Pair;
use std::collections::BTreeSet;

/// The longest name. Messages quote names and columns are as wide as they are.
const MAX_NAME_BYTES: usize = 100;

/// What all builders need.
pub(super) struct Ctx<'a> {
    source: &'a Source,
    /// Where the statement begins; the parser counts from there.
    base: usize,
    /// The comments inside the statement, in order.
    pub(super) comments: Vec<Span>,
    /// Those that hang on an alternative.
    pub(super) attached: BTreeSet<Span>,
    pub(super) diagnostics: &'a mut Diagnostics,
}

/// The statement and the comments inside it that hang on no alternative. None if it holds a
/// mistake, which is then reported.
pub(super) fn statement(
    pair: Pair<'_, Rule>,
    source: &Source,
    base: usize,
    diagnostics: &mut Diagnostics,
) -> Option<(At<Stmt>, Vec<Comment>)> {
    let span_of = |part: Pair<'_, Rule>| {
        let span = part.as_span();
        Span::new(base + span.start(), base + span.end())
    };
    let parts = || pair.clone().into_inner().flatten();
    let comments = parts().filter(is_comment).map(span_of).collect();
    let is_long = |part: &Pair<'_, Rule>| {
        part.as_rule() == Rule::ident && part.as_str().len() > MAX_NAME_BYTES
    };
    if let Some(name) = parts().find(is_long) {
        let length = name.as_str().len();
        let message = format!("this name has {length} letters; at most {MAX_NAME_BYTES} are read");
        let span = span_of(name);
        diagnostics.push(Diagnostic::new(Code::TooLarge, span, message).label("too long"));
        return None;
    }
    let mut ctx = Ctx { source, base, comments, attached: BTreeSet::new(), diagnostics };
    let outer = pair.into_inner().find(|inner| inner.as_rule() == Rule::stmt).expect("a statement");
    let inner = ctx.child(outer);
    let span = ctx.span(&inner);
    let node = ctx.stmt(inner)?;
    let interior = ctx
        .comments
        .iter()
        .filter(|comment| span.start <= comment.start && comment.start < span.end);
    let homeless = interior.filter(|comment| !ctx.attached.contains(comment));
    let homeless = homeless.map(|comment| ctx.comment(*comment, false)).collect();
    Some((At::new(node, span), homeless))
}

fn is_comment(pair: &Pair<'_, Rule>) -> bool {
    pair.as_rule() == Rule::COMMENT
}

impl Ctx<'_> {
    /// Where a pair stands, without blanks and comments at its end.
    pub(super) fn span(&self, pair: &Pair<'_, Rule>) -> Span {
        let whole = pair.as_span();
        let start = self.base + whole.start();
        let mut end = self.base + whole.end();
        loop {
            end = start + self.source.text()[start..end].trim_end().len();
            // Comments are in order, so the one that ends here is found at once.
            let index = self.comments.partition_point(|comment| (comment.end as usize) < end);
            match self.comments.get(index) {
                Some(comment) if comment.end as usize == end && comment.start as usize > start => {
                    end = comment.start as usize;
                }
                _ => return Span::new(start, end),
            }
        }
    }

    /// The text of a comment at a place.
    pub(super) fn comment(&self, span: Span, blank: bool) -> Comment {
        Comment { text: comments::body(self.source.slice(span)), blank }
    }

    /// Number of line breaks between two places.
    pub(super) fn line_breaks(&self, from: u32, to: u32) -> usize {
        self.source.slice(Span { start: from, end: to }).matches('\n').count()
    }

    /// The parts of a pair, without comments.
    pub(super) fn children<'i>(
        &self,
        pair: Pair<'i, Rule>,
    ) -> impl Iterator<Item = Pair<'i, Rule>> + use<'i> {
        pair.into_inner().filter(|inner| !is_comment(inner))
    }

    /// The first part of a pair.
    pub(super) fn child<'i>(&self, pair: Pair<'i, Rule>) -> Pair<'i, Rule> {
        self.children(pair).next().expect("the grammar gives this rule a part")
    }

    /// The first part with this rule.
    pub(super) fn find<'i>(&self, pair: &Pair<'i, Rule>, rule: Rule) -> Option<Pair<'i, Rule>> {
        self.children(pair.clone()).find(|inner| inner.as_rule() == rule)
    }

    /// The parts with this rule.
    pub(super) fn all<'i>(
        &self,
        pair: &Pair<'i, Rule>,
        rule: Rule,
    ) -> impl Iterator<Item = Pair<'i, Rule>> + use<'i> {
        self.children(pair.clone()).filter(move |inner| inner.as_rule() == rule)
    }

    /// Whether there is a part with this rule.
    pub(super) fn has(&self, pair: &Pair<'_, Rule>, rule: Rule) -> bool {
        self.find(pair, rule).is_some()
    }

    pub(super) fn at<T>(&self, pair: &Pair<'_, Rule>, node: T) -> At<T> {
        At::new(node, self.span(pair))
    }

    pub(super) fn name(&self, pair: &Pair<'_, Rule>) -> Name {
        self.at(pair, pair.as_str().to_owned())
    }

    /// The first name in a pair.
    pub(super) fn named(&self, pair: &Pair<'_, Rule>) -> Name {
        self.name(&self.find(pair, Rule::ident).expect("the grammar asks for a name"))
    }

    fn stmt(&mut self, pair: Pair<'_, Rule>) -> Option<Stmt> {
        Some(match pair.as_rule() {
            Rule::game => Stmt::Game(self.quoted(&self.child_of(&pair, Rule::string))),
            Rule::param => Stmt::Param(self.binds(&pair)?),
            Rule::players => Stmt::Players(
                self.all(&pair, Rule::player).map(|player| self.player(&player)).collect(),
            ),
            Rule::board => self.board(&pair)?,
            Rule::area => {
                let terms: Option<Vec<_>> =
                    self.all(&pair, Rule::areaterm).map(|term| self.area_term(&term)).collect();
                Stmt::Area { name: self.named(&pair), terms: terms? }
            }
            Rule::pieces => {
                let list: Option<Vec<_>> =
                    self.all(&pair, Rule::piece).map(|piece| self.piece(piece)).collect();
                Stmt::Pieces { list: list?, turns: self.optional_sum(&pair)? }
            }
            Rule::class => Stmt::Class { name: self.named(&pair), atoms: self.atoms(&pair) },
            Rule::counter => Stmt::Counter {
                name: self.named(&pair),
                value: self.sum_in(&pair)?,
                each: self.has(&pair, Rule::K_each),
            },
            Rule::shape => {
                let terms: Option<Vec<_>> =
                    self.all(&pair, Rule::shapeterm).map(|term| self.shape_term(&term)).collect();
                Stmt::Shape { name: self.named(&pair), terms: terms? }
            }
            Rule::start => self.start(&pair)?,
            Rule::goal => Stmt::Goal(self.goal(&pair)?),
            Rule::same => Stmt::Same(self.named(&pair)),
            Rule::expect => Stmt::Expect(self.expect(&pair)?),
            Rule::move_ => Stmt::Move(self.move_(&pair)?),
            Rule::after => Stmt::After(self.after(&pair)?),
            Rule::illegal => Stmt::Illegal(self.cond_in(&pair)?),
            Rule::outcome => {
                let verdict = self.child_of(&pair, Rule::verdict);
                let node = match self.child(verdict.clone()).as_rule() {
                    Rule::K_win => Verdict::Win,
                    Rule::K_lose => Verdict::Lose,
                    _ => Verdict::Draw,
                };
                let player = self.find(&pair, Rule::ident).map(|player| self.name(&player));
                Stmt::Outcome {
                    verdict: self.at(&verdict, node),
                    player,
                    when: self.cond_in(&pair)?,
                }
            }
            Rule::stuck => Stmt::Stuck(match self.find(&pair, Rule::byscore) {
                Some(by_score) => StuckRule::ByScore(self.at(&by_score, ())),
                None => StuckRule::Word(self.name(&self.child_of(&pair, Rule::word))),
            }),
            Rule::finish => Stmt::Finish(self.assign(&self.child_of(&pair, Rule::assign))?),
            rule => unreachable!("{rule:?} is not a statement"),
        })
    }

    fn child_of<'i>(&self, pair: &Pair<'i, Rule>, rule: Rule) -> Pair<'i, Rule> {
        self.find(pair, rule).expect("the grammar gives this rule this part")
    }

    fn quoted(&self, pair: &Pair<'_, Rule>) -> At<String> {
        self.at(pair, self.child_of(pair, Rule::text).as_str().to_owned())
    }

    fn picture(&mut self, pair: &Pair<'_, Rule>) -> Option<Picture> {
        let art = self.child_of(pair, Rule::art);
        // The span is that of the text between the braces, so that glyphs can be pointed at.
        let whole = art.as_span();
        let start = self.base + whole.start();
        let text = art.as_str();
        let (first_line, others) = text.split_once('\n').unwrap_or((text, ""));
        let problem = if let Some(tab) = text.find('\t') {
            Some((start + tab, "a tab in a picture has no certain width", "write blanks"))
        } else if !first_line.trim().is_empty() && !others.trim().is_empty() {
            let glyph = first_line.len() - first_line.trim_start().len();
            Some((
                start + glyph,
                "the rows of a picture do not line up",
                "begin the first row on the line after `{`",
            ))
        } else {
            None
        };
        if let Some((at, message, help)) = problem {
            let glyph = self.source.text()[at..].chars().next().map_or(0, char::len_utf8);
            self.diagnostics.push(
                Diagnostic::new(Code::PictureLayout, Span::new(at, at + glyph), message).help(help),
            );
            return None;
        }
        Some(At::new(Art(text.to_owned()), Span::new(start, self.base + whole.end())))
    }

    fn binds(&mut self, pair: &Pair<'_, Rule>) -> Option<Vec<Bind>> {
        let binds = self.all(pair, Rule::bind);
        binds
            .map(|bind| Some(Bind { name: self.named(&bind), value: self.sum_in(&bind)? }))
            .collect()
    }

    fn player(&self, pair: &Pair<'_, Rule>) -> PlayerDecl {
        let mut names = self.all(pair, Rule::ident);
        let name = names.next().expect("a player has a name");
        PlayerDecl { name: self.name(&name), facing: names.next().map(|facing| self.name(&facing)) }
    }

    fn board(&mut self, pair: &Pair<'_, Rule>) -> Option<Stmt> {
        let shape = match self.find(pair, Rule::picture) {
            Some(picture) => BoardShape::Picture(self.picture(&picture)?),
            None => {
                let builder = self.child_of(pair, Rule::builder);
                BoardShape::Builder { name: self.named(&builder), args: self.sums(&builder)? }
            }
        };
        let links = self.find(pair, Rule::directions).map(|links| self.directions(&links));
        Some(Stmt::Board { shape, links })
    }

    pub(super) fn directions(&self, pair: &Pair<'_, Rule>) -> Directions {
        match self.find(pair, Rule::K_all) {
            Some(all) => Directions::All(self.at(&all, ())),
            None => Directions::Named(
                self.all(pair, Rule::ident).map(|name| self.name(&name)).collect(),
            ),
        }
    }

    fn area_term(&mut self, pair: &Pair<'_, Rule>) -> Option<AreaTerm> {
        let set = match self.find(pair, Rule::startset) {
            Some(start) => AreaSet::Start(self.atom(&self.child_of(&start, Rule::atom))),
            None => AreaSet::Set(self.setref(&self.child_of(pair, Rule::setref))?),
        };
        Some(AreaTerm { set, of: self.find(pair, Rule::ident).map(|of| self.name(&of)) })
    }

    fn piece(&mut self, pair: Pair<'_, Rule>) -> Option<PieceDecl> {
        let inner = self.child(pair);
        Some(match inner.as_rule() {
            Rule::kind => {
                let glyph = self.child_of(&inner, Rule::glyph);
                let mut names = self.all(&inner, Rule::ident);
                PieceDecl::Glyph {
                    glyph: self.at(
                        &glyph,
                        glyph.as_str().chars().next().expect("a glyph is one character"),
                    ),
                    kind: self.name(&names.next().expect("a kind has a name")),
                    owner: names.next().map(|owner| self.name(&owner)),
                }
            }
            Rule::heap => PieceDecl::Heap(self.named(&inner)),
            _ => PieceDecl::Family(self.range(&inner)?),
        })
    }

    fn shape_term(&mut self, pair: &Pair<'_, Rule>) -> Option<ShapeTerm> {
        Some(ShapeTerm {
            name: self.named(pair),
            args: self.sums(pair)?,
            along: self
                .find(pair, Rule::along)
                .map(|along| self.directions(&self.child_of(&along, Rule::directions))),
            span: self.at(pair, ()),
        })
    }

    fn start(&mut self, pair: &Pair<'_, Rule>) -> Option<Stmt> {
        let name = self.find(pair, Rule::string).map(|name| self.quoted(&name));
        let what = match self.find(pair, Rule::picture) {
            Some(picture) => StartWhat::Picture(self.picture(&picture)?),
            None => {
                let items = self.child_of(pair, Rule::items);
                let items: Option<Vec<_>> =
                    self.all(&items, Rule::item).map(|item| self.start_item(item)).collect();
                StartWhat::Items(items?)
            }
        };
        Some(Stmt::Start { name, what })
    }

    fn start_item(&mut self, pair: Pair<'_, Rule>) -> Option<At<StartItem>> {
        let inner = self.child(pair);
        let node = match inner.as_rule() {
            Rule::range => StartItem::Range(self.range(&inner)?),
            Rule::K_empty => StartItem::Empty,
            Rule::evenly => StartItem::Each(self.sum_in(&inner)?),
            Rule::int => StartItem::Number(self.int(&inner)?),
            _ => StartItem::Name(inner.as_str().to_owned()),
        };
        Some(self.at(&inner, node))
    }

    fn goal(&mut self, pair: &Pair<'_, Rule>) -> Option<Goal> {
        Some(if let Some(start) = self.find(pair, Rule::goalstart) {
            Goal::Start(self.at(&start, ()))
        } else if let Some(picture) = self.find(pair, Rule::picture) {
            Goal::Picture(self.picture(&picture)?)
        } else {
            Goal::When(self.cond_in(pair)?)
        })
    }

    fn expect(&mut self, pair: &Pair<'_, Rule>) -> Option<Expect> {
        let expected = self.child_of(pair, Rule::expected);
        let inner = self.child(expected.clone());
        let value = match inner.as_rule() {
            Rule::negative => ExpectValue::Number(self.number(&inner, inner.as_str())?),
            Rule::int => ExpectValue::Number(self.number(&inner, inner.as_str())?),
            Rule::string => ExpectValue::Text(self.quoted(&inner).node),
            _ => ExpectValue::Word(inner.as_str().to_owned()),
        };
        let with = self.find(pair, Rule::expect_with);
        Some(Expect {
            fact: self.name(&self.child_of(pair, Rule::word)),
            op: relation(&self.child_of(pair, Rule::relop)),
            value: self.at(&expected, value),
            tier: self.binds(pair)?,
            start: self.find(pair, Rule::string).map(|start| self.quoted(&start)),
            params: with.map_or(Some(Vec::new()), |with| self.binds(&with))?,
        })
    }

    pub(super) fn atoms(&self, pair: &Pair<'_, Rule>) -> Vec<At<Atom>> {
        self.all(pair, Rule::atom).map(|atom| self.atom(&atom)).collect()
    }

    pub(super) fn atom(&self, pair: &Pair<'_, Rule>) -> At<Atom> {
        let rel = self.rel(pair);
        let last = self.children(pair.clone()).last().expect("an atom has a part");
        let node = match last.as_rule() {
            Rule::K_empty => Atom::Empty,
            Rule::K_any => Atom::Any,
            Rule::K_mine => Atom::Mine,
            Rule::K_theirs => Atom::Theirs,
            Rule::K_edge => Atom::Edge,
            Rule::wild => Atom::Wild,
            _ => Atom::Named { rel, name: last.as_str().to_owned() },
        };
        self.at(pair, node)
    }

    pub(super) fn rel(&self, pair: &Pair<'_, Rule>) -> Option<Rel> {
        let rel = self.find(pair, Rule::rel)?;
        Some(if self.has(&rel, Rule::K_my) { Rel::My } else { Rel::Their })
    }

    pub(super) fn inset(&mut self, pair: &Pair<'_, Rule>) -> Option<Option<InSet>> {
        let Some(inset) = self.find(pair, Rule::inset) else { return Some(None) };
        let set = self.setref(&self.child_of(&inset, Rule::setref))?;
        Some(Some(InSet { negated: self.has(&inset, Rule::K_not), set }))
    }

    pub(super) fn setref(&mut self, pair: &Pair<'_, Rule>) -> Option<At<SetRef>> {
        let last = self.children(pair.clone()).last().expect("a set has a part");
        let node = match last.as_rule() {
            Rule::edgeset => SetRef::Edge(self.named(&last)),
            Rule::lineset if self.has(&last, Rule::K_row) => SetRef::Row(self.sum_in(&last)?),
            Rule::lineset => SetRef::Column(self.sum_in(&last)?),
            Rule::range => SetRef::Range(self.range(&last)?),
            Rule::int => SetRef::Number(self.int(&last)?),
            _ => SetRef::Named { rel: self.rel(pair), name: last.as_str().to_owned() },
        };
        Some(self.at(pair, node))
    }

    pub(super) fn cond_in(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Cond>> {
        self.cond(&self.child_of(pair, Rule::cond))
    }

    fn cond(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Cond>> {
        let parts: Option<Vec<_>> =
            self.all(pair, Rule::conj).map(|conj| self.conj(&conj)).collect();
        let mut parts = parts?;
        Some(if parts.len() == 1 { parts.remove(0) } else { self.at(pair, Cond::Or(parts)) })
    }

    fn conj(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Cond>> {
        let parts: Option<Vec<_>> =
            self.all(pair, Rule::literal).map(|literal| self.literal(&literal)).collect();
        let mut parts = parts?;
        Some(if parts.len() == 1 { parts.remove(0) } else { self.at(pair, Cond::And(parts)) })
    }

    fn literal(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Cond>> {
        let primary = self.primary(&self.child_of(pair, Rule::primary))?;
        Some(if self.has(pair, Rule::K_not) {
            self.at(pair, Cond::Not(Box::new(primary)))
        } else {
            primary
        })
    }

    fn primary(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Cond>> {
        let inner = self.child(pair.clone());
        let node = match inner.as_rule() {
            Rule::cond => return self.cond(&inner),
            Rule::every => Cond::All {
                set: self.setref(&self.child_of(&inner, Rule::setref))?,
                atom: self.atom(&self.child_of(&inner, Rule::atom)),
            },
            Rule::quant => {
                let quantifier =
                    if self.has(&inner, Rule::K_some) { Quantifier::Some } else { Quantifier::No };
                let atom = self.atom(&self.child_of(&inner, Rule::atom));
                match self.find(&inner, Rule::ident) {
                    Some(shape) => Cond::Shape { quantifier, shape: self.name(&shape), atom },
                    None => Cond::Exists { quantifier, atom, inset: self.inset(&inner)? },
                }
            }
            Rule::member => Cond::Here(self.inset(&inner)?.expect("`here` is followed by a set")),
            Rule::compare => self.compare(&inner)?,
            _ => return self.wrong_member(&inner),
        };
        Some(self.at(&inner, node))
    }

    /// `peg in centre` without `some`, `no` or `all`.
    fn wrong_member(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Cond>> {
        let atom = self.child_of(pair, Rule::atom);
        let message = format!("`{}` alone is not a condition", self.source.slice(self.span(pair)));
        let help = format!("write  some {0}  or  no {0}", self.source.slice(self.span(pair)));
        let diagnostic = Diagnostic::new(Code::Syntax, self.span(&atom), message);
        self.diagnostics
            .push(diagnostic.label("expected `some`, `no`, `all` or `here`").help(help));
        None
    }

    fn compare(&mut self, pair: &Pair<'_, Rule>) -> Option<Cond> {
        let sums: Option<Vec<_>> = self.all(pair, Rule::sum).map(|sum| self.sum(&sum)).collect();
        let mut sums = sums?.into_iter();
        let left = sums.next().expect("a comparison has a left-hand side");
        Some(match self.find(pair, Rule::relop) {
            Some(op) => Cond::Compare {
                left,
                op: relation(&op),
                right: sums.next().expect("a comparison has a right-hand side"),
            },
            None => {
                Cond::Within { value: left, range: self.range(&self.child_of(pair, Rule::range))? }
            }
        })
    }

    pub(super) fn range(&mut self, pair: &Pair<'_, Rule>) -> Option<Range> {
        let mut ends = self.sums(pair)?.into_iter();
        let from = ends.next().expect("a span has two ends");
        Some(Range { from, to: ends.next().expect("a span has two ends") })
    }

    fn sums(&mut self, pair: &Pair<'_, Rule>) -> Option<Vec<At<Expr>>> {
        self.all(pair, Rule::sum).map(|sum| self.sum(&sum)).collect()
    }

    pub(super) fn optional_sum(&mut self, pair: &Pair<'_, Rule>) -> Option<Option<At<Expr>>> {
        match self.find(pair, Rule::sum) {
            Some(sum) => Some(Some(self.sum(&sum)?)),
            None => Some(None),
        }
    }

    pub(super) fn sum_in(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Expr>> {
        self.sum(&self.child_of(pair, Rule::sum))
    }

    fn sum(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Expr>> {
        let mut parts = Vec::new();
        let mut sign = Sign::Plus;
        for inner in self.children(pair.clone()) {
            match inner.as_rule() {
                Rule::addop => sign = if inner.as_str() == "+" { Sign::Plus } else { Sign::Minus },
                _ => parts.push((sign, self.term(&inner)?)),
            }
        }
        Some(if parts.len() == 1 { parts.remove(0).1 } else { self.at(pair, Expr::Sum(parts)) })
    }

    fn term(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Expr>> {
        let mut parts = Vec::new();
        let mut operator = Factor::Times;
        for inner in self.children(pair.clone()) {
            match inner.as_rule() {
                Rule::mulop => {
                    operator = if inner.as_str() == "*" { Factor::Times } else { Factor::Over }
                }
                _ => parts.push((operator, self.factor(&inner)?)),
            }
        }
        Some(if parts.len() == 1 { parts.remove(0).1 } else { self.at(pair, Expr::Product(parts)) })
    }

    fn factor(&mut self, pair: &Pair<'_, Rule>) -> Option<At<Expr>> {
        let rel = self.rel(pair);
        let inner = self
            .children(pair.clone())
            .find(|inner| inner.as_rule() != Rule::rel)
            .expect("a factor has a part");
        let node = match inner.as_rule() {
            Rule::int => Expr::Number(self.int(&inner)?),
            Rule::sum => return self.sum(&inner),
            Rule::counted => Expr::Count {
                atom: self.atom(&self.child_of(&inner, Rule::atom)),
                inset: self.inset(&inner)?.map(Box::new),
                at_here: self.has(&inner, Rule::athere),
            },
            Rule::wrong_score => {
                let diagnostic =
                    Diagnostic::new(Code::ScoreRead, self.span(&inner), "the score cannot be read");
                let diagnostic = diagnostic.label("a score is only added to");
                self.diagnostics.push(diagnostic.help(
                    "scores decide the result and are not part of the position; use a counter",
                ));
                return None;
            }
            _ => Expr::Name { rel, name: inner.as_str().to_owned() },
        };
        Some(self.at(pair, node))
    }

    pub(super) fn int(&mut self, pair: &Pair<'_, Rule>) -> Option<u64> {
        self.number(pair, pair.as_str())
    }

    fn number<T: std::str::FromStr>(&mut self, pair: &Pair<'_, Rule>, text: &str) -> Option<T> {
        let number = text.parse().ok();
        if number.is_none() {
            self.diagnostics.push(Diagnostic::new(
                Code::TooLarge,
                self.span(pair),
                "this number is too large",
            ));
        }
        number
    }
}

fn relation(pair: &Pair<'_, Rule>) -> Relation {
    match pair.as_str() {
        "=" => Relation::Equal,
        "!=" => Relation::NotEqual,
        "<" => Relation::Less,
        "<=" => Relation::AtMost,
        ">" => Relation::Greater,
        _ => Relation::AtLeast,
    }
}
