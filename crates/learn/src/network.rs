//! A small network that reads the rows of a sequence together: each with its neighbours, and all in
//! one.
//!
//! Rows are taken down to a few channels. Each layer then looks some rows back and ahead, farther
//! from layer to layer, and adds what it finds (dilated convolutions, Yu and Koltun 2016; residual
//! connections, He et al. 2016). Last, each row is weighed beside the mean and the maximum of all
//! rows.
//!
//! All of it is sums of products, channel by channel, so the code is compiled for wide registers,
//! too, and runs in the widest the processor has. No sum changes its order by that: every processor
//! finds the same numbers.

use multiversion::multiversion;

use crate::decimal::{decimal, fields};

/// Features lie nearer; a row of others must not decide for all.
const FAR_OUT: f32 = 8.0;

/// Features whose places are found at once.
const PLACES: usize = 64;

/// A network of so many channels with its weights.
#[derive(Debug, Clone)]
pub struct Network<const WIDTH: usize> {
    /// For each feature what it adds to the channels.
    features: Vec<[f32; WIDTH]>,
    bias: [f32; WIDTH],
    /// How far a layer looks, and its weights: for what is before, for the row, for what is behind.
    layers: Vec<(usize, Dense<WIDTH>)>,
    /// Weights for mean and maximum.
    whole: Dense<WIDTH>,
    /// Weights for the row and the whole.
    both: Dense<WIDTH>,
    out: [f32; WIDTH],
    base: f32,
}

/// Weights from some channels to others.
#[derive(Debug, Clone)]
struct Dense<const WIDTH: usize> {
    /// For each part of the channels that come in, and each channel of it, what it adds.
    parts: Vec<[[f32; WIDTH]; WIDTH]>,
    bias: [f32; WIDTH],
}

impl<const WIDTH: usize> Network<WIDTH> {
    /// Reads a table: lines of a name, a tabulator and numbers. `feature NAME` has what the feature
    /// adds, `bias` what is there without any; features without a line add nothing. `layer N` looks
    /// N rows back and ahead, `whole` and `both` as above: each has `WIDTH` numbers for each
    /// channel that comes in, and as many to begin with. `out` has a number per channel and one to
    /// begin with. `None` if a part is missing or has another size, or a number is not finite.
    pub fn read(table: &str, names: &[String]) -> Option<Self> {
        let mut features = vec![[0.0; WIDTH]; names.len()];
        let mut layers = Vec::new();
        let (mut bias, mut whole, mut both, mut out) = (None, None, None, None);
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let (name, numbers) = line.split_once('\t')?;
            let numbers = finite(numbers)?;
            match name.split_once(' ') {
                Some(("feature", name)) => {
                    // Features that are unknown here were measured by another version.
                    if let Some(place) = names.iter().position(|n| n == name) {
                        features[place] = numbers.try_into().ok()?;
                    }
                }
                Some(("layer", far)) => {
                    layers.push((far.parse().ok()?, Dense::from_numbers(&numbers, 3)?));
                }
                None if name == "bias" => bias = Some(numbers.try_into().ok()?),
                None if name == "whole" => whole = Some(Dense::from_numbers(&numbers, 2)?),
                None if name == "both" => both = Some(Dense::from_numbers(&numbers, 2)?),
                None if name == "out" => out = Some(numbers),
                _ => return None,
            }
        }
        if layers.is_empty() {
            return None;
        }
        let out = out?;
        let (base, out) = out.split_last()?;
        Some(Self {
            features,
            bias: bias?,
            layers,
            whole: whole?,
            both: both?,
            out: out.try_into().ok()?,
            base: *base,
        })
    }

    /// A row of features, in the order of the names, taken down to channels. What is not finite
    /// counts as 0, what is far out (8 and more) as 8.
    pub fn take(&self, row: &[f32]) -> [f32; WIDTH] {
        take(self, row)
    }

    /// The log odds of each row of a sequence.
    pub fn log_odds(&self, rows: Vec<[f32; WIDTH]>) -> Vec<f32> {
        log_odds(self, rows)
    }
}

/// Numbers divided by spaces. One infinite weight would make every score infinite.
fn finite(text: &str) -> Option<Vec<f32>> {
    fields(text, b' ').map(|number| decimal(number).filter(|n| n.is_finite())).collect()
}

impl<const WIDTH: usize> Dense<WIDTH> {
    /// Weights for so many parts of channels.
    fn from_numbers(numbers: &[f32], parts: usize) -> Option<Self> {
        let (rows, rest) = numbers.as_chunks::<WIDTH>();
        let (bias, weights) = rows.split_last()?;
        let (weights, more) = weights.as_chunks::<WIDTH>();
        let whole = rest.is_empty() && more.is_empty() && weights.len() == parts;
        whole.then(|| Self { parts: weights.to_vec(), bias: *bias })
    }

    /// Adds what the channels `from` say, which come in as those of this part.
    #[inline(always)]
    fn add(&self, part: usize, from: &[f32; WIDTH], mut to: [f32; WIDTH]) -> [f32; WIDTH] {
        let part = &self.parts[part];
        for channel in 0..WIDTH {
            to = plus(to, from[channel], &part[channel]);
        }
        to
    }

    /// Adds to each row what is found in it, and `far` rows before and behind.
    #[inline(always)]
    fn look(&self, far: usize, rows: &[[f32; WIDTH]]) -> Vec<[f32; WIDTH]> {
        let mut looked = Vec::with_capacity(rows.len());
        for (at, row) in rows.iter().enumerate() {
            let mut found = self.add(1, row, self.bias);
            if let Some(before) = at.checked_sub(far) {
                found = self.add(0, &rows[before], found);
            }
            if let Some(behind) = rows.get(at.saturating_add(far)) {
                found = self.add(2, behind, found);
            }
            looked.push(plus(positive(found), 1.0, row));
        }
        looked
    }
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn take<const WIDTH: usize>(network: &Network<WIDTH>, row: &[f32]) -> [f32; WIDTH] {
    let mut channels = network.bias;
    for (row, features) in row.chunks(PLACES).zip(network.features.chunks(PLACES)) {
        let row = &row[..row.len().min(features.len())];
        // Most features are 0 and add nothing. Their places are found without a branch, as no
        // processor could predict it.
        let (mut places, mut count) = ([0_u8; PLACES], 0);
        for (place, value) in row.iter().enumerate() {
            places[count % PLACES] = place as u8;
            count += usize::from(*value != 0.0);
        }
        for place in &places[..count] {
            let value = row[usize::from(*place)];
            let value = if value.is_finite() { value.clamp(-FAR_OUT, FAR_OUT) } else { 0.0 };
            channels = plus(channels, value, &features[usize::from(*place)]);
        }
    }
    positive(channels)
}

#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn log_odds<const WIDTH: usize>(network: &Network<WIDTH>, mut rows: Vec<[f32; WIDTH]>) -> Vec<f32> {
    for (far, layer) in &network.layers {
        rows = layer.look(*far, &rows);
    }
    // No channel is below 0.
    let (mut mean, mut most) = ([0.0; WIDTH], [0.0_f32; WIDTH]);
    for row in &rows {
        mean = plus(mean, 1.0 / rows.len() as f32, row);
        for channel in 0..WIDTH {
            most[channel] = most[channel].max(row[channel]);
        }
    }
    let whole = network.whole.add(1, &most, network.whole.add(0, &mean, network.whole.bias));
    let whole = network.both.add(1, &positive(whole), network.both.bias);
    // Loops: the widest registers are used in what is inlined, and closures of iterators may not
    // be.
    let mut log_odds = Vec::with_capacity(rows.len());
    for row in &rows {
        let joined = positive(network.both.add(0, row, whole));
        let mut sum = 0.0;
        for (value, weight) in joined.iter().zip(&network.out) {
            sum += value * weight;
        }
        log_odds.push(network.base + sum);
    }
    log_odds
}

#[inline(always)]
fn plus<const WIDTH: usize>(
    mut to: [f32; WIDTH],
    times: f32,
    weights: &[f32; WIDTH],
) -> [f32; WIDTH] {
    for channel in 0..WIDTH {
        to[channel] += times * weights[channel];
    }
    to
}

#[inline(always)]
fn positive<const WIDTH: usize>(mut channels: [f32; WIDTH]) -> [f32; WIDTH] {
    for channel in &mut channels {
        *channel = channel.max(0.0);
    }
    channels
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: usize = 4;

    fn read(table: &str) -> Option<Network<WIDTH>> {
        Network::read(table, &["a".to_owned(), "b".to_owned()])
    }

    /// The first numbers of some rows of weights, the rest is 0; the last row is the bias.
    fn dense(rows: usize, first: &[(usize, f32)]) -> String {
        let mut numbers = vec![0.0; rows * WIDTH];
        first.iter().for_each(|(row, value)| numbers[row * WIDTH] = *value);
        line(&numbers)
    }

    fn line(numbers: &[f32]) -> String {
        numbers.iter().map(f32::to_string).collect::<Vec<_>>().join(" ")
    }

    /// One channel in use: the feature, what is 2 rows back, the row itself and what is 1 ahead,
    /// mean and maximum.
    fn table() -> String {
        let out = [&[1.0], &[0.0; WIDTH - 1][..], &[-0.5]].concat();
        [
            "# one channel".to_owned(),
            format!("feature b\t{}", dense(1, &[(0, 2.0)])),
            format!("feature unknown\t{}", dense(1, &[(0, 9.0)])),
            format!("bias\t{}", dense(1, &[(0, -1.0)])),
            format!("layer 2\t{}", dense(3 * WIDTH + 1, &[(0, 10.0)])),
            format!(
                "layer 1\t{}",
                dense(3 * WIDTH + 1, &[(WIDTH, 0.5), (2 * WIDTH, 1.0), (3 * WIDTH, -6.0)])
            ),
            format!("whole\t{}", dense(2 * WIDTH + 1, &[(0, 1.0), (WIDTH, 0.1)])),
            format!("both\t{}", dense(2 * WIDTH + 1, &[(0, 1.0), (WIDTH, 1.0), (2 * WIDTH, -2.0)])),
            format!("out\t{}", line(&out)),
        ]
        .join("\n")
    }

    #[test]
    fn rows_are_read_with_their_neighbours() {
        let network = read(&table()).expect("whole");
        let rows = [[7.0, 1.0], [7.0, 0.0], [f32::NAN, 2.0], [7.0, f32::INFINITY]];
        let taken = rows.map(|row| network.take(&row));
        assert_eq!(taken.map(|row| row[0]), [1.0, 0.0, 3.0, 0.0]);
        // Ten times what is two rows back: 1, 0, 13, 0. Half the row and what is one ahead, beyond
        // 6: 1, 7, 13.5, 0. Mean 5.375 and a tenth of the maximum 1.35 are 6.725; with the row,
        // less 2, less a half at last.
        let expected = [5.225, 11.225, 17.725, 4.225];
        for (found, expected) in network.log_odds(taken.to_vec()).iter().zip(expected) {
            assert!((found - expected).abs() < 1e-4, "{found} for {expected}");
        }
        assert!(network.log_odds(Vec::new()).is_empty());
    }

    #[test]
    fn tables_that_are_not_whole_are_refused() {
        let table = table();
        assert!(read(&table).is_some());
        for line in table.lines().filter(|line| !line.starts_with(['#', 'f', 'l'])) {
            assert!(read(&table.replace(line, "#")).is_none(), "{line}");
        }
        assert!(read(&table.replace("layer 2\t10 ", "layer 2\t")).is_none());
        for broken in ["x", "nan", "1e39"] {
            let table = table.replace("bias\t-1", &format!("bias\t{broken}"));
            assert!(read(&table).is_none(), "{broken}");
        }
        assert!(read(&table.replace("layer", "# ")).is_none());
        assert!(read(&table.replace("whole", "holes")).is_none());
        assert!(read("").is_none());
    }
}
