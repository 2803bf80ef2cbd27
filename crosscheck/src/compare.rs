//! Asking, and comparing the answers.

use crate::check::{Check, Kind};
use crate::command::{Place, Ran, typed};
use crate::reference::{Question, Reference};
use crate::refusal::is_accepted;
use gdl::analyze::tiers::named::meant;
use gdl_runtime::interp::{LineStep, Nearest, Solution, State};
use gdl_runtime::values::{self, Claims, Evaluation, Farthest};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// How a check went.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The answers are the same.
    Same,
    /// gamec said why it cannot answer.
    Refused(String),
    /// The question makes no sense for this game, or is too large.
    Skipped,
    /// Something is wrong.
    Different(Difference),
}

/// Something that is wrong.
#[derive(Clone, Debug)]
pub struct Difference {
    /// What, without the numbers of this game: the same for the same fault, as far as one can
    /// tell.
    pub signature: String,
    /// What, in full.
    pub detail: String,
    /// The commands that show it.
    pub commands: Vec<String>,
}

/// The file with the game, in the folder.
const GAME: &str = "game.gdl";

/// The most positions that a database is asked about.
const MOST_ASKED: usize = 400;

/// Does a check of a game whose text stands in its file.
pub fn outcome(place: &Place, reference: &Reference<'_>, check: &Check, text: &str) -> Outcome {
    let Some(question) = reference.question(check.asked) else { return Outcome::Skipped };
    let mut asking = Asking { place, check, question: &question, commands: Vec::new() };
    let result = match check.kind {
        Kind::Solve => asking.solve(&[]).map(|_| ()),
        Kind::Database => asking.database(),
        Kind::Verify => asking.accusing("verify"),
        Kind::Audit => asking.accusing("audit"),
        Kind::Format => asking.format(text),
    };
    for name in ["scratch", "game.db", "game.db.partial"] {
        place.remove(name);
    }
    match result {
        Ok(()) => Outcome::Same,
        Err(Stop::Refused(message)) => Outcome::Refused(message),
        Err(Stop::Skipped) => Outcome::Skipped,
        Err(Stop::Different(what, detail)) => Outcome::Different(Difference {
            signature: signature(check, &what),
            detail: format!("{what}\n{detail}"),
            commands: asking.commands,
        }),
    }
}

/// What is wrong, without what may be different the next time.
fn signature(check: &Check, what: &str) -> String {
    let what = without_numbers(what);
    if what.starts_with("panic") {
        return what;
    }
    let layout = check.options.iter().skip_while(|option| *option != "--hash").nth(1);
    let layout = layout.map_or(String::new(), |layout| format!(" by {layout}"));
    format!("{}{layout}: {what}", check.name())
}

/// The text with `N` for each number.
pub fn without_numbers(text: &str) -> String {
    let mut plain = String::new();
    for character in text.chars() {
        match character {
            '0'..='9' if plain.ends_with('N') => {}
            '0'..='9' => plain.push('N'),
            other => plain.push(other),
        }
    }
    plain
}

/// Why a check stops.
enum Stop {
    Refused(String),
    Skipped,
    Different(String, String),
}

fn different<T>(what: impl Into<String>, detail: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Different(what.into(), detail.into()))
}

struct Asking<'a> {
    place: &'a Place,
    check: &'a Check,
    question: &'a Question<'a>,
    commands: Vec<String>,
}

impl Asking<'_> {
    /// Runs a command. Whatever is asked, it must not crash.
    fn run(&mut self, arguments: &[String], input: &str) -> Result<Ran, Stop> {
        let evaluate = self.check.evaluate;
        self.commands.push(typed(&self.place.program, arguments, evaluate));
        let ran = self.place.gamec(arguments, input, evaluate);
        let ran = match ran {
            Ok(ran) => ran,
            Err(error) => return different("gamec cannot be run", error.to_string()),
        };
        if ran.has_crashed() {
            return different(ran.crash(), ran.err);
        }
        // It compares itself with the interpreter, and has found a difference itself.
        if ran.err.contains("a mistake of gamec") {
            return different(format!("it finds: {}", ran.message()), ran.err);
        }
        if ran.code != Some(0) && ran.message().is_empty() {
            return different("it fails without a message", format!("{:?} {}", ran.code, ran.err));
        }
        Ok(ran)
    }

    /// The options of the check, and what is asked.
    fn options(&self) -> Vec<String> {
        let question = self.question.arguments.iter();
        self.check.options.iter().chain(question).cloned().collect()
    }

    fn solve(&mut self, more: &[&str]) -> Result<Value, Stop> {
        let mut arguments = vec!["solve".to_owned(), GAME.to_owned(), "--json".to_owned()];
        arguments.extend(self.options());
        arguments.extend(more.iter().map(|argument| (*argument).to_owned()));
        let ran = self.run(&arguments, "")?;
        let expected = match (&self.question.answer, ran.code) {
            (Err(_), Some(0)) => {
                return different("an answer where the interpreter has none", ran.out);
            }
            (Err(_), _) => return Err(Stop::Refused("as the interpreter".to_owned())),
            (Ok(_), Some(1 | 2)) => return self.refused(&ran),
            (Ok(expected), _) => expected,
        };
        let Ok(found) = serde_json::from_str::<Value>(&ran.out) else {
            return different("no JSON", ran.out);
        };
        self.same(expected, &found)?;
        Ok(found)
    }

    /// Compares a solution.
    fn same(&self, expected: &Solution, found: &Value) -> Result<(), Stop> {
        let counts = expected.counts.as_ref();
        let moves = match expected.nearest {
            Nearest::At(moves) => json!(moves),
            Nearest::Nowhere | Nearest::NotSought => Value::Null,
        };
        let value = expected.value.as_ref().map(worth);
        let longest =
            |it: &Option<Farthest<State>>| it.as_ref().map_or(Value::Null, |it| json!(it.plies));
        let is_tier = expected.tier.is_some();
        let pairs = [
            ("states", json!(expected.states)),
            ("layers", json!(expected.layers)),
            ("depth", json!(expected.depth)),
            ("solution_moves", moves),
            ("value", json!(value)),
            ("plies", json!(expected.plies)),
            ("won", json!(counts.map(|it| it.won))),
            ("lost", json!(counts.map(|it| it.lost))),
            ("drawn", json!(counts.map(|it| it.drawn))),
        ];
        for (key, expected) in pairs {
            // What was not found out is null or nothing.
            let is_known = !found[key].is_null() && found[key] != json!([]);
            if is_known && found[key] != expected {
                let detail = format!("{key}: {expected} by the interpreter, {} here", found[key]);
                return different(format!("{key} differs"), detail);
            }
        }
        let with_plies = found["native"]["bits"] != json!(2);
        for (key, it) in [("win", &expected.longest.win), ("loss", &expected.longest.loss)] {
            let (expected, found) = (longest(it), &found["longest"][key]["plies"]);
            if with_plies && !found.is_null() && *found != expected {
                let detail = format!("{expected} by the interpreter, {found} here");
                return different(format!("longest {key} differs"), detail);
            }
        }
        if !is_tier {
            self.same_tiers(expected, found)?;
            self.legal(&found["solution"], expected.solution.as_deref(), "solution")?;
            self.legal(&found["line"], None, "line")?;
        }
        Ok(())
    }

    /// Compares how positions divide into tiers. The interpreter may see other tiers, so the
    /// positions are counted again.
    fn same_tiers(&self, expected: &Solution, found: &Value) -> Result<(), Stop> {
        let Some(tiers) = found["tiers"].as_array().filter(|tiers| !tiers.is_empty()) else {
            return Ok(());
        };
        let model = self.question.interp.model();
        let Some(labels) = tiers[0]["key"].as_object() else { return Ok(()) };
        let labels: Vec<&String> = labels.keys().collect();
        let counted: u64 = tiers.iter().filter_map(|tier| tier["states"].as_u64()).sum();
        if counted != expected.states {
            let detail = format!("{} by the interpreter, {counted} here", expected.states);
            return different("the sum of tiers differs", detail);
        }
        let Some((values, reached)) = self.question.values() else { return Ok(()) };
        let mut groups: BTreeMap<Vec<i64>, [u64; 4]> = BTreeMap::new();
        for state in reached.states.iter() {
            let number = |label: &&String| {
                meant(model, label).first().map_or(0, |what| what.of(model.heap, &state))
            };
            let group = groups.entry(labels.iter().map(number).collect()).or_default();
            group[0] += 1;
            match values.value(&state).map(|known| known.outcome) {
                Some(values::Outcome::Win) => group[1] += 1,
                Some(values::Outcome::Margin(margin)) if margin > 0 => group[1] += 1,
                Some(values::Outcome::Loss) => group[2] += 1,
                Some(values::Outcome::Margin(margin)) if margin < 0 => group[2] += 1,
                _ => group[3] += 1,
            }
        }
        for tier in tiers {
            let key: Vec<i64> =
                labels.iter().map(|label| tier["key"][*label].as_i64().unwrap_or(-1)).collect();
            let group = groups.get(&key).copied().unwrap_or_default();
            for (name, number) in ["states", "won", "lost", "drawn"].into_iter().zip(group) {
                if !tier[name].is_null() && tier[name] != json!(number) {
                    let detail = format!(
                        "{name} of tier {}: {number} by the interpreter, {} here",
                        tier["key"], tier[name]
                    );
                    return different(format!("{name} of a tier differs"), detail);
                }
            }
        }
        Ok(())
    }

    /// Whether a line consists of moves, and is as long as another.
    fn legal(&self, line: &Value, like: Option<&[LineStep]>, what: &str) -> Result<(), Stop> {
        let (Some(line), Some(from)) = (line.as_array(), &self.question.from) else {
            return Ok(());
        };
        let interp = &self.question.interp;
        let mut state = from.clone();
        for text in line {
            let plays = interp.moves(&state);
            match plays.into_iter().find(|play| text == &play.text) {
                Some(play) => state = play.state,
                None => {
                    return different(format!("the {what} is illegal"), json!(line).to_string());
                }
            }
        }
        if like.is_some_and(|like| like.len() != line.len()) {
            return different(format!("the {what} has another length"), json!(line).to_string());
        }
        if what == "solution" && like.is_some() && !interp.is_goal(&state) {
            return different("the solution does not end at the goal", json!(line).to_string());
        }
        Ok(())
    }

    /// Keeps a database, and asks it.
    fn database(&mut self) -> Result<(), Stop> {
        self.solve(&["-o", "game.db"])?;
        if let Some((values, reached)) = self.question.values() {
            let model = self.question.interp.model();
            let states: Vec<_> = reached.states.iter().take(MOST_ASKED).collect();
            let texts: Vec<String> = states
                .iter()
                .map(|state| gdl_runtime::interp::position_text(model, state))
                .collect();
            let arguments = ["query", "game.db", "--batch", "--json"].map(str::to_owned);
            let ran = self.run(&arguments, &(texts.join("\n") + "\n"))?;
            let answers: Vec<&str> = ran.out.lines().collect();
            if ran.code != Some(0) || answers.len() != states.len() {
                return different("a database does not answer", ran.err);
            }
            let no_goal = model.players.is_empty() && model.goal.is_none();
            for ((state, text), answer) in states.iter().zip(&texts).zip(answers) {
                let answer: Value = serde_json::from_str(answer).unwrap_or_default();
                let Some(known) = values.value(state).filter(|_| !no_goal) else { continue };
                self.same_value(model.players.is_empty(), known, &answer, text)?;
            }
        }
        for command in ["verify", "info", "stats"] {
            let ran = self.run(&[command, "game.db"].map(str::to_owned), "")?;
            if ran.code != Some(0) {
                return different(format!("{command} of a database: {}", ran.message()), ran.err);
            }
        }
        Ok(())
    }

    fn same_value(
        &self,
        puzzle: bool,
        known: Evaluation,
        answer: &Value,
        text: &str,
    ) -> Result<(), Stop> {
        let value = match known.outcome {
            values::Outcome::Win => json!("win"),
            values::Outcome::Loss => json!("loss"),
            values::Outcome::Draw => json!("draw"),
            values::Outcome::Margin(margin) => json!(margin),
        };
        let plies = known.plies.map_or(Value::Null, |plies| json!(plies));
        let right_plies = answer["plies"].is_null() || answer["plies"] == plies;
        if answer["value"] != value || !right_plies {
            let which = if puzzle { "a puzzle" } else { "a game" };
            let what = match answer["value"] == value {
                true => format!("plies in a database of {which} differ"),
                false => format!("{} for {value} in a database of {which}", answer["value"]),
            };
            return different(what, format!("{text}: {value} {plies}, the database has {answer}"));
        }
        Ok(())
    }

    /// A command that fails if gamec finds itself wrong.
    fn accusing(&mut self, command: &str) -> Result<(), Stop> {
        let mut arguments = vec![command.to_owned(), GAME.to_owned()];
        arguments.extend(self.options());
        let ran = self.run(&arguments, "")?;
        if ran.code == Some(0) {
            return Ok(());
        }
        if self.question.answer.is_err() {
            return Err(Stop::Refused("as the interpreter".to_owned()));
        }
        let message = ran.message();
        let accuses = ["it does not hold", " wrong", "finds something else"];
        if accuses.iter().any(|word| message.contains(word)) {
            return different(format!("{command}: {message}"), ran.out + &ran.err);
        }
        self.refused(&ran)
    }

    /// What it means that there is no answer.
    fn refused<T>(&self, ran: &Ran) -> Result<T, Stop> {
        let message = ran.message();
        if is_accepted(self.check, &message) {
            return Err(Stop::Refused(message));
        }
        different(format!("it refuses: {message}"), &*ran.err)
    }

    /// The canonical layout of a game is the same game.
    fn format(&mut self, text: &str) -> Result<(), Stop> {
        let ran = self.run(&["fmt", "-"].map(str::to_owned), text)?;
        if ran.code != Some(0) {
            return different("a game cannot be formatted", ran.err);
        }
        let Some(model) = crate::reference::model(&ran.out) else {
            return different("the canonical layout is no game", ran.out);
        };
        let Ok(expected) = &self.question.answer else { return Err(Stop::Skipped) };
        let reference = Reference::new(&model, expected.states);
        let again = reference.map_or(0, |it| it.reached.states.iter().count() as u64);
        if again != expected.states {
            let detail = format!("{} positions, then {again}\n{}", expected.states, ran.out);
            return different("the canonical layout is another game", detail);
        }
        Ok(())
    }
}

fn worth(value: &values::Outcome) -> Value {
    match value {
        values::Outcome::Win => json!("win"),
        values::Outcome::Loss => json!("loss"),
        values::Outcome::Draw => json!("draw"),
        values::Outcome::Margin(margin) => json!(margin),
    }
}
