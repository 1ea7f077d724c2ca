//! What a frontier promises: every URL once, sites left in peace, nothing lost in a crash.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use scutch_url::Url;
use scutch_url::frontier::{AddError, Added, Frontier, Handout, Settings, Status};
use scutch_url::robots::Robots;

const DELAY: u64 = 10;

fn settings() -> Settings {
    Settings { delay: DELAY, ..Settings::default() }
}

/// Addresses of a small web: three sites, one of them with two hosts.
fn address() -> impl Strategy<Value = String> {
    let host = prop::sample::select(vec!["a.org", "b.org", "x.c.org", "y.c.org"]);
    (host, 0..12_u8).prop_map(|(host, page)| format!("http://{host}/{page}"))
}

fn site(url: &str) -> String {
    scutch_url::site(Url::parse(url).expect("a URL").host())
}

/// All handouts, with the time of each; the clock goes on by `step` when nothing is ready.
fn drain(frontier: &mut Frontier, step: u64) -> Vec<(u64, Handout)> {
    let (mut now, mut handouts) = (0, Vec::new());
    loop {
        match frontier.next(now).expect("memory") {
            Some(handout) => handouts.push((now, handout)),
            None if frontier.waiting() == 0 => return handouts,
            None => now += step,
        }
        assert!(now < 1_000_000, "the frontier hands out nothing more");
    }
}

fn urls(handouts: &[(u64, Handout)]) -> BTreeSet<String> {
    handouts.iter().map(|(_, handout)| handout.url.to_string()).collect()
}

proptest! {
    #[test]
    fn every_url_is_handed_out_once_and_sites_rest_between(
        added in prop::collection::vec((address(), 0..5_u8), 0..80),
        step in 1..25_u64,
    ) {
        let mut frontier = Frontier::new(settings());
        let mut expected = BTreeSet::new();
        for (url, priority) in &added {
            let outcome = frontier.add(url, *priority, 0).expect("memory");
            prop_assert_eq!(outcome == Added::New, expected.insert(url.clone()), "{}", url);
        }
        prop_assert_eq!((frontier.len(), frontier.waiting()), (expected.len(), expected.len()));
        let handouts = drain(&mut frontier, step);
        prop_assert_eq!(handouts.len(), expected.len());
        prop_assert_eq!(urls(&handouts), expected);
        let mut last: BTreeMap<String, u64> = BTreeMap::new();
        for (now, handout) in &handouts {
            let before = last.insert(site(handout.url.as_str()), *now);
            prop_assert!(before.is_none_or(|before| before + DELAY <= *now), "{}", handout.url);
        }
    }

    #[test]
    fn a_host_hands_out_by_priority_and_then_by_age(
        added in prop::collection::vec((0..40_u8, 0..4_u8), 1..60),
    ) {
        let mut frontier = Frontier::new(Settings { delay: 0, ..settings() });
        let mut expected: Vec<(u8, usize, String)> = Vec::new();
        for (age, (page, priority)) in added.iter().enumerate() {
            let url = format!("http://a.org/{page}");
            if frontier.add(&url, *priority, 0).expect("memory") == Added::New {
                expected.push((*priority, age, url));
            }
        }
        expected.sort();
        let found = drain(&mut frontier, 1).into_iter().map(|(_, h)| h.url.into_string());
        let expected = expected.into_iter().map(|(_, _, url)| url);
        prop_assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }

    #[test]
    fn hosts_of_a_site_take_turns(pages in 1..6_u8) {
        let mut frontier = Frontier::new(settings());
        for page in 0..pages {
            for host in ["x.c.org", "y.c.org", "z.c.org"] {
                frontier.add(&format!("http://{host}/{page}"), 1, 0).expect("memory");
            }
        }
        let handouts = drain(&mut frontier, DELAY);
        for round in handouts.chunks(3) {
            let hosts: BTreeSet<&str> = round.iter().map(|(_, h)| h.url.host()).collect();
            prop_assert_eq!(hosts.len(), 3);
        }
    }

    #[test]
    fn the_order_of_additions_changes_no_more_than_the_order_of_handouts(
        added in prop::collection::vec(address(), 0..40),
        seed in any::<u64>(),
    ) {
        let mut shuffled = added.clone();
        scutch_learn::Random::new(seed).shuffle(&mut shuffled);
        let all = [added, shuffled].map(|added| {
            let mut frontier = Frontier::new(settings());
            for url in &added {
                frontier.add(url, 1, 0).expect("memory");
            }
            (frontier.len(), urls(&drain(&mut frontier, 3)))
        });
        prop_assert_eq!(&all[0], &all[1]);
    }
}

/// What may happen to a frontier.
#[derive(Debug, Clone)]
enum Step {
    Add(String, u8),
    Next,
    Visit,
    Fail,
    Discard(String),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (address(), 0..4_u8).prop_map(|(url, priority)| Step::Add(url, priority)),
        4 => Just(Step::Next),
        2 => Just(Step::Visit),
        2 => Just(Step::Fail),
        1 => address().prop_map(Step::Discard),
    ]
}

/// Takes some steps; handouts that are neither visited nor failed at the end are in progress.
fn take(frontier: &mut Frontier, steps: &[Step]) -> Vec<Handout> {
    let (mut now, mut open) = (0, Vec::new());
    for step in steps {
        now += 3;
        match step {
            Step::Add(url, priority) => {
                frontier.add(url, *priority, 0).expect("the log takes it");
            }
            Step::Next => open.extend(frontier.next(now).expect("the log is readable")),
            Step::Visit => {
                if let Some(handout) = open.pop() {
                    frontier.visited(&handout.url).expect("the log takes it");
                }
            }
            Step::Fail => {
                if let Some(handout) = open.pop() {
                    frontier.failed(&handout).expect("the log takes it");
                }
            }
            Step::Discard(url) => {
                let url = Url::parse(url).expect("a URL");
                frontier.discard(&url).expect("the log takes it");
            }
        }
    }
    open
}

/// A log in a folder of its own.
struct LogFile(tempfile::TempDir);

impl LogFile {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("folder"))
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("frontier.log")
    }

    fn open(&self) -> Frontier {
        Frontier::open(&self.path(), settings()).expect("opens")
    }
}

/// Every page of the small web.
fn pages() -> impl Iterator<Item = String> {
    let hosts = ["a.org", "b.org", "x.c.org", "y.c.org"];
    hosts.into_iter().flat_map(|host| (0..12).map(move |page| format!("http://{host}/{page}")))
}

fn statuses(frontier: &Frontier) -> Vec<Status> {
    pages().map(|url| frontier.status(&url).expect("a URL")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_frontier_in_memory_and_one_on_disk_do_the_same(
        steps in prop::collection::vec(step(), 0..60),
    ) {
        let log = LogFile::new();
        let (mut memory, mut disk) = (Frontier::new(settings()), log.open());
        prop_assert_eq!(take(&mut memory, &steps), take(&mut disk, &steps));
        prop_assert_eq!(statuses(&memory), statuses(&disk));
        prop_assert_eq!(memory.waiting(), disk.waiting());
    }

    #[test]
    fn a_crash_loses_nothing_that_was_synced(steps in prop::collection::vec(step(), 0..60)) {
        let log = LogFile::new();
        let mut frontier = log.open();
        let open = take(&mut frontier, &steps);
        frontier.sync().expect("a disk");
        let before = statuses(&frontier);
        let known = frontier.len();
        drop(frontier);
        let mut again = log.open();
        // What was in progress waits again, unless its host was discarded meanwhile.
        let after = statuses(&again);
        prop_assert_eq!(again.len(), known);
        for (before, after) in before.iter().zip(&after) {
            let waits = *before == Status::HandedOut && *after == Status::Waiting;
            prop_assert!(before == after || waits, "{:?} became {:?}", before, after);
        }
        let handouts = drain(&mut again, DELAY);
        let again_urls = urls(&handouts);
        prop_assert_eq!(again_urls.len(), handouts.len());
        for handout in open {
            let discarded = frontier_discards(&steps, handout.url.host());
            prop_assert!(discarded || again_urls.contains(handout.url.as_str()), "{}", handout.url);
        }
    }
}

fn frontier_discards(steps: &[Step], host: &str) -> bool {
    steps.iter().any(|step| match step {
        Step::Discard(url) => Url::parse(url).is_ok_and(|url| url.host() == host),
        _ => false,
    })
}

/// A log with additions, visits, failures and a discarded host, and its frontier's statuses.
fn written() -> (LogFile, Vec<u8>) {
    let log = LogFile::new();
    let mut frontier = log.open();
    let steps = [
        Step::Add("http://a.org/1".into(), 0),
        Step::Add("http://a.org/2".into(), 1),
        Step::Add("http://b.org/3".into(), 2),
        Step::Next,
        Step::Visit,
        Step::Next,
        Step::Fail,
        Step::Discard("http://y.c.org/".into()),
        Step::Add("http://x.c.org/5".into(), 3),
    ];
    take(&mut frontier, &steps);
    frontier.sync().expect("a disk");
    let bytes = fs::read(log.path()).expect("a log");
    (log, bytes)
}

#[test]
fn a_log_cut_at_any_byte_is_good_up_to_there() {
    let (log, bytes) = written();
    let whole = log.open();
    let (all, most) = (statuses(&whole), whole.len());
    drop(whole);
    let mut known = 0;
    for length in 0..=bytes.len() {
        fs::write(log.path(), &bytes[..length]).expect("a log");
        let frontier = log.open();
        assert!((known..=most).contains(&frontier.len()), "{length} bytes");
        known = frontier.len();
        for (cut, whole) in statuses(&frontier).into_iter().zip(&all) {
            assert!(cut != Status::Visited || *whole == Status::Visited, "{length} bytes");
        }
        drop(frontier);
        // The torn record is cut away, so that the log can be gone on with.
        let kept = fs::read(log.path()).expect("a log");
        assert!(bytes.starts_with(&kept) && kept.len() <= length);
        let mut frontier = log.open();
        frontier.add("http://new.org/", 1, 0).expect("the log takes it");
        frontier.sync().expect("a disk");
        drop(frontier);
        assert_eq!(log.open().status("http://new.org/"), Ok(Status::Waiting), "{length} bytes");
    }
    assert_eq!(known, most);
}

#[test]
fn a_flipped_bit_ends_the_log_and_breaks_nothing() {
    let (log, bytes) = written();
    for at in 0..bytes.len() {
        for bit in [0, 3, 7] {
            let mut broken = bytes.clone();
            broken[at] ^= 1 << bit;
            fs::write(log.path(), &broken).expect("a log");
            let opened = Frontier::open(&log.path(), settings());
            let kept = fs::metadata(log.path()).expect("a log").len();
            let Ok(mut frontier) = opened else {
                // Nothing shows any more that it is a log: it stays as it is.
                assert!(at < 7 && kept == bytes.len() as u64, "byte {at} flipped");
                continue;
            };
            assert!(kept <= at as u64, "a record with byte {at} flipped was believed");
            drain(&mut frontier, DELAY);
        }
    }
}

#[test]
fn failures_are_counted_over_a_crash() {
    let log = LogFile::new();
    let mut frontier = log.open();
    frontier.add("http://a.org/", 0, 4).expect("the log takes it");
    let first = frontier.next(0).expect("readable").expect("a URL");
    assert!(frontier.failed(&first).expect("the log takes it"));
    frontier.sync().expect("a disk");
    drop(frontier);
    let mut frontier = log.open();
    let second = frontier.next(0).expect("readable").expect("a URL");
    assert_eq!((second.tries, second.depth), (1, 4));
    assert!(frontier.failed(&second).expect("the log takes it"));
    let third = frontier.next(DELAY).expect("readable").expect("a URL");
    assert!(!frontier.failed(&third).expect("the log takes it"), "the third failure is the last");
    frontier.sync().expect("a disk");
    drop(frontier);
    assert_eq!(log.open().waiting(), 0);
}

#[test]
fn rules_and_discarding_hold_for_a_host_whoever_logs_in() {
    let plain = Url::parse("http://a.org/").expect("a URL");
    let rules = || Robots::parse(b"User-agent: *\nDisallow: /no");
    for rules_first in [false, true] {
        let mut frontier = Frontier::new(Settings { delay: 0, ..settings() });
        frontier.add("http://a.org/yes", 0, 0).expect("memory");
        if rules_first {
            frontier.set_robots(&plain, rules());
        }
        frontier.add("http://me:pw@a.org/no", 0, 0).expect("memory");
        frontier.add("http://me:pw@a.org/yes", 0, 0).expect("memory");
        frontier.set_robots(&plain, rules());
        let handouts = drain(&mut frontier, 1);
        assert!(handouts.iter().all(|(_, handout)| handout.url.path() == "/yes"));
        assert_eq!((handouts.len(), frontier.disallowed()), (1, 1));
        frontier.discard(&Url::parse("http://you@a.org/").expect("a URL")).expect("memory");
        assert_eq!(frontier.add("http://a.org/more", 0, 0).expect("memory"), Added::Discarded);
    }
}

#[test]
fn robots_may_ask_for_more_patience_but_not_for_less() {
    for (asked, delay) in [("3", 3_000), ("0", 10), ("0.001", 10)] {
        let mut frontier = Frontier::new(settings());
        frontier.add("http://a.org/1", 0, 0).expect("memory");
        frontier.add("http://a.org/2", 0, 0).expect("memory");
        let rules = format!("User-agent: scutch\nCrawl-delay: {asked}");
        frontier.set_robots(&Url::parse("http://a.org/").unwrap(), Robots::parse(rules.as_bytes()));
        assert!(frontier.next(0).expect("memory").is_some());
        assert_eq!(frontier.next(delay - 1).expect("memory"), None, "{asked}");
        assert!(frontier.next(delay).expect("memory").is_some(), "{asked}");
    }
}

#[test]
fn settings_without_agent_ignore_robots() {
    let mut frontier = Frontier::new(Settings { agent: None, delay: 0, ..settings() });
    frontier.add("http://a.org/private", 0, 0).expect("memory");
    let rules = Robots::parse(b"User-agent: *\nDisallow: /");
    frontier.set_robots(&Url::parse("http://a.org/").unwrap(), rules);
    assert!(frontier.next(0).expect("memory").is_some());
}

#[test]
fn what_is_no_url_and_what_the_log_cannot_hold_is_refused() {
    let mut frontier = Frontier::new(settings());
    for bad in ["", "mailto:a@b.org", "http://", "/relative"] {
        assert!(matches!(frontier.add(bad, 0, 0), Err(AddError::Url(_))), "{bad}");
    }
    let long = |length: usize| format!("http://a.org/{}", "x".repeat(length));
    assert!(matches!(frontier.add(&long(70_000), 0, 0), Err(AddError::Url(_))));
    assert!(frontier.is_empty());
    assert_eq!(frontier.add(&long(60_000), 0, 0).expect("memory"), Added::New);
    assert!(frontier.status("no url").is_err());
}

#[test]
fn memory_for_a_url_is_small() {
    let mut frontier = Frontier::new(settings());
    for page in 0..100_000_u32 {
        frontier.add(&format!("http://site-{}.org/page/{page}", page % 7), 1, 0).expect("memory");
    }
    let each = frontier.memory() as f64 / frontier.len() as f64;
    assert!((12.0..40.0).contains(&each), "{each} bytes");
    assert_eq!(frontier.origins().count(), 7);
}

#[test]
fn a_folder_is_no_log() {
    let dir = tempfile::tempdir().expect("folder");
    assert!(Frontier::open(dir.path(), settings()).is_err());
}
