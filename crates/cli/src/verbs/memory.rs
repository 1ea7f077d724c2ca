//! `--memory` and `--spill`: what is kept of several records together.

use std::path::PathBuf;

use scutch_corpus::Request;

/// The heading of these flags, and of no flag behind them.
const HEADING: &str = "Memory and disk";

// Flags of verbs that compare records with each other.
#[derive(Debug, clap::Args)]
pub(crate) struct MemoryArgs {
    /// Memory for comparing pages, such as `512M` or `2G`; the rest waits on disk. Rows do not depend on it
    /// [default: 320M].
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = HEADING)]
    memory: Option<usize>,
    /// Folder for what does not fit into memory [default: in the output folder].
    #[arg(long, value_name = "DIR", help_heading = HEADING)]
    spill: Option<PathBuf>,
}

impl MemoryArgs {
    /// The request with what was typed.
    pub(crate) fn applied(&self, mut request: Request) -> Request {
        request.memory = self.memory.unwrap_or(request.memory);
        request.spill.clone_from(&self.spill);
        request
    }
}

/// Bytes of a size with an optional unit, which counts in powers of 1,024.
fn bytes(size: &str) -> Result<usize, String> {
    let expected = || format!("`{size}` is no size; write bytes, or a number with K, M, G or T");
    // The unit is whatever follows the last digit.
    let digits = size.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = size[digits.len()..].trim().to_ascii_uppercase();
    // `512M`, `512MB` and `512MiB` mean the same; memory is not sold in decimal units.
    let unit = unit.trim_end_matches("IB").trim_end_matches('B');
    let shift = match unit {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(expected()),
    };
    let number: usize = digits.parse().map_err(|_| expected())?;
    // `99999999T` must not wrap around to a small budget.
    number.checked_mul(1 << shift).ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units_in_any_spelling() {
        for (typed, meant) in [
            ("0", Some(0)),
            ("1024", Some(1 << 10)),
            ("64K", Some(64 << 10)),
            ("512M", Some(512 << 20)),
            ("512 MiB", Some(512 << 20)),
            ("2g", Some(2 << 30)),
            ("1TB", Some(1 << 40)),
            ("", None),
            ("M", None),
            ("-1M", None),
            ("1.5G", None),
            ("7X", None),
            ("99999999999999T", None),
        ] {
            assert_eq!(bytes(typed).ok(), meant, "{typed}");
        }
    }
}
