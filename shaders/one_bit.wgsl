// Searches with one bit for each index: reached or not.
//
// Together with orders, outbox, list, each, expand and claim. Bindings: 0 tables, 1 outbox, 2 orders, 3 list, 4 counters, 5 .. the table.
//
// CPU twin: runtime/src/engine/kernel.rs with entries of one bit.
//
// | search | positions of the layer | afterwards |
// |---|---|---|
// | reachability | all that are set: the mask of phases is 0 | stay |
// | a phase that alternates | set, with the phase of the layer | stay, and are expanded again in the next layer but one |
// | a phase that counts moves | set, with the phase of the layer | are cleared: they cannot come again |
//
// Race-free: bits are set by atomic ORs. With phases, what is claimed meanwhile has another phase and is not expanded in this sweep, whether a scan
// sees it or not; without, it is expanded now or in the next sweep, and there is a next one as something was claimed. Bits are cleared by the one
// invocation that visits the position, and nobody sets them again: no move leads to the same phase.

fn kernel_choose(word: u32) -> u32 {
    return kernel_table_load(kernel_orders.first_word + word);
}

fn kernel_is_of_layer(state: State) -> bool {
    return kernel_orders.phase_mask == 0u || (phase(state) & kernel_orders.phase_mask) == kernel_orders.phase;
}

fn kernel_leave(entry: u32) {
    if (KERNEL_CLEARS) {
        let word = kernel_orders.first_word + entry / KERNEL_ENTRIES;
        kernel_table_and(word, ~(1u << (entry % KERNEL_ENTRIES)));
    }
}
