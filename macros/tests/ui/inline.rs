mod raw {
    gdl_runtime::gdl! { r#"
        game "Frogs"
        board  { f . t }
        pieces f = frog, t = toad
        move slide: [any | emty] -> [empty | any]
    "# }
}

mod escaped {
    gdl_runtime::gdl!("game \"Frogs\"\nboard { f . t }\npieces f = frog");
}

fn main() {}
