//! What was found, and how.

use crate::error::Message;
use crate::problem::Execution;
use crate::run::{DatabaseRun, GpuRun, NativeRun};
use gdl_runtime::interp::Solution;

/// The answer to a question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What was found.
    pub solution: Solution,
    /// How compiled or word-parallel code searched; none if the interpreter did.
    pub native: Option<NativeRun>,
    /// How a graphics processor searched; none if none did.
    pub gpu: Option<GpuRun>,
    /// A remark for the user.
    pub note: Option<String>,
    /// What could not be solved.
    pub unsolved: Option<Message>,
    /// The file that was written.
    pub database: Option<DatabaseRun>,
}

impl Answer {
    /// Returns what ran the rules.
    pub fn execution(&self) -> Execution {
        match (&self.gpu, &self.native) {
            (Some(_), _) => Execution::Gpu,
            (None, Some(native)) if native.word_parallel => Execution::WordParallel,
            (None, Some(_)) => Execution::Compiled,
            (None, None) => Execution::Interpreter,
        }
    }

    /// Makes an answer that says nothing about how it was found.
    pub(crate) fn new(solution: Solution) -> Self {
        let (native, gpu, note, unsolved, database) = (None, None, None, None, None);
        Answer { solution, native, gpu, note, unsolved, database }
    }
}
