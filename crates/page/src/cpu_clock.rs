//! CPU time for tests that compare sizes. Other processes do not make it run faster.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// CPU time that this thread has used; elapsed time where the system does not tell.
pub(crate) fn cpu_time() -> Duration {
    static BEGIN: LazyLock<Instant> = LazyLock::new(Instant::now);
    // Linux: nanoseconds on a processor are the first field (proc(5), `/proc/pid/schedstat`).
    let fields = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = fields.and_then(|fields| fields.split(' ').next()?.parse().ok());
    nanos.map_or_else(|| BEGIN.elapsed(), Duration::from_nanos)
}

/// The result for `count`. Fails if the work on it takes more than 24 times the work on an eighth:
/// quadratic work takes 64 times.
pub(crate) fn linear<I, T>(count: usize, input: impl Fn(usize) -> I, work: impl Fn(&I) -> T) -> T {
    let timed = |count| {
        let input = input(count);
        let begin = cpu_time();
        let result = work(&input);
        (result, cpu_time() - begin)
    };
    let ((_, eighth), (result, whole)) = (timed(count / 8), timed(count));
    // The system counts in steps of some milliseconds.
    let most = eighth.max(Duration::from_millis(20)) * 24;
    assert!(whole < most, "{count} took {whole:?}, an eighth of them {eighth:?}");
    result
}

#[test]
#[should_panic(expected = "an eighth of them")]
fn quadratic_work_is_seen() {
    let input = |count: usize| (0..count as u64).collect::<Vec<u64>>();
    linear(16_000, input, |numbers| {
        let sums = numbers.iter().map(|one| numbers.iter().fold(0, |sum: u64, n| sum ^ (n * one)));
        std::hint::black_box(sums.max())
    });
}
