// Sums and products of numbers with a sign. One that 32 bits do not hold makes the result worth nothing.
fn signed_add(a: i32, b: i32) -> i32 {
    let sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
        list_overflow = true;
    }
    return sum;
}

fn signed_sub(a: i32, b: i32) -> i32 {
    let difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
        list_overflow = true;
    }
    return difference;
}

fn signed_mul(a: i32, b: i32) -> i32 {
    let product = a * b;
    if (a != 0 && product / a != b) {
        list_overflow = true;
    }
    return product;
}

fn signed_too_large() -> i32 {
    list_overflow = true;
    return 0x7fffffff;
}
