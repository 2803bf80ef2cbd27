// The index of a position.
alias Rank = Wide;

fn rank_parts(index: Rank) -> vec2<u32> {
    return vec2<u32>(wide_low(index), wide_high(index));
}

fn rank_of_parts(parts: vec2<u32>) -> Rank {
    return wide(parts.x, parts.y);
}
