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
        /// A file, number, board or set of rules beyond what is possible.
        TooLarge = "too-large",
        /// A picture without `}`.
        UnclosedPicture = "unclosed-picture",
        /// A picture whose rows cannot be lined up.
        PictureLayout = "picture-layout",
        /// A condition or number that reads the score.
        ScoreRead = "score-read",
        /// A statement or modifier that may stand only once.
        DuplicateStatement = "duplicate-statement",
        /// A name that already stands for something.
        DuplicateName = "duplicate-name",
        /// A number with an unknown name.
        UnknownParameter = "unknown-parameter",
        /// A number that must be known before the game begins.
        NotConstant = "not-constant",
        /// A negative number where none can be.
        NotANatural = "not-a-natural",
        /// A division by zero, or by something unknown.
        DivisionByZero = "division-by-zero",
        /// A span without numbers.
        EmptySpan = "empty-span",
        /// A single player.
        OnePlayer = "one-player",
        /// An unknown player.
        UnknownPlayer = "unknown-player",
        /// A word that means nothing without players.
        NeedsPlayers = "needs-players",
        /// `their` with more than two players.
        TheirAmbiguous = "their-ambiguous",
        /// A game without pieces.
        NoPieces = "no-pieces",
        /// A character that cannot be a piece.
        ReservedGlyph = "reserved-glyph",
        /// A heap beside other pieces.
        HeapAlone = "heap-alone",
        /// A class or area made of itself.
        Circular = "circular",
        /// A class that depends on whose turn it is.
        ClassOfPlayer = "class-of-player",
        /// An unknown piece or class.
        UnknownPiece = "unknown-piece",
        /// `mine` or `theirs` of a player without pieces.
        OwnsNothing = "owns-nothing",
        /// `my` or `their` of something that belongs to nobody, or neither where every player has
        /// one.
        NotOwned = "not-owned",
        /// A kind that only one player has.
        PlayerLacksKind = "player-lacks-kind",
        /// A game without board.
        NoBoard = "no-board",
        /// A board without (enough) cells.
        EmptyBoard = "empty-board",
        /// An unknown kind of board.
        UnknownBoard = "unknown-board",
        /// Links that do not go with the board.
        WrongLinks = "wrong-links",
        /// A wrong number or kind of arguments.
        WrongArguments = "wrong-arguments",
        /// A character in a picture that stands for nothing.
        UnknownGlyph = "unknown-glyph",
        /// A picture that does not line up.
        RaggedPicture = "ragged-picture",
        /// A stroke that does not join two cells.
        LooseStroke = "loose-stroke",
        /// An unknown direction.
        UnknownDirection = "unknown-direction",
        /// A direction relative to a player who looks nowhere.
        NoFacing = "no-facing",
        /// An unknown area, shape or cell.
        UnknownPlace = "unknown-place",
        /// A set of cells that has none.
        EmptySet = "empty-set",
        /// An unknown shape.
        UnknownShape = "unknown-shape",
        /// A shape without instance on the board.
        ShapeFitsNowhere = "shape-fits-nowhere",
        /// A start or goal picture of another board.
        PictureMismatch = "picture-mismatch",
        /// A picture of heaps.
        HeapPicture = "heap-picture",
        /// A start with too few or too many entries.
        StartLength = "start-length",
        /// A word that does not say which piece is meant.
        WhichPiece = "which-piece",
        /// An unknown or impossible `same`.
        UnknownSame = "unknown-same",
        /// A goal in a game with players.
        GoalWithPlayers = "goal-with-players",
        /// A goal that cannot be reached.
        GoalNeverTrue = "goal-never-true",
        /// `here` where no move has filled a cell.
        HereUnknown = "here-unknown",
        /// `here` after a move that does not fill exactly one cell.
        HereNotUnique = "here-not-unique",
        /// An unknown counter.
        UnknownCounter = "unknown-counter",
        /// Two sides of a rewrite that do not match, or a pattern that the board cannot hold.
        PatternShape = "pattern-shape",
        /// `edge` where it has no meaning.
        MisplacedEdge = "misplaced-edge",
        /// A condition on the right of a rewrite.
        RightSide = "right-side",
        /// A pattern that fits nowhere on the board.
        FitsNowhere = "fits-nowhere",
        /// A game or a player without moves.
        NoMoves = "no-moves",
        /// A chain whose travelling piece is not known.
        ChainForm = "chain-form",
        /// A settling move with something that cannot settle.
        SettleForm = "settle-form",
        /// A settling move that may never come to rest.
        SettleEndless = "settle-endless",
        /// A settling move that can come to different rests.
        SettleNotConfluent = "settle-not-confluent",
        /// A rewrite on a board of heaps.
        HeapRewrite = "heap-rewrite",
        /// Sowing on a board without heaps.
        NeedsHeap = "needs-heap",
        /// Sowing that leaves the board.
        SowRunsOff = "sow-runs-off",
        /// A turn of pieces that cannot turn.
        NoTurns = "no-turns",
        /// An unknown move.
        UnknownMove = "unknown-move",
        /// An end that could hold for several players at once.
        EndsUnordered = "ends-unordered",
        /// A game that does not say what a player gets who cannot move.
        NoStuck = "no-stuck",
        /// An unknown rule for stuck players.
        UnknownStuck = "unknown-stuck",
        /// `finish` with something other than the score.
        FinishScore = "finish-score",
        /// An unknown fact or value in `expect`.
        UnknownFact = "unknown-fact",
        /// An unknown start.
        UnknownStart = "unknown-start",
        /// A condition of a move that is never true.
        GuardNeverTrue = "guard-never-true",
        /// A fact that the file expects and the search does not confirm.
        ExpectFailed = "expect-failed",
    }
    Warning {
        /// A piece named on the left of a rewrite and not used on the right.
        UnusedVariable = "unused-variable",
        /// A declaration that nothing uses.
        UnusedName = "unused-name",
        /// A direction in which a move never fits.
        DirectionNeverFits = "direction-never-fits",
        /// A move that can never be made from the start.
        MoveUnreachable = "move-unreachable",
        /// A move that does nothing another one does not.
        MoveSubsumed = "move-subsumed",
        /// An end that never happens.
        EndNeverTrue = "end-never-true",
        /// A piece that no start holds and no move creates.
        PieceNeverAppears = "piece-never-appears",
        /// A piece with an owner that no rule moves.
        PieceNeverMoves = "piece-never-moves",
        /// Players who begin with different numbers of the same kind.
        UnequalPlayers = "unequal-players",
        /// Scores that decide nothing.
        ScoreUnused = "score-unused",
        /// A score that decides but never changes.
        NoScore = "no-score",
    }
}
