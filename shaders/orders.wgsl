// What a dispatch is told and what it counts; part of every kernel.
//
// Bindings
//   2  kernel_orders    uniform: the orders of one chunk of the table, chosen by a dynamic offset
//   4  kernel_counters  KERNEL_SLOT words for each chunk of a sweep, then the marks of chunks in which something was claimed
//
// Race-free: counters only grow by atomic additions, maxima and ORs, which commute. They are summed up in each workgroup first, so that there is one
// atomic operation on memory for each of them and not one for each position. Sums that may pass 2^32 have two words; the carry goes to the second.
//
// LIMIT: what a single invocation counts in one dispatch fits 32 bits; it visits 32 positions, unless the outbox is short of room.

struct kernel_Orders {
    first: vec2<u32>,   // the index of the chunk's first entry, low and high word
    size: vec2<u32>,    // number of indices of the game, low and high word
    first_word: u32,    // the number of the chunk's first word in the table
    words: u32,         // number of its words
    begin: u32,         // its first entry that is asked for, counted from the first
    end: u32,           // the entry after the last one that is asked for
    slot: u32,          // where its counters are
    slots: u32,         // how many positions an invocation has room for in the outbox
    open: u32,          // the entry of positions to expand
    mark: u32,          // the entry that new positions get
    phase_mask: u32,    // which bits of a phase count
    phase: u32,         // what they must be
    marks: u32,         // where the marks of the next layer's chunks are
    groups: u32,        // the most workgroups that the outbox has room for
    stuck: u32,         // what it means if there is no move: 1 won, 2 lost, 3 drawn
    is_first: u32,      // whether it is the first pass: 1 or 0
    room: u32,          // how many indices can be sent to the host
    two: u32,           // always 2, which compilers must not know
}

@group(0) @binding(2) var<uniform> kernel_orders: kernel_Orders;
@group(0) @binding(4) var<storage, read_write> kernel_counters: array<atomic<u32>>;

const KERNEL_SLOT = 18u;
const KERNEL_LISTED = 0u;
const KERNEL_EXPANDED = 1u;
const KERNEL_CLAIMED = 2u;
const KERNEL_GOALS = 3u;
const KERNEL_MOST = 4u;
const KERNEL_TROUBLE = 5u;
const KERNEL_STATES = 6u;       // two words
const KERNEL_SUCCESSORS = 8u;   // two words
const KERNEL_MOVES = 10u;       // two words
const KERNEL_WON = 12u;         // two words
const KERNEL_LOST = 14u;        // two words
const KERNEL_SENT = 16u;

// A list inside the game part was too short.
const KERNEL_LIST_OVERFLOW = 1u;
// A move led to a position with an index that is not below the size.
const KERNEL_OUTSIDE = 2u;
// The driver has ended loops early.
const KERNEL_CUT_SHORT = 4u;

var<private> kernel_expanded: u32;
var<private> kernel_claimed: u32;
var<private> kernel_goals: u32;
var<private> kernel_most: u32;
var<private> kernel_trouble: u32;
var<private> kernel_states: u32;
var<private> kernel_successors: u32;
var<private> kernel_moves: u32;
var<private> kernel_won: u32;
var<private> kernel_lost: u32;

// The first words as in a slot, from KERNEL_STATES on in halves of 16 bits, so that no sum of a workgroup overflows.
var<workgroup> kernel_sums: array<atomic<u32>, KERNEL_SLOT>;

fn kernel_counter(which: u32) -> u32 {
    return kernel_orders.slot * KERNEL_SLOT + which;
}

// How many entries of the chunk were listed.
fn kernel_listed() -> u32 {
    return atomicLoad(&kernel_counters[kernel_counter(KERNEL_LISTED)]);
}

// How many workgroups visit so many entries. Kernels do not ask the device for that number: Direct3D 12 does not know it in an indirect dispatch.
fn kernel_group_count(listed: u32) -> u32 {
    return min((listed + KERNEL_WORKGROUP - 1u) / KERNEL_WORKGROUP, kernel_orders.groups);
}

// Most counters are 0 in most invocations, and asking is cheaper than an atomic operation.
fn kernel_sum(which: u32, value: u32) {
    if (value != 0u) {
        atomicAdd(&kernel_sums[which], value);
    }
}

fn kernel_sum_wide(which: u32, value: u32) {
    kernel_sum(which, value & 0xffffu);
    kernel_sum(which + 1u, value >> 16u);
}

fn kernel_add_wide(which: u32) {
    let low_halves = atomicLoad(&kernel_sums[which]);
    let high_halves = atomicLoad(&kernel_sums[which + 1u]) + (low_halves >> 16u);
    let low = (high_halves << 16u) | (low_halves & 0xffffu);
    let before = atomicAdd(&kernel_counters[kernel_counter(which)], low);
    let carry = u32(before + low < before);
    atomicAdd(&kernel_counters[kernel_counter(which + 1u)], (high_halves >> 16u) + carry);
}

// Whether the driver still runs loops as often as they say. Mesa's software driver counts the rounds of all loops of an invocation, and from 65,535 on
// every loop ends after its first round, without a word.
fn kernel_is_cut_short() -> bool {
    var rounds = 0u;
    while (rounds < kernel_orders.two) {
        rounds += 1u;
    }
    return rounds < kernel_orders.two;
}

// Adds what the invocations of a workgroup have counted to the counters of the chunk. All of them must come here.
fn kernel_report(lane: u32) {
    if (list_overflow) {
        kernel_trouble |= KERNEL_LIST_OVERFLOW;
    }
    if (kernel_is_cut_short()) {
        kernel_trouble |= KERNEL_CUT_SHORT;
    }
    kernel_sum(KERNEL_EXPANDED, kernel_expanded);
    kernel_sum(KERNEL_CLAIMED, kernel_claimed);
    kernel_sum(KERNEL_GOALS, kernel_goals);
    if (kernel_most > atomicLoad(&kernel_sums[KERNEL_MOST])) {
        atomicMax(&kernel_sums[KERNEL_MOST], kernel_most);
    }
    if (kernel_trouble != 0u) {
        atomicOr(&kernel_sums[KERNEL_TROUBLE], kernel_trouble);
    }
    kernel_sum_wide(KERNEL_STATES, kernel_states);
    kernel_sum_wide(KERNEL_SUCCESSORS, kernel_successors);
    kernel_sum_wide(KERNEL_MOVES, kernel_moves);
    kernel_sum_wide(KERNEL_WON, kernel_won);
    kernel_sum_wide(KERNEL_LOST, kernel_lost);
    workgroupBarrier();
    if (lane == 0u) {
        atomicAdd(&kernel_counters[kernel_counter(KERNEL_EXPANDED)], atomicLoad(&kernel_sums[KERNEL_EXPANDED]));
        atomicAdd(&kernel_counters[kernel_counter(KERNEL_CLAIMED)], atomicLoad(&kernel_sums[KERNEL_CLAIMED]));
        atomicAdd(&kernel_counters[kernel_counter(KERNEL_GOALS)], atomicLoad(&kernel_sums[KERNEL_GOALS]));
        atomicMax(&kernel_counters[kernel_counter(KERNEL_MOST)], atomicLoad(&kernel_sums[KERNEL_MOST]));
        atomicOr(&kernel_counters[kernel_counter(KERNEL_TROUBLE)], atomicLoad(&kernel_sums[KERNEL_TROUBLE]));
        kernel_add_wide(KERNEL_STATES);
        kernel_add_wide(KERNEL_SUCCESSORS);
        kernel_add_wide(KERNEL_MOVES);
        kernel_add_wide(KERNEL_WON);
        kernel_add_wide(KERNEL_LOST);
    }
}

// The index of an entry of the chunk. There is no carry: chunks are powers of two, so none of them crosses a multiple of 2^32.
fn kernel_index(entry: u32) -> Rank {
    return rank_of_parts(vec2<u32>(kernel_orders.first.x + entry, kernel_orders.first.y));
}

// Whether an index, in low and high word, is below the size.
fn kernel_is_inside(parts: vec2<u32>) -> bool {
    let size = kernel_orders.size;
    return parts.y < size.y || (parts.y == size.y && parts.x < size.x);
}

// The word of the table in which an index has its entry. It fits 32 bits: the host sees to it.
fn kernel_word(parts: vec2<u32>) -> u32 {
    return (parts.y << (32u - KERNEL_ENTRY_SHIFT)) | (parts.x >> KERNEL_ENTRY_SHIFT);
}

// By how many bits the entry is shifted in its word.
fn kernel_shift(parts: vec2<u32>) -> u32 {
    return (parts.x & (KERNEL_ENTRIES - 1u)) * KERNEL_ENTRY_BITS;
}
