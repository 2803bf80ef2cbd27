// Win, loss and draw of the positions of a tier, forward: undecided positions look at what their moves lead to, until nothing changes.
//
// Together with orders, outbox, list and each. Bindings: 0 tables, 1 outbox, 2 orders, 3 list, 4 counters, 5 .. the table of values.
//
// An entry is 0 not decided, 1 won for the player to move, 2 lost, 3 not asked for.
//
// CPU twin: runtime/src/values/lookup.rs, the pass over all undecided positions.
//
// The tiers that can follow are finished. Inside the tier a pass may see what the same pass has decided, or not: which, is left to chance, and so is the
// number of passes. The result is not: "some move wins" and "all moves lose" only become true when more positions are decided, never false, so every entry
// that is written is right whatever else is known, and when nothing changes any more the entries are the smallest solution, of which there is one.
// What is left undecided is drawn: ends that are draws, and positions from which play can go on for ever. They are looked at in every pass, with the same
// answer.
//
// Race-free: an entry is changed only by the one invocation that visits its position, once, from 0, by an atomic OR; other entries of the word are kept.

// The entries of a word with an index in the range, as the lower bit of each.
fn kernel_asked(word: u32) -> u32 {
    let first = word * KERNEL_ENTRIES;
    var asked = 0x55555555u;
    if (kernel_orders.begin > first) {
        asked = select(asked << (2u * (kernel_orders.begin - first)), 0u, kernel_orders.begin - first >= KERNEL_ENTRIES);
    }
    if (kernel_orders.end < first + KERNEL_ENTRIES) {
        asked &= (1u << (2u * (max(kernel_orders.end, first) - first))) - 1u;
    }
    return asked;
}

fn kernel_choose(word: u32) -> u32 {
    let value = kernel_table_load(kernel_orders.first_word + word);
    return kernel_asked(word) & ~(value | (value >> 1u));
}

// A search has left 3 at what can be reached and 0 elsewhere. The other way round, these are the entries to begin with if only reached positions are
// asked for.
@compute @workgroup_size(KERNEL_WORKGROUP)
fn kernel_invert(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < kernel_orders.words) {
        kernel_table_xor(kernel_orders.first_word + id.x, 0xffffffffu);
    }
}

fn kernel_visit(at: u32) {
    let entry = kernel_list[at];
    let index = kernel_index(entry);
    let state = unrank(index);
    let value = kernel_value(state, rank_parts(index));
    kernel_expanded += 1u;
    if (value != 0u) {
        let shift = (entry % KERNEL_ENTRIES) * KERNEL_ENTRY_BITS;
        kernel_table_or(kernel_orders.first_word + entry / KERNEL_ENTRIES, value << shift);
        kernel_claimed += 1u;
    }
    let weight = kernel_weight(state);
    kernel_states += select(0u, weight, kernel_orders.is_first == 1u && value != 3u);
    kernel_won += select(0u, weight, value == 1u);
    kernel_lost += select(0u, weight, value == 2u);
}

// What is known of a position with this index: 1 won, 2 lost, 3 not asked for, 0 nothing.
fn kernel_value(state: State, own_index: vec2<u32>) -> u32 {
    // Where positions stand for their images, an index that no canonical position has is left out. So that there is one place where positions are
    // ranked, the position itself goes through the outbox too, as the first.
    let itself = u32(KERNEL_CANONICAL && kernel_orders.is_first == 1u);
    let end = verdict(state);
    if (end != 0u && itself == 0u) {
        return kernel_decided(end);
    }
    let own_mover = mover(state);
    var wins = false;
    var losing = 0u;
    kernel_window = 0u;
    loop {
        kernel_kept = 0u;
        if (itself == 1u) {
            keep(state);
        }
        successors(state);
        let here = kernel_kept_here();
        for (var slot = 0u; slot < here; slot += 1u) {
            let next = kernel_view(kernel_kept_state(slot));
            let parts = rank_parts(rank(next));
            if (kernel_window + slot < itself) {
                if (any(parts != own_index)) {
                    return 3u;
                }
                continue;
            }
            let value = kernel_known(parts);
            let for_mover = select(3u - value, value, mover(next) == own_mover);
            wins = wins || (value != 0u && for_mover == 1u);
            losing += u32(value != 0u && for_mover == 2u);
        }
        kernel_window += kernel_orders.slots;
        if (wins || kernel_window >= kernel_kept) {
            break;
        }
    }
    let moves = kernel_kept - itself;
    kernel_successors += moves;
    kernel_most = max(kernel_most, kernel_kept);
    if (end != 0u) {
        return kernel_decided(end);
    }
    if (wins) {
        return 1u;
    }
    if (moves == 0u) {
        return kernel_decided(kernel_orders.stuck);
    }
    return select(0u, 2u, losing == moves);
}

// An end that is a draw decides nothing.
fn kernel_decided(end: u32) -> u32 {
    return select(end, 0u, end == 3u);
}

// What the table says of an index: 0, 1 or 2.
fn kernel_known(parts: vec2<u32>) -> u32 {
    if (!kernel_is_inside(parts)) {
        kernel_trouble |= KERNEL_OUTSIDE;
        return 0u;
    }
    let value = (kernel_table_load(kernel_word(parts)) >> kernel_shift(parts)) & KERNEL_ENTRY_MASK;
    return select(value, 0u, value == 3u);
}
