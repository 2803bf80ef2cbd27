// Lists the entries of a chunk that are to be visited, and says how many workgroups visit them.
//
// Bindings
//   3           kernel_list    entries counted from the chunk's first, as many as the chunk has at the most
//   4           kernel_counters, where the length of the list is
//   5 ..        the table
//   group 1, 0  kernel_groups  how many workgroups `kernel_expand` is to have: the argument of an indirect dispatch
//
// CPU twin: runtime/src/engine/select.rs.
//
// An invocation of `kernel_scan` reads one word. `kernel_choose`, of the kernel this is a part of, says which of its entries are visited, and does what
// is to be done with the word.
//
// Race-free: a word belongs to one invocation. Places in the list are given out by atomic additions, first inside the workgroup, then one for the
// whole workgroup; so each place is written once, in an order that nothing depends on.

@group(0) @binding(3) var<storage, read_write> kernel_list: array<u32>;
@group(1) @binding(0) var<storage, read_write> kernel_groups: array<u32>;

var<workgroup> kernel_chosen_here: atomic<u32>;
var<workgroup> kernel_list_at: u32;

@compute @workgroup_size(KERNEL_WORKGROUP)
fn kernel_scan(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let word = id.x;
    var chosen = 0u;
    if (word < kernel_orders.words) {
        chosen = kernel_choose(word);
    }
    let before = atomicAdd(&kernel_chosen_here, countOneBits(chosen));
    workgroupBarrier();
    if (lane == 0u) {
        kernel_list_at = atomicAdd(&kernel_counters[kernel_counter(KERNEL_LISTED)], atomicLoad(&kernel_chosen_here));
    }
    workgroupBarrier();
    var at = kernel_list_at + before;
    while (chosen != 0u) {
        kernel_list[at] = word * KERNEL_ENTRIES + firstTrailingBit(chosen) / KERNEL_ENTRY_BITS;
        chosen &= chosen - 1u;
        at += 1u;
    }
}

// A dispatch of more groups than the device allows runs nothing and reports nothing, so the number is limited here, and each invocation visits several.
@compute @workgroup_size(1)
fn kernel_prepare() {
    kernel_groups[0] = kernel_group_count(kernel_listed());
    kernel_groups[1] = 1u;
    kernel_groups[2] = 1u;
}
