// Numbers of 128 bits as four words, the lowest first: sets of more than 64 cells. They are not multiplied.

alias Huge = vec4<u32>;

fn huge_equal(a: Huge, b: Huge) -> bool {
    return all(a == b);
}

fn huge_less(a: Huge, b: Huge) -> bool {
    if (a.w != b.w) { return a.w < b.w; }
    if (a.z != b.z) { return a.z < b.z; }
    if (a.y != b.y) { return a.y < b.y; }
    return a.x < b.x;
}

fn huge_add(a: Huge, b: Huge) -> Huge {
    let x = a.x + b.x;
    let carry_x = u32(x < a.x);
    let y = a.y + b.y + carry_x;
    let carry_y = u32(y < a.y || (y == a.y && carry_x == 1u && b.y == 0xffffffffu));
    let z = a.z + b.z + carry_y;
    let carry_z = u32(z < a.z || (z == a.z && carry_y == 1u && b.z == 0xffffffffu));
    return vec4<u32>(x, y, z, a.w + b.w + carry_z);
}

// a - b = a + !b + 1
fn huge_sub(a: Huge, b: Huge) -> Huge {
    return huge_add(huge_add(a, ~b), vec4<u32>(1u, 0u, 0u, 0u));
}

// Whole words first, then what is left of the amount.
fn huge_shl(a: Huge, by: u32) -> Huge {
    var words = a;
    if ((by & 64u) != 0u) { words = vec4<u32>(0u, 0u, words.xy); }
    if ((by & 32u) != 0u) { words = vec4<u32>(0u, words.xyz); }
    let rest = by & 31u;
    if (rest == 0u) { return words; }
    return (words << vec4<u32>(rest)) | (vec4<u32>(0u, words.xyz) >> vec4<u32>(32u - rest));
}

fn huge_shr(a: Huge, by: u32) -> Huge {
    var words = a;
    if ((by & 64u) != 0u) { words = vec4<u32>(words.zw, 0u, 0u); }
    if ((by & 32u) != 0u) { words = vec4<u32>(words.yzw, 0u); }
    let rest = by & 31u;
    if (rest == 0u) { return words; }
    return (words >> vec4<u32>(rest)) | (vec4<u32>(words.yzw, 0u) << vec4<u32>(32u - rest));
}

fn huge_ones(a: Huge) -> u32 {
    let ones = countOneBits(a);
    return ones.x + ones.y + ones.z + ones.w;
}

fn huge_zeros(a: Huge) -> u32 {
    if (a.x != 0u) { return countTrailingZeros(a.x); }
    if (a.y != 0u) { return 32u + countTrailingZeros(a.y); }
    if (a.z != 0u) { return 64u + countTrailingZeros(a.z); }
    return 96u + countTrailingZeros(a.w);
}
