//! Passes standard input on as text that steers no terminal: `scutch-foreign`'s `cat -v`.
//!
//! `printf 'a\033[31mb' | cargo run -p scutch-foreign --example escaped`

use std::io::{self, Write as _};

use scutch_foreign::Escaping;

fn main() -> io::Result<()> {
    let mut out = Escaping::new(io::stdout().lock());
    io::copy(&mut io::stdin().lock(), &mut out)?;
    out.flush()
}
