//! Small games made up at random: few cells, few pieces, and every construct of the language that moves something.

/// Random numbers by xorshift.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number below this one.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound).expect("small")).expect("small")
    }

    /// One of these.
    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// The text of a small game made up at random; not all of them make sense.
pub(super) fn made_up(random: &mut Random) -> String {
    let board = random.of(&["row(4)", "ring(4)", "grid(2, 2)", "ring(5)", "grid(2, 3)"]);
    let cells = match board {
        "ring(5)" => 5,
        "grid(2, 3)" => 6,
        _ => 4,
    };
    if random.below(8) == 0 {
        return heaps(random);
    }
    let numbered = random.below(3) == 0;
    let two = random.below(2) == 0;
    let mut text = format!("game \"t\" board {board} ");
    if two {
        text += "players A, B ";
        text += random.of(&["stuck loses ", "stuck passes ", "stuck draws "]);
    } else {
        text += "goal start ";
    }
    if numbered {
        text += &format!("pieces 1 .. {cells} turns 3 start ");
        let empty = random.below(2);
        text += &["empty, "].repeat(empty).concat();
        text += &format!("1 .. {} ", cells - empty);
        if board.starts_with("ring") && random.below(2) == 0 {
            text += "same rotations ";
        }
    } else {
        text += "pieces a = man, b = boy start ";
        let items: Vec<&str> =
            (0..cells).map(|_| random.of(&["man", "boy", "empty", "empty"])).collect();
        text += &(items.join(", ") + " ");
    }
    text += "counter n = 6 ";
    let names: Vec<String> = (0..=random.below(3)).map(|index| format!("m{index}")).collect();
    for name in &names {
        if random.below(8) == 0 {
            let rule =
                random.of(&["[any | empty] -> [empty | any]", "[man | boy] -> [empty | boy]"]);
            text += &format!("move {name} settle: {rule} ");
            continue;
        }
        let chain = if random.below(4) == 0 { "chain" } else { "" };
        let when = if random.below(4) == 0 { "when n > 2" } else { "" };
        text += &format!("move {name} {when} {chain}: {} ", body(random, cells, numbered, two));
    }
    if random.below(3) == 0 {
        let condition = random.of(&["", "if n > 3", "if some any in column 1"]);
        text += &format!("after any move {condition}: {} ", body(random, cells, numbered, two));
    }
    text
}

/// A small game with heaps.
fn heaps(random: &mut Random) -> String {
    let board = random.of(&["ring(4)", "row(4)", "ring(3)"]);
    let cells = if board == "ring(3)" { 3 } else { 4 };
    let start: Vec<&str> = (0..cells).map(|_| random.of(&["0", "0", "1", "2"])).collect();
    let skip = random.of(&["", "skip source"]);
    let along = random.of(&["next", "prev"]);
    let harvest = "then harvest along prev while count(seed at here) = 2";
    let harvest = if random.below(3) == 0 { harvest } else { "" };
    format!(
        "game \"t\" players A, B board {board} pieces seed heap start {} counter n = 9
        stuck by score move m: sow [seed] along {along} {skip} {harvest}, n -= 1",
        start.join(", ")
    )
}

fn body(random: &mut Random, cells: usize, numbered: bool, two: bool) -> String {
    let mut steps = vec![step(random, cells, numbered)];
    while random.below(4) == 0 {
        steps.push(step(random, cells, numbered));
    }
    let effects: &[&str] = if two {
        &["", "", ", n -= 1", ", n += 2", ", again", ", n -= count(any)"]
    } else {
        &["", "", ", n -= 1", ", n -= 2", ", n += 1", ", n -= count(any in column 1)"]
    };
    steps.join(" then ") + random.of(effects)
}

fn step(random: &mut Random, cells: usize, numbered: bool) -> String {
    if random.below(if numbered { 2 } else { 8 }) == 0 {
        let turn = if numbered { random.of(&["", " turn 1", " turn 2"]) } else { "" };
        let length = 2 + random.below(cells - 1);
        return format!("reverse 1 .. {length}{turn}");
    }
    let atoms: &[&str] = if numbered {
        &["any", "empty", "_", "1", "2", "empty"]
    } else {
        &["any", "empty", "_", "man", "boy", "empty"]
    };
    let length = 1 + random.below(3);
    let names = ["p", "q", "r"];
    let left: Vec<&str> = (0..length).map(|_| random.of(atoms)).collect();
    let named: Vec<String> =
        left.iter().zip(names).map(|(it, name)| format!("{name}:{it}")).collect();
    let mut right: Vec<&str> = names[..length].to_vec();
    for _ in 0..=length {
        let (one, two) = (random.below(length), random.below(length));
        right.swap(one, two);
    }
    if random.below(2) == 0 {
        right[random.below(length)] = random.of(if numbered { &["_", "empty"] } else { atoms });
    }
    if right.contains(&"any") {
        right = names[..length].to_vec();
        right.rotate_left(1);
    }
    format!("[{}] -> [{}]", named.join(" | "), right.join(" | "))
}
