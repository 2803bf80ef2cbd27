//! Games as WGSL: the text reads as recorded, and naga, which is what wgpu gives it to, accepts
//! it. No device is needed.
//!
//! Besides the shipped games there are games with what is hard to say in WGSL: sets of more than
//! 64 cells, cells that no vector holds, numbers of more than 32 bits, names that WGSL keeps for
//! itself. They are in `wgsl/games/`; `gpu/` runs all of them on a device.

use crate::generated::{as_recorded, compiled, made_up};
use crate::shipped::{self, ShortPlay};
use gdl::domain::Domain;
use gdl::emit::wgsl::{FUNCTIONS, Wgsl, Wide, wgsl};
use gdl::facts::{Facts, analyze};
use gdl::model::Model;
use gdl::plan::{Family, Plan, PlanOptions, plan_with_play};
use gdl_runtime::interp::Interp;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use std::path::Path;

/// The least that a kernel is: it gives the game what it uses, and calls all that a game has.
const KERNEL: &str = "
@group(0) @binding(1) var<storage, read_write> outbox: array<u32>;

fn keep(state: State) {
    write_state(state, outbox[0], STATE_WORDS);
}

@compute @workgroup_size(64)
fn kernel_everything() {
    let given = unrank(rank_of_parts(vec2<u32>(outbox[1], outbox[2])));
    let state = canonical(read_state(outbox[3], outbox[4]));
    successors(given);
    let parts = rank_parts(rank(state));
    outbox[5] = verdict(state) + mover(state) + phase(state) + orbit(state) + parts.x + parts.y;
    outbox[6] = u32(is_goal(state) || list_overflow);
}
";

/// A game and how a device numbers its positions.
pub(crate) struct Planned {
    pub(crate) model: Model,
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only devices need them"))]
    pub(crate) facts: Facts,
    pub(crate) plan: Plan,
}

impl Planned {
    /// The plan that is taken for a device.
    pub(crate) fn new(model: Model) -> Self {
        Planned::by(model, None).expect("a layout fits")
    }

    /// A plan with a layout; none if it does not fit.
    pub(crate) fn by(model: Model, family: Option<Family>) -> Option<Self> {
        let facts = analyze(&model, Domain::start(&model, 0));
        let options = PlanOptions { family, one_to_one: true, ..PlanOptions::default() };
        let plan =
            plan_with_play(&model, &facts, options, &ShortPlay(&Interp::new(&model))).ok()?;
        Some(Planned { model, facts, plan })
    }

    /// A shipped game.
    pub(crate) fn shipped(name: &str, params: &[(&str, i64)]) -> Self {
        Planned::new(shipped::model(name, params))
    }

    /// Its code.
    pub(crate) fn code(&self, wide: Wide) -> Wgsl {
        wgsl(&gdl::lower::device_game(&self.model, &self.plan), wide)
    }

    pub(crate) fn title(&self) -> String {
        format!("{}, layout {}", self.model.title, self.plan.family.name())
    }
}

/// Games with what is hard to say in WGSL, and something that shows in the text that they have it.
pub(crate) fn hard() -> Vec<(Planned, &'static str)> {
    let large_board = || from_file("large-board");
    let by = |model: Model, family| Planned::by(model, Some(family)).expect("it fits");
    vec![
        (by(large_board(), Family::Sets), "\nalias Huge = vec4<u32>;\n"),
        (by(large_board(), Family::Multinomial), "\nstruct Cells80 {\n    part_0: vec4<u32>,\n"),
        (by(from_file("taken-names"), Family::Sets), "\n    vec2_: u32,\n"),
        (by(from_file("taken-names"), Family::Multinomial), "\n    visited_: u32,\n"),
        (Planned::shipped("pancakes", &[("n", 17)]), "\n// 17 cells with 8 bits each.\n"),
        (Planned::shipped("sliding-tiles", &[("rows", 4), ("cols", 4)]), "\nalias Rank = Wide;\n"),
    ]
}

fn from_file(name: &str) -> Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wgsl/games");
    let text = std::fs::read_to_string(folder.join(format!("{name}.gdl")));
    compiled(name, &text.expect("the game is there"))
}

#[test]
fn wgsl_of_games_reads_as_recorded() {
    for name in shipped::names() {
        as_recorded("wgsl", &name, &["emit", "wgsl", &format!("games/{name}.gdl")]);
    }
}

#[test]
fn wgsl_of_every_game_is_accepted() {
    for name in shipped::names() {
        accepted(&Planned::shipped(&name, &[]));
    }
}

#[test]
fn wgsl_of_every_layout_is_accepted() {
    let games = [
        ("pancakes", vec![("n", 6)]),
        ("burnt-pancakes", vec![("n", 4)]),
        ("sliding-tiles", vec![]),
        ("topspin", vec![]),
        ("pocket-cube", vec![]),
        ("frogs", vec![]),
        ("hexapawn", vec![]),
        ("peg-triangle", vec![]),
        ("three-mens-morris", vec![]),
        ("tilt", vec![]),
        ("awari", vec![("seeds", 1)]),
    ];
    let mut seen = std::collections::BTreeSet::new();
    for (name, params) in games {
        for family in Family::CODED {
            if let Some(planned) = Planned::by(shipped::model(name, &params), Some(family)) {
                accepted(&planned);
                seen.insert(family);
            }
        }
    }
    assert_eq!(seen, Family::CODED.into_iter().collect());
}

#[test]
fn wgsl_of_made_up_games_is_accepted() {
    for (name, text) in made_up() {
        accepted(&Planned::new(compiled(&name, &text)));
    }
}

#[test]
fn what_is_hard_to_say_in_wgsl_is_accepted() {
    for (planned, sign) in hard() {
        let text = planned.code(Wide::Words).text;
        assert!(text.contains(sign), "{}: no {sign:?} in\n{text}", planned.title());
        accepted(&planned);
    }
}

/// Words are not needed where the device has integers of 64 bits, and only there.
#[test]
fn integers_of_64_bits_are_a_matter_of_the_device() {
    let planned = Planned::shipped("pancakes", &[("n", 17)]);
    let native = planned.code(Wide::Native);
    let refused = checked(&native, Capabilities::empty()).expect_err("WGSL has 32 bits");
    assert!(refused.contains("SHADER_INT64"), "{refused}");
    let words = planned.code(Wide::Words);
    assert_eq!((native.size, native.tables), (words.size, words.tables));
    let small = Planned::shipped("frogs", &[]);
    assert_eq!(small.code(Wide::Native), small.code(Wide::Words), "it has no large number");
}

/// Has naga accept the code of a game, with two words and with the device's own integers.
#[track_caller]
pub(crate) fn accepted(planned: &Planned) {
    let title = planned.title();
    for (wide, capabilities) in
        [(Wide::Words, Capabilities::empty()), (Wide::Native, Capabilities::SHADER_INT64)]
    {
        let code = planned.code(wide);
        checked(&code, capabilities).unwrap_or_else(|error| panic!("{title}: {error}"));
        assert_eq!(code.size, planned.plan.hash.size(), "{title}");
        let words = format!("\nconst STATE_WORDS: u32 = {}u;\n", code.state_words);
        assert!(code.text.contains(&words), "{title}: no {words:?}");
        assert!(!code.tables.is_empty(), "{title}: a buffer is never empty");
        for function in FUNCTIONS {
            let head = format!("\nfn {function}(");
            assert_eq!(code.text.matches(&head).count(), 1, "{title}: {function}");
        }
    }
}

/// What naga says about the code of a game.
pub(crate) fn checked(code: &Wgsl, capabilities: Capabilities) -> Result<(), String> {
    let text = format!("{KERNEL}\n{}", code.text);
    let module =
        naga::front::wgsl::parse_str(&text).map_err(|error| error.emit_to_string(&text))?;
    let mut validator = Validator::new(ValidationFlags::all(), capabilities);
    validator.validate(&module).map(drop).map_err(|error| error.emit_to_string(&text))
}
