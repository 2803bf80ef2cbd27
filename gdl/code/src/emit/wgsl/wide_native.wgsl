// Numbers of 64 bits, for devices that have them.

alias Wide = u64;

fn wide(low: u32, high: u32) -> Wide {
    return u64(low) | (u64(high) << 32u);
}

fn wide_low(a: Wide) -> u32 {
    return u32(a & 0xfffffffflu);
}

fn wide_high(a: Wide) -> u32 {
    return u32(a >> 32u);
}

fn wide_equal(a: Wide, b: Wide) -> bool {
    return a == b;
}

fn wide_less(a: Wide, b: Wide) -> bool {
    return a < b;
}

fn wide_add(a: Wide, b: Wide) -> Wide {
    return a + b;
}

fn wide_sub(a: Wide, b: Wide) -> Wide {
    return a - b;
}

fn wide_shl(a: Wide, by: u32) -> Wide {
    return a << by;
}

fn wide_shr(a: Wide, by: u32) -> Wide {
    return a >> by;
}

fn wide_mul(a: Wide, b: Wide) -> Wide {
    return a * b;
}

fn wide_div(a: Wide, b: Wide) -> Wide {
    return a / b;
}

fn wide_rem(a: Wide, b: Wide) -> Wide {
    return a % b;
}

fn wide_ones(a: Wide) -> u32 {
    return countOneBits(wide_low(a)) + countOneBits(wide_high(a));
}

fn wide_zeros(a: Wide) -> u32 {
    let low = wide_low(a);
    return select(countTrailingZeros(low), 32u + countTrailingZeros(wide_high(a)), low == 0u);
}

fn wide_choose(no: Wide, yes: Wide, which: bool) -> Wide {
    return select(no, yes, which);
}
