//! A share of a run, for machines that work on one list together.

use std::str::FromStr;

use scutch_archive::digest;

/// One of so many shares. What belongs to which depends on the keys alone, not on the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    of: u64,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts =
            text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let fine = parts.filter(|(number, of)| (1..=*of).contains(number));
        let (number, of) = fine.ok_or("no share: 1/4, 2/4, 3/4, 4/4")?;
        Ok(Self { number, of })
    }
}

impl Shard {
    /// Whether what has this key belongs to the share.
    pub fn takes(self, key: &str) -> bool {
        let hash = digest::sha256_hex(key.as_bytes());
        let hash = u64::from_str_radix(&hash[..15], 16).unwrap_or_default();
        hash % self.of + 1 == self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_whole_and_apart() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().expect("a share"));
        let of = |key: &str| shards.iter().filter(|shard| shard.takes(key)).count();
        let keys = (0..300).map(|n| format!("http://a.example/{n}"));
        assert!(keys.into_iter().all(|key| of(&key) == 1));
        for text in ["0/3", "4/3", "1/0", "1", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
