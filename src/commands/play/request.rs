//! What a player types, understood kindly: numbers, words and notations, also when only their
//! beginning is there or a letter is wrong.

use gdl_runtime::interp::Play;

/// What a player wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// An empty line.
    Nothing,
    /// The move with this index.
    Move(usize),
    /// A command with what stands after it.
    Do(Command, String),
}

/// What can be asked for besides moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Hint,
    Value,
    Solution,
    Back,
    Auto,
    Switch,
    Coach,
    Moves,
    Board,
    Position,
    Shuffle,
    New,
    Help,
    Quit,
}

/// Every word for a command; the first for each is its own.
const WORDS: [(&str, Command); 20] = [
    ("hint", Command::Hint),
    ("value", Command::Value),
    ("solution", Command::Solution),
    ("line", Command::Solution),
    ("back", Command::Back),
    ("undo", Command::Back),
    ("auto", Command::Auto),
    ("switch", Command::Switch),
    ("coach", Command::Coach),
    ("moves", Command::Moves),
    ("list", Command::Moves),
    ("board", Command::Board),
    ("show", Command::Board),
    ("position", Command::Position),
    ("shuffle", Command::Shuffle),
    ("new", Command::New),
    ("help", Command::Help),
    ("?", Command::Help),
    ("quit", Command::Quit),
    ("exit", Command::Quit),
];

/// The most possibilities that are listed.
const MOST_LISTED: usize = 6;

/// What a line means among these moves, or what is wrong with it.
///
/// A command's own word comes first, so that it can always be reached; a move that is called so
/// has its number.
pub(super) fn understand(line: &str, plays: &[Play]) -> Result<Request, String> {
    // Positions have capital letters.
    let rest = line.trim().split_once(char::is_whitespace).map_or("", |(_, rest)| rest.trim());
    let line = normal(line);
    let Some(word) = line.split(' ').next().filter(|word| !word.is_empty()) else {
        return Ok(Request::Nothing);
    };
    if let Some((_, command)) = WORDS.iter().find(|(known, _)| *known == word) {
        return Ok(Request::Do(*command, rest.to_owned()));
    }
    if line.chars().all(|letter| letter.is_ascii_digit()) {
        return numbered(&line, plays.len());
    }
    let notations: Vec<String> = plays.iter().map(|play| normal(&play.text)).collect();
    let same = |found: &dyn Fn(&str) -> bool| {
        let found: Vec<usize> =
            (0..plays.len()).filter(|index| found(&notations[*index])).collect();
        found
    };
    for exact in [same(&|text| text == line), same(&|text| without_name(text) == line)] {
        if let [index] = exact[..] {
            return Ok(Request::Move(index));
        }
    }
    let moves = same(&|text| text.starts_with(&line) || without_name(text).starts_with(&line));
    let mut commands: Vec<(&str, Command)> =
        WORDS.iter().copied().filter(|(known, _)| known.starts_with(word)).collect();
    commands.dedup_by_key(|(_, command)| *command);
    match (&moves[..], &commands[..]) {
        ([index], []) => Ok(Request::Move(*index)),
        ([], [(_, command)]) => Ok(Request::Do(*command, rest.to_owned())),
        ([], []) => Err(unknown(&line, word, plays)),
        _ => {
            let texts = moves.iter().map(|index| plays[*index].text.as_str());
            Err(several(&line, texts.chain(commands.iter().map(|(word, _)| *word)).collect()))
        }
    }
}

fn numbered(line: &str, count: usize) -> Result<Request, String> {
    match line.parse::<usize>().ok().filter(|number| (1..=count).contains(number)) {
        Some(number) => Ok(Request::Move(number - 1)),
        None if count == 0 => Err("there are no moves here".to_owned()),
        None => Err(format!("there is no move {line}: moves are numbered from 1 to {count}")),
    }
}

/// Small letters and single spaces.
fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A notation without the name of the move.
fn without_name(text: &str) -> &str {
    text.split_once(' ').map_or(text, |(_, rest)| rest)
}

fn several(line: &str, mut found: Vec<&str>) -> String {
    let more = found.len().saturating_sub(MOST_LISTED);
    found.truncate(MOST_LISTED);
    let listed: Vec<String> = found.iter().map(|text| format!("`{text}`")).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("`{line}` can be {}{more}: type a little more, or a number", listed.join(", "))
}

fn unknown(line: &str, word: &str, plays: &[Play]) -> String {
    let notations = || plays.iter().map(|play| play.text.as_str());
    let near = gdl::words::nearest(line, notations())
        .or_else(|| gdl::words::nearest(line, notations().map(without_name)))
        .or_else(|| gdl::words::nearest(word, WORDS.iter().map(|(word, _)| *word)));
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`moves` lists the moves, `help` what else can be typed".to_owned(),
    };
    format!("`{line}` is neither a legal move nor a command; {help}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gdl::model::{PlayerId, State};

    fn plays(texts: &[&str]) -> Vec<Play> {
        let state = State {
            cells: Vec::new(),
            turns: Vec::new(),
            counters: Vec::new(),
            mover: PlayerId(0),
        };
        let play = |text: &&str| Play {
            text: (*text).to_owned(),
            state: state.clone(),
            gains: Vec::new(),
        };
        texts.iter().map(play).collect()
    }

    #[track_caller]
    fn understood(line: &str, expected: Request) {
        let moves = plays(&["slide b1-c1", "slide d1-c1", "jump a1-c1", "hop a1"]);
        assert_eq!(understand(line, &moves), Ok(expected), "{line}");
    }

    #[test]
    fn moves_are_told_by_number_notation_or_beginning() {
        for line in ["2", "slide d1-c1", " Slide  D1-c1 ", "slide d", "d1", "d1-c1"] {
            understood(line, Request::Move(1));
        }
        understood("j", Request::Move(2));
        understood("a1", Request::Move(3));
    }

    #[test]
    fn commands_are_told_by_word_or_beginning() {
        understood("hint", Request::Do(Command::Hint, String::new()));
        understood("HINT", Request::Do(Command::Hint, String::new()));
        understood("Pos  fF.tt white", Request::Do(Command::Position, "fF.tt white".to_owned()));
        understood("undo 2", Request::Do(Command::Back, "2".to_owned()));
        understood("   ", Request::Nothing);
    }

    #[track_caller]
    fn refused(line: &str, expected: &str) {
        let moves = plays(&["slide b1-c1", "slide d1-c1", "jump a1-c1", "hop a1"]);
        let message = understand(line, &moves).expect_err("it means nothing");
        assert!(message.contains(expected), "{message}");
    }

    #[test]
    fn what_is_not_clear_is_asked() {
        refused("slide", "`slide` can be `slide b1-c1`, `slide d1-c1`: type");
        refused("h", "`h` can be `hop a1`, `hint`, `help`");
        refused("slied b1-c1", "did you mean `slide b1-c1`?");
        refused("hnit", "did you mean `hint`?");
        refused("5", "there is no move 5: moves are numbered from 1 to 4");
        refused("0", "there is no move 0");
        refused("99999999999999999999", "there is no move");
        refused("xyzzy", "`moves` lists the moves");
    }
}
