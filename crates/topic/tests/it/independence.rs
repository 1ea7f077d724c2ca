//! Verdicts depend on the captures of a host alone: not on their order, on how they are cut into
//! files, on the memory there is, or on what other hosts are read beside them.

use std::collections::BTreeMap;
use std::sync::Arc;

use scutch_archive::{Item, Limits, Reader, Record, WarcWriter};
use scutch_learn::Random;
use scutch_shuffle::{Settings, ShuffleError};
use scutch_topic::{Gatherer, Grouping, Profile, Selection, SketchConfig, judge_all};

/// Random worlds, each of which is cut in two ways.
const CASES: u64 = 220;

const TEXTS: [&str; 6] = [
    "<title>Harbour</title><h1>Harbour</h1><p>The ferry to the islands left the harbour ten minutes \
     late this morning, and nobody on board seemed to mind the rain.",
    "<title>Harbour</title><h1>Harbour</h1><p>The ferry to the islands left the harbour on time this \
     evening, and the captain told stories about storms of other years.",
    "<title>404 Not Found</title><h1>Not Found</h1><p>The requested URL was not found on this server.",
    "<title>Casino</title><p>Best slots online, free spins, win real money today with our welcome \
     bonus for every new player who signs up now.",
    "<title>Account Suspended</title><h1>Account Suspended</h1><p>This account has been suspended.",
    "",
];

/// One record: its type, further header fields, its block.
#[derive(Clone)]
struct Made {
    kind: &'static str,
    fields: Vec<(&'static str, String)>,
    block: Vec<u8>,
}

fn url(host: &str, page: usize) -> String {
    let scheme = if page.is_multiple_of(2) { "http" } else { "https" };
    format!("{scheme}://{host}/{}", if page == 0 { String::new() } else { format!("p{page}") })
}

/// Captures of hosts that redirect to each other and refer to each other's contents.
fn world(random: &mut Random, hosts: &[&str], name: &str) -> Vec<Made> {
    let mut records: Vec<Made> = Vec::new();
    for number in 0..30 {
        let host = hosts[random.below(hosts.len())];
        let uri = url(host, random.below(3));
        // Few moments, so that captures of one second are many.
        let date = format!("2020-01-{:02}T00:00:0{}Z", 1 + random.below(4), random.below(2));
        let date = if random.below(20) == 0 { "2020-77-01T00:00:00Z".to_owned() } else { date };
        let id = format!("<urn:x:{name}-{number}>");
        let mut fields =
            vec![("WARC-Record-ID", id), ("WARC-Date", date), ("WARC-Target-URI", uri)];
        let text = TEXTS[random.below(TEXTS.len())];
        let made = match random.below(10) {
            0 | 1 => {
                let target = url(hosts[random.below(hosts.len())], random.below(3));
                let head = format!("HTTP/1.1 301 Moved\r\nLocation: {target}\r\n");
                response(fields, &head, "")
            }
            2 if !records.is_empty() => {
                let original = &records[random.below(records.len())];
                for field in ["WARC-Record-ID", "WARC-Payload-Digest"] {
                    let found = original.fields.iter().find(|(name, _)| *name == field);
                    let refers = match field {
                        "WARC-Record-ID" if random.below(2) == 0 => "WARC-Refers-To",
                        "WARC-Payload-Digest" => "WARC-Payload-Digest",
                        _ => continue,
                    };
                    fields.extend(found.map(|(_, value)| (refers, value.clone())));
                }
                Made { kind: "revisit", fields, block: Vec::new() }
            }
            3 if !records.is_empty() => {
                let original = records[random.below(records.len())].clone();
                let field = |name| original.fields.iter().find(|(n, _)| *n == name).cloned();
                let same = ["WARC-Date", "WARC-Target-URI"].into_iter().filter_map(field);
                let mut fields: Vec<_> = fields.into_iter().take(1).chain(same).collect();
                if random.below(2) == 0 {
                    let id = original.fields[0].1.clone();
                    fields.push(("WARC-Refers-To", id));
                }
                fields.push(("Content-Type", "text/html".to_owned()));
                Made { kind: "conversion", fields, block: text.into() }
            }
            4 => response(fields, "HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n", text),
            5 => response(fields, "HTTP/1.1 200 OK\r\nContent-Type: image/gif\r\n", "GIF89a"),
            _ => response(fields, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", text),
        };
        records.push(made);
    }
    // An exact copy, as archives that overlap have it.
    let copy = records[random.below(records.len())].clone();
    records.push(copy);
    records
}

fn response(mut fields: Vec<(&'static str, String)>, head: &str, body: &str) -> Made {
    let digest = scutch_learn::hashed(body.as_bytes());
    fields.push(("WARC-Payload-Digest", format!("test:{digest:x}")));
    fields.push(("Content-Type", "application/http;msgtype=response".to_owned()));
    Made { kind: "response", fields, block: format!("{head}\r\n{body}").into_bytes() }
}

/// The records dealt out to files at random.
fn cut(random: &mut Random, records: &[Made]) -> Vec<Vec<u8>> {
    let mut records: Vec<&Made> = records.iter().collect();
    for at in (1..records.len()).rev() {
        records.swap(at, random.below(at + 1));
    }
    let count = 1 + random.below(5);
    let mut files: Vec<WarcWriter<Vec<u8>>> =
        (0..count).map(|_| WarcWriter::plain(Vec::new())).collect();
    for Made { kind, fields, block } in records {
        let mut all = vec![("WARC-Type", *kind)];
        all.extend(fields.iter().map(|(name, value)| (*name, value.as_str())));
        files[random.below(count)].write(&all, block).expect("memory");
    }
    files.into_iter().map(WarcWriter::into_inner).collect()
}

/// Record id to what is said of it. Exact copies share an id, and may differ among themselves.
type Said = BTreeMap<String, Vec<String>>;

fn judged(files: &[Vec<u8>], profile: &Profile, jobs: usize, memory: usize, of: &str) -> Said {
    let limits = Limits::default();
    let settings = Settings { memory, ..Settings::default() };
    let mut gatherer =
        Gatherer::new(&profile.sketch, &limits, jobs, settings).expect("a temporary file");
    let mut ids = BTreeMap::new();
    for (number, bytes) in (0..).zip(files) {
        let mut reader = Reader::from_bytes(bytes, &limits);
        while let Some(item) = reader.next() {
            let Item::Record(record) = item else { continue };
            let place = record.location();
            ids.insert((number, place.offset), id(&record));
            gatherer.record(number, "a.warc", record).expect("observed");
        }
    }
    let names = files.iter().map(|_| String::new()).collect();
    // Every second time other jobs have observed the captures, half of them each.
    if jobs.is_multiple_of(2) {
        gatherer = handed_over(gatherer, &profile.sketch, &limits);
    }
    let collection = gatherer.finish(names, Grouping::Exact, Selection::All).expect("concluded");
    let mut said = Said::new();
    judge_all(&collection, profile, jobs, |timemap, judged| {
        for (memento, verdict) in timemap.mementos.iter().zip(&judged.verdicts) {
            let id = &ids[&(memento.place.file, memento.place.offset)];
            if id.contains(of) {
                let reasons: Vec<_> = verdict.reasons.iter().map(|reason| reason.id()).collect();
                let status = verdict.status.name();
                let probability = verdict.probability.map(f64::to_bits);
                let scores: Vec<_> = verdict.scores.iter().map(|score| score.value).collect();
                let text = format!("{status} {reasons:?} {probability:?} {scores:?}");
                said.entry(id.clone()).or_default().push(text);
            }
        }
        Ok(())
    })
    .expect("judged");
    said.values_mut().for_each(|copies| copies.sort());
    said
}

/// What was gathered, taken in by another gatherer that holds sketches already.
fn handed_over<'a>(
    gatherer: Gatherer<'a>,
    config: &'a SketchConfig,
    limits: &'a Limits,
) -> Gatherer<'a> {
    let mut other = Gatherer::new(config, limits, 1, Settings::default()).expect("a file");
    other.sketches().append(b"sketches of others").expect("written");
    let (sketches, mut base) = (Arc::clone(gatherer.sketches()), None);
    let grouped = gatherer.into_groups().expect("grouped");
    let append = |bytes: &[u8]| {
        let at = other.sketches().append(bytes)?;
        base = base.or(Some(at));
        Ok::<(), std::io::Error>(())
    };
    sketches.copy(append).expect("copied");
    let base = base.expect("sketches");
    let taken = grouped.into_each(|host, group| {
        other.add_group(host, &group, base).expect("taken in");
        Ok::<(), ShuffleError>(())
    });
    taken.expect("read");
    other
}

fn id(record: &Record<'_>) -> String {
    record.record_id().unwrap_or_default().to_owned()
}

#[test]
fn verdicts_do_not_depend_on_cut_order_memory_threads_or_other_hosts() {
    let profiles = ["default", "otmt-paper", "alnoamany"];
    let mut reasons = std::collections::BTreeSet::new();
    for case in 0..CASES {
        let mut random = Random::new(case);
        let profile = Profile::named(profiles[case as usize % profiles.len()]).expect("known");
        let mine = world(&mut random, &["a.example", "www.a.example", "b.example"], "mine");
        let others = world(&mut random, &["c.org", "www2.c.org", "d.example"], "other");
        let files = cut(&mut random, &mine);
        let first = judged(&files, &profile, 1, usize::MAX / 2, "mine");
        let beside: Vec<Made> = match random.below(2) {
            0 => mine.clone(),
            _ => mine.iter().chain(&others).cloned().collect(),
        };
        let again = cut(&mut random, &beside);
        // 16 KiB hold the captures of one of these hosts, not of all: they spill.
        let memory = if random.below(2) == 0 { 16 << 10 } else { 1 << 20 };
        let second = judged(&again, &profile, 1 + random.below(3), memory, "mine");
        assert_eq!(first, second, "case {case}");
        reasons.extend(first.into_values().flatten().flat_map(|said| {
            let said = said.split(['[', ']']).nth(1).unwrap_or_default().to_owned();
            said.split(", ").map(str::to_owned).collect::<Vec<_>>()
        }));
    }
    // The worlds hold what may depend on order: a test that meets none of it shows nothing.
    for reason in [
        "redirect-followed",
        "redirect-elsewhere",
        "redirect",
        "revisit-unresolved",
        "date-unreadable",
        "shared-body",
        "empty",
    ] {
        assert!(reasons.contains(&format!("{reason:?}")), "{reason} among {reasons:?}");
    }
}
