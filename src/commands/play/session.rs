//! A game in progress: what was played, who plays, and what each request does.

use super::choice::choose;
use super::request::{Command, Request, understand};
use super::screen;
use super::seats::Seats;
use super::talk::Talk;
use crate::commands::moves::position;
use crate::failure::{Failure, Message};
use gdl::layout::random::Random;
use gdl::model::{Model, State};
use gdl_runtime::interp::{Interp, Play, position_text};
use gdl_solver::answers::line::LONGEST;
use gdl_solver::answers::{Answers, is_puzzle};

mod advice;
mod puzzle;

/// Where the answers of a session come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// A file; what it does not know nobody does.
    Database,
    /// A search from some position, which can be done again from another.
    Search,
}

/// Why a session stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    /// The player has left.
    Quit,
    /// It has come to a position that the answers do not cover.
    Elsewhere,
}

/// A game in progress.
pub(super) struct Session<'a> {
    interp: &'a Interp<'a>,
    /// Where `new` begins again.
    first: State,
    /// Where this game began.
    root: State,
    /// The moves since then.
    made: Vec<Play>,
    seats: Seats,
    coach: bool,
    random: Random,
    source: Source,
    talk: Talk,
    /// The game that was left for one whose answers have to be found first.
    left: Option<(State, Vec<Play>)>,
}

impl<'a> Session<'a> {
    /// A game that begins with a position.
    pub(super) fn new(
        interp: &'a Interp<'a>,
        from: State,
        seats: Seats,
        source: Source,
        seed: u64,
        talk: Talk,
    ) -> Self {
        Session {
            interp,
            first: from.clone(),
            root: from,
            made: Vec::new(),
            seats,
            coach: false,
            random: Random(seed),
            source,
            talk,
            left: None,
        }
    }

    /// Where this game began.
    pub(super) fn root(&self) -> &State {
        &self.root
    }

    /// Goes back to the game before, because nobody can answer questions about the new one; says
    /// whether there is one.
    pub(super) fn returns(&mut self, reason: &Message) -> bool {
        let Some((root, made)) = self.left.take() else { return false };
        (self.root, self.made) = (root, made);
        self.say(&format!("{reason}\n"));
        true
    }

    /// Plays until the player leaves or goes where the answers do not.
    pub(super) fn run(&mut self, answers: &dyn Answers) -> Result<Left, Failure> {
        self.left = None;
        self.begin(answers)?;
        loop {
            let plays = self.interp.moves(self.state());
            let Some(line) = self.next_line(&plays)? else { return Ok(Left::Quit) };
            match understand(&line, &plays) {
                Err(message) => self.say(&format!("{message}\n")),
                Ok(Request::Nothing) => {}
                Ok(Request::Do(Command::Quit, _)) => return Ok(Left::Quit),
                Ok(Request::Move(index)) => self.own_move(plays[index].clone(), answers)?,
                Ok(Request::Do(command, rest)) => {
                    if let Some(left) = self.perform(command, &rest, &plays, answers)? {
                        return Ok(left);
                    }
                }
            }
        }
    }

    fn model(&self) -> &'a Model {
        self.interp.model()
    }

    fn state(&self) -> &State {
        self.made.last().map_or(&self.root, |play| &play.state)
    }

    fn say(&mut self, text: &str) {
        self.talk.say(text);
    }

    /// Shows where the game is, and reads what the player wants.
    fn next_line(&mut self, plays: &[Play]) -> Result<Option<String>, Failure> {
        let model = self.model();
        let state = self.state().clone();
        let points = self.points();
        let prompt = match (plays.is_empty(), is_puzzle(model)) {
            (true, _) => "> ".to_owned(),
            (false, true) => format!("move {}> ", self.made.len() + 1),
            (false, false) => format!("{}> ", screen::name(model, state.mover)),
        };
        self.talk.next_line(model, &state, &points, plays, &prompt)
    }

    fn perform(
        &mut self,
        command: Command,
        rest: &str,
        plays: &[Play],
        answers: &dyn Answers,
    ) -> Result<Option<Left>, Failure> {
        match command {
            Command::Hint => self.hint(plays, answers)?,
            Command::Value => self.value(answers)?,
            Command::Solution => self.solution(answers)?,
            Command::Back => self.back(rest),
            Command::Auto => self.auto(rest, answers)?,
            Command::Switch => self.switch(rest, answers)?,
            Command::Coach => self.set_coach(rest),
            Command::Moves => self.say(&screen::moves(plays)),
            Command::Board => self.talk.show(),
            Command::Help => self.say(screen::HELP),
            Command::Shuffle => return self.shuffle(rest, answers),
            Command::New => return self.go_to(self.first.clone(), answers),
            Command::Position if rest.is_empty() => {
                self.say(&format!("{}\n", position_text(self.model(), self.state())));
            }
            Command::Position => match position(self.interp, Some(rest)) {
                Ok(state) => return self.go_to(state, answers),
                Err(Failure::Input(message)) => self.say(&format!("{message}\n")),
                Err(failure) => return Err(failure),
            },
            Command::Quit => return Ok(Some(Left::Quit)),
        }
        Ok(None)
    }

    /// Begins a game from a position.
    fn go_to(&mut self, state: State, answers: &dyn Answers) -> Result<Option<Left>, Failure> {
        let made = std::mem::take(&mut self.made);
        let root = std::mem::replace(&mut self.root, state);
        if self.source == Source::Search && !answers.covers(&self.root)? {
            self.left = Some((root, made));
            return Ok(Some(Left::Elsewhere));
        }
        self.begin(answers)?;
        Ok(None)
    }

    /// What there is to say at the beginning; the computer may move first.
    fn begin(&mut self, answers: &dyn Answers) -> Result<(), Failure> {
        if self.source == Source::Database && answers.known(&self.root)?.is_none() {
            self.talk.conclude("The database has no value for this position.\n");
        }
        if is_puzzle(self.model()) && self.interp.is_goal(&self.root) {
            let text = "This is the goal already; `shuffle` gives you something to solve.\n";
            self.talk.conclude(text);
        } else {
            self.announce_end(answers)?;
        }
        self.go_on(answers)
    }

    /// The computer moves as long as it is its turn.
    fn go_on(&mut self, answers: &dyn Answers) -> Result<(), Failure> {
        self.talk.show();
        while !self.seats.is_person(self.state().mover) && self.made.len() < LONGEST {
            if !self.computer_move(answers)? || self.seats.are_empty() && self.has_repeated() {
                break;
            }
        }
        Ok(())
    }

    /// Makes the computer's move; says whether there was one.
    fn computer_move(&mut self, answers: &dyn Answers) -> Result<bool, Failure> {
        let visited: Vec<State> = self.positions().cloned().collect();
        let state = self.state().clone();
        let chosen = choose(self.interp, answers, &state, &visited, &mut self.random)?;
        let Some(play) = chosen else { return Ok(false) };
        self.make(play, answers)?;
        Ok(true)
    }

    fn own_move(&mut self, play: Play, answers: &dyn Answers) -> Result<(), Failure> {
        if self.coach {
            self.comment(&play, answers)?;
        }
        self.make(play, answers)?;
        self.go_on(answers)
    }

    fn make(&mut self, play: Play, answers: &dyn Answers) -> Result<(), Failure> {
        let name = screen::name(self.model(), self.state().mover).to_owned();
        let number = self.made.len() + 1;
        let head = if name.is_empty() { format!("{number}.") } else { format!("{name}:") };
        self.say(&format!("{head} {}\n", play.text));
        self.made.push(play);
        if self.has_repeated() {
            let state = self.state().clone();
            let before = self.positions().position(|known| *known == state).unwrap_or(0);
            let when = match before {
                0 => "at the beginning".to_owned(),
                number => format!("after move {number}"),
            };
            self.say(&format!("This position was here before, {when}.\n"));
        }
        self.announce_end(answers)
    }

    /// The positions of this game, from its beginning to now.
    fn positions(&self) -> impl Iterator<Item = &State> {
        std::iter::once(&self.root).chain(self.made.iter().map(|play| &play.state))
    }

    /// Whether the position has been there before.
    fn has_repeated(&self) -> bool {
        self.has_repeated_since(0)
    }

    /// Whether it has been there since `begun` moves were made.
    fn has_repeated_since(&self, begun: usize) -> bool {
        let state = self.state();
        self.positions().take(self.made.len()).skip(begun).any(|known| known == state)
    }

    fn announce_end(&mut self, answers: &dyn Answers) -> Result<(), Failure> {
        let model = self.model();
        if is_puzzle(model) {
            if self.interp.is_goal(self.state()) {
                return self.congratulate(answers);
            }
            if self.interp.successors(self.state()).is_empty() {
                self.talk.conclude("There are no moves here; `back` takes the last one back.\n");
            }
        } else if let Some(outcome) = self.interp.outcome(self.state()) {
            let text = screen::ending(model, &outcome, &self.points());
            self.talk.conclude(&format!("{text}`new` begins again.\n"));
        }
        Ok(())
    }

    /// Takes moves back to where a person had to move, as often as `rest` says.
    fn back(&mut self, rest: &str) {
        let times = match rest {
            "" => Some(1),
            number => number.parse::<usize>().ok().filter(|times| *times > 0),
        };
        let Some(times) = times else { return self.say("`back 2` takes two moves back\n") };
        let is_own = |state: &State| self.seats.is_person(state.mover) || self.seats.are_empty();
        let positions = self.positions().take(self.made.len()).enumerate();
        let own: Vec<usize> =
            positions.filter(|(_, state)| is_own(state)).map(|(index, _)| index).collect();
        let Some(kept) = own.get(own.len().saturating_sub(times)) else {
            return self.say("There is no move of yours to take back.\n");
        };
        self.made.truncate(*kept);
        self.talk.show();
    }

    fn auto(&mut self, rest: &str, answers: &dyn Answers) -> Result<(), Failure> {
        if !rest.is_empty() && rest != "all" {
            self.say("`auto` makes one move for you, `auto all` plays to the end\n");
            return Ok(());
        }
        if is_puzzle(self.model()) && self.interp.is_goal(self.state()) {
            self.say("This is the goal already; `shuffle` gives you something to solve.\n");
            return Ok(());
        }
        if is_puzzle(self.model()) && !self.can_be_solved(answers)? {
            self.say("There is no way to the goal from here; `back` takes a move back.\n");
            return Ok(());
        }
        let begun = self.made.len();
        let mut moves = 0;
        while self.computer_move(answers)? {
            moves += 1;
            let is_solved = is_puzzle(self.model()) && self.interp.is_goal(self.state());
            if rest != "all" || is_solved || self.has_repeated_since(begun) || moves >= LONGEST {
                break;
            }
        }
        if moves == 0 {
            self.say("There are no moves here.\n");
            return Ok(());
        }
        if rest == "all" {
            self.talk.show();
            return Ok(());
        }
        self.go_on(answers)
    }

    /// Changes who plays what.
    fn switch(&mut self, rest: &str, answers: &dyn Answers) -> Result<(), Failure> {
        let model = self.model();
        let seats = match rest {
            "" if is_puzzle(model) => Err("a puzzle has only one player".to_owned()),
            "" => self.seats.exchanged().ok_or_else(|| {
                "nobody to change places with: `switch PLAYER` says whom you play".to_owned()
            }),
            word => Seats::parse(model, word),
        };
        match seats {
            Ok(seats) => {
                self.say(&seats.sentence(model));
                self.seats = seats;
                self.go_on(answers)
            }
            Err(message) => {
                self.say(&format!("{message}\n"));
                Ok(())
            }
        }
    }

    /// What each player has gained since the beginning; empty in a game without scores.
    fn points(&self) -> Vec<i64> {
        let mut points: Vec<i64> = Vec::new();
        for play in &self.made {
            points.resize(play.gains.len().max(points.len()), 0);
            for (sum, gain) in points.iter_mut().zip(&play.gains) {
                *sum = sum.saturating_add(*gain);
            }
        }
        points
    }
}
