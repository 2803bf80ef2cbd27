// How many positions were shown so far, and whether they are only counted.
var<private> visited: u32;
var<private> quiet: u32;

// Whether a list was too short or a number too large: then the result is worth nothing.
var<private> list_overflow: bool;

fn visit(state: State) {
    visited += 1u;
    if (quiet == 0u) {
        keep(state);
    }
}
