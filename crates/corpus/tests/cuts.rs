//! The rows of a run do not depend on how records are cut into files, in what order they come, or
//! which other hosts are read beside them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use scutch_archive::WarcWriter;
use scutch_corpus::{Config, Format, PortalRules, Request, Unwatched, run};
use scutch_learn::Random;
use serde_json::Value;

/// Cuts that are tried.
const CUTS: u64 = 200;
/// Threads that try them.
const THREADS: u64 = 2;

/// One record as it stands in a plain WARC file.
type Bytes = Vec<u8>;

/// A record of a page; further fields are name and value.
fn record(kind: &str, url: &str, date: &str, more: &[(&str, &str)], block: &str) -> Bytes {
    // One id a record, whatever file it comes to stand in.
    let id = format!("<urn:test:{kind}:{date}:{url}:{}>", block.len());
    let mut fields = vec![
        ("WARC-Type", kind),
        ("WARC-Record-ID", &id),
        ("WARC-Date", date),
        ("WARC-Target-URI", url),
        ("Content-Type", "application/http; msgtype=response"),
    ];
    fields.extend_from_slice(more);
    let mut writer = WarcWriter::plain(Vec::new());
    writer.write(&fields, block.as_bytes()).expect("memory");
    writer.into_inner()
}

fn response(url: &str, date: &str, html: &str) -> Bytes {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{html}");
    let digest = format!("sha1:{:032X}", scutch_learn::hashed(html.as_bytes()));
    record("response", url, date, &[("WARC-Payload-Digest", &digest)], &block)
}

fn redirect(url: &str, date: &str, to: &str) -> Bytes {
    let block = format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Type: text/html\r\n\r\n");
    record("response", url, date, &[], &block)
}

const SUBJECTS: [&str; 8] =
    ["ferry", "harbour", "lighthouse", "market", "orchard", "quarry", "tannery", "windmill"];

/// A page of a host whose frame all its pages have.
fn page(host: &str, subject: &str, edition: usize) -> String {
    format!(
        "<html><head><title>The {subject} in year {edition} - {host} Gazette</title></head><body><ul class=menu><li><a href=/>Home of {host}</a> \
         <a href=/all>All stories</a></ul>\
         <h1>The {subject}, year {edition}</h1><div class=story><p>The {subject} of {host} was opened again this week, \
         and about {edition}00 people came to see it, among them the mayor and her family.</p><p>Nobody could say \
         how long the {subject} will stay open this time; the committee meets in {edition} days.</p></div>\
         <div class=foot><p>Printed at {host}, all rights reserved by the publishers.</p></div></body></html>"
    )
}

/// The records of one host: pages of one template, snapshots, copies, revisits and redirects.
// Few and short, because most of the time goes into scoring their blocks.
fn host_records(host: &str) -> Vec<Bytes> {
    let url = |path: &str| format!("http://{host}/{path}");
    let date = |year: usize, second: usize| format!("20{year:02}-05-17T10:00:{second:02}Z");
    let mut records = Vec::new();
    for (number, subject) in SUBJECTS.iter().enumerate().take(5) {
        records.push(response(&url(subject), &date(10, number), &page(host, subject, 1)));
    }
    // Snapshots of one address; two of the same second, and two that are equal but for their date.
    for year in 11..14 {
        records.push(response(&url("ferry"), &date(year, 0), &page(host, "ferry", year)));
    }
    records.push(response(&url("ferry"), &date(13, 0), &page(host, "tannery", 13)));
    records.push(response(&url("ferry"), &date(14, 0), &page(host, "ferry", 13)));
    let gone =
        "<title>Not found</title><h1>Not found</h1><p>This page does not exist any more.</p>";
    records.push(response(&url("ferry"), &date(15, 0), gone));
    records.push(response(&url("market"), &date(15, 0), gone));
    // An article of three pages, the second captured twice.
    for (part, years) in [(1, [12].as_slice()), (2, &[12, 13]), (3, &[12])] {
        for year in years {
            let next = format!("<a class=next href=/tale?part={}>on</a>", part + 1);
            let html =
                page(host, SUBJECTS[part], part).replace("</body>", &format!("{next}</body>"));
            records.push(response(&url(&format!("tale?part={part}")), &date(*year, part), &html));
        }
    }
    // Revisits by URI and date, by digest, and of nothing.
    let profile = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
    let by_date = [
        ("WARC-Profile", profile),
        ("WARC-Refers-To-Target-URI", &url("harbour")),
        ("WARC-Refers-To-Date", &date(10, 1)),
    ];
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    records.push(record("revisit", &url("harbour"), &date(16, 0), &by_date, head));
    // Two records of different content bear this name, and nothing else tells them apart.
    let by_shared_date = [
        ("WARC-Profile", profile),
        ("WARC-Refers-To-Target-URI", &url("ferry")),
        ("WARC-Refers-To-Date", &date(13, 0)),
    ];
    records.push(record("revisit", &url("ferry"), &date(16, 1), &by_shared_date, head));
    let payload = page(host, "ferry", 13);
    let digest = format!("sha1:{:032X}", scutch_learn::hashed(payload.as_bytes()));
    let by_digest = [("WARC-Profile", profile), ("WARC-Payload-Digest", digest.as_str())];
    records.push(record("revisit", &url("ferry"), &date(17, 0), &by_digest, head));
    let nothing = [("WARC-Profile", profile), ("WARC-Payload-Digest", "sha1:NOWHERE")];
    records.push(record("revisit", &url("ferry"), &date(18, 0), &nothing, head));
    records.push(redirect(&url("market"), &date(13, 0), &url("harbour")));
    records.push(response(&url("harbour"), &date(13, 1), &page(host, "harbour", 13)));
    records
}

/// Writes records into so many files.
fn archives(folder: &Path, records: &[Bytes], files: usize, random: &mut Random) {
    fs::create_dir_all(folder).expect("a folder");
    let mut parts = vec![Vec::new(); files.max(1)];
    for record in records {
        parts[random.below(files.max(1))].extend_from_slice(record);
    }
    for (number, part) in parts.iter().enumerate() {
        fs::write(folder.join(format!("part-{number}.warc")), part).expect("written");
    }
}

fn config(inputs: &Path) -> Config {
    let mut config = Config {
        inputs: vec![inputs.display().to_string()],
        formats: vec![Format::Jsonl],
        topic: Some("default".to_owned()),
        ..Config::default()
    };
    let types = ["response", "revisit"];
    config.scope.record_types = types.map(str::to_owned).to_vec();
    config.template.nodes = true;
    config.template.crosses = true;
    config
}

/// Rules by which the pages of an article follow one another.
fn portal(hosts: &[&str]) -> PortalRules {
    let rules = format!("hosts = {hosts:?}\nnext = [{{ link = \"a.next\" }}]");
    toml::from_str(&rules).expect("rules")
}

/// The rows of some hosts, without where their records lay.
fn rows(config: &Config, hosts: &[&str], jobs: usize) -> BTreeSet<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().join("out");
    let request = Request { jobs, ..Request::new(config.clone(), output) };
    run(&request, &Unwatched).expect("a corpus");
    let mut rows = BTreeSet::new();
    let mut copies = std::collections::BTreeMap::<String, usize>::new();
    for part in fs::read_dir(request.output.join("docs")).expect("docs") {
        let bytes = fs::read(part.expect("entry").path()).expect("a part");
        let text = zstd::decode_all(&bytes[..]).expect("zstd");
        for line in String::from_utf8(text).expect("UTF-8").lines() {
            let mut row: Value = serde_json::from_str(line).expect("JSON");
            let url = row["url"].as_str().expect("an address").to_owned();
            if !hosts.iter().any(|host| url.contains(&format!("//{host}/"))) {
                continue;
            }
            let fields = row.as_object_mut().expect("a row");
            // Where the record lay; the id counts exact copies in the order in which they come.
            for field in ["id", "warc_file", "warc_offset", "warc_length", "inner_offset"] {
                fields.remove(field).expect(field);
            }
            let row = without_places(row).to_string();
            let copy = copies.entry(row.clone()).or_default();
            *copy += 1;
            rows.insert(format!("{row} {copy}"));
        }
    }
    rows
}

/// Evidence of later pages names where they lay, too.
fn without_places(mut row: Value) -> Value {
    if let Some(text) = row["pages_json"].as_str() {
        let mut pages: Value = serde_json::from_str(text).expect("JSON");
        for page in pages.as_array_mut().expect("pages") {
            let page = page.as_object_mut().expect("a page");
            ["warc_file", "warc_offset", "inner_offset"].iter().for_each(|name| {
                page.remove(*name);
            });
        }
        row["pages_json"] = pages;
    }
    row
}

/// Our hosts, and some that are read beside them in some of the cuts.
const HOSTS: [&str; 2] = ["a.example", "b.example"];
const OTHERS: [&str; 3] = ["c.example", "www.other.test", "a.example.net"];

/// Records, and the rows of them that each cut has to give.
struct World {
    folder: tempfile::TempDir,
    /// All records of the first host, and some of the second.
    own: Vec<Bytes>,
    /// Without rules, and with them.
    expected: [BTreeSet<String>; 2],
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let [first, second] = HOSTS.map(host_records);
        let own: Vec<Bytes> = first.into_iter().chain(second.into_iter().step_by(3)).collect();
        let whole = folder.path().join("whole");
        archives(&whole, &own, 1, &mut Random::new(40));
        let expected =
            [false, true].map(|ruled| rows(&configured(&whole, ruled), &HOSTS, THREADS as usize));
        Self { folder, own, expected }
    }

    /// Cuts the records into files, and compares the rows.
    fn try_cut(&self, cut: u64) -> Result<(), String> {
        let mut random = Random::new(cut);
        let mut records = self.own.clone();
        for other in OTHERS {
            if random.below(2) == 0 {
                let first = random.below(3);
                records.extend(host_records(other).into_iter().skip(first).step_by(3));
            }
        }
        random.shuffle(&mut records);
        let inputs = self.folder.path().join(format!("cut-{cut}"));
        archives(&inputs, &records, 1 + random.below(5), &mut random);
        // Both kinds of run in each thread.
        let ruled = cut / THREADS % 2 == 1;
        let mut config = configured(&inputs, ruled);
        config.shard_records = [4096, 7][random.below(2)];
        let found = rows(&config, &HOSTS, 1 + random.below(2));
        fs::remove_dir_all(inputs).expect("removed");
        let expected = &self.expected[usize::from(ruled)];
        if found == *expected {
            return Ok(());
        }
        let missing: Vec<&String> = expected.difference(&found).take(2).collect();
        let new: Vec<&String> = found.difference(expected).take(2).collect();
        let (rows, wanted) = (found.len(), expected.len());
        Err(format!("cut {cut}: {rows} rows for {wanted}\n{missing:#?}\n{new:#?}"))
    }
}

/// The configuration, with rules of a portal or without.
fn configured(inputs: &Path, ruled: bool) -> Config {
    let portals = if ruled { vec![portal(&HOSTS)] } else { Vec::new() };
    Config { portals, ..config(inputs) }
}

#[test]
fn rows_do_not_depend_on_the_cut_the_order_and_other_hosts() {
    let world = World::new();
    let [plain, ruled] = &world.expected;
    assert!(plain.len() > 20 && plain != ruled, "{}", plain.len());
    // What is compared is there at all.
    let shows = |found: &str| plain.iter().any(|row| row.contains(found));
    assert!(shows("\"topic_status\":\"off"), "no verdict");
    assert!(shows("2016-05-17T10:00:01Z"), "the revisit of two records is unresolved");
    assert!(shows("\"cross\":\"1111\"") || shows("\"cross\":\"11111\""), "no partners");
    std::thread::scope(|scope| {
        let world = &world;
        let threads = (0..THREADS).map(|first| {
            let mut cuts = (first..CUTS).step_by(THREADS as usize);
            scope.spawn(move || cuts.try_for_each(|cut| world.try_cut(cut)))
        });
        let threads: Vec<_> = threads.collect();
        for thread in threads {
            if let Err(difference) = thread.join().expect("no panic") {
                panic!("{difference}");
            }
        }
    });
}
