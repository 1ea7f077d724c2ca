//! `scutch memento fetch` against pywb on loopback, which serves our samples: what is fetched has the
//! payloads that were archived. `SCUTCH_TEST_PYWB` names the folder with pywb's programs.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use scutch_archive::{Item, Limits, Reader, RecordKind, parse_http_response};

use crate::harness::{Env, root};

const SAMPLES: [&str; 2] = ["abendblatt.warc.gz", "courier-old.warc.gz"];

/// pywb as it negotiates properly, and as it is without a word.
const CONFIGURATIONS: [&str; 2] = [
    "framed_replay: false\nredirect_to_exact: true\nenable_memento: true\nenable_prefer: true\n",
    "enable_memento: true\n",
];

/// A running pywb.
struct Pywb {
    child: Child,
    port: u16,
}

impl Drop for Pywb {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Pywb {
    fn start(programs: &Path, env: &Env, configuration: &str) -> Self {
        env.write("config.yaml", configuration.as_bytes());
        let manage = |args: &[&str]| {
            let mut command = Command::new(programs.join("wb-manager"));
            let output = command.args(args).current_dir(env.path("")).output();
            assert!(output.expect("wb-manager runs").status.success(), "{args:?}");
        };
        manage(&["init", "coll"]);
        for sample in SAMPLES {
            manage(&["add", "coll", &root().join("samples").join(sample).display().to_string()]);
        }
        let free = TcpListener::bind("127.0.0.1:0").expect("loopback");
        let port = free.local_addr().expect("bound").port();
        drop(free);
        let mut command = Command::new(programs.join("wayback"));
        command.args(["-b", "127.0.0.1", "-p", &port.to_string()]).current_dir(env.path(""));
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let pywb = Self { child: child.expect("pywb starts"), port };
        for _ in 0..600 {
            if TcpStream::connect(("127.0.0.1", port)).is_ok() {
                return pywb;
            }
            thread::sleep(Duration::from_millis(100));
        }
        panic!("pywb does not answer");
    }
}

/// The payloads of captures with status 200, by key and time.
type Payloads = BTreeMap<(String, String), BTreeSet<Vec<u8>>>;

/// Adds the payloads of a file; their addresses.
fn payloads(path: &Path, into: &mut Payloads) -> BTreeSet<String> {
    let limits = Limits::default();
    let mut reader = Reader::open(path, &limits).expect("opens");
    let mut addresses = BTreeSet::new();
    while let Some(item) = reader.next() {
        let Item::Record(record) = item else { panic!("damage in {}", path.display()) };
        if *record.kind() != RecordKind::Response {
            continue;
        }
        let Ok(http) = parse_http_response(record.block(), &limits) else { continue };
        let uri = record.target_uri().unwrap_or_default().to_owned();
        // What the archive itself says stands under its own addresses.
        if http.status != Some(200) || uri.starts_with("http://127.0.0.1:") {
            continue;
        }
        let time = record.date().expect("a date").timestamp();
        let content = http.payload(&limits).content.into_owned();
        into.entry((scutch_url::surt(&uri), time)).or_default().insert(content);
        addresses.insert(uri);
    }
    addresses
}

#[test]
fn what_pywb_serves_has_the_payloads_that_were_archived() {
    let Some(programs) = std::env::var_os("SCUTCH_TEST_PYWB").map(PathBuf::from) else {
        eprintln!("SKIPPED: what_pywb_serves: SCUTCH_TEST_PYWB not set");
        return;
    };
    let mut archived = Payloads::new();
    let mut addresses = BTreeSet::new();
    for sample in SAMPLES {
        addresses.extend(payloads(&root().join("samples").join(sample), &mut archived));
    }
    for configuration in CONFIGURATIONS {
        let env = Env::new();
        let pywb = Pywb::start(&programs, &env, configuration);
        let list = format!("http://127.0.0.1:{}/coll/timemap/link/{{uri}}", pywb.port);
        let mut args = vec!["memento", "fetch", "-o", "out.warc.gz", "--timemap", &list, "-q"];
        args.extend(["--allow-private", "127.0.0.1", "--delay", "0", "--strict"]);
        args.extend(addresses.iter().map(String::as_str));
        env.expect(0, &args);
        let mut fetched = Payloads::new();
        payloads(&env.path("out.warc.gz"), &mut fetched);
        assert!(archived.len() > 20, "{} captures: the test proves nothing", archived.len());
        for (place, contents) in &archived {
            assert!(fetched.get(place) == Some(contents), "{place:?}");
        }
        // What pywb has besides are revisits, with the payload of what they refer to.
        let all: BTreeSet<&Vec<u8>> = archived.values().flatten().collect();
        assert!(fetched.values().flatten().all(|content| all.contains(content)));
        env.expect(0, &["archive", "check", "out.warc.gz", "-q"]);
    }
}
