//! Moves and consequences.

use super::Maker;
use super::board::Form;

impl Maker {
    pub(super) fn make_moves(&mut self) {
        let number = self.random.pick(&[1, 1, 2, 2, 2, 3, 3, 4]);
        for position in 0..number {
            let name = self.names.a_move(&mut self.random);
            let text = if self.pieces.heap.is_some() {
                self.sowing(&name)
            } else if self.wants_permutation() {
                self.permutation(&name)
            } else if self.board.has_directions() && self.random.percent(6) {
                self.settling(&name)
            } else {
                self.rewriting(&name, position == 0)
            };
            self.say(text);
            self.move_names.push(name);
        }
    }

    fn wants_permutation(&mut self) -> bool {
        if self.pieces.numbered > 0 { self.random.percent(75) } else { self.random.percent(4) }
    }

    /// What stands between the name and the colon: directions apart.
    fn modifiers(&mut self, plain: bool) -> String {
        let mut text = String::new();
        if self.players.len() > 1 && self.random.percent(12) {
            let player = self.random.pick(&self.players);
            text += &format!(" by {player}");
            self.feature("by");
        }
        if !plain && self.random.percent(25) {
            text += &format!(" when {}", self.condition());
            self.feature("when");
        }
        if !plain && self.random.percent(10) {
            text += " must";
            self.feature("must");
        }
        text
    }

    /// Effects after a step; often none.
    fn effects(&mut self) -> String {
        let mut text = String::new();
        if !self.counters.is_empty() && self.random.percent(45) {
            let counter = self.random.pick(&self.counters);
            let sign = if self.random.percent(if counter.initial > 0 { 70 } else { 30 }) {
                "-="
            } else {
                "+="
            };
            text += &format!(", {} {sign} {}", counter.name, self.random.between(1, 2));
        }
        if self.by_score && self.random.percent(50) {
            let points = match self.random.below(3) {
                0 => format!("count({})", self.atom()),
                _ => self.random.between(1, 2).to_string(),
            };
            text += &format!(", score += {points}");
            self.feature("scores");
        }
        if self.players.len() > 1 && self.random.percent(6) {
            text += ", again";
            self.again = true;
            self.feature("again");
        }
        text
    }

    fn rewriting(&mut self, name: &str, first: bool) -> String {
        let along = self.along();
        let modifiers = self.modifiers(first && self.random.clone().percent(60));
        if !self.board.has_directions() {
            let body = self.loose_rewrite();
            return format!("move {name}{modifiers}: {body}{}", self.effects());
        }
        if self.random.percent(12) {
            self.feature("chains");
            let (traveller, over) = (self.traveller(), self.over());
            let taken = self.random.pick(&["empty", "empty", "_"]);
            let body = format!("[p:{traveller} | {over} | empty] -> [empty | {taken} | p]");
            return format!("move {name}{along}{modifiers} chain: {body}{}", self.effects());
        }
        let mut body = self.rewrite() + &self.effects();
        if self.random.percent(12) {
            body = format!("\n    {body}\n    {}{}", self.rewrite(), self.effects());
        } else if self.random.percent(5) {
            body = format!("\n    {body}\n    else {}", self.rewrite());
            self.feature("else");
        } else if self.random.percent(6) {
            body = format!("{body}\n    then {}", self.rewrite());
            self.feature("then");
        }
        format!("move {name}{along}{modifiers}: {body}")
    }

    fn over(&mut self) -> String {
        if !self.is_puzzle() && self.random.percent(60) { "theirs".to_owned() } else { self.atom() }
    }

    /// A rewrite on neighbouring cells.
    fn rewrite(&mut self) -> String {
        let inset = self.inset(12);
        let to = self.inset(8);
        let own = self.traveller();
        let arrow = if self.random.percent(4) { "<->" } else { "->" };
        match self.random.below(24) {
            0..6 => format!("[p:{own}{inset} | empty{to}] -> [empty | p]"),
            6..8 => {
                format!("[p:{own}{inset} | {} | empty{to}] -> [empty | _ | p]", self.over())
            }
            8..11 => {
                self.feature("captures");
                format!("[p:{own}{inset} | {} | empty{to}] -> [empty | empty | p]", self.over())
            }
            11..13 => {
                self.feature("captures");
                format!("[p:{own}{inset} | {}{to}] -> [empty | p]", self.over())
            }
            13 => format!("[p:{own}{inset} | q:{}{to}] -> [q | p]", self.over()),
            14 => format!("[p:{own}{inset} | q:{} | empty] -> [empty | p | q]", self.over()),
            15 => {
                let piece = self.one_piece();
                format!("[{piece} | empty{to}] {arrow} [{piece} | {piece}]")
            }
            16 => {
                let piece = self.one_piece();
                format!("[empty | any or edge] -> [{piece} | _]")
            }
            17 => format!("[p:{own}{inset} | _ | empty] -> [empty | _ | p]"),
            18 if self.board.is_square() => {
                self.feature("small pictures");
                format!("[p:{own} | empty / _ | _] -> [empty | p / _ | _]")
            }
            _ => self.loose_rewrite(),
        }
    }

    /// A rewrite that needs no neighbours.
    fn loose_rewrite(&mut self) -> String {
        let inset = self.inset(15);
        match self.random.below(9) {
            0..3 => format!("[empty{inset}] -> [{}]", self.one_piece()),
            3 => {
                self.feature("captures");
                format!("[{}{inset}] -> [empty]", self.atom())
            }
            4..6 => {
                let from = self.atom();
                format!("[{from}{inset}] -> [{}]", self.one_piece())
            }
            6 => {
                self.feature("cells that are not neighbours");
                format!("[p:{}{inset}] and [q:{}] -> [q] and [p]", self.atom(), self.atom())
            }
            _ => {
                self.feature("cells that are not neighbours");
                format!("[p:{}{inset}] and [empty] -> [empty] and [p]", self.traveller())
            }
        }
    }

    fn settling(&mut self, name: &str) -> String {
        self.feature("settle");
        let along = match self.board.form {
            Form::Row | Form::Ring => " along next prev",
            Form::Hex => " along e w",
            _ => self.random.pick(&[" along orth", " along e w", " along s"]),
        };
        let kind = self.atom();
        let mut rules = vec![format!("[p:{kind} | empty] -> [empty | p]")];
        if self.random.percent(30) {
            rules.push(format!("[p:{kind} | q:{kind}] -> illegal"));
        }
        let modifiers = self.modifiers(false);
        format!("move {name}{along}{modifiers} settle:\n    {}", rules.join("\n    "))
    }

    fn permutation(&mut self, name: &str) -> String {
        self.feature("permutations");
        let cells = self.board.names.clone();
        let turns = self.pieces.turns;
        let modifiers = if self.random.percent(15) { self.modifiers(false) } else { String::new() };
        let numbers = matches!(self.board.form, Form::Row | Form::Ring);
        if numbers && self.random.percent(60) {
            let turn = match turns {
                0 => String::new(),
                _ => format!(" turn {}", self.random.below(turns)),
            };
            let (cells, is_ring) = (self.board.cells, self.board.form == Form::Ring);
            let longest = cells.min(4);
            let length = self.random.between(1, longest) - 1;
            return match self.random.below(3) {
                0 if is_ring => {
                    format!(
                        "move {name}(i in 1 .. {cells}){modifiers}: reverse i .. i + {length}{turn}"
                    )
                }
                1 => format!("move {name}(k in 1 .. {cells}){modifiers}: reverse 1 .. k{turn}"),
                _ => {
                    let from = self.random.between(1, cells);
                    let to = self.random.between(from, cells);
                    format!("move {name}{modifiers}: reverse {from} .. {to}{turn}")
                }
            };
        }
        let mut chosen = cells;
        self.random.shuffle(&mut chosen);
        chosen.truncate(self.random.between(2, 4).min(chosen.len()));
        let turn = match turns {
            0 => String::new(),
            _ => {
                let turned: Vec<String> =
                    chosen.iter().map(|_| self.random.below(turns).to_string()).collect();
                format!(" turn {}", turned.join(" "))
            }
        };
        let cycle = chosen.join(" ");
        match self.random.below(4) {
            0 => format!("move {name}(q in 1 .. 2){modifiers}: cycle {cycle}{turn} times q"),
            _ => format!("move {name}{modifiers}: cycle {cycle}{turn}"),
        }
    }

    fn sowing(&mut self, name: &str) -> String {
        self.feature("sowing");
        let heap = self.pieces.heap.clone().unwrap_or_default();
        let way = self.random.pick(&["next", "next", "prev"]);
        let skip = match self.random.below(5) {
            0 => " skip source".to_owned(),
            1 => format!(" skip {}", self.plain_set()),
            _ => String::new(),
        };
        let inset = self.inset(40);
        let modifiers = self.modifiers(false);
        let mut text = format!("move {name}{modifiers}: sow [{heap}{inset}] along {way}{skip}");
        if self.by_score && self.random.percent(60) {
            let set = self.set();
            let back = if way == "next" { "prev" } else { "next" };
            let low = self.random.between(1, 2);
            text += &format!(
                "\n    then harvest along {back} while here in {set} and count({heap} at here) in {low} .. 3"
            );
            self.feature("harvest");
            self.feature("scores");
        }
        text + &self.effects()
    }

    pub(super) fn make_consequences(&mut self) {
        if self.random.percent(if self.is_puzzle() { 10 } else { 22 }) {
            let what = match self.random.below(3) {
                0 => self.random.pick(&self.move_names),
                _ => "any move".to_owned(),
            };
            let condition = match self.random.below(4) {
                0 => String::new(),
                1 | 2 if !self.shapes.is_empty() => {
                    format!(" if here in {}", self.random.pick(&self.shapes))
                }
                1 => format!(" if here in {}", self.set()),
                _ => format!(" if {}", self.condition()),
            };
            let body = self.consequence();
            self.say(format!("after {what}{condition}: {body}"));
            self.feature("consequences");
        }
        if self.random.percent(8) {
            let condition = self.condition();
            self.say(format!("illegal when {condition}"));
            self.feature("illegal");
        }
    }

    fn consequence(&mut self) -> String {
        let effects = self.effects();
        let is_heap = self.pieces.heap.is_some();
        match self.random.below(4) {
            0 if !effects.is_empty() => effects.trim_start_matches(", ").to_owned(),
            _ if is_heap => effects.trim_start_matches(", ").to_owned(),
            1 if self.board.has_directions() => {
                format!("[mine | theirs | mine] -> [_ | empty | _]{effects}")
            }
            2 => format!("[{}] -> [empty]{effects}", self.atom()),
            _ if self.board.has_directions() => self.rewrite() + &effects,
            _ => self.loose_rewrite() + &effects,
        }
    }
}
