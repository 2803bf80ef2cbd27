//! The games of the folder `games`, compiled into gamec: they need no Rust compiler on the user's
//! machine.
//!
//! Nothing is known by a name. A game that somebody asks for is lowered as any other, and is one
//! of these if its code is the same. So a copy of a shipped file is found, whatever it is called,
//! and an edited one is another game.
//!
//! This is a crate of its own because it takes longer to compile than the rest of gamec and hardly
//! ever changes.

#![forbid(unsafe_code)]

use gdl::ir::Module;
use gdl_runtime::engine::Sweep;

gdl_macros::games!("../games");

/// The game with this code, if it is one of those shipped.
pub fn find(module: &Module) -> Option<Box<dyn Sweep>> {
    let identity = gdl::emit::rust::identity(module);
    let (_, sweep) = GAMES.iter().find(|(shipped, _)| *shipped == identity)?;
    Some(sweep())
}

/// How many games are shipped as code.
pub fn count() -> usize {
    GAMES.len()
}
