// Expands positions for a table that the host keeps: the indices of all successors are sent there.
//
// Together with orders, outbox, each and expand. Bindings: 0 tables, 1 outbox, 2 orders, 3 the list that the host has sent, 4 counters, 5 kernel_found: the
// indices of successors, low and high word each.
//
// CPU twin: Order::Collect in runtime/src/engine/batch.rs. (Edelkamp, Sulewski, Yücel 2010: the GPU generates and ranks, the CPU keeps the bits.)
//
// Race-free: places are given out by an atomic addition for all successors in the slots of an invocation. If there is no room they are only counted; the host
// then sends a shorter list.

@group(0) @binding(3) var<storage, read_write> kernel_list: array<u32>;
@group(0) @binding(5) var<storage, read_write> kernel_found: array<u32>;

var<private> kernel_found_at: u32;

fn kernel_is_of_layer(_state: State) -> bool {
    return true;
}

fn kernel_leave(_entry: u32) {}

fn kernel_make_room(positions: u32) {
    kernel_found_at = atomicAdd(&kernel_counters[kernel_counter(KERNEL_SENT)], positions);
}

fn kernel_take(state: State, slot: u32) {
    let parts = rank_parts(rank(state));
    if (!kernel_is_inside(parts)) {
        kernel_trouble |= KERNEL_OUTSIDE;
    }
    let at = kernel_found_at + slot;
    if (at < kernel_orders.room) {
        kernel_found[2u * at] = parts.x;
        kernel_found[2u * at + 1u] = parts.y;
    }
}
