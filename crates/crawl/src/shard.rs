//! Shards of a run, for machines that work on one list together.

use std::str::FromStr;

use scutch_archive::digest;

/// One of several shards. Which shard a key belongs to depends on the key alone, not on the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    count: u64,
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts =
            text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        let valid = parts.filter(|(number, count)| (1..=*count).contains(number));
        let (number, count) = valid.ok_or("no share: 1/4, 2/4, 3/4, 4/4")?;
        Ok(Self { number, count })
    }
}

impl Shard {
    /// Whether a key belongs to the shard.
    pub fn contains(self, key: &str) -> bool {
        // A stable hash: machines with different builds must agree.
        let hash = digest::sha256_hex(key.as_bytes());
        let hash = u64::from_str_radix(&hash[..15], 16).unwrap_or_default();
        hash % self.count + 1 == self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_belongs_to_exactly_one_shard() {
        let shards = ["1/3", "2/3", "3/3"].map(|text| text.parse::<Shard>().expect("a shard"));
        let count = |key: &str| shards.iter().filter(|shard| shard.contains(key)).count();
        let keys = (0..300).map(|n| format!("http://a.example/{n}"));
        assert!(keys.into_iter().all(|key| count(&key) == 1));
        let sizes = shards.map(|s| (0..300).filter(|n| s.contains(&n.to_string())).count());
        assert!(sizes.iter().all(|size| (60..140).contains(size)), "{sizes:?}");
        for text in ["0/3", "4/3", "1/0", "1", "a/b"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
