//! The text of a model, as `gamec emit model` prints it.
