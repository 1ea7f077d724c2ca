//! Objects of a local server, read as files are.

mod server;

use std::collections::HashMap;
use std::ops::Range;

use scutch_archive::{RemoteChange, RemoteOpener as _};
use scutch_remote::Remote;

use server::{Manner, Server};

/// Bytes that tell where they are.
fn object(length: usize) -> Vec<u8> {
    let mut state = 1_u64;
    std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 56) as u8
    })
    .take(length)
    .collect()
}

fn server(bytes: &[u8], manner: Manner) -> Server {
    Server::start(HashMap::from([("a/b.warc.gz".to_owned(), bytes.to_vec())]), manner)
}

/// All bytes of an object, read in pieces.
fn whole(server: &Server, piece: usize) -> std::io::Result<Vec<u8>> {
    let object = Remote::default().open(&server.url("a/b.warc.gz"), None)?;
    let (mut all, mut buffer) = (Vec::new(), vec![0; piece]);
    loop {
        let read = object.read_at(all.len() as u64, &mut buffer)?;
        if read == 0 {
            assert_eq!(object.size(), all.len() as u64);
            return Ok(all);
        }
        all.extend_from_slice(&buffer[..read]);
    }
}

#[test]
fn an_object_has_the_bytes_of_the_file_each_fetched_once() {
    for length in [0, 1, 1 << 20, (1 << 20) + 1, 7_654_321] {
        let bytes = object(length);
        for piece in [100_000, 3 << 20] {
            let server = server(&bytes, Manner::Sound);
            assert!(whole(&server, piece).expect("bytes") == bytes, "{length}");
            assert_eq!(server.bytes(), bytes.len() as u64, "{length}");
            assert!(server.most_at_once() <= 8, "{}", server.most_at_once());
        }
    }
}

#[test]
fn connections_that_are_cut_go_on_where_they_stopped() {
    let bytes = object(30 << 20);
    let server = server(&bytes, Manner::Cuts);
    assert!(whole(&server, 1 << 20).expect("bytes") == bytes);
    assert!(server.requests() > 30, "{}", server.requests());
    println!("{} bytes fetched of {}", server.bytes(), bytes.len());
    // What was under way when a connection was cut may have come only in part.
    assert!(server.bytes() <= bytes.len() as u64 * 105 / 100, "{}", server.bytes());
}

#[test]
fn servers_that_are_overloaded_are_asked_again() {
    let bytes = object(3 << 20);
    assert!(whole(&server(&bytes, Manner::Overloaded), 1 << 20).expect("bytes") == bytes);
}

#[test]
fn what_cannot_be_fetched_is_said() {
    let bytes = object(3000);
    for (manner, expected) in [
        (Manner::Refuses(403), "the server refuses access (403)"),
        (Manner::Refuses(401), "(401)"),
        (Manner::Refuses(404), "nothing is there (404)"),
        (Manner::Refuses(400), "cannot be fetched (Server returned non-2xx status code: 400"),
        (Manner::Half, "the server sent another range than it was asked for"),
        (Manner::Whole, "the server sends no ranges of it"),
    ] {
        let said = whole(&server(&bytes, manner), 3000).expect_err("no bytes").to_string();
        assert!(said.contains(expected), "{manner:?}: {said}");
    }
    let nobody = "http://127.0.0.1:1/a.warc";
    let said = Remote::default().open(nobody, None).expect_err("nobody").to_string();
    assert!(said.contains("cannot be fetched (Connection refused"), "{said}");
}

#[test]
fn a_server_that_never_sends_a_whole_range_is_given_up() {
    let server = server(&object(300_000), Manner::Stops);
    let said = whole(&server, 1 << 20).expect_err("no bytes").to_string();
    assert!(said.contains("cannot be fetched"), "{said}");
    assert!(server.requests() < 40, "{}", server.requests());
}

#[test]
fn an_object_that_changes_is_told() {
    let bytes = object(9 << 20);
    for (manner, expected) in
        [(Manner::Changes, "it has another ETag"), (Manner::Grows, "it became longer")]
    {
        let error = whole(&server(&bytes, manner), 1 << 20).expect_err("another version");
        let change = error.get_ref().and_then(|inner| inner.downcast_ref::<RemoteChange>());
        assert_eq!(change, Some(&RemoteChange(expected)), "{error}");
    }
}

#[test]
fn expected_ranges_are_fetched_once_and_nothing_else() {
    let bytes = object(20 << 20);
    for manner in [Manner::Sound, Manner::Cuts] {
        let server = server(&bytes, manner);
        let remote = Remote::default();
        let ranges: Vec<Range<u64>> = (0..60).map(|n| n * 300_000..n * 300_000 + 5000).collect();
        let needed: u64 = ranges.iter().map(|range| range.end - range.start).sum();
        let object = remote.open(&server.url("a/b.warc.gz"), Some(&ranges)).expect("an object");
        assert_eq!((object.size(), object.version(), server.requests()), (ranges[59].end, None, 0));
        for _ in 0..2 {
            for range in &ranges {
                // A window reads as much as it has room for.
                let mut buffer = vec![0; 2 << 20];
                assert_eq!(object.read_at(range.start, &mut buffer).expect("bytes"), 5000);
                let (start, end) = (range.start as usize, range.end as usize);
                assert!(buffer[..5000] == bytes[start..end]);
                assert_eq!(object.read_at(range.end, &mut buffer).expect("the end"), 0);
            }
        }
        println!("{} bytes fetched of {needed}", server.bytes());
        let most = if manner == Manner::Sound { needed } else { needed * 105 / 100 };
        assert!(server.bytes() <= most, "{} of {needed}", server.bytes());
        assert_eq!(object.version().map(|version| version.size), Some(20 << 20));
        // The head of the file, where dictionaries stand.
        let mut head = [0; 16];
        assert_eq!(object.read_at(6000, &mut head).expect("bytes"), 16);
        assert!(head == bytes[6000..6016]);
    }
}

#[test]
fn ranges_behind_the_end_of_an_object_are_short_or_refused() {
    let bytes = object(1000);
    let server = server(&bytes, Manner::Sound);
    let ranges = [900..1100, 2000..2100, 3000..u64::MAX];
    let object = Remote::default().open(&server.url("a/b.warc.gz"), Some(&ranges)).expect("opens");
    let mut buffer = [0; 500];
    assert_eq!(object.read_at(900, &mut buffer).expect("bytes"), 100);
    assert_eq!(object.read_at(1050, &mut buffer).expect("the end"), 0);
    let said = object.read_at(2000, &mut buffer).expect_err("nothing").to_string();
    assert!(said.contains("416"), "{said}");
    assert!(server.requests() < 99, "{}", server.requests());
}

#[test]
fn a_sample_of_ranges_fetches_few_others() {
    let bytes = object(20 << 20);
    let server = server(&bytes, Manner::Sound);
    let ranges: Vec<Range<u64>> = (0..400).map(|n| n * 50_000..n * 50_000 + 1000).collect();
    let object = Remote::default().open(&server.url("a/b.warc.gz"), Some(&ranges)).expect("opens");
    let mut buffer = [0; 1000];
    for n in (0..400).step_by(40) {
        object.read_at(ranges[n].start, &mut buffer).expect("bytes");
    }
    // Ten that were wanted, and at most one behind each.
    assert!(server.requests() <= 20, "{}", server.requests());
}
