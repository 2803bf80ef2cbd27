//! From the code of a game in the compiler's own form to a game that runs.

use super::{
    Cache, Compiler, NativeError, NativeGame, Position, RULES_PATH, open, open_unkept, source,
};
use gdl::emit::rust;
use gdl::ir::Module;
use gdl::model::State;
use gdl::plan::Hash;

/// The game of a module with moves; compiles it if it is not in the cache.
///
/// # Errors
///
/// Those of [`open`].
pub fn compile(
    module: &Module,
    compiler: &Compiler,
    cache: &Cache,
) -> Result<NativeGame, NativeError> {
    open(&text(module), compiler, cache)?.game(&rust::given(module))
}

/// The game of a module with moves, compiled without a cache.
///
/// # Errors
///
/// Those of [`open_unkept`].
pub fn compile_unkept(module: &Module, compiler: &Compiler) -> Result<NativeGame, NativeError> {
    open_unkept(&text(module), compiler)?.game(&rust::given(module))
}

/// The crate of a module with moves.
fn text(module: &Module) -> String {
    source(&(rust::rust(module) + &rust::rules(module, RULES_PATH)))
}

/// The index that compiled code gives to a position; none if the hash that the code was made from
/// does not have it.
pub fn index(game: &NativeGame, hash: &Hash, state: &State) -> Option<u64> {
    // Code knows one of the positions that count as the same.
    let state = hash.unrank(hash.rank(state)?);
    let changing = |all: &[u8]| -> Vec<u8> {
        hash.cells().iter().filter_map(|cell| all.get(cell.index()).copied()).collect()
    };
    game.rank(&Position {
        cells: &changing(&state.cells),
        turns: &changing(&state.turns),
        counters: &state.counters,
        mover: state.mover.0,
    })
}
