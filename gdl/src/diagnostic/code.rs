//! The kinds of mistakes.

use super::Severity;
use serde::Serialize;

macro_rules! codes {
    ($($severity:ident { $($(#[doc = $doc:literal])* $name:ident = $word:literal,)* })*) => {
        /// The kind of a message.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        pub enum Code {
            $($($(#[doc = $doc])* #[serde(rename = $word)] $name,)*)*
        }

        impl Code {
            /// Every kind, in the order of this file.
            pub const ALL: &'static [Code] = &[$($(Code::$name,)*)*];

            /// The word for it, as in `--json`.
            pub fn word(self) -> &'static str {
                match self { $($(Code::$name => $word,)*)* }
            }

            /// How bad it is.
            pub fn severity(self) -> Severity {
                match self { $($(Code::$name => Severity::$severity,)*)* }
            }
        }
    };
}

codes! {
    Error {
        /// The text does not follow the grammar.
        Syntax = "syntax",
        /// The file has no statements.
        EmptyFile = "empty-file",
        /// A file, number or nesting beyond what is read.
        TooLarge = "too-large",
        /// A picture without `}`.
        UnclosedPicture = "unclosed-picture",
        /// A picture whose rows cannot be lined up.
        PictureLayout = "picture-layout",
        /// A condition or number that reads the score.
        ScoreRead = "score-read",
    }
    Warning {
        /// A piece that no rule ever moves, removes or creates and no rule reads.
        PieceNeverMoves = "piece-never-moves",
    }
}
