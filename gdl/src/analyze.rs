//! What follows from the ground rules alone: one property per file.

pub mod blocks;
pub mod bounds;
pub mod contents;
pub mod counts;
pub mod inverse;
pub mod terrain;
pub mod tiers;
pub mod turn_order;
