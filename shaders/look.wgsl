// What positions tell, one by one, to compare it with what the CPU finds.
//
// Together with orders, outbox and each. Bindings: 0 tables, 1 outbox, 2 orders, 3 the indices, low and high word each, 4 counters, 5 kernel_found: for
// each index KERNEL_LOOKED + 2 x room words: two words each for its own index again and for that of the canonical position, the verdict, the mover, the
// phase, whether it is a goal, the size of the orbit, the number of successors; then their indices, as many as there is room for.
//
// CPU twin: `look` in runtime/src/engine/kernel.rs, and Order::Collect.
//
// The position itself and the canonical one go through the outbox like successors, so that there is one place where positions are ranked.
//
// Race-free: an invocation reads and writes only what belongs to its own indices.

@group(0) @binding(3) var<storage, read_write> kernel_list: array<u32>;
@group(0) @binding(5) var<storage, read_write> kernel_found: array<u32>;

const KERNEL_LOOKED = 10u;

fn kernel_visit(at: u32) {
    let parts = vec2<u32>(kernel_list[2u * at], kernel_list[2u * at + 1u]);
    let place = at * (KERNEL_LOOKED + 2u * kernel_orders.room);
    let state = unrank(rank_of_parts(parts));
    kernel_window = 0u;
    loop {
        kernel_kept = 0u;
        keep(state);
        keep(canonical(state));
        successors(state);
        let here = kernel_kept_here();
        for (var slot = 0u; slot < here; slot += 1u) {
            kernel_show(rank_parts(rank(kernel_kept_state(slot))), place, kernel_window + slot);
        }
        kernel_window += kernel_orders.slots;
        if (kernel_window >= kernel_kept) {
            break;
        }
    }
    kernel_found[place + 4u] = verdict(state);
    kernel_found[place + 5u] = mover(state);
    kernel_found[place + 6u] = phase(state);
    kernel_found[place + 7u] = u32(is_goal(state));
    kernel_found[place + 8u] = orbit(state);
    kernel_found[place + 9u] = kernel_kept - 2u;
    kernel_expanded += 1u;
    kernel_most = max(kernel_most, kernel_kept);
}

fn kernel_show(parts: vec2<u32>, place: u32, number: u32) {
    var at = place + 2u * number;
    if (number >= 2u) {
        if (number - 2u >= kernel_orders.room) {
            return;
        }
        at = place + KERNEL_LOOKED + 2u * (number - 2u);
    }
    kernel_found[at] = parts.x;
    kernel_found[at + 1u] = parts.y;
}
