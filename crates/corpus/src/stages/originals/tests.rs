use proptest::prelude::*;
use scutch_archive::{Item, Limits, Reader};
use scutch_folder::config::Config;

use super::*;
use crate::fixture;

fn place(input: u32, offset: u64) -> RecordPlace {
    RecordPlace { input, offset, inner_offset: 0 }
}

fn candidate(is_revisit: bool, unix_ms: i64, record: u64, offset: u64) -> Candidate {
    Candidate { is_revisit, is_damaged: false, unix_ms, record, place: place(0, offset) }
}

fn record(kind: &str, headers: &str, block: &[u8]) -> Record<'static> {
    let bytes = fixture::record(kind, headers, block);
    match Reader::from_bytes(&bytes, &Limits::default()).next() {
        Some(Item::Record(record)) => record.into_owned(),
        _ => panic!("no record"),
    }
}

/// What a record says of its names.
fn observed(record: &Record<'_>, place: RecordPlace) -> Vec<(String, Candidate)> {
    let config = Config::default();
    let all = Originals.observe(&Visit::new(place, record, &config)).into_iter();
    all.map(|(key, Bearing::Alone(candidate) | Bearing::State(candidate))| (key, candidate))
        .collect()
}

/// A bearer of a name of its own.
fn alone(candidate: Candidate) -> Bearing {
    Bearing::Alone(candidate)
}

const HEADERS: &str = "WARC-Target-URI: http://a.example/\r\nWARC-Date: 2019-05-17T10:00:00Z\r\n\
    WARC-Record-ID: <urn:uuid:1>\r\nWARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n";

#[test]
fn candidates_are_ordered_by_payload_date_and_content_before_their_place() {
    let ordered = [
        candidate(false, 1, 9, 9),
        candidate(false, 2, 3, 8),
        candidate(false, 2, 4, 7),
        // Only copies of one record are told apart by where they lie.
        candidate(false, 2, 4, 8),
        candidate(false, i64::MAX, 0, 0),
        Candidate { is_damaged: true, ..candidate(false, 0, 0, 0) },
        candidate(true, 0, 0, 0),
    ];
    assert!(ordered.is_sorted(), "{ordered:?}");
    let mut bearer = Bearer::default();
    ordered.iter().rev().for_each(|candidate| Originals::fold(&mut bearer, alone(*candidate)));
    assert_eq!(bearer.best, Some(ordered[0]));
}

#[test]
fn records_with_a_payload_bear_a_name_more_than_revisits() {
    // Id, address and moment with and without the digest, state of the address; digest.
    for (kind, names) in
        [("response", 5), ("resource", 5), ("revisit", 4), ("request", 0), ("metadata", 0)]
    {
        let found = observed(&record(kind, HEADERS, b"x"), place(1, 7));
        assert_eq!(found.len(), names, "{kind}");
        let revisit = kind == "revisit";
        assert!(found.iter().all(|(_, c)| c.is_revisit == revisit && c.place == place(1, 7)));
    }
}

#[test]
fn keys_are_those_of_the_names_that_a_revisit_refers_by() {
    let original = observed(&record("response", HEADERS, b"x"), place(0, 0));
    let revisit = record(
        "revisit",
        "WARC-Target-URI: http://b.example/\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n\
         WARC-Record-ID: <urn:uuid:2>\r\nWARC-Refers-To: <urn:uuid:1>\r\n\
         WARC-Refers-To-Target-URI: http://a.example/\r\nWARC-Refers-To-Date: 20190517100000\r\n\
         WARC-Payload-Digest: SHA1:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n",
        b"",
    );
    let wanted = scutch_archive::revisit::references(&revisit);
    let borne: Vec<String> = original.into_iter().map(|(key, _)| key).collect();
    // All but the address and moment of a record that declares no digest.
    let found: Vec<bool> = wanted.iter().map(|name| borne.contains(&key(name))).collect();
    assert_eq!(found, [true, true, true, false, true], "{wanted:?}");
}

#[test]
fn what_a_record_is_does_not_depend_on_where_it_lies() {
    let here = |record: &Record<'_>, at| observed(record, at)[0].1.record;
    let one = record("response", HEADERS, b"x");
    assert_eq!(here(&one, place(0, 0)), here(&one, place(7, 99)));
    // Without a declared digest the block tells captures apart; with one it is not read.
    let bare =
        HEADERS.replace("WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n", "");
    let of = |headers: &str, block: &[u8]| here(&record("response", headers, block), place(0, 0));
    assert_ne!(of(&bare, b"x"), of(&bare, b"y"));
    assert_eq!(of(HEADERS, b"x"), of(HEADERS, b"y"));
    assert_ne!(of(HEADERS, b"x"), of(&HEADERS.replace("uuid:1", "uuid:2"), b"x"));
    assert_ne!(of(HEADERS, b"x"), of(&HEADERS.replace("a.example", "b.example"), b"x"));
}

#[test]
fn a_record_without_a_date_comes_after_all_that_have_one() {
    let dated = record("response", HEADERS, b"x");
    let undated = record("response", &HEADERS.replace("2019-05-17T10:00:00Z", "soon"), b"x");
    assert!(observed(&dated, place(9, 9))[0].1 < observed(&undated, place(0, 0))[0].1);
}

proptest! {
    /// Groups may be split and merged in any way.
    #[test]
    fn the_best_candidate_does_not_depend_on_order_and_partial_groups(
        candidates in prop::collection::vec((any::<bool>(), 0_i64..4, 0_u64..4, 0_u64..4), 1..12),
        cut in any::<prop::sample::Index>(),
    ) {
        let all: Vec<Candidate> =
            candidates.into_iter().map(|(r, ms, hash, at)| candidate(r, ms, hash, at)).collect();
        let fold = |part: &[Candidate]| {
            let mut bearer = Bearer::default();
            part.iter().for_each(|candidate| Originals::fold(&mut bearer, alone(*candidate)));
            bearer
        };
        let (first, second) = all.split_at(cut.index(all.len()));
        let mut merged = fold(second);
        merged.merge(fold(first));
        prop_assert_eq!(merged.best, fold(&all).best);
        prop_assert_eq!(merged.best, all.iter().min().copied());
        merged.merge(Bearer::default());
        prop_assert_eq!(merged.best, all.iter().min().copied(), "an empty group changes nothing");
    }
}

#[test]
fn of_the_states_of_an_address_the_latest_ones_are_kept_in_any_order() {
    let most = STATES as i64 + 100;
    let all: Vec<Candidate> = (0..most).map(|n| candidate(false, n, n as u64, n as u64)).collect();
    let folded = |order: &mut dyn Iterator<Item = &Candidate>| {
        let mut bearer = Bearer::default();
        order.for_each(|state| Originals::fold(&mut bearer, Bearing::State(*state)));
        Originals.conclude(bearer)
    };
    let (forth, mut back) = (folded(&mut all.iter()), folded(&mut all.iter().rev()));
    assert_eq!((forth.states.len(), forth.best), (STATES, None));
    assert_eq!(forth.states, back.states);
    let at = |bearer: &Bearer, by| bearer.place(&Name::Latest { uri: "http://a.example/", by });
    for (by, expected) in [(most, Some(most - 1)), (3000, Some(3000)), (99, None)] {
        assert_eq!(at(&forth, by).map(|place| place.offset as i64), expected, "{by}");
    }
    // Merging parts is as folding them.
    back.merge(forth);
    assert!(back.states.len() <= 2 * STATES);
    assert!(Group::memory(&back) < 1 << 20);
}

#[test]
fn a_payload_without_a_declared_digest_has_the_names_of_one() {
    let bare =
        HEADERS.replace("WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n", "");
    let block = b"HTTP/1.1 200 OK\r\n\r\nx";
    let found = observed(&record("response", &bare, block), place(0, 0));
    let digest = scutch_archive::digest::sha1_base32(b"x");
    let named = key(&Name::Digest(
        scutch_archive::digest::Declared::parse(&digest).expect("a digest").spelling(),
    ));
    assert!(found.iter().any(|(key, _)| *key == named), "{found:?}");
}
