//! `gamec bench --on gpu`: searches on a graphics processor, beside the same search by the
//! processor.
//!
//! Both run the same code, printed once as WGSL and once as Rust: numbers of positions by loops
//! with short tables, two bits for each entry, every layer a scan of the table. So the ratio tells
//! whether the kernels are sound, not what `gamec solve` gains: it has faster ways on the
//! processor. Where the device is the processor itself, both are compared by processor time, else
//! by the time that passed. Making the kernels ready takes the driver some time, which is told
//! apart.

use super::run::{Puzzle, Run, Shape, Stop, model, planned};
use crate::args::{BenchArgs, thread_count};
use crate::failure::Failure;
use crate::table::table;
use crate::{interrupt, output};
use gdl::domain::Domain;
use gdl::facts::analyze;
use gdl_runtime::engine::Goal;
use gdl_runtime::gpu::{DeviceKind, Gpu, GpuOptions, GpuSearchOptions, search};
use gdl_runtime::interp::Interp;
use gdl_solver::device;
use gdl_solver::machine::Clock;
use gdl_solver::text::grouped;
use serde::Serialize;

/// Runs the puzzles.
pub(super) fn run(args: &BenchArgs, puzzles: &'static [Puzzle]) -> Result<(), Failure> {
    interrupt::listen();
    let gpu = device::open(args.gpu).map_err(Failure::Machine)?;
    let wanted = |name: &str| args.only.as_ref().is_none_or(|text| name.contains(text));
    let puzzles: Vec<&'static Puzzle> = puzzles.iter().filter(|it| wanted(it.name)).collect();
    if puzzles.is_empty() {
        return Err(Failure::input("no puzzle of this list has such a name"));
    }
    let mut lines = Vec::new();
    for puzzle in puzzles {
        let on_device = OnDevice::new(puzzle, &gpu, args.workgroup)?;
        let loops = Run::new(puzzle, Shape::AsOnDevice, thread_count(args.threads), Stop::Never)?;
        assert_eq!(on_device.layers, loops.layers, "both search the same");
        lines.push(Line { on_device, loops });
    }
    let is_processor = gpu.info().kind == DeviceKind::Cpu;
    if args.json {
        let device = gpu.info().name.clone();
        return output::write_json(&Report { device, is_processor, puzzles: lines });
    }
    output::write(&format!("{}\n{}", gpu.info().name, text(&lines, is_processor)))
}

/// A search on the device.
#[derive(Debug, Serialize)]
struct OnDevice {
    states: u64,
    layers: Vec<u64>,
    successors: u64,
    /// What it took to make the kernels ready.
    ready_seconds: f64,
    /// What the search took then.
    wall_seconds: f64,
    cpu_seconds: Option<f64>,
    /// How long the device was busy, if it tells.
    busy_seconds: Option<f64>,
}

impl OnDevice {
    fn new(puzzle: &Puzzle, gpu: &Gpu, workgroup: Option<u32>) -> Result<Self, Failure> {
        let model = model(puzzle)?;
        let facts = analyze(&model, Domain::start(&model, 0));
        let plan = planned(&model, &facts, Shape::AsOnDevice)?;
        let game = device::game(&model, &plan, gpu);
        let start = plan.hash.rank(&Interp::new(&model).start()).expect("the hash has the start");
        let defaults = GpuOptions::default();
        let options = GpuSearchOptions {
            goal: Goal::Ignore,
            gpu: GpuOptions { workgroup: workgroup.unwrap_or(defaults.workgroup), ..defaults },
            ..GpuSearchOptions::default()
        };
        let measured = |options: &GpuSearchOptions| {
            let clock = Clock::start();
            let found = search(gpu, &game, &[start], options, &mut Listening)
                .map_err(|error| Failure::machine(error.to_string()))?;
            Ok::<_, Failure>((found, clock.elapsed()))
        };
        // The moves of the start alone are next to nothing but making ready. The driver keeps some
        // of what it makes, so the second time counts.
        let ready = GpuSearchOptions { max_layers: Some(2), ..options };
        measured(&ready)?;
        let (_, ready) = measured(&ready)?;
        let (found, all) = measured(&options)?;
        Ok(OnDevice {
            states: found.states,
            layers: found.layers,
            successors: found.successors,
            ready_seconds: ready.wall_seconds,
            wall_seconds: (all.wall_seconds - ready.wall_seconds).max(0.0),
            cpu_seconds: all
                .cpu_seconds
                .zip(ready.cpu_seconds)
                .map(|(all, ready)| (all - ready).max(0.0)),
            busy_seconds: found.gpu_seconds,
        })
    }
}

/// A puzzle's line of the report.
#[derive(Debug, Serialize)]
struct Line {
    on_device: OnDevice,
    /// The same search by the processor.
    loops: Run,
}

impl Line {
    /// What a search on the device and one by the processor took, as they are compared.
    fn seconds(&self, is_processor: bool) -> (f64, f64) {
        let cpu = self.on_device.cpu_seconds.zip(self.loops.taken.cpu_seconds);
        let wall = (self.on_device.wall_seconds, self.loops.taken.wall_seconds);
        if is_processor { cpu.unwrap_or(wall) } else { wall }
    }
}

/// The result as JSON.
#[derive(Debug, Serialize)]
struct Report {
    device: String,
    /// Whether the device is the processor itself, so that processor times are compared.
    is_processor: bool,
    puzzles: Vec<Line>,
}

fn text(lines: &[Line], is_processor: bool) -> String {
    let row = |line: &Line| {
        let OnDevice { states, successors, ready_seconds, .. } = line.on_device;
        let (device, loops) = line.seconds(is_processor);
        let each = |seconds: f64| format!("{:.1}", seconds * 1e9 / successors as f64);
        // What took no longer than making ready cannot be told from it.
        let is_told = device > ready_seconds;
        let told = |text: String| if is_told { text } else { "-".to_owned() };
        vec![
            line.loops.puzzle.to_owned(),
            grouped(states),
            grouped(successors),
            format!("{ready_seconds:.2}"),
            told(format!("{device:.2}")),
            told(each(device)),
            format!("{loops:.2}"),
            each(loops),
            told(format!("{:.2}", device / loops)),
        ]
    };
    let headings = [
        "puzzle",
        "positions",
        "successors",
        "ready s",
        "device s",
        "ns each",
        "loops s",
        "ns each",
        "ratio",
    ];
    table(&headings, &lines.iter().map(row).collect::<Vec<_>>())
}

/// Ends a search when the user wants it.
struct Listening;

impl gdl_runtime::Observer for Listening {
    fn cancelled(&mut self) -> bool {
        interrupt::requested()
    }
}
