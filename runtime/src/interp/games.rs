//! Whole games, compiled from their text.
