//! Writes WARC/1.1 records, plain or one gzip member per record.

use std::io::{self, Write};

use flate2::{Compression, GzBuilder};

/// Writes records to `out`. Everything that identifies a record (id, date, digests) comes from the
/// caller, so that the same calls write the same bytes.
#[derive(Debug)]
pub struct WarcWriter<W> {
    out: W,
    gzip: bool,
}

impl<W: Write> WarcWriter<W> {
    /// A writer of uncompressed records.
    pub fn plain(out: W) -> Self {
        Self { out, gzip: false }
    }

    /// A writer of one gzip member per record.
    pub fn gzip(out: W) -> Self {
        Self { out, gzip: true }
    }

    /// Writes one record; `Content-Length` is added to the fields.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn write(&mut self, fields: &[(&str, &str)], block: &[u8]) -> io::Result<()> {
        let mut record = Vec::with_capacity(block.len() + 1024);
        record.extend_from_slice(b"WARC/1.1\r\n");
        for (name, value) in fields {
            write!(record, "{name}: {value}\r\n")?;
        }
        write!(record, "Content-Length: {}\r\n\r\n", block.len())?;
        record.extend_from_slice(block);
        record.extend_from_slice(b"\r\n\r\n");
        if self.gzip {
            let mut member = GzBuilder::new().mtime(0).write(&mut self.out, Compression::default());
            member.write_all(&record)?;
            member.finish()?;
            Ok(())
        } else {
            self.out.write_all(&record)
        }
    }

    /// The output behind the writer.
    pub fn into_inner(self) -> W {
        self.out
    }
}
