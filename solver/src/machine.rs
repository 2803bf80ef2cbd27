//! How much memory and time this process has used, and how much memory it may use. Known on Linux
//! only.

use serde::Serialize;
use std::fs;
use std::time::{Duration, Instant};

/// Linux tells times to programs in hundredths of a second, whatever it counts in itself.
const TICK: Duration = Duration::from_millis(10);

/// Returns the most memory this process has had so far, in bytes.
pub fn peak_bytes() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// Returns the memory that a search may take by default: most of what is free now, in bytes.
pub fn free_bytes() -> Option<u64> {
    Some(kilobytes("/proc/meminfo", "MemAvailable:")? / 10 * 9)
}

/// Returns the user and system time of all threads of this process so far.
fn cpu_time() -> Option<Duration> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program comes before, in parentheses, and may hold anything.
    let after_name = text.rsplit_once(')')?.1;
    let ticks: Vec<u32> = after_name
        .split_whitespace()
        .skip(11)
        .take(2)
        .map_while(|field| field.parse().ok())
        .collect();
    let [user, system] = ticks.as_slice() else { return None };
    Some(TICK * (user + system))
}

/// How long something took.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Taken {
    /// Processor time, where the system tells it.
    pub cpu_seconds: Option<f64>,
    /// Time on the wall.
    pub wall_seconds: f64,
}

impl Taken {
    /// Returns processor time where it is known.
    pub fn seconds(&self) -> f64 {
        self.cpu_seconds.filter(|seconds| *seconds > 0.0).unwrap_or(self.wall_seconds)
    }

    /// Divides the time of a search that checks as it goes. Processor time is told in steps that
    /// are too long for a tier, so it is divided as wall time is.
    pub(crate) fn split(self, check: Duration) -> (Taken, Taken) {
        let share = (check.as_secs_f64() / self.wall_seconds.max(1e-9)).clamp(0.0, 1.0);
        let times = |share: f64| Taken {
            cpu_seconds: self.cpu_seconds.map(|cpu| cpu * share),
            wall_seconds: self.wall_seconds * share,
        };
        (times(1.0 - share), times(share))
    }
}

/// The time since something began.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    wall: Instant,
    cpu: Option<Duration>,
}

impl Clock {
    /// Begins now.
    pub fn start() -> Self {
        Clock { wall: Instant::now(), cpu: cpu_time() }
    }

    /// Returns the time since the beginning.
    pub fn elapsed(&self) -> Taken {
        let cpu = cpu_time().zip(self.cpu).map(|(now, then)| now.saturating_sub(then));
        Taken {
            cpu_seconds: cpu.map(|cpu| cpu.as_secs_f64()),
            wall_seconds: self.wall.elapsed().as_secs_f64(),
        }
    }
}

/// Returns the number in the line that begins with `word`, in bytes.
fn kilobytes(path: &str, word: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    let number: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    number.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn time_passes() {
        let clock = Clock::start();
        while clock.elapsed().wall_seconds < 0.2 {}
        let taken = clock.elapsed();
        assert!(taken.cpu_seconds.unwrap() > 0.0, "{taken:?}");
    }

    #[test]
    fn times_are_divided() {
        let all = Taken { cpu_seconds: Some(8.0), wall_seconds: 4.0 };
        let (solve, check) = all.split(Duration::from_secs(1));
        assert_eq!((solve.wall_seconds, check.wall_seconds), (3.0, 1.0));
        assert_eq!((solve.cpu_seconds, check.cpu_seconds), (Some(6.0), Some(2.0)));
    }
}
