// The index of a position.
alias Rank = u32;

fn rank_parts(index: Rank) -> vec2<u32> {
    return vec2<u32>(index, 0u);
}

fn rank_of_parts(parts: vec2<u32>) -> Rank {
    return parts.x;
}
