mod wrong {
    gdl_runtime::game!("tests/ui/two-mistakes.gdl");
}

mod missing {
    gdl_runtime::game!("games/frog.gdl");
}

mod folder {
    gdl_runtime::game!("tests/ui");
}

fn main() {}
