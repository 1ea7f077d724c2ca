//! Small numbers in runs: Parquet's hybrid of run lengths and packed bits, for levels and places in
//! dictionaries.

use std::io::{self, Read};

use super::compact::invalid;
use super::inflate::byte;

/// Numbers of one packed group.
const GROUP: usize = 8;

/// The numbers of a stream that are so many bits wide each.
pub(super) struct Hybrid<R> {
    input: R,
    width: u32,
    run: Run,
}

enum Run {
    /// So many times the same number.
    Same(u64, u32),
    /// Groups that are left, and the numbers of the present one behind a place.
    Packed(u64, [u32; GROUP], usize),
}

impl<R: Read> Hybrid<R> {
    pub(super) fn new(input: R, width: u32) -> io::Result<Self> {
        match width {
            0..=32 => Ok(Self { input, width, run: Run::Same(0, 0) }),
            _ => Err(invalid("numbers of more than 32 bits")),
        }
    }

    /// The next number.
    pub(super) fn next(&mut self) -> io::Result<u32> {
        loop {
            match &mut self.run {
                Run::Same(left @ 1.., number) => {
                    *left -= 1;
                    return Ok(*number);
                }
                Run::Packed(_, numbers, at) if *at < GROUP => {
                    *at += 1;
                    return Ok(numbers[*at - 1]);
                }
                Run::Packed(left @ 1.., ..) => {
                    let left = *left - 1;
                    self.run = Run::Packed(left, self.group()?, 0);
                }
                Run::Same(..) | Run::Packed(..) => self.run = self.next_run()?,
            }
        }
    }

    /// Reads the header of a run, and the number of a run of equal ones.
    fn next_run(&mut self) -> io::Result<Run> {
        let mut head = 0_u64;
        for shift in (0..).step_by(7) {
            let byte = byte(&mut self.input)?;
            // Nine bytes of seven bits each: no run has a longer length.
            if shift > 56 {
                return Err(invalid("a run without an end"));
            }
            head |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        // The lowest bit tells the two kinds of run apart.
        if head & 1 == 1 {
            return Ok(Run::Packed(head >> 1, [0; GROUP], GROUP));
        }
        let mut number = 0;
        for at in 0..self.width.div_ceil(8) {
            number |= u32::from(byte(&mut self.input)?) << (8 * at);
        }
        Ok(Run::Same(head >> 1, number))
    }

    /// Reads a packed group: as many bytes as its numbers have bits.
    fn group(&mut self) -> io::Result<[u32; GROUP]> {
        let (mut numbers, mut bits, mut there) = ([0; GROUP], 0_u64, 0);
        for number in &mut numbers {
            while there < self.width {
                // Bits are packed from the lowest one on, across the bounds of bytes.
                bits |= u64::from(byte(&mut self.input)?) << there;
                there += 8;
            }
            *number = u32::try_from(bits & ((1 << self.width) - 1)).unwrap_or_default();
            bits >>= self.width;
            there -= self.width;
        }
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_packed_numbers_come_back() {
        // Of the specification: 0 to 7 in three bits each.
        let packed = [0x03, 0x88, 0xc6, 0xfa];
        let cases: [(&[u8], u32, &[u32]); 5] = [
            (&packed, 3, &[0, 1, 2, 3, 4, 5, 6, 7]),
            (&[0x06, 0x05], 3, &[5, 5, 5]),
            (&[0x02, 0x01, 0x03, 0x88, 0xc6, 0xfa], 3, &[1, 0, 1, 2]),
            (&[0x04, 0x34, 0x12], 12, &[0x1234, 0x1234]),
            (&[0x08], 0, &[0, 0, 0, 0]),
        ];
        for (bytes, width, expected) in cases {
            let mut numbers = Hybrid::new(bytes, width).expect("a width");
            for number in expected {
                assert_eq!(numbers.next().expect("a number"), *number, "{bytes:?}");
            }
        }
        assert!(Hybrid::new(&packed[..2], 3).expect("a width").next().is_err());
        assert!(Hybrid::new(&[0xff; 20][..], 3).expect("a width").next().is_err());
        assert!(Hybrid::new(&packed[..], 33).is_err());
    }
}
