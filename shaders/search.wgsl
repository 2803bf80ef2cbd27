// Breadth-first search with two bits for each index: 0 new, 1 and 2 open in turn, 3 closed.
//
// Together with orders, outbox, list, each, expand and claim. Bindings: 0 tables, 1 outbox, 2 orders, 3 list, 4 counters, 5 .. the table.
//
// CPU twin: runtime/src/engine/kernel.rs with entries of two bits.
//
// A table of zeros is empty, claiming and closing are one OR each, and every position is expanded once.
//
// Race-free: positions of the layer are closed when they are listed, by one OR for a word. What is claimed meanwhile has the other of the two open
// entries, so a word tells its open entries whenever it is read.

fn kernel_choose(word: u32) -> u32 {
    let value = kernel_table_load(kernel_orders.first_word + word);
    let low = value & 0x55555555u;
    let high = (value >> 1u) & 0x55555555u;
    if (kernel_orders.open == 1u) {
        let chosen = low & ~high;
        kernel_close(word, chosen << 1u);
        return chosen;
    }
    let chosen = high & ~low;
    kernel_close(word, chosen);
    return chosen;
}

fn kernel_close(word: u32, bits: u32) {
    if (bits != 0u) {
        kernel_table_or(kernel_orders.first_word + word, bits);
    }
}

fn kernel_is_of_layer(_state: State) -> bool {
    return true;
}

fn kernel_leave(_entry: u32) {}
