// Claims what moves lead to in the table.
//
// Bindings
//   4     kernel_counters, where the marks of chunks are
//   5 ..  the table
//
// CPU twin: runtime/src/engine/batch.rs.
//
// Most successors are not new, and reading is cheaper than an atomic OR, so the entry is read first.
//
// Race-free: during a sweep an entry changes from 0 to the mark of the next layer only, or from the mark of the layer, by the one invocation that scans
// its word or visits it. So an entry that was read as 0 is 0 or the mark when the OR comes; the OR is right in both cases, and its old value
// tells exactly one invocation that the entry was 0. Marks of chunks are set to 1, by whomever.

fn kernel_make_room(_positions: u32) {}

fn kernel_take(state: State, _slot: u32) {
    let parts = rank_parts(rank(state));
    if (!kernel_is_inside(parts)) {
        kernel_trouble |= KERNEL_OUTSIDE;
        return;
    }
    let word = kernel_word(parts);
    let shift = kernel_shift(parts);
    if (((kernel_table_load(word) >> shift) & KERNEL_ENTRY_MASK) != 0u) {
        return;
    }
    let before = kernel_table_or(word, kernel_orders.mark << shift);
    if (((before >> shift) & KERNEL_ENTRY_MASK) == 0u) {
        kernel_claimed += 1u;
        let mark = kernel_orders.marks + (word >> KERNEL_CHUNK_SHIFT);
        if (atomicLoad(&kernel_counters[mark]) == 0u) {
            atomicStore(&kernel_counters[mark], 1u);
        }
    }
}
