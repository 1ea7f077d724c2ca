//! Structs in Thrift's compact protocol, as far as headers of pages need it.

use std::io::{self, Read};

/// Levels of structs in structs: headers of pages have three.
const DEPTH: u32 = 64;
/// Bytes of a number at most.
const VARINT: u32 = 10;

/// Types of fields.
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
/// Integers of 16, 32 and 64 bits.
const INTEGERS: std::ops::RangeInclusive<u8> = 4..=6;
const DOUBLE: u8 = 7;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const SET: u8 = 10;
const MAP: u8 = 11;
const STRUCT: u8 = 12;
/// A universally unique identifier of 16 bytes.
const UUID: u8 = 13;

/// A field of a struct.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) id: i16,
    kind: u8,
}

/// Reads structs, and counts their bytes.
pub(super) struct Compact<R> {
    input: R,
    pub(super) read: u64,
}

impl<R: Read> Compact<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, read: 0 }
    }

    /// The fields of a struct, each given to `take`, which reads it or answers false.
    pub(super) fn fields(
        &mut self,
        mut take: impl FnMut(&mut Self, Field) -> io::Result<bool>,
    ) -> io::Result<()> {
        let mut last = 0;
        while let Some(field) = self.field(&mut last)? {
            if !take(self, field)? {
                self.skip(field.kind, DEPTH)?;
            }
        }
        Ok(())
    }

    /// The value of a field that is an integer.
    pub(super) fn integer(&mut self, field: Field) -> io::Result<i64> {
        match INTEGERS.contains(&field.kind) {
            true => self.zigzag(),
            false => Err(invalid("a field of a page header is no number")),
        }
    }

    /// A size or count.
    pub(super) fn size(&mut self, field: Field) -> io::Result<u64> {
        let size = self.integer(field)?;
        u64::try_from(size).map_err(|_| invalid("a size in a page header is negative"))
    }

    /// Whether a field that is a truth value is true.
    pub(super) fn truth(field: Field) -> bool {
        field.kind == TRUE
    }

    /// The header of the next field; `None` at the end of the struct.
    fn field(&mut self, last: &mut i16) -> io::Result<Option<Field>> {
        let head = self.byte()?;
        if head == 0 {
            return Ok(None);
        }
        // A short header holds the difference to the last id; 0 means that the id follows.
        let (step, kind) = (i16::from(head >> 4), head & 15);
        let id = match step {
            0 => i16::try_from(self.zigzag()?).map_err(|_| invalid("a field without a number"))?,
            step => last.saturating_add(step),
        };
        *last = id;
        Ok(Some(Field { id, kind }))
    }

    /// Passes over a value.
    fn skip(&mut self, kind: u8, depth: u32) -> io::Result<()> {
        // A forged header could nest structs until the stack overflows.
        let Some(depth) = depth.checked_sub(1) else { return Err(invalid("too many levels")) };
        match kind {
            TRUE | FALSE => Ok(()),
            BYTE => self.pass(1),
            DOUBLE => self.pass(8),
            UUID => self.pass(16),
            BINARY => {
                let length = self.varint()?;
                self.pass(length)
            }
            LIST | SET => {
                let head = self.byte()?;
                // Lists of fewer than 15 elements have their length in the head.
                let length = if head >> 4 == 15 { self.varint()? } else { u64::from(head >> 4) };
                (0..length).try_for_each(|_| self.skip_element(head & 15, depth))
            }
            MAP => {
                let length = self.varint()?;
                // An empty map ends with its length: no byte of types follows.
                let kinds = if length == 0 { 0 } else { self.byte()? };
                (0..length).try_for_each(|_| {
                    self.skip_element(kinds >> 4, depth)?;
                    self.skip_element(kinds & 15, depth)
                })
            }
            STRUCT => {
                let mut last = 0;
                while let Some(field) = self.field(&mut last)? {
                    self.skip(field.kind, depth)?;
                }
                Ok(())
            }
            kind if INTEGERS.contains(&kind) => self.varint().map(drop),
            _ => Err(invalid("a field of an unknown type")),
        }
    }

    /// Passes over an element of a list: truth values have a byte there.
    fn skip_element(&mut self, kind: u8, depth: u32) -> io::Result<()> {
        match kind {
            TRUE | FALSE => self.pass(1),
            kind => self.skip(kind, depth),
        }
    }

    /// Passes over so many bytes.
    fn pass(&mut self, length: u64) -> io::Result<()> {
        let passed = io::copy(&mut (&mut self.input).take(length), &mut io::sink())?;
        self.read += passed;
        if passed == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    /// Reads one byte, and counts it.
    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.input.read_exact(&mut byte)?;
        self.read += 1;
        Ok(byte[0])
    }

    /// An unsigned number of seven bits a byte, the lowest ones first.
    fn varint(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for at in 0..VARINT {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << (7 * at);
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(invalid("a number without an end"))
    }

    /// A signed number, stored as an unsigned one.
    fn zigzag(&mut self) -> io::Result<i64> {
        let number = self.varint()?;
        // The lowest bit is the sign, so that small negative numbers stay short.
        Ok((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }
}

/// The error of bytes that mean nothing.
pub(super) fn invalid(why: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Fields that nobody asked for are passed over, whatever their type.
    #[test]
    fn unknown_fields_of_every_type_are_passed_over() {
        let before: &[&[u8]] = &[
            &[0x11],
            &[0x12],
            &[0x13, 0xff],
            &[0x14, 0x7f],
            &[0x16, 0x80, 0x80, 1],
            &[0x17, 0, 1, 2, 3, 4, 5, 6, 7],
            &[0x18, 3, b'a', b'b', b'c'],
            &[0x19, 0x25, 2, 4],
            &[0x19, 0xf1, 2, 1, 2],
            &[0x1a, 0x28, 1, b'x', 0],
            &[0x1b, 0],
            &[0x1b, 1, 0x58, 2, 1, b'y'],
            &[0x1c, 0x15, 2, 0x1c, 0, 0],
            &[0x0d, 6, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        ];
        for first in before {
            // Field 30, the number -3, and the end.
            let bytes = [*first, &[0x05, 60, 5], &[0]].concat();
            let mut found = None;
            let mut compact = Compact::new(&bytes[..]);
            let read = compact.fields(|compact, field| {
                let wanted = field.id == 30;
                if wanted {
                    found = Some(compact.integer(field)?);
                }
                Ok(wanted)
            });
            read.expect("a struct");
            assert_eq!((found, compact.read), (Some(-3), bytes.len() as u64), "{first:?}");
        }
    }

    #[test]
    fn what_has_no_end_or_no_meaning_is_an_error() {
        let nested = vec![0x1c; 100];
        for bytes in [&[][..], &[0x15], &[0x1e], &[0x18, 9, 0], &[0x15, 0xff, 0xff], &nested] {
            let read = Compact::new(bytes).fields(|_, _| Ok(false));
            assert!(read.is_err(), "{bytes:?}");
        }
    }
}
