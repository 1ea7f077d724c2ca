//! Any text as the length of a WARC record, and as the size of an ARC record: both readers see a
//! record that lies in its file.

use crate::heads::read_heads;
use crate::reading;

/// One execution.
pub fn run(data: &[u8]) {
    let length: Vec<u8> = data.iter().copied().filter(|byte| !b"\r\n".contains(byte)).collect();
    let warc = [
        b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/\r\n\
          WARC-Date: 2020-01-01T00:00:00Z\r\nContent-Length: ",
        length.as_slice(),
        b"\r\n\r\nabcd\r\n\r\nWARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\nef\r\n\r\n",
    ]
    .concat();
    let arc = [
        b"filedesc://a.arc 0.0.0.0 20050101000000 text/plain 77\n1 0 x\nURL IP-address \
          Archive-date Content-type Archive-length\n\nhttp://a.example/ 1.2.3.4 20050101000000 \
          text/html ",
        length.as_slice(),
        b"\nabcd\n",
    ]
    .concat();
    for archive in [&warc, &arc] {
        reading::read(archive);
        read_heads(archive);
    }
}
