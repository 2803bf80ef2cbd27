// Visits the positions of a list, one after the other; part of every kernel that moves.
//
// Bindings
//   4  kernel_counters, where the length of the list is
//
// CPU twin: the loop of `sweep` in runtime/src/engine/kernel.rs.
//
// An invocation visits every so many-th place of the list, as many as there are invocations. `kernel_visit`, of the kernel this is a part of, does what is to be
// done there.
//
// Race-free: every place of the list belongs to one invocation.

@compute @workgroup_size(KERNEL_WORKGROUP)
fn kernel_expand(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let listed = kernel_listed();
    let stride = kernel_group_count(listed) * KERNEL_WORKGROUP;
    kernel_open_outbox(group.x, lane);
    for (var at = group.x * KERNEL_WORKGROUP + lane; at < listed; at += stride) {
        kernel_visit(at);
    }
    kernel_report(lane);
}
