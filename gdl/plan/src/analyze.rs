//! What follows from the ground rules alone: one property per file.

pub mod blocks;
mod change;
pub mod conserved;
pub mod falling;
mod fold;
pub mod gf2;
pub mod inverse;
pub mod layers;
pub mod orientation;
pub mod parity;
pub mod potential;
mod rational;
pub mod symmetry;
pub mod terrain;
pub mod tiers;
pub mod turn_order;
pub mod weights;

pub use gdl_lang::analyze::{bounds, contents, counts};
