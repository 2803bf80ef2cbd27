// Positions that moves lead to, between the moves that make them and the one place where they are ranked; part of every kernel that moves.
//
// Bindings
//   1  outbox  KERNEL_WORKGROUP x slots x STATE_WORDS words for each workgroup
//
// CPU twin: runtime/src/engine/batch.rs.
//
// `keep` is called from hundreds of places, so it only counts and writes. Word i of slot k lies beside word i of slot k of the other invocations of the
// workgroup, so that a workgroup writes whole lines of memory. A position with more successors than slots is asked again, and every time the next ones
// are kept: nothing is lost, whatever the number of slots is. The host makes the outbox larger where that happens.
//
// Race-free: an invocation uses only its own slots.

@group(0) @binding(1) var<storage, read_write> outbox: array<u32>;

// Where the first slot of the invocation is.
var<private> kernel_outbox: u32;
// How many successors were shown, and how many of them are left out because they were kept before.
var<private> kernel_kept: u32;
var<private> kernel_window: u32;

fn kernel_open_outbox(group: u32, lane: u32) {
    kernel_outbox = group * kernel_orders.slots * STATE_WORDS * KERNEL_WORKGROUP + lane;
}

fn kernel_slot(slot: u32) -> u32 {
    return kernel_outbox + slot * STATE_WORDS * KERNEL_WORKGROUP;
}

fn keep(state: State) {
    // Huge for those before the window.
    let slot = kernel_kept - kernel_window;
    if (slot < kernel_orders.slots) {
        write_state(state, kernel_slot(slot), KERNEL_WORKGROUP);
    }
    kernel_kept += 1u;
}

fn kernel_kept_state(slot: u32) -> State {
    return read_state(kernel_slot(slot), KERNEL_WORKGROUP);
}

// How many positions are in the slots.
fn kernel_kept_here() -> u32 {
    return min(kernel_kept - kernel_window, kernel_orders.slots);
}
