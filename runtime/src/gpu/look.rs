//! What single positions tell: to compare a game on the device with the same game elsewhere, and
//! to know the phase and the image of starts.

use super::Game;
use super::buffers::{
    Counts, LISTED, Orders, Outbox, SLOT_WORDS, bind, halves, orders, storage, tables,
};
use super::device::Gpu;
use super::error::GpuError;
use super::options::GpuOptions;
use super::program::{Layout, Program};
use super::readback::read_words;
use super::table::Visit;
use super::text::{Kernel, Settings};

/// What a position tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionReport {
    /// The index of the position with the index: the same.
    pub index: u64,
    /// How the game has ended: 0 not yet, 1 won, 2 lost, 3 drawn for the player to move.
    pub verdict: u32,
    /// Whose turn it is.
    pub mover: u32,
    /// Its phase.
    pub phase: u32,
    /// Whether it is a goal.
    pub is_goal: bool,
    /// The index of the canonical position.
    pub canonical: u64,
    /// How many positions are symmetric images of it.
    pub orbit: u32,
    /// The indices of the positions after each move, as they come.
    pub successors: Vec<u64>,
}

/// How many words a position takes besides its successors: see `look.wgsl`.
const REPORT_WORDS: usize = 10;

/// For how many successors there is room at first.
const ROOM: usize = 64;

/// How many positions are looked at in one dispatch.
const AT_ONCE: usize = 1 << 12;

/// Looks at positions.
pub fn look(gpu: &Gpu, game: &Game, indices: &[u64]) -> Result<Vec<PositionReport>, GpuError> {
    look_with(gpu, game, indices, &GpuOptions::default())
}

/// Looks at positions, with these options.
pub(super) fn look_with(
    gpu: &Gpu,
    game: &Game,
    indices: &[u64],
    options: &GpuOptions,
) -> Result<Vec<PositionReport>, GpuError> {
    options.check(gpu.info().workgroup)?;
    if let Some(&index) = indices.iter().find(|index| **index >= game.size) {
        return Err(GpuError::NoSuchIndex { index, size: game.size });
    }
    let settings = Settings {
        workgroup: options.workgroup,
        canonical: false,
        goals: false,
        clears: false,
        table: None,
    };
    let layout = Layout::new(gpu, 1);
    let kernel =
        Program::new(gpu, Kernel::Look, game, &settings)?.entry(gpu, &layout, "kernel_expand")?;
    let outbox = Outbox::new(gpu, game, options, options.slots)?;
    let workgroup = options.workgroup;
    let looker =
        Looker { gpu, game, layout, kernel, outbox, workgroup, tables: tables(gpu, game)? };
    let mut room = ROOM;
    let mut reports = Vec::new();
    for indices in indices.chunks(AT_ONCE) {
        reports.extend(looker.look(indices, &mut room)?);
    }
    Ok(reports)
}

struct Looker<'a> {
    gpu: &'a Gpu,
    game: &'a Game,
    layout: Layout,
    kernel: wgpu::ComputePipeline,
    outbox: Outbox,
    workgroup: u32,
    tables: wgpu::Buffer,
}

impl Looker<'_> {
    /// Looks at a few positions, again if there was not enough room for their successors.
    fn look(&self, indices: &[u64], room: &mut usize) -> Result<Vec<PositionReport>, GpuError> {
        loop {
            let words = self.words(indices, *room)?;
            let positions: Vec<_> = words.chunks_exact(REPORT_WORDS + 2 * *room).collect();
            let most = positions.iter().map(|words| words[9]).max().unwrap_or(0);
            let most = usize::try_from(most).expect("a number of moves");
            if most <= *room {
                return Ok(positions.into_iter().map(read).collect());
            }
            *room = most.next_power_of_two();
        }
    }

    /// Runs the kernel once.
    fn words(&self, indices: &[u64], room: usize) -> Result<Vec<u32>, GpuError> {
        let gpu = self.gpu;
        let list: Vec<u8> =
            indices.iter().flat_map(|index| halves(*index)).flat_map(u32::to_ne_bytes).collect();
        let list_buffer = storage(gpu, "indices", list.len() as u64)?;
        gpu.queue.write_buffer(&list_buffer, 0, &list);
        let listed = u32::try_from(indices.len()).expect("a few");
        let counters = storage(gpu, "counters", 4 * SLOT_WORDS as u64)?;
        gpu.queue.write_buffer(&counters, 4 * LISTED as u64, &listed.to_ne_bytes());
        let bytes = 4 * (indices.len() * (REPORT_WORDS + 2 * room)) as u64;
        let found = storage(gpu, "found", bytes)?;
        let orders_buffer = orders(gpu, 1)?;
        let visit = Visit { first_word: 0, words: 0, first: 0, begin: 0, end: 0 };
        let room = u32::try_from(room).expect("a number of moves");
        let orders = Orders { room, ..Orders::default() };
        let orders = orders.bytes(&visit, self.game.size, 0, &self.outbox);
        gpu.queue.write_buffer(&orders_buffer, 0, &orders);
        let buffers =
            [&self.tables, &self.outbox.buffer, &orders_buffer, &list_buffer, &counters, &found];
        let bound = bind(gpu, &self.layout, &buffers);
        let mut encoder =
            gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_bind_group(0, &bound, &[0]);
        pass.set_pipeline(&self.kernel);
        pass.dispatch_workgroups(listed.div_ceil(self.workgroup).min(self.outbox.groups), 1, 1);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
        Counts::sum(&read_words(gpu, &counters, 0, 4 * SLOT_WORDS as u64)?)?;
        read_words(gpu, &found, 0, bytes)
    }
}

fn read(words: &[u32]) -> PositionReport {
    let wide = |at: usize| u64::from(words[at]) | u64::from(words[at + 1]) << 32;
    let successors = usize::try_from(words[9]).expect("a number of moves");
    PositionReport {
        index: wide(0),
        canonical: wide(2),
        verdict: words[4],
        mover: words[5],
        phase: words[6],
        is_goal: words[7] != 0,
        orbit: words[8],
        successors: (0..successors).map(|number| wide(REPORT_WORDS + 2 * number)).collect(),
    }
}
