// Numbers of 64 bits as two words, the low one first.

alias Wide = vec2<u32>;

fn wide(low: u32, high: u32) -> Wide {
    return vec2<u32>(low, high);
}

fn wide_low(a: Wide) -> u32 {
    return a.x;
}

fn wide_high(a: Wide) -> u32 {
    return a.y;
}

fn wide_equal(a: Wide, b: Wide) -> bool {
    return a.x == b.x && a.y == b.y;
}

fn wide_less(a: Wide, b: Wide) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}

fn wide_add(a: Wide, b: Wide) -> Wide {
    let low = a.x + b.x;
    return vec2<u32>(low, a.y + b.y + u32(low < a.x));
}

fn wide_sub(a: Wide, b: Wide) -> Wide {
    return vec2<u32>(a.x - b.x, a.y - b.y - u32(a.x < b.x));
}

// WGSL shifts by the amount modulo 32, so larger ones are told apart.
fn wide_shl(a: Wide, by: u32) -> Wide {
    if (by >= 32u) {
        return vec2<u32>(0u, a.x << (by - 32u));
    }
    if (by == 0u) {
        return a;
    }
    return vec2<u32>(a.x << by, (a.y << by) | (a.x >> (32u - by)));
}

fn wide_shr(a: Wide, by: u32) -> Wide {
    if (by >= 32u) {
        return vec2<u32>(a.y >> (by - 32u), 0u);
    }
    if (by == 0u) {
        return a;
    }
    return vec2<u32>((a.x >> by) | (a.y << (32u - by)), a.y >> by);
}

// The product of two words, by halves.
fn wide_product(a: u32, b: u32) -> Wide {
    let low = (a & 0xffffu) * (b & 0xffffu);
    let middle = (a >> 16u) * (b & 0xffffu) + (low >> 16u);
    let other = (a & 0xffffu) * (b >> 16u) + (middle & 0xffffu);
    return vec2<u32>((other << 16u) | (low & 0xffffu), (a >> 16u) * (b >> 16u) + (middle >> 16u) + (other >> 16u));
}

fn wide_mul(a: Wide, b: Wide) -> Wide {
    let low = wide_product(a.x, b.x);
    return vec2<u32>(low.x, low.y + a.x * b.y + a.y * b.x);
}

// Quotient and remainder: at once for words, by digits of 16 bits for small divisors, else bit by bit.
fn wide_divided(a: Wide, b: Wide) -> array<Wide, 2> {
    if (a.y == 0u && b.y == 0u) {
        return array<Wide, 2>(vec2<u32>(a.x / b.x, 0u), vec2<u32>(a.x % b.x, 0u));
    }
    if (b.y == 0u && b.x < 0x10000u) {
        let high = a.y / b.x;
        let upper = ((a.y % b.x) << 16u) | (a.x >> 16u);
        let lower = ((upper % b.x) << 16u) | (a.x & 0xffffu);
        let low = ((upper / b.x) << 16u) | (lower / b.x);
        return array<Wide, 2>(vec2<u32>(low, high), vec2<u32>(lower % b.x, 0u));
    }
    var quotient = vec2<u32>(0u, 0u);
    var rest = vec2<u32>(0u, 0u);
    for (var bit = 0u; bit < 64u; bit++) {
        let carry = rest.y >> 31u;
        rest = wide_shl(rest, 1u);
        rest.x |= wide_shr(a, 63u - bit).x & 1u;
        quotient = wide_shl(quotient, 1u);
        if (carry == 1u || !wide_less(rest, b)) {
            rest = wide_sub(rest, b);
            quotient.x |= 1u;
        }
    }
    return array<Wide, 2>(quotient, rest);
}

fn wide_div(a: Wide, b: Wide) -> Wide {
    return wide_divided(a, b)[0];
}

fn wide_rem(a: Wide, b: Wide) -> Wide {
    return wide_divided(a, b)[1];
}

fn wide_ones(a: Wide) -> u32 {
    return countOneBits(a.x) + countOneBits(a.y);
}

fn wide_zeros(a: Wide) -> u32 {
    return select(countTrailingZeros(a.x), 32u + countTrailingZeros(a.y), a.x == 0u);
}

fn wide_choose(no: Wide, yes: Wide, which: bool) -> Wide {
    return select(no, yes, which);
}
