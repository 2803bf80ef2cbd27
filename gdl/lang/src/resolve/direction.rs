//! Words for directions, absolute and as a player sees them.

use super::{Ctx, Statements};
use crate::ast::{Directions, Name};
use crate::diagnostic::Code;
use crate::model::{BoardKind, PlayerId};
use crate::words::nearest;

/// The compass clockwise from north: name, columns to the right, rows down.
pub(super) const COMPASS: [(&str, i32, i32); 8] = [
    ("n", 0, -1),
    ("ne", 1, -1),
    ("e", 1, 0),
    ("se", 1, 1),
    ("s", 0, 1),
    ("sw", -1, 1),
    ("w", -1, 0),
    ("nw", -1, -1),
];

/// The directions of staggered cells, clockwise from east, in characters.
pub(super) const HEX: [(&str, i32, i32); 6] =
    [("e", 2, 0), ("se", 1, 1), ("sw", -1, 1), ("w", -2, 0), ("nw", -1, -1), ("ne", 1, -1)];

/// Directions seen by a player who looks north, clockwise.
const RELATIVE: [&str; 8] =
    ["fwd", "fwd_right", "right", "back_right", "back", "back_left", "left", "fwd_left"];
/// Directions seen by a player who looks at one of the six neighbours of a cell, clockwise.
const RELATIVE_HEX: [&str; 6] = ["fwd", "fwd_right", "back_right", "back", "back_left", "fwd_left"];
/// Words for two directions as a player sees them.
const RELATIVE_PAIRS: [(&str, [&str; 2]); 3] = [
    ("fwd_diag", ["fwd_left", "fwd_right"]),
    ("back_diag", ["back_left", "back_right"]),
    ("sides", ["left", "right"]),
];

/// Checks that every player looks somewhere.
pub(super) fn check_facing(ctx: &mut Ctx<'_>, statements: &Statements<'_>) {
    let Some((_, players)) = statements.players else { return };
    for player in players {
        // A player on a hexagonal board may look between two neighbours.
        let between = |facing: &Name| matches!(facing.node.as_str(), "n" | "s");
        if let Some(facing) = &player.facing
            && !(ctx.board.kind == BoardKind::Hex && between(facing))
            && ctx.absolute_direction(facing).is_some_and(|directions| directions.len() != 1)
        {
            let message = format!("`{}` is more than one direction", facing.node);
            ctx.report(
                ctx.error(Code::UnknownDirection, facing.span, message)
                    .help("a player looks in one direction"),
            );
        }
    }
}

impl Ctx<'_> {
    /// The directions of a list as `me` sees them; none given: the board's own.
    pub(super) fn directions(
        &mut self,
        list: Option<&Directions>,
        me: PlayerId,
    ) -> Option<Vec<usize>> {
        match list {
            None => Some(self.board.links.clone()),
            Some(Directions::All(_)) => Some((0..self.board.directions.len()).collect()),
            Some(Directions::Named(words)) => {
                let mut found = Vec::new();
                for word in words {
                    for direction in self.direction(word, me)? {
                        if !found.contains(&direction) {
                            found.push(direction);
                        }
                    }
                }
                Some(found)
            }
        }
    }

    /// The directions of one word as `me` sees them.
    pub(super) fn direction(&mut self, word: &Name, me: PlayerId) -> Option<Vec<usize>> {
        let pair = RELATIVE_PAIRS.iter().find(|(name, _)| *name == word.node);
        if pair.is_none() && !RELATIVE.contains(&word.node.as_str()) {
            return self.absolute_direction(word);
        }
        self.needs_players(&word.node, word.span)?;
        let player = &self.players[me.index()];
        let Some(facing) = player.facing.clone() else {
            // One missing word in `players` breaks every relative direction; it is reported once.
            if std::mem::replace(&mut self.told_facing, true) {
                return None;
            }
            let player = &self.players[me.index()];
            let message = format!("`{}` is not known for {}", word.node, player.name);
            let diagnostic = self
                .error(Code::NoFacing, word.span, message)
                .label("where does this player look?");
            let help = format!("say it in `players`:  {} facing n", player.name);
            self.report(diagnostic.help(help));
            return None;
        };
        let words: &[&str] = pair.map_or(&[], |(_, words)| words);
        let words = if words.is_empty() { &[word.node.as_str()][..] } else { words };
        let mut found = Vec::new();
        for relative in words {
            let name = self.seen(relative, &facing);
            let index = name.and_then(|name| {
                self.board.directions.iter().position(|direction| direction.name == name)
            });
            let Some(index) = index else {
                let player = &self.players[me.index()].name;
                let message = format!(
                    "{player}, facing {facing}, has no direction `{relative}` on this board"
                );
                self.report(self.error(Code::UnknownDirection, word.span, message));
                return None;
            };
            found.push(index);
        }
        Some(found)
    }

    /// The absolute name of a direction seen by a player who looks towards `facing`.
    fn seen(&self, relative: &str, facing: &str) -> Option<&'static str> {
        let turned = |circle: &[&'static str], words: &[&str]| {
            let ahead = circle.iter().position(|name| *name == facing)?;
            let turn = words.iter().position(|word| *word == relative)?;
            Some(circle[(ahead + turn) % circle.len()])
        };
        match self.board.kind {
            BoardKind::Row | BoardKind::Ring => turned(&["next", "prev"], &["fwd", "back"]),
            BoardKind::Hex if !matches!(facing, "n" | "s") => {
                turned(&HEX.map(|(name, _, _)| name), &RELATIVE_HEX)
            }
            _ => turned(&COMPASS.map(|(name, _, _)| name), &RELATIVE),
        }
    }

    /// The directions of a word that means the same to everybody.
    pub(super) fn absolute_direction(&mut self, word: &Name) -> Option<Vec<usize>> {
        if let Some(found) = self.board_direction(&word.node) {
            return Some(found);
        }
        let mut known: Vec<&str> =
            self.board.directions.iter().map(|direction| direction.name.as_str()).collect();
        let diagnostic = self.error(
            Code::UnknownDirection,
            word.span,
            format!("no direction `{}` on this board", word.node),
        );
        let listed = if known.is_empty() {
            "this board has no directions".to_owned()
        } else {
            known.join(", ")
        };
        known.extend([
            "orth",
            "diag",
            "fwd",
            "back",
            "left",
            "right",
            "fwd_diag",
            "back_diag",
            "sides",
        ]);
        let help = match nearest(&word.node, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("directions are: {listed}"),
        };
        self.report(diagnostic.label("unknown direction").help(help));
        None
    }

    /// The directions of the board that a word stands for.
    pub(super) fn board_direction(&self, word: &str) -> Option<Vec<usize>> {
        let wanted: &[&str] = match word {
            "orth" => &["n", "e", "s", "w"],
            "diag" => &["ne", "se", "sw", "nw"],
            "hex" if self.board.kind == BoardKind::Hex => &["e", "se", "sw", "w", "nw", "ne"],
            other => &[other],
        };
        let index = |name: &&str| {
            self.board.directions.iter().position(|direction| direction.name == **name)
        };
        wanted.iter().map(index).collect()
    }
}
