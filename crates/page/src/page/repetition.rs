//! Repetitions without end: megabytes of one character, one word or one block.
//!
//! They hold no information, but cost as much as a text: bombs of a few kilobytes inflate to them.
//! A repetition has a *period*, the number of bytes after which it is the same again. Of a long one
//! the first periods are kept. Whole periods are left out, so what is kept joins within no character.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memmem;

/// Longest period that is looked for. A template's row or block has a few kilobytes.
const MAX_PERIOD: usize = 64 << 10;
/// Bytes that are kept of a repetition, and the rest of a period.
const KEPT: usize = 64 << 10;
/// Bytes that are searched for to find a period.
const NEEDLE: usize = 32;
/// Places of the needle that are tried at one probe.
const TRIES: usize = 64;

/// The bytes without most of each repetition of at least `least` bytes.
pub(super) fn without_repetitions(bytes: &[u8], least: usize) -> Cow<'_, [u8]> {
    // A shorter repetition than what is kept of one has nothing to cut.
    let least = least.max(4 * MAX_PERIOD);
    let mut kept = Vec::new();
    let (mut from, mut probe) = (0, 0);
    while bytes.len() - probe >= least / 2 {
        match repetition_at(bytes, from, probe, least) {
            Some((found, period)) => {
                kept.extend_from_slice(&bytes[from..found.start + KEPT.next_multiple_of(period)]);
                (from, probe) = (found.end, found.end);
            }
            // A repetition that is long enough has a probe in its first half.
            None => probe += least / 2,
        }
    }
    if from == 0 {
        return Cow::Borrowed(bytes);
    }
    kept.extend_from_slice(&bytes[from..]);
    Cow::Owned(kept)
}

/// The repetition of at least `least` bytes around a place, from `from` on, and its period. What
/// lies behind its last whole period is no part of it.
fn repetition_at(
    bytes: &[u8],
    from: usize,
    probe: usize,
    least: usize,
) -> Option<(Range<usize>, usize)> {
    let here = &bytes[probe..];
    let needle = here.get(..NEEDLE)?;
    let window = &here[1..here.len().min(MAX_PERIOD + NEEDLE)];
    for place in memmem::find_iter(window, needle).take(TRIES) {
        let period = place + 1;
        let same = common_prefix(here, &here[period..]);
        // Backwards, too: the probe is at any place of it.
        let head = &bytes[from..probe];
        let before = head
            .iter()
            .rev()
            .zip(bytes[from..probe + period].iter().rev())
            .take_while(|(a, b)| a == b)
            .count();
        let start = probe - before;
        let length = (before + same + period) / period * period;
        if length >= least {
            return Some((start..start + length, period));
        }
        // Two periods over so long a range are both multiples of a shorter one (Fine and Wilf): no
        // other place leads further.
        if same >= 2 * MAX_PERIOD {
            return None;
        }
    }
    None
}

/// Number of bytes at which two texts begin alike.
fn common_prefix(a: &[u8], b: &[u8]) -> usize {
    const STEP: usize = 4096;
    // Slices are compared faster than bytes.
    let whole = a.chunks_exact(STEP).zip(b.chunks_exact(STEP)).take_while(|(a, b)| a == b).count();
    let at = whole * STEP;
    at + a[at..].iter().zip(&b[at..]).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const LEAST: usize = 1 << 20;

    fn cut(text: &str) -> String {
        let kept = without_repetitions(text.as_bytes(), LEAST);
        String::from_utf8(kept.into_owned()).expect("cut between characters")
    }

    #[test]
    fn long_repetitions_are_cut_and_what_surrounds_them_stays() {
        let block = "<p class=\"ก\">The ferry was late, and the gulls had eaten.</p>\n";
        let list: String =
            (0..900).map(|n| format!("<li>item {n} of a list that repeats</li>")).collect();
        for piece in ["a", " ", "ab", "ก", "aab", "<br>", "漢字かな", block, &list] {
            let times = (3 << 20) / piece.len();
            let text = format!("<h1>Before</h1>{}<p>After</p>", piece.repeat(times));
            let kept = cut(&text);
            let most = KEPT + 3 * piece.len() + 100;
            assert!(kept.len() <= most, "{piece:.20}: {} of {}", kept.len(), text.len());
            assert!(kept.starts_with("<h1>Before</h1>") && kept.ends_with("<p>After</p>"));
            let middle = &kept["<h1>Before</h1>".len()..kept.len() - "<p>After</p>".len()];
            assert_eq!(middle, piece.repeat(middle.len() / piece.len()), "{piece:.20}");
        }
    }

    #[test]
    fn several_repetitions_are_each_cut() {
        let text =
            format!("x{}y{}z{}", "a".repeat(2 << 20), "bc".repeat(2 << 20), "d".repeat(1000));
        let kept = cut(&text);
        assert!(kept.len() < 3 * KEPT, "{}", kept.len());
        assert!(kept.starts_with("xa") && kept.contains("ayb") && kept.ends_with("d"));
    }

    #[test]
    fn texts_with_information_stay_as_they_are() {
        let numbers: String = (0..300_000).map(|n| format!("<p>{n}</p>")).collect();
        let short = "a".repeat(LEAST - 1);
        let table = "<tr><td>0</td></tr>".repeat(LEAST / 20);
        for text in ["", "a", &numbers, &short, &table, &(table.clone() + &numbers + &table)] {
            assert!(matches!(without_repetitions(text.as_bytes(), LEAST), Cow::Borrowed(_)));
        }
    }

    #[test]
    fn nearly_repeated_texts_take_linear_time() {
        // Each probe meets many places that lead a little further.
        let near: String = (0..2000).map(|n| format!("{}{n:06}", "a".repeat(4000))).collect();
        let broken = format!("{}b", "a".repeat(500_000)).repeat(16);
        for text in [&near, &broken] {
            assert_eq!(cut(text).len(), text.len());
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn what_is_kept_is_the_text_without_one_range(
            piece in "[ab]{1,9}", before in "[abc]{0,40}", after in "[abc]{0,40}",
        ) {
            let text = format!("{before}{}{after}", piece.repeat(LEAST / piece.len() + 10));
            let kept = cut(&text);
            prop_assert!(kept.len() < 2 * KEPT);
            // One range is gone, of whole periods: a piece such as `aa` has a shorter one.
            let gone = text.len() - kept.len();
            prop_assert!(text.starts_with(&kept[..KEPT]));
            prop_assert!(kept[KEPT..] == text[KEPT + gone..]);
        }
    }
}
