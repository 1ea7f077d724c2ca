//! Values appended to bytes, as postcard writes them.

use postcard::ser_flavors::Flavor;
use serde::Serialize;

/// Appends a value. After an error, a part of it is there.
pub(crate) fn append(value: &impl Serialize, bytes: &mut Vec<u8>) -> Result<(), postcard::Error> {
    postcard::serialize_with_flavor(value, Appended(bytes))
}

/// Takes strings of bytes whole: `postcard::to_extend` takes them byte by byte.
struct Appended<'b>(&'b mut Vec<u8>);

impl Flavor for Appended<'_> {
    type Output = ();

    fn try_push(&mut self, byte: u8) -> Result<(), postcard::Error> {
        push(self.0, byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> Result<(), postcard::Error> {
        extend(self.0, bytes);
        Ok(())
    }

    fn finalize(self) -> Result<(), postcard::Error> {
        Ok(())
    }
}

// Compiled once, in this crate, which is optimised.
#[inline(never)]
fn push(all: &mut Vec<u8>, byte: u8) {
    all.push(byte);
}

#[inline(never)]
fn extend(all: &mut Vec<u8>, bytes: &[u8]) {
    all.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_behind_what_was_there() {
        let mut bytes = b"key".to_vec();
        let value = ("text", vec![300u16, 1], Some(true));
        append(&value, &mut bytes).expect("appended");
        assert_eq!(bytes[..3], *b"key");
        assert_eq!(bytes[3..], postcard::to_stdvec(&value).expect("written"));
    }
}
