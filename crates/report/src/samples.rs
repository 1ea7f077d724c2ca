//! Manifests for tests, and for looking at: realistic ones and the edges.

use scutch_folder::config::Config;
use scutch_folder::digest::FileDigest;
use scutch_folder::manifest::{InputEntry, Manifest, OutputEntry};
use scutch_folder::tally::{Counter, OTHER, RATIO_BINS, Ranges, Tally};

/// A linear congruential generator: the same manifests on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

fn counter(pairs: &[(&str, u64)]) -> Counter {
    Counter(pairs.iter().map(|(key, n)| ((*key).to_owned(), *n)).collect())
}

fn digest(i: u64, size: u64) -> FileDigest {
    let mut dice = Dice(i);
    let sha256 = (0..64).map(|_| char::from(b"0123456789abcdef"[dice.roll(16) as usize])).collect();
    FileDigest { size, sha256 }
}

fn manifest(inputs: u64, counts: Tally) -> Manifest {
    let input = |i: u64| InputEntry {
        name: format!("collection-2019/crawl-{i:05}.warc.gz"),
        path: format!("/data/collections/collection-2019/crawl-{i:05}.warc.gz"),
        digest: Some(digest(i, 180_000_000 + i * 1_234_567)),
        ..InputEntry::default()
    };
    let output = |(i, path): (u64, String)| OutputEntry {
        path,
        files: None,
        digest: digest(i + 99, 9_876_543 >> i),
    };
    let parts = (0..3).map(|i| format!("docs/part-{i:05}.parquet"));
    let outputs = parts.chain(["quarantine.jsonl".to_owned()]);
    Manifest {
        tool: "scutch 0.1.0".into(),
        url_key_profile: "surt/0.3.1".into(),
        config: Config { inputs: vec!["collections/news".into()], ..Config::default() },
        inputs: (0..inputs).map(input).collect(),
        not_archives: 3,
        index: None,
        other_files: ["index.html", "notes.txt", "old.zip"].map(str::to_owned).into(),
        crawled: None,
        shards: 3,
        counts,
        outputs: (0..).zip(outputs).map(output).collect(),
        annotations: None,
        decisions: None,
        dedup: None,
        redacted: None,
        dropped: None,
        rows_root: None,
    }
}

/// Forty newspapers over twelve years, with gaps, damage and a long tail.
pub(super) fn newspapers() -> Manifest {
    let mut dice = Dice(7);
    let mut tally = Tally::default();
    for host in 0..40_u64 {
        let name = match host {
            0 => "www.nachrichten-aus-der-provinz-und-dem-rest-der-welt.example.org".to_owned(),
            _ => format!(
                "{}{host}.example",
                ["news", "gazette", "www.courier", "hirlap"][host as usize % 4]
            ),
        };
        let (from, until) = (dice.roll(60), 90 + dice.roll(54));
        for month in from..until {
            let quiet = (31..34).contains(&month) || (77..84).contains(&month) || month == 101;
            if quiet || dice.roll(6) == 0 {
                continue;
            }
            let n = 1 + dice.roll(600 / (host + 1) + 2) * (40 + month) / 80;
            let month = format!("{}-{:02}", 2009 + month / 12, month % 12 + 1);
            tally.hosts.add(&name, n);
            tally.host_months.add(&format!("{name} {month}"), n);
            tally.months.add(&month, n);
            tally.rows += n;
        }
    }
    describe(&mut tally);
    manifest(42, tally)
}

/// Fills the other counters with plausible shares of the rows.
fn describe(tally: &mut Tally) {
    describe_rows(tally);
    describe_records(tally);
    describe_captures(tally);
}

fn describe_rows(tally: &mut Tally) {
    let rows = tally.rows;
    let part = |per_mille: u64| rows * per_mille / 1_000;
    let split = |pairs: &[(&str, u64)]| -> Counter {
        let mut counter = counter(&[]);
        for (key, per_mille) in pairs {
            counter.add(key, part(*per_mille));
        }
        counter.add(pairs[0].0, rows - counter.total());
        counter
    };
    tally.languages = split(&[
        ("en", 0),
        ("de", 210),
        ("hu", 140),
        ("fr", 61),
        ("es", 33),
        ("it", 18),
        ("pl", 11),
        ("cs", 9),
        ("nl", 7),
        ("pt-BR", 6),
        ("ro", 4),
        ("sr-Latn", 3),
        ("uk", 3),
        ("tr", 2),
        ("sv", 2),
        ("el", 1),
        ("la", 1),
        ("", 12),
    ]);
    tally.page_types = split(&[
        ("article", 0),
        ("listing", 190),
        ("other", 44),
        ("forum", 31),
        ("documentation", 12),
        ("product", 3),
    ]);
    tally.charsets = split(&[
        ("utf-8", 0),
        ("windows-1252", 121),
        ("iso-8859-2", 60),
        ("windows-1250", 22),
        ("gbk", 1),
    ]);
    tally.charset_sources =
        split(&[("http", 0), ("meta", 310), ("detector", 22), ("bom", 4), ("utf8", 41)]);
    tally.extractors = split(&[("page/1", 0)]);
    tally.digests = split(&[("agree", 0), ("absent", 101), ("disagree", 3), ("malformed", 1)]);
    tally.flags = split(&[("charset-guessed", 0), ("mime-sniffed", 14), ("nodes-capped", 1)]);
    tally.flags.0.insert("charset-guessed".into(), part(22));
    tally.ratios = (0..RATIO_BINS as u64).map(|i| part(i * (20 - i) * 1_000 / 1_330)).collect();
    tally.words = rows * 412;
    tally.chars = rows * 2_530;
    tally.repeated_texts = part(63);
}

fn describe_records(tally: &mut Tally) {
    let rows = tally.rows;
    let part = |per_mille: u64| rows * per_mille / 1_000;
    tally.record_types = counter(&[
        ("response", rows + part(1_800)),
        ("request", rows),
        ("metadata", rows),
        ("warcinfo", 42),
        ("revisit", part(120)),
    ]);
    tally.out_of_scope = counter(&[
        ("record-type", rows * 2 + 17),
        ("revisit-unresolved", part(120)),
        ("status", part(340)),
        ("mime", part(1_410)),
        ("empty-text", part(21)),
    ]);
    tally.quarantined =
        counter(&[("http-status-line", 12), ("record-truncated", 3), ("no-target-uri", 1)]);
    tally.damage.insert("gzip-damaged".into(), Ranges { ranges: 4, bytes: 131_072 });
    tally.damage.insert("garbage".into(), Ranges { ranges: 1, bytes: 17 });
    tally.records = rows + tally.out_of_scope.total() + tally.quarantined.total();
}

fn describe_captures(tally: &mut Tally) {
    let rows = tally.rows;
    let part = |per_mille: u64| rows * per_mille / 1_000;
    tally.statuses = counter(&[
        ("200", rows + part(1_410)),
        ("301", part(120)),
        ("302", part(90)),
        ("404", part(110)),
        ("500", part(9)),
        ("503", part(8)),
        ("410", 3),
        ("304", 2),
        ("403", part(3)),
        ("999", 1),
    ]);
    tally.mimes = counter(&[
        ("text/html", rows + part(300)),
        ("image/jpeg", part(610)),
        ("image/png", part(220)),
        ("text/css", part(140)),
        ("application/javascript", part(90)),
        ("image/gif", part(70)),
        ("application/pdf", part(21)),
        ("application/xhtml+xml", part(12)),
        ("application/json", part(9)),
        ("text/plain", part(7)),
        ("image/svg+xml", part(5)),
        ("font/woff2", part(4)),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", 11),
        ("image/webp", part(2)),
        ("video/mp4", 9),
        ("application/rss+xml", 8),
        ("", 4),
    ]);
}

/// No rows at all.
pub(super) fn empty() -> Manifest {
    let mut tally = Tally { records: 120, ..Tally::default() };
    tally.out_of_scope = counter(&[("mime", 118)]);
    tally.quarantined = counter(&[("no-http", 2)]);
    let mut manifest = manifest(1, tally);
    manifest.outputs.clear();
    manifest.not_archives = 0;
    manifest.other_files.clear();
    manifest
}

/// Everything captured in one month, by one host.
pub(super) fn one_month() -> Manifest {
    let mut tally = Tally { rows: 34, ..Tally::default() };
    tally.months.add("2019-05", 34);
    tally.hosts = counter(&[("example.org", 30), ("example.com", 4)]);
    tally.host_months = counter(&[("example.org 2019-05", 30), ("example.com 2019-05", 4)]);
    describe(&mut tally);
    manifest(1, tally)
}

/// Counters filled to their bound: ten thousand hosts and then some.
pub(super) fn many_hosts() -> Manifest {
    let mut tally = Tally::default();
    for i in 0..10_500_u64 {
        let n = 40_000 / (i + 1) + 1;
        let (host, month) =
            (format!("h{i:05}.example.net"), format!("{}-{:02}", 1991 + i % 45, i % 12 + 1));
        tally.hosts.add(&host, n);
        tally.host_months.add(&format!("{host} {month}"), n);
        tally.months.add(&month, n);
        tally.mimes.add(&format!("application/x-{i}"), 1);
        tally.rows += n;
    }
    assert!(tally.hosts.0.contains_key(OTHER));
    describe(&mut tally);
    manifest(3_000, tally)
}

/// Dates of a broken clock, from the year 1 to the year 9999.
pub(super) fn millennia() -> Manifest {
    let mut manifest = newspapers();
    let tally = &mut manifest.counts;
    let host = "gazette1.example";
    for month in ["0001-01", "1970-01", "9999-12"] {
        tally.months.add(month, 5);
        tally.hosts.add(host, 5);
        tally.host_months.add(&format!("{host} {month}"), 5);
        tally.rows += 5;
        tally.records += 5;
    }
    tally.hosts.add(host, 2);
    tally.rows += 2;
    tally.records += 2;
    manifest
}

/// A few months, one of them missing.
pub(super) fn some_months() -> Manifest {
    let mut manifest = one_month();
    let tally = &mut manifest.counts;
    for (month, n) in [("2018-11", 2), ("2018-12", 9), ("2019-02", 20), ("2019-03", 7)] {
        tally.months.add(month, n);
        tally.hosts.add("example.org", n);
        tally.host_months.add(&format!("example.org {month}"), n);
        tally.rows += n;
    }
    describe(tally);
    manifest
}

/// Keys that try to break out, and sums that are wrong.
pub(super) fn hostile() -> Manifest {
    let mut manifest = one_month();
    let keys = [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "\u{202E}gro.elpmaxe",
        "a\0b\u{1b}[31m",
        "]]>--><!--",
        "z\u{334}\u{317}\u{35a}a\u{334}\u{317}\u{35a}",
    ];
    let long = "x".repeat(100_000);
    let tally = &mut manifest.counts;
    for (i, key) in keys.into_iter().chain([long.as_str()]).enumerate() {
        let n = i as u64 + 1;
        tally.hosts.add(key, n);
        tally.host_months.add(&format!("{key} 2019-0{n}"), n);
        tally.months.add(&format!("2019-0{n}"), n);
        for counter in [
            &mut tally.mimes,
            &mut tally.statuses,
            &mut tally.flags,
            &mut tally.languages,
            &mut tally.page_types,
            &mut tally.quarantined,
            &mut tally.out_of_scope,
            &mut tally.record_types,
            &mut tally.extractors,
            &mut tally.charsets,
            &mut tally.months,
        ] {
            counter.add(key, n);
        }
        tally.damage.insert(key.to_owned(), Ranges { ranges: n, bytes: n });
        manifest.config.inputs.push(key.to_owned());
        manifest.inputs.push(InputEntry {
            name: key.into(),
            path: key.into(),
            digest: n.is_multiple_of(2).then(|| digest(n, n)),
            unreadable: (!n.is_multiple_of(2)).then(|| key.to_owned()),
            ..InputEntry::default()
        });
    }
    manifest.tool = keys[0].into();
    manifest.url_key_profile = keys[1].into();
    manifest
}

/// Numbers no run can have: everything is as large as it can be.
pub(super) fn overflowing() -> Manifest {
    let mut manifest = one_month();
    let tally = &mut manifest.counts;
    let full = || counter(&[("2019-05", u64::MAX), ("2019-07", u64::MAX)]);
    tally.rows = u64::MAX;
    tally.words = u64::MAX;
    tally.repeated_texts = u64::MAX;
    tally.months = full();
    tally.hosts = full();
    tally.host_months = counter(&[("2019-05 2019-05", u64::MAX), ("x 2019-05", u64::MAX)]);
    tally.out_of_scope = full();
    tally.quarantined = full();
    tally.ratios = vec![u64::MAX; 50];
    manifest.inputs[0].digest = Some(digest(0, u64::MAX));
    manifest
}
