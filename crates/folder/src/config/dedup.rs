//! Settings of the search for duplicates.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How duplicates are found. All fields have defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DedupConfig {
    /// Words of one shingle. Default 5.
    pub shingle: u32,
    /// Bands of a signature. Default 20.
    pub bands: u32,
    /// Minima per band. Default 6: with 20 bands, 99.8 % of pairs that share 80 % are compared.
    pub band_rows: u32,
    /// Similarity threshold of near-duplicates, from 0 to 1. Default 0.8.
    pub threshold: f32,
    /// Minimum similarity, from 0 to 1, of rows with the same post number or canonical address,
    /// unless their titles are equal. Default 0.5. Such keys alone prove little: some sites give
    /// all pages one canonical address, and several systems on a host each count from 1.
    pub same_post: f32,
    /// Minimum characters of a paragraph to look it up. Default 60.
    pub paragraph_chars: u32,
    /// Seed of the MinHash permutations.
    pub seed: u64,
}

impl Default for DedupConfig {
    fn default() -> Self {
        Self {
            shingle: 5,
            bands: 20,
            band_rows: 6,
            threshold: 0.8,
            same_post: 0.5,
            paragraph_chars: 60,
            seed: 0,
        }
    }
}

/// Maximum length of a signature. Longer ones cost time and memory and find nothing more.
const MOST_ORDERS: u32 = 4096;

impl DedupConfig {
    /// Checks that the numbers make sense.
    ///
    /// # Errors
    /// A sentence about the first number that does not.
    pub fn check(&self) -> Result<(), String> {
        let counts = [
            ("shingle", self.shingle),
            ("bands", self.bands),
            ("band_rows", self.band_rows),
            ("paragraph_chars", self.paragraph_chars),
        ];
        if let Some((name, _)) = counts.iter().find(|(_, count)| *count == 0) {
            return Err(format!("{name} 0: the least is 1"));
        }
        let shares = [("threshold", self.threshold), ("same_post", self.same_post)];
        // `contains` also turns NaN away, which compares as neither below 0 nor above 1.
        let is_share = |(_, share): &&(_, f32)| (0.0..=1.0).contains(share);
        if let Some((name, share)) = shares.iter().find(|share| !is_share(share)) {
            return Err(format!("{name} {share}: it is a share from 0 to 1, such as 0.8"));
        }
        if self.bands.checked_mul(self.band_rows).is_none_or(|orders| orders > MOST_ORDERS) {
            let (bands, rows) = (self.bands, self.band_rows);
            return Err(format!("{bands} bands of {rows} minima: together at most {MOST_ORDERS}"));
        }
        Ok(())
    }
}
