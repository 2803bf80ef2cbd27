//! Half a line, 32 bytes, at a time: what a processor with wide registers does in one instruction.
//!
//! A [`Machine`] is a way to do that. [`Portable`] needs nothing; [`Avx2`] exists only where the
//! processor has these instructions, so that code that has one may use them. A kernel is a
//! [`Task`], written once for any machine, and [`run`] runs it on the best one there is.

#![allow(unsafe_code, reason = "the shuffle of bytes has no portable form that compiles to it")]

use super::Line;
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64 as arch;

/// Work on halves of lines.
pub(crate) trait Task {
    /// What it results in.
    type Output;

    /// Does it. It should be inlined, so that it is compiled for the machine.
    fn run<M: Machine>(self, machine: M) -> Self::Output;
}

/// A way to work on 32 bytes at a time.
pub(crate) trait Machine: Copy {
    /// 32 bytes.
    type Half: Copy;

    /// These words.
    fn load(self, words: &[u64; 4]) -> Self::Half;
    /// Two rows of 16 bytes.
    fn join(self, low: &[u64; 2], high: &[u64; 2]) -> Self::Half;
    /// Writes the words.
    fn store(self, half: Self::Half, words: &mut [u64; 4]);
    /// What is in either.
    fn or(self, left: Self::Half, right: Self::Half) -> Self::Half;
    /// What is in both.
    fn and(self, left: Self::Half, right: Self::Half) -> Self::Half;
    /// What is in one of both.
    fn xor(self, left: Self::Half, right: Self::Half) -> Self::Half;
    /// What is in the first and not in the second.
    fn without(self, left: Self::Half, right: Self::Half) -> Self::Half;
    /// The sums of words.
    fn add(self, left: Self::Half, right: Self::Half) -> Self::Half;
    /// In each of the two rows the bytes with these numbers, which are smaller than 16.
    fn shuffle(self, half: Self::Half, bytes: Self::Half) -> Self::Half;
    /// Each word shifted towards its lowest bit.
    fn shift_down<const DISTANCE: i32>(self, half: Self::Half) -> Self::Half;
    /// Each word shifted towards its highest bit.
    fn shift_up<const DISTANCE: i32>(self, half: Self::Half) -> Self::Half;
    /// Whether everything of the second is in the first.
    fn covers(self, half: Self::Half, mask: Self::Half) -> bool;
    /// Says that a line will be read soon.
    fn expect(self, line: &Line);
    /// By word: how many bits are set in all of these, of which there are at most 31.
    fn count<const HALVES: usize>(self, halves: &[Self::Half; HALVES]) -> Self::Half;
}

/// The machines, to choose from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Processor {
    /// What every processor can do.
    Any,
    /// This one has registers of 32 bytes.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Processor {
    /// The best there is.
    pub(crate) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(machine) = Avx2::detect() {
            return Processor::Avx2(machine);
        }
        Processor::Any
    }

    /// Runs a task.
    #[inline]
    pub(crate) fn run<T: Task>(self, task: T) -> T::Output {
        match self {
            Processor::Any => task.run(Portable),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has these instructions, or there would be no such machine.
            Processor::Avx2(machine) => unsafe { run_with_avx2(task, machine) },
        }
    }
}

/// Runs a task on the best machine there is.
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    Processor::best().run(task)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn run_with_avx2<T: Task>(task: T, machine: Avx2) -> T::Output {
    task.run(machine)
}

/// Runs on any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Machine for Portable {
    type Half = [u64; 4];

    #[inline(always)]
    fn load(self, words: &[u64; 4]) -> [u64; 4] {
        *words
    }

    #[inline(always)]
    fn join(self, low: &[u64; 2], high: &[u64; 2]) -> [u64; 4] {
        [low[0], low[1], high[0], high[1]]
    }

    #[inline(always)]
    fn store(self, half: [u64; 4], words: &mut [u64; 4]) {
        *words = half;
    }

    #[inline(always)]
    fn or(self, left: [u64; 4], right: [u64; 4]) -> [u64; 4] {
        std::array::from_fn(|word| left[word] | right[word])
    }

    #[inline(always)]
    fn and(self, left: [u64; 4], right: [u64; 4]) -> [u64; 4] {
        std::array::from_fn(|word| left[word] & right[word])
    }

    #[inline(always)]
    fn xor(self, left: [u64; 4], right: [u64; 4]) -> [u64; 4] {
        std::array::from_fn(|word| left[word] ^ right[word])
    }

    #[inline(always)]
    fn without(self, left: [u64; 4], right: [u64; 4]) -> [u64; 4] {
        std::array::from_fn(|word| left[word] & !right[word])
    }

    #[inline(always)]
    fn add(self, left: [u64; 4], right: [u64; 4]) -> [u64; 4] {
        std::array::from_fn(|word| left[word].wrapping_add(right[word]))
    }

    #[inline(always)]
    fn shuffle(self, half: [u64; 4], bytes: [u64; 4]) -> [u64; 4] {
        let row =
            |words: [u64; 2]| (u128::from(words[1]) << 64 | u128::from(words[0])).to_le_bytes();
        std::array::from_fn(|word| {
            let from = row([half[word & 2], half[word | 1]]);
            u64::from_le_bytes(bytes[word].to_le_bytes().map(|byte| from[usize::from(byte & 15)]))
        })
    }

    #[inline(always)]
    fn shift_down<const DISTANCE: i32>(self, half: [u64; 4]) -> [u64; 4] {
        half.map(|word| word >> DISTANCE)
    }

    #[inline(always)]
    fn shift_up<const DISTANCE: i32>(self, half: [u64; 4]) -> [u64; 4] {
        half.map(|word| word << DISTANCE)
    }

    #[inline(always)]
    fn covers(self, half: [u64; 4], mask: [u64; 4]) -> bool {
        self.without(mask, half) == [0; 4]
    }

    #[inline(always)]
    fn expect(self, _: &Line) {}

    #[inline(always)]
    fn count<const HALVES: usize>(self, halves: &[[u64; 4]; HALVES]) -> [u64; 4] {
        let bits = |word: usize| halves.iter().map(move |half| u64::from(half[word].count_ones()));
        std::array::from_fn(|word| bits(word).sum())
    }
}

/// The processor has AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// There is one if the processor has these instructions, and those that [`run_with_avx2`] is
    /// compiled for besides.
    pub(crate) fn detect() -> Option<Self> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx2(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Machine for Avx2 {
    type Half = arch::__m256i;

    #[inline(always)]
    fn load(self, words: &[u64; 4]) -> Self::Half {
        // SAFETY: any four words are a vector; this needs no instruction of its own.
        unsafe { std::mem::transmute::<[u64; 4], arch::__m256i>(*words) }
    }

    #[inline(always)]
    fn join(self, low: &[u64; 2], high: &[u64; 2]) -> Self::Half {
        self.load(&[low[0], low[1], high[0], high[1]])
    }

    #[inline(always)]
    fn store(self, half: Self::Half, words: &mut [u64; 4]) {
        // SAFETY: a vector is any four words.
        *words = unsafe { std::mem::transmute::<arch::__m256i, [u64; 4]>(half) };
    }

    #[inline(always)]
    fn or(self, left: Self::Half, right: Self::Half) -> Self::Half {
        // SAFETY: the machine says that the processor has AVX2; so below.
        unsafe { arch::_mm256_or_si256(left, right) }
    }

    #[inline(always)]
    fn and(self, left: Self::Half, right: Self::Half) -> Self::Half {
        // SAFETY: as above.
        unsafe { arch::_mm256_and_si256(left, right) }
    }

    #[inline(always)]
    fn xor(self, left: Self::Half, right: Self::Half) -> Self::Half {
        // SAFETY: as above.
        unsafe { arch::_mm256_xor_si256(left, right) }
    }

    #[inline(always)]
    fn without(self, left: Self::Half, right: Self::Half) -> Self::Half {
        // SAFETY: as above.
        unsafe { arch::_mm256_andnot_si256(right, left) }
    }

    #[inline(always)]
    fn add(self, left: Self::Half, right: Self::Half) -> Self::Half {
        // SAFETY: as above.
        unsafe { arch::_mm256_add_epi64(left, right) }
    }

    #[inline(always)]
    fn shuffle(self, half: Self::Half, bytes: Self::Half) -> Self::Half {
        // SAFETY: as above.
        unsafe { arch::_mm256_shuffle_epi8(half, bytes) }
    }

    #[inline(always)]
    fn shift_down<const DISTANCE: i32>(self, half: Self::Half) -> Self::Half {
        // SAFETY: as above.
        unsafe { arch::_mm256_srli_epi64::<DISTANCE>(half) }
    }

    #[inline(always)]
    fn shift_up<const DISTANCE: i32>(self, half: Self::Half) -> Self::Half {
        // SAFETY: as above.
        unsafe { arch::_mm256_slli_epi64::<DISTANCE>(half) }
    }

    #[inline(always)]
    fn covers(self, half: Self::Half, mask: Self::Half) -> bool {
        // SAFETY: as above.
        unsafe { arch::_mm256_testc_si256(half, mask) == 1 }
    }

    #[inline(always)]
    fn expect(self, line: &Line) {
        let address = std::ptr::from_ref(line).cast();
        // SAFETY: as above; nothing is read, whatever the address.
        unsafe { arch::_mm_prefetch::<{ arch::_MM_HINT_T1 }>(address) };
    }

    #[inline(always)]
    fn count<const HALVES: usize>(self, halves: &[Self::Half; HALVES]) -> Self::Half {
        const BITS_OF: [u64; 4] = [
            0x0302_0201_0201_0100,
            0x0403_0302_0302_0201,
            0x0302_0201_0201_0100,
            0x0403_0302_0302_0201,
        ];
        let bits_of = self.load(&BITS_OF);
        let low = self.load(&[0x0f0f_0f0f_0f0f_0f0f; 4]);
        let mut bytes = self.load(&[0; 4]);
        for half in halves {
            let lower = self.shuffle(bits_of, self.and(*half, low));
            let upper = self.shuffle(bits_of, self.and(self.shift_down::<4>(*half), low));
            // No byte gets more than 31 times 8, so none runs over into the next.
            bytes = self.add(bytes, self.add(lower, upper));
        }
        // SAFETY: as above.
        unsafe { arch::_mm256_sad_epu8(bytes, self.load(&[0; 4])) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that a machine can do, on some words.
    struct Everything([[u64; 4]; 3]);

    impl Task for Everything {
        type Output = (Vec<[u64; 4]>, Vec<bool>);

        #[inline(always)]
        fn run<M: Machine>(self, machine: M) -> Self::Output {
            let [left, right, numbers] = self.0.map(|words| machine.load(&words));
            let bytes = machine.and(numbers, machine.load(&[0x0f0f_0f0f_0f0f_0f0f; 4]));
            let both = machine.and(left, right);
            let results = [
                machine.or(left, right),
                both,
                machine.xor(left, right),
                machine.without(left, right),
                machine.add(left, right),
                machine.shuffle(left, bytes),
                machine.shift_down::<1>(left),
                machine.shift_up::<2>(left),
                machine.count(&[left, right, numbers]),
                machine.join(&[1, 2], &[3, 4]),
            ];
            let words = results.map(|half| {
                let mut words = [0; 4];
                machine.store(half, &mut words);
                words
            });
            (words.to_vec(), vec![machine.covers(left, both), machine.covers(both, left)])
        }
    }

    #[test]
    fn all_machines_do_the_same() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            seed ^ seed >> 29
        };
        for _ in 0..1000 {
            let words = [(); 3].map(|()| [(); 4].map(|()| random()));
            assert_eq!(run(Everything(words)), Everything(words).run(Portable));
        }
    }
}
