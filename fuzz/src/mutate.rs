//! Mutations of seeds, from a number alone: the same number gives the same inputs.

/// Longest input.
const LONGEST: usize = 4096;
/// Most mutations of one input.
const MUTATIONS: usize = 4;
/// What parsers of numbers, markup and archives are sensitive to.
const TOKENS: &[&[u8]] = &[
    b"0",
    b"-1",
    b"65536",
    b"4294967295",
    b"18446744073709551616",
    b"1e309",
    b"\r\n\r\n",
    b"\n",
    b"\t",
    b"\0",
    b"\"",
    b"'",
    b"{",
    b"[",
    b"]",
    b"}",
    b":",
    b",",
    b"<",
    b">",
    b"</",
    b"<!--",
    b"&#x",
    b"&amp;",
    b"\\u0000",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xe0\xb8\x81",
    b"\xf0\x9f\x98\x80",
    b"\xcc\x81",
    b"=",
    b"#",
    b"%00",
    b"://",
    b"WARC/1.0",
    b"Content-Length: ",
    b"HTTP/1.1 200 OK",
    b"gzip",
    b"chunked",
    b"\x1f\x8b",
];

/// Makes inputs out of seeds.
#[derive(Debug)]
pub struct Mutator {
    seeds: Vec<Vec<u8>>,
    state: u64,
    input: Vec<u8>,
}

impl Mutator {
    /// A mutator of seeds; there may be none.
    pub fn new(mut seeds: Vec<Vec<u8>>, number: u64) -> Self {
        seeds.push(Vec::new());
        // Zero would stay zero.
        Self { seeds, state: number.wrapping_mul(2).wrapping_add(1), input: Vec::new() }
    }

    /// The next input.
    pub fn next_input(&mut self) -> &[u8] {
        let seed = self.below(self.seeds.len());
        self.input.clear();
        self.input.extend_from_slice(&self.seeds[seed]);
        for _ in 0..=self.below(MUTATIONS) {
            self.mutate();
        }
        self.input.truncate(LONGEST);
        &self.input
    }

    fn mutate(&mut self) {
        let at = self.below(self.input.len() + 1);
        let length = 1 + self.below(16).min(self.below(16));
        let end = (at + length).min(self.input.len());
        let byte = self.random() as u8;
        match self.below(8) {
            0 => self.input.insert(at, byte),
            1 => drop(self.input.drain(at..end)),
            2 => {
                let token = TOKENS[self.below(TOKENS.len())];
                self.input.splice(at..end, token.iter().copied());
            }
            3 => {
                let token = TOKENS[self.below(TOKENS.len())];
                self.input.splice(at..at, token.iter().copied());
            }
            4 => {
                let again = self.input[at..end].to_vec();
                let times = 1 + self.below(8);
                self.input.splice(at..at, again.repeat(times));
            }
            5 => {
                let other = self.below(self.seeds.len());
                let from = self.below(self.seeds[other].len() + 1);
                self.input.truncate(at);
                self.input.extend_from_slice(&self.seeds[other][from..]);
            }
            6 => self.input[at..end].reverse(),
            _ => self.input[at..end].iter_mut().for_each(|old| *old ^= byte),
        }
    }

    /// A number below `most`, which is not 0.
    fn below(&mut self, most: usize) -> usize {
        (self.random() % most as u64) as usize
    }

    /// Marsaglia's xorshift64* (2003; Vigna, 2016).
    fn random(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}
