//! A game that is added or removed is reason to compile this crate again.

#![allow(clippy::print_stdout, reason = "cargo reads it")]

fn main() {
    println!("cargo::rerun-if-changed=../games");
}
