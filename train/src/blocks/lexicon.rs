//! Weights of words: for each place where words stand a logistic regression of its own.

use std::collections::HashMap;

use scutch_page::extract::fitting;

use super::truth::Gold;

/// Words on pages of fewer hosts that are learned from are left out: they are names, or what one site calls its things.
const HOSTS: usize = 20;
/// Smaller weights are left out.
const LEAST: f32 = 0.3;
const EPOCHS: usize = 5;
const RATE: f32 = 0.3;

const WHAT: &str = "# Weights of words: `cargo run --release -p scutch-train -- blocks`.\n\
    # Place, word, weight.\n";

/// Names of persons that are on pages of that many hosts all the same.
const NAMES: [&str; 1] = ["trump"];

/// All words of all blocks of pages as they are, by number: what is set into pages are sentences of others.
pub(crate) struct Words {
    places: Vec<(&'static str, FieldWords)>,
}

/// The words of one place.
#[derive(Default)]
struct FieldWords {
    numbers: HashMap<String, u32>,
    names: Vec<String>,
    /// Page, block and word of each occurrence, sorted by them.
    seen: Vec<(u32, u32, u32)>,
}

impl Words {
    pub(crate) fn collect(pages: &[Gold]) -> Self {
        let mut places: Vec<(&'static str, FieldWords)> = Vec::new();
        for (number, page) in pages.iter().enumerate().filter(|(_, page)| page.is_as_it_was()) {
            fitting::words(&page.page, &mut |block, name, word| {
                let known = places.iter().position(|(place, _)| *place == name);
                let at = known.unwrap_or_else(|| {
                    places.push((name, FieldWords::default()));
                    places.len() - 1
                });
                places[at].1.add(number, block, word);
            });
        }
        places.sort_by_key(|(name, _)| *name);
        places.iter_mut().for_each(|(_, place)| place.drop_rare(pages));
        Self { places }
    }

    /// The table of weights, fitted on some of the pages.
    pub(crate) fn fit(&self, pages: &[Gold], chosen: impl Fn(&Gold) -> bool) -> String {
        let chosen: Vec<bool> = pages.iter().map(chosen).collect();
        let weights = pages.iter().zip(&chosen);
        let weights: Vec<Vec<f32>> = weights
            .map(|(page, chosen)| if *chosen { page.weights() } else { Vec::new() })
            .collect();
        let mut table = WHAT.to_owned();
        for (name, place) in &self.places {
            let weights = place.fit(pages, &weights, &place.common(pages, &chosen));
            let mut lines: Vec<(&str, f32)> =
                place.names.iter().map(String::as_str).zip(weights).collect();
            lines.retain(|(_, weight)| weight.abs() >= LEAST);
            lines.sort_by_key(|(word, _)| *word);
            for (word, weight) in lines {
                table.push_str(&format!("{name}\t{word}\t{weight:.1}\n"));
            }
        }
        table
    }
}

impl FieldWords {
    fn add(&mut self, page: usize, block: usize, word: &str) {
        let number = self.numbers.get(word).copied().unwrap_or_else(|| {
            let number = self.names.len() as u32;
            self.numbers.insert(word.to_owned(), number);
            self.names.push(word.to_owned());
            number
        });
        self.seen.push((page as u32, block as u32, number));
    }

    fn drop_rare(&mut self, pages: &[Gold]) {
        let common = self.common(pages, &vec![true; pages.len()]);
        self.seen.retain(|(_, _, word)| common[*word as usize]);
    }

    /// Which words are on chosen pages of enough hosts.
    fn common(&self, pages: &[Gold], chosen: &[bool]) -> Vec<bool> {
        let mut hosts: Vec<Vec<u64>> = vec![Vec::new(); self.names.len()];
        for (page, _, word) in &self.seen {
            let (page, known) = (*page as usize, &mut hosts[*word as usize]);
            let host = pages[page].host;
            if chosen[page] && known.len() < HOSTS && !known.contains(&host) {
                known.push(host);
            }
        }
        let common = |(hosts, name): (&Vec<u64>, &String)| {
            hosts.len() >= HOSTS && !name.split(' ').any(|word| NAMES.contains(&word))
        };
        hosts.iter().zip(&self.names).map(common).collect()
    }

    /// One weight for each word, by gradient descent with a rate of each word's own (Duchi, Hazan, Singer: Adaptive
    /// Subgradient Methods, 2011), page after page in an order that is always the same.
    fn fit(&self, pages: &[Gold], weights: &[Vec<f32>], common: &[bool]) -> Vec<f32> {
        let blocks: Vec<&[(u32, u32, u32)]> =
            self.seen.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).collect();
        let mut fitted = Fitted::new(self.names.len());
        let mut words: Vec<usize> = Vec::new();
        for epoch in 0..EPOCHS {
            // Steps of a size that has no factor in common with the count of blocks meet each of them once.
            for step in 0..blocks.len() {
                let seen = blocks[(step * STRIDE + epoch) % blocks.len()];
                let (page, block) = (seen[0].0 as usize, seen[0].1 as usize);
                let weight = weights[page].get(block).copied().unwrap_or_default();
                words.clear();
                words.extend(seen.iter().map(|seen| seen.2 as usize).filter(|word| common[*word]));
                let known = weight > 0.0 && !words.is_empty();
                if let Some(truth) = pages[page].truth[block].filter(|_| known) {
                    fitted.learn(&words, truth, weight);
                }
            }
        }
        fitted.weights
    }
}

/// A prime above the count of blocks of any set.
const STRIDE: usize = 15_485_863;

struct Fitted {
    weights: Vec<f32>,
    squares: Vec<f32>,
    bias: (f32, f32),
}

impl Fitted {
    fn new(words: usize) -> Self {
        Self { weights: vec![0.0; words], squares: vec![0.0; words], bias: (0.0, 0.0) }
    }

    fn learn(&mut self, words: &[usize], truth: f32, weight: f32) {
        let share = 1.0 / (words.len() as f32).sqrt();
        let sum: f32 = words.iter().map(|word| self.weights[*word]).sum();
        let score = 1.0 / (1.0 + (-(sum * share + self.bias.0)).exp());
        let error = (score - truth) * weight;
        for word in words {
            let slope = error * share;
            self.squares[*word] += slope * slope;
            self.weights[*word] -= RATE * slope / (self.squares[*word].sqrt() + 1.0);
        }
        self.bias.1 += error * error;
        self.bias.0 -= RATE * error / (self.bias.1.sqrt() + 1.0);
    }
}
