// Visits the listed positions of a chunk and takes what their moves lead to.
//
// Bindings
//   0     tables       of the game
//   1     outbox
//   3     kernel_list  the entries to visit
//   4     kernel_counters
//   5 ..  the table, or where indices go to the host
//
// CPU twin: `expand` in runtime/src/engine/kernel.rs.
//
// There is one place each where successors are generated, where they are read from the outbox and, in `kernel_take`, where they are ranked: drivers
// paste functions wherever they are called.
//
// Race-free: see `kernel_take` in claim.wgsl and stream.wgsl; everything else belongs to one invocation.

fn kernel_visit(at: u32) {
    let entry = kernel_list[at];
    let state = unrank(kernel_index(entry));
    if (!kernel_is_of_layer(state)) {
        return;
    }
    kernel_leave(entry);
    if (KERNEL_GOALS_MATTER && is_goal(state)) {
        kernel_goals += 1u;
    }
    kernel_window = 0u;
    loop {
        kernel_kept = 0u;
        successors(state);
        let here = kernel_kept_here();
        kernel_make_room(here);
        for (var slot = 0u; slot < here; slot += 1u) {
            kernel_take(kernel_view(kernel_kept_state(slot)), slot);
        }
        kernel_window += kernel_orders.slots;
        if (kernel_window >= kernel_kept) {
            break;
        }
    }
    let weight = kernel_weight(state);
    kernel_expanded += 1u;
    kernel_states += weight;
    kernel_successors += kernel_kept;
    kernel_moves += weight * kernel_kept;
    kernel_most = max(kernel_most, kernel_kept);
}
