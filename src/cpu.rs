//! How much processor time this process has taken. Known on Linux only.

use std::fs;
use std::time::Duration;

/// Linux tells times to programs in hundredths of a second, whatever it counts in itself.
const TICK: Duration = Duration::from_millis(10);

/// User and system time of all threads so far.
pub(crate) fn time() -> Option<Duration> {
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

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn time_passes() {
        let before = super::time().unwrap();
        let begun = std::time::Instant::now();
        while begun.elapsed() < std::time::Duration::from_millis(200) {}
        let taken = super::time().unwrap() - before;
        assert!(taken > std::time::Duration::ZERO, "{taken:?}");
    }
}
