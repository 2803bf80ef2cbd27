//! The text of a model, as `gamec emit model` prints it: the board, the names, then every ground
//! rule on a line of its own.

use super::*;
use std::fmt::{self, Display, Formatter};

impl Display for Model {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "game {:?}", self.title)?;
        for param in &self.params {
            writeln!(f, "param {} = {}", param.name, param.value)?;
        }
        for player in &self.players {
            let facing =
                player.facing.as_ref().map_or(String::new(), |facing| format!(" facing {facing}"));
            writeln!(f, "player {}{facing}", player.name)?;
        }
        writeln!(f, "board {:?}, {} cells", self.board.kind, self.board.cells.len())?;
        let names: Vec<&str> = self.board.cells.iter().map(|cell| cell.name.as_str()).collect();
        writeln!(f, "  cells {}", names.join(" "))?;
        for (index, direction) in self.board.directions.iter().enumerate() {
            let links = self
                .board
                .ids()
                .zip(&direction.next)
                .filter_map(|(cell, next)| next.map(|next| (cell, next)));
            let links: Vec<String> = links
                .map(|(cell, next)| format!("{}>{}", self.name(cell), self.name(next)))
                .collect();
            let default = if self.board.links.contains(&index) { "" } else { " (only along)" };
            writeln!(f, "  {}{default}: {}", direction.name, links.join(" "))?;
        }
        for piece in &self.pieces {
            let owner = piece
                .owner
                .map_or(String::new(), |owner| format!(" of {}", self.players[owner.index()].name));
            let glyph = piece.glyph.map_or(String::new(), |glyph| format!("{glyph} = "));
            let turns =
                if piece.turns > 1 { format!(" turns {}", piece.turns) } else { String::new() };
            writeln!(
                f,
                "piece {glyph}{}{owner}{turns}{}",
                piece.kind,
                if self.heap { " heap" } else { "" }
            )?;
        }
        for counter in &self.counters {
            let owner = counter
                .owner
                .map_or(String::new(), |owner| format!(" of {}", self.players[owner.index()].name));
            writeln!(f, "counter {}{owner} = {}", counter.name, counter.initial)?;
        }
        for shape in &self.shapes {
            writeln!(f, "shape {}, {} instances", shape.name, shape.instances.len())?;
            for instance in &shape.instances {
                writeln!(f, "  {}", self.cell_set(*instance))?;
            }
        }
        for start in &self.starts {
            let name = start.name.as_ref().map_or(String::new(), |name| format!(" {name:?}"));
            let cells: Vec<String> = start.cells.iter().map(|held| self.held(*held)).collect();
            writeln!(f, "start{name} {}", cells.join(" "))?;
        }
        match &self.goal {
            None => {}
            Some(Goal::Start) => writeln!(f, "goal start")?,
            Some(Goal::When(cond)) => writeln!(f, "goal {}", self.cond(cond))?,
        }
        if self.same_rotations {
            writeln!(f, "same rotations")?;
        }
        for declared in &self.moves {
            self.write_move(f, declared)?;
        }
        for (index, after) in self.afters.iter().enumerate() {
            let condition = after
                .condition
                .as_ref()
                .map_or(String::new(), |cond| format!(" if {}", self.cond(cond)));
            writeln!(f, "after #{index}{}{condition}", self.by(after.player))?;
            self.write_alternatives(f, &after.body)?;
        }
        for illegal in &self.illegal {
            writeln!(f, "illegal{} when {}", self.by(illegal.player), self.cond(&illegal.when))?;
        }
        for end in &self.ends {
            for (player, cond) in &end.when {
                let verdict = format!("{:?}", end.verdict).to_lowercase();
                writeln!(
                    f,
                    "{verdict} {} when {}",
                    self.players[player.index()].name,
                    self.cond(cond)
                )?;
            }
        }
        if let Some(stuck) = self.stuck {
            writeln!(f, "stuck {}", format!("{stuck:?}").to_lowercase())?;
        }
        for payoff in &self.finish {
            writeln!(
                f,
                "finish score of {} += {}",
                self.players[payoff.player.index()].name,
                self.value(&payoff.amount)
            )?;
        }
        for expect in &self.expects {
            let value = match &expect.value {
                ExpectValue::Number(number) => number.to_string(),
                ExpectValue::Word(word) => word.clone(),
            };
            let binds = |word: &str, binds: &[(String, i64)]| {
                let binds: Vec<String> =
                    binds.iter().map(|(name, value)| format!("{name} = {value}")).collect();
                if binds.is_empty() {
                    String::new()
                } else {
                    format!(" {word} {}", binds.join(", "))
                }
            };
            let start =
                expect.start.map_or(String::new(), |start| format!(" from start {}", start + 1));
            let (tier, params) = (binds("at", &expect.tier), binds("with", &expect.params));
            writeln!(
                f,
                "expect {} {} {value}{tier}{start}{params}",
                expect.fact.word(),
                expect.op.symbol()
            )?;
        }
        Ok(())
    }
}

/// The text of the parts of a model.
impl Model {
    fn name(&self, cell: CellId) -> &str {
        &self.board.cells[cell.index()].name
    }

    fn by(&self, player: PlayerId) -> String {
        self.players
            .get(player.index())
            .map_or(String::new(), |player| format!(" by {}", player.name))
    }

    fn cell_set(&self, cells: CellSet) -> String {
        if cells.len() == self.board.cells.len() {
            return "everywhere".to_owned();
        }
        cells.iter().map(|cell| self.name(cell)).collect::<Vec<_>>().join(" ")
    }

    fn content(&self, content: Content) -> &str {
        content.piece().map_or("empty", |piece| &self.pieces[piece.index()].label)
    }

    fn held(&self, held: u8) -> String {
        if self.heap { held.to_string() } else { self.content(Content(held)).to_owned() }
    }

    fn contents(&self, contents: ContentSet) -> String {
        let pieces = ContentSet::all_pieces(self.pieces.len());
        if contents == pieces && contents.len() > 1 {
            return "any".to_owned();
        }
        if contents == pieces.union(ContentSet::EMPTY_CELL) {
            return "_".to_owned();
        }
        contents.iter().map(|content| self.content(content)).collect::<Vec<_>>().join("|")
    }

    fn write_move(&self, f: &mut Formatter<'_>, declared: &Move) -> fmt::Result {
        let args: Vec<String> = declared.args.iter().map(ToString::to_string).collect();
        let args = if args.is_empty() { String::new() } else { format!("({})", args.join(", ")) };
        let guard = declared
            .guard
            .as_ref()
            .map_or(String::new(), |guard| format!(" when {}", self.cond(guard)));
        let must = if declared.must { " must" } else { "" };
        let chain = if matches!(declared.body, Body::Chain(_)) { " chain" } else { "" };
        let afters: String =
            declared.afters.iter().map(|after| format!(" after #{after}")).collect();
        writeln!(
            f,
            "move {}{args}{}{guard}{must}{chain}{afters}",
            declared.name,
            self.by(declared.player)
        )?;
        match &declared.body {
            Body::Once(alternatives) | Body::Chain(alternatives) => {
                self.write_alternatives(f, alternatives)
            }
            Body::Settle(settles) => {
                for settle in settles {
                    writeln!(f, "  settle towards {}", settle.direction)?;
                    for rule in &settle.rules {
                        writeln!(f, "    {}", self.rule(rule))?;
                    }
                    for rule in &settle.forbidden {
                        writeln!(f, "    {}illegal", self.rule(rule))?;
                    }
                }
                Ok(())
            }
        }
    }

    fn write_alternatives(
        &self,
        f: &mut Formatter<'_>,
        alternatives: &[Alternative],
    ) -> fmt::Result {
        for alternative in alternatives {
            for (index, step) in alternative.steps.iter().enumerate() {
                let word = match (index, alternative.otherwise) {
                    (0, true) => "  else",
                    (0, false) => "  either",
                    _ => "  then",
                };
                let effects: String = step
                    .effects
                    .iter()
                    .map(|effect| format!(", {}", self.effect(effect)))
                    .collect();
                writeln!(f, "{word} {}{effects}", self.action_head(&step.action))?;
                match &step.action {
                    Action::Rewrite(rules) => {
                        for rule in rules {
                            writeln!(f, "    {}", self.rule(rule))?;
                        }
                    }
                    Action::Sow(sows) => {
                        for sow in sows {
                            let path: Vec<&str> =
                                sow.path.iter().map(|cell| self.name(*cell)).collect();
                            writeln!(
                                f,
                                "    from {} over {}",
                                self.name(sow.from),
                                path.join(" ")
                            )?;
                        }
                    }
                    Action::Nothing | Action::Permute(_) | Action::Harvest(_) => {}
                }
            }
        }
        Ok(())
    }

    fn action_head(&self, action: &Action) -> String {
        match action {
            Action::Nothing => "nothing".to_owned(),
            Action::Rewrite(rules) => format!("one of {} rules", rules.len()),
            Action::Permute(carries) => {
                let carry = |carry: &Carry| {
                    let turn =
                        if carry.turn > 0 { format!("+{}", carry.turn) } else { String::new() };
                    format!("{}>{}{turn}", self.name(carry.from), self.name(carry.to))
                };
                format!("carry {}", carries.iter().map(carry).collect::<Vec<_>>().join(" "))
            }
            Action::Sow(sows) => format!("one of {} sowings", sows.len()),
            Action::Harvest(harvest) => format!("harvest while {}", self.cond(&harvest.condition)),
        }
    }

    fn rule(&self, rule: &Rule) -> String {
        let needs: Vec<String> = rule
            .needs
            .iter()
            .map(|(cell, contents)| format!("{}={}", self.name(*cell), self.contents(*contents)))
            .collect();
        let shapes = rule.in_shape.iter().map(|it| {
            let not = if it.negated { " not" } else { "" };
            format!(" {}{not} in {}", self.name(it.cell), self.shapes[it.shape.index()].name)
        });
        let write = |(cell, write): &(CellId, Write)| match write {
            Write::Put(content) => format!("{}:={}", self.name(*cell), self.content(*content)),
            Write::Copy(source) => format!("{}:={}", self.name(*cell), self.name(*source)),
        };
        let writes: Vec<String> = rule.writes.iter().map(write).collect();
        let here = rule.here.map_or(String::new(), |here| format!(" here {}", self.name(here)));
        format!("{}{} -> {}{here}", needs.join(" "), shapes.collect::<String>(), writes.join(" "))
    }

    fn effect(&self, effect: &Effect) -> String {
        match effect {
            Effect::Again => "again".to_owned(),
            Effect::Count { counter, change } => {
                format!("{} += {}", self.counter_text(*counter), self.value(change))
            }
            Effect::Score(payoff) => {
                format!(
                    "score of {} += {}",
                    self.players[payoff.player.index()].name,
                    self.value(&payoff.amount)
                )
            }
        }
    }

    fn counter_text(&self, counter: CounterId) -> String {
        let counter = &self.counters[counter.index()];
        let owner = counter
            .owner
            .map_or(String::new(), |owner| format!(" of {}", self.players[owner.index()].name));
        format!("{}{owner}", counter.name)
    }

    fn region(&self, region: &Region) -> String {
        let cells = if region.cells.len() == self.board.cells.len() {
            String::new()
        } else {
            format!(" in {{{}}}", self.cell_set(region.cells))
        };
        let shape = region.shape.map_or(String::new(), |(shape, side)| {
            let not = if side == InOrOut::Out { "not " } else { "" };
            format!(" {not}in {}", self.shapes[shape.index()].name)
        });
        cells + &shape
    }

    fn cond(&self, cond: &Cond) -> String {
        let joined = |parts: &[Cond], word: &str| {
            let parts: Vec<String> = parts.iter().map(|part| self.cond(part)).collect();
            format!("({})", parts.join(word))
        };
        match cond {
            Cond::And(parts) => joined(parts, " and "),
            Cond::Or(parts) => joined(parts, " or "),
            Cond::Not(inner) => format!("not {}", self.cond(inner)),
            Cond::All { cells, contents } => {
                format!("all {{{}}} is {}", self.cell_set(*cells), self.contents(*contents))
            }
            Cond::Some { contents, region } => {
                format!("some {}{}", self.contents(*contents), self.region(region))
            }
            Cond::Shape { shape, contents } => {
                format!("some {} is {}", self.shapes[shape.index()].name, self.contents(*contents))
            }
            Cond::Here(region) => format!("here{}", self.region(region)),
            Cond::Compare { left, op, right } => {
                format!("{} {} {}", self.value(left), op.symbol(), self.value(right))
            }
            Cond::Exactly(cells) => {
                let cells: Vec<String> = cells
                    .iter()
                    .map(|(cell, held)| format!("{}={}", self.name(*cell), self.held(*held)))
                    .collect();
                format!("exactly {{{}}}", cells.join(" "))
            }
        }
    }

    fn value(&self, value: &Value) -> String {
        match value {
            Value::Number(number) => number.to_string(),
            Value::Counter(counter) => self.counter_text(*counter),
            Value::Count { contents, region } => {
                format!("count({}{})", self.contents(*contents), self.region(region))
            }
            Value::CountHere { contents, region } => {
                format!("count({}{} at here)", self.contents(*contents), self.region(region))
            }
            Value::Shapes { shape, at_here } => {
                format!(
                    "count({}{})",
                    self.shapes[shape.index()].name,
                    if *at_here { " at here" } else { "" }
                )
            }
            Value::Sum(terms) => {
                let terms: Vec<String> = terms
                    .iter()
                    .map(|(factor, term)| format!("{factor}*{}", self.value(term)))
                    .collect();
                format!("({})", terms.join(" + "))
            }
            Value::Product(factors) => {
                format!(
                    "({})",
                    factors.iter().map(|factor| self.value(factor)).collect::<Vec<_>>().join(" * ")
                )
            }
            Value::Quotient(value, divisor) => format!("({} / {divisor})", self.value(value)),
        }
    }
}
