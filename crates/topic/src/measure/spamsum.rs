//! Spamsum (Tridgell 2002) as ssdeep computes it (Kornblum, "Identifying almost identical files
//! using context triggered piecewise hashing", 2006).
//!
//! A rolling hash of the content decides where pieces end; each piece becomes one letter. Two
//! contents are compared by the edit distance of their letters.

/// Bytes of the rolling hash that decides where a piece ends.
const WINDOW: usize = 7;
/// Smallest expected size of pieces, in bytes.
const LEAST_BLOCK: u64 = 3;
/// Most letters of the first part. The second part, of pieces of double size, has half as many.
const LENGTH: usize = 64;
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const START: u32 = 0x2802_1967;
const PRIME: u32 = 0x0100_0193;

/// The rolling hash over the last bytes.
#[derive(Default)]
struct Rolling {
    window: [u8; WINDOW],
    sum: u32,
    weighted: u32,
    shifted: u32,
    at: usize,
}

impl Rolling {
    fn next(&mut self, byte: u8) -> u32 {
        let (new, old) = (u32::from(byte), u32::from(self.window[self.at]));
        self.weighted = self.weighted.wrapping_sub(self.sum).wrapping_add(WINDOW as u32 * new);
        self.sum = self.sum.wrapping_add(new).wrapping_sub(old);
        self.window[self.at] = byte;
        self.at = (self.at + 1) % WINDOW;
        self.shifted = (self.shifted << 5) ^ new;
        self.sum.wrapping_add(self.weighted).wrapping_add(self.shifted)
    }
}

/// `SIZE:PIECES:PIECES OF DOUBLE SIZE`, as ssdeep prints it without the name of a file.
pub(crate) fn spamsum(bytes: &[u8]) -> String {
    let mut block = LEAST_BLOCK;
    // About 64 pieces are expected: a digest of fixed length for content of any length.
    while block * (LENGTH as u64) < bytes.len() as u64 {
        block *= 2;
    }
    // The size is guessed from the length. Where the content gives too few pieces, it is halved.
    loop {
        let (ends, one, two) = pieces(bytes, block);
        if block == LEAST_BLOCK || ends >= LENGTH / 2 {
            return format!("{block}:{one}:{two}");
        }
        block /= 2;
    }
}

/// The number of pieces that end within the content, and the letters of pieces of this and of
/// double size.
fn pieces(bytes: &[u8], block: u64) -> (usize, String, String) {
    let mut rolling = Rolling::default();
    let (mut one, mut two) = (String::new(), String::new());
    let (mut h1, mut h2) = (START, START);
    let mut rolled = 0;
    let letter = |hash: u32| char::from(ALPHABET[hash as usize % ALPHABET.len()]);
    for byte in bytes {
        h1 = h1.wrapping_mul(PRIME) ^ u32::from(*byte);
        h2 = h2.wrapping_mul(PRIME) ^ u32::from(*byte);
        rolled = rolling.next(*byte);
        // The last letter stands for all the rest, so that the digest has a fixed length.
        if u64::from(rolled) % block == block - 1 && one.len() < LENGTH - 1 {
            one.push(letter(h1));
            h1 = START;
        }
        if u64::from(rolled) % (2 * block) == 2 * block - 1 && two.len() < LENGTH / 2 - 1 {
            two.push(letter(h2));
            h2 = START;
        }
    }
    let ends = one.len();
    // A rolling hash of 0 means that the content ended with a piece.
    if rolled != 0 {
        one.push(letter(h1));
        two.push(letter(h2));
    }
    (ends, one, two)
}

/// Similarity of two spamsums, 0 to 100. Digests of other block sizes than equal, half or double
/// have the similarity 0.
pub(crate) fn likeness(a: &str, b: &str) -> u32 {
    let (Some(a), Some(b)) = (parts(a), parts(b)) else { return 0 };
    if a.0 != b.0 && a.0 != 2 * b.0 && 2 * a.0 != b.0 {
        return 0;
    }
    let (a, b) = ((a.0, squeezed(a.1), squeezed(a.2)), (b.0, squeezed(b.1), squeezed(b.2)));
    if a == b {
        return 100;
    }
    if a.0 == b.0 {
        score(&a.1, &b.1, a.0).max(score(&a.2, &b.2, 2 * a.0))
    } else if a.0 == 2 * b.0 {
        score(&a.1, &b.2, a.0)
    } else {
        score(&a.2, &b.1, b.0)
    }
}

fn parts(text: &str) -> Option<(u64, &[u8], &[u8])> {
    let mut parts = text.splitn(3, ':');
    let block = parts.next()?.parse().ok()?;
    Some((block, parts.next()?.as_bytes(), parts.next()?.as_bytes()))
}

/// Runs of one letter carry little information: more than three are cut to three.
fn squeezed(pieces: &[u8]) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(pieces.len());
    for letter in pieces {
        if !out.ends_with(&[*letter; 3]) {
            out.push(*letter);
        }
    }
    out
}

fn score(a: &[u8], b: &[u8], block: u64) -> u32 {
    // Without a common run of seven letters the similarity is chance (as in ssdeep).
    let shared = a.windows(WINDOW).any(|run| b.windows(WINDOW).any(|other| run == other));
    if !shared {
        return 0;
    }
    let length = LENGTH as u32;
    let edits = weighted_edits(a, b) * length / (a.len() + b.len()) as u32;
    let score = 100 - (100 * edits / length).min(100);
    // Few letters of small pieces are similar by chance: the score is capped.
    let least = a.len().min(b.len()) as u64;
    let most = block / LEAST_BLOCK * least;
    score.min(u32::try_from(most).unwrap_or(u32::MAX))
}

/// Edit distance in which a substitution costs as much as a deletion and an insertion.
fn weighted_edits(a: &[u8], b: &[u8]) -> u32 {
    let mut row: Vec<u32> = (0..=b.len() as u32).collect();
    for (i, x) in a.iter().enumerate() {
        let mut before = row[0];
        row[0] = i as u32 + 1;
        for (j, y) in b.iter().enumerate() {
            let change = before + if x == y { 0 } else { 2 };
            before = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use scutch_learn::Random;

    fn noise(seed: u64, length: usize) -> Vec<u8> {
        let mut random = Random::new(seed);
        (0..length).map(|_| random.below(256) as u8).collect()
    }

    #[test]
    fn content_that_changes_a_little_stays_alike() {
        let old = noise(1, 5000);
        let mut new = old.clone();
        new.splice(2000..2010, noise(2, 40));
        let (a, b) = (spamsum(&old), spamsum(&new));
        assert_eq!(likeness(&a, &a), 100);
        assert!((80..100).contains(&likeness(&a, &b)), "{a} {b} {}", likeness(&a, &b));
        assert_eq!(likeness(&a, &spamsum(&noise(3, 5000))), 0);
        assert_eq!(likeness(&a, &b), likeness(&b, &a));
    }

    /// What the Python package ppdeep 20260221 makes of the same bytes. (Its comparison counts a
    /// change as one edit, where ssdeep counts two.)
    #[test]
    fn digests_are_those_of_another_program() {
        let old = noise(1, 5000);
        let mut new = old.clone();
        new.splice(2000..2010, noise(2, 40));
        let made = |n: usize, k: usize| (0..n).map(|i| ((i * i * k + i / 7) % 251) as u8).collect();
        let text = b"The ferry to the islands left the harbour ten minutes late this morning.";
        let cases: [(Vec<u8>, &str); 6] = [
            (
                made(300, 31),
                "6:B24h+L7athmHDBWQRxdfAvCySgeKOIX0YvuSiixfRnKH0xmDgcn:sQ+LsGxe/Sg1X0su4RnKHKm8cn",
            ),
            (
                made(5000, 7),
                "96:bfjN6zlgxDm22OEUfjN6zlgxDm22OEUfjN6zlgxDm2t:bhKADm22OEUhKADm22OEUhKADm2t",
            ),
            (
                old.clone(),
                "96:fDxBDlPhKHljmktxHb3VqnwQSVKcUutWFgcyBn6vraf9cj/8I6fn07OO:tBDlPhal1txVqnql90o6vrecb8I6fn0T",
            ),
            (
                new.clone(),
                "96:fDxBDlPhKHljmktxHb3VynwQSVKcUutWFgcyBn6vraf9cj/8I6fn07OO:tBDlPhal1txVynql90o6vrecb8I6fn0T",
            ),
            (noise(5, 100_000), "3072:xCOp6ZK/P61BD8eqt26sXxvLA/Hfnl5/Xy:xnUo/SAD26yBk95q"),
            (text.to_vec(), "3:SA3F9WKLBWFsRmHGALFN04grMWlZL:59WK1WFsRLiWX"),
        ];
        for (bytes, expected) in cases {
            assert_eq!(spamsum(&bytes), expected);
        }
    }

    #[test]
    fn corner_cases() {
        assert_eq!(spamsum(b""), "3::");
        assert_eq!(likeness("3::", "3::"), 100);
        assert_eq!(likeness("", "3::"), 0);
        assert_eq!(likeness(&spamsum(&noise(1, 100)), &spamsum(&noise(1, 100_000))), 0);
    }
}
