mod no_such_parameter {
    gdl_runtime::game!("tests/ui/stack.gdl", m = 5);
}

mod no_such_value {
    gdl_runtime::game!("tests/ui/stack.gdl", n = 1);
}

mod no_such_setting {
    gdl_runtime::game!("tests/ui/stack.gdl", n = 5, has = "sets");
}

mod no_such_start {
    gdl_runtime::game!("tests/ui/stack.gdl", start = "sorted");
}

mod no_such_layout {
    gdl_runtime::game!("tests/ui/stack.gdl", hash = "set");
}

mod layout_that_does_not_fit {
    gdl_runtime::game!("tests/ui/stack.gdl", hash = "heaps");
}

mod twice {
    gdl_runtime::game!("tests/ui/stack.gdl", n = 5, n = 6);
}

mod neither_number_nor_text {
    gdl_runtime::game!("tests/ui/stack.gdl", n = many);
}

mod no_path {
    gdl_runtime::game!(pancakes, n = 5);
}

mod no_such_item {
    gdl_runtime::game!("tests/ui/stack.gdl", wgls = true);
}

fn main() {}
