//! Several archives at once.

use std::time::Duration;

use scutch_crawl::{Acquirer, Event, RunOptions, Store, Subject, Targets};
use scutch_fetch::{Client, Hosts, ListSettings, Settings};
use scutch_memento::Selection;

use crate::server::{Reply, Server};
use crate::{archive, guard, online};

/// Two archives and a memento that both name: asked for once, rows in the order of the lists.
#[test]
fn several_archives_are_asked_at_once_and_rows_keep_their_order() {
    let slow = Server::start(|asked| {
        std::thread::sleep(Duration::from_millis(30));
        archive(asked)
    });
    let fast = Server::start(archive);
    let folder = tempfile::tempdir().expect("a folder");
    let mut acquirer = online(&folder.path().join("out.warc.gz"));
    let lists = [slow.uri("/timemap/1"), fast.uri("/timemap/1"), slow.uri("/timemap/2")];
    let make = || {
        let settings = Settings { delay: Duration::ZERO, attempts: 1, ..Settings::default() };
        Client::new(settings, guard(), || false)
    };
    let subject = |lists: &[String]| Subject::Page { original: None, lists: lists.to_vec() };
    let expected: Vec<String> = {
        let mut targets = Targets::default();
        let mut sequential = online(&folder.path().join("other.warc.gz"));
        for uri_t in &lists {
            sequential.timemap(uri_t, targets.begin_list(uri_t)).expect("a store");
        }
        targets.end_page(None, "timemap", &Selection::default(), None).expect("selected");
        (0..targets.len()).map(|n| targets.get(n).expect("a target").uri_m).collect()
    };
    let before = slow.asked().len() + fast.asked().len();
    let mut run = |most: usize, options: &RunOptions| {
        let mut taken = Vec::new();
        let mut take = |event: Event<'_>| -> Result<bool, ()> {
            if let Event::Row(row, was_asked) = event {
                taken.push((row.uri_m().to_owned(), was_asked));
            }
            Ok(taken.len() < most)
        };
        let mut subjects = [subject(&lists)].into_iter();
        let run = acquirer.run(&mut subjects, options, &make, &mut take);
        assert!(matches!(run, Ok(Ok(()))));
        taken
    };
    let all = RunOptions::default();
    let first = run(2, &RunOptions { limit: Some(2), ..all });
    assert_eq!(first, [(expected[0].clone(), true), (expected[1].clone(), true)]);
    let taken = run(99, &all);
    let uris: Vec<String> = taken.iter().map(|(uri, _)| uri.clone()).collect();
    assert_eq!((uris.len(), uris), (8, expected));
    assert_eq!(taken.iter().filter(|(_, was_asked)| *was_asked).count(), 6);
    let mementos = slow.asked().len() + fast.asked().len() - before;
    // The second page of the first list is a list of its own, too. Two mementos are not there, and
    // asked for in three forms.
    assert_eq!(mementos, 5 + 6 + 2 * 3, "each list and each memento once");
    assert!(run(3, &all).iter().all(|(_, was_asked)| !was_asked));
    let mut fail = |_: Event<'_>| Err("full");
    let failed = acquirer.run(&mut [subject(&lists)].into_iter(), &all, &make, &mut fail);
    assert!(matches!(failed, Ok(Err("full"))));
}

/// A list that hangs keeps neither the mementos of others nor their lists waiting; rows are told
/// in order all the same, and the silent archive is given up after a few tries.
#[test]
fn a_silent_archive_holds_back_no_other() {
    let silent = Server::start(|_| Reply::Stall);
    let fine = Server::start(archive);
    let folder = tempfile::tempdir().expect("a folder");
    let lists = ListSettings { timeout: Duration::from_millis(300), ..ListSettings::default() };
    let settings = Settings {
        delay: Duration::ZERO,
        backoff: Duration::from_millis(10),
        lists,
        ..Settings::default()
    };
    let hosts = Hosts::new(&settings);
    let make = || Client::new(settings.clone(), guard(), || false).sharing(hosts.clone());
    let store = Store::open(&folder.path().join("out.warc.gz"), "x", 0).expect("a store");
    let mut acquirer = Acquirer::new(Some(make()), Some(store), guard());
    let mut subjects = (0..10).map(|n| Subject::Page {
        original: None,
        lists: vec![silent.uri(&format!("/timemap/{n}")), fine.uri("/timemap/1")],
    });
    let (mut pages, mut rows, mut reasons) = (0, Vec::new(), Vec::new());
    let mut asked_before = 0;
    let mut take = |event: Event<'_>| -> Result<bool, ()> {
        match event {
            Event::Page(targets, problems) => {
                if pages == 0 {
                    asked_before = fine.asked().len();
                }
                pages += 1;
                assert_eq!(targets.len(), 4);
                reasons.extend(problems.iter().map(|problem| problem.reason));
            }
            Event::Row(row, _) => rows.push(row.uri_m().to_owned()),
        }
        Ok(true)
    };
    let run = acquirer.run(&mut subjects, &RunOptions::default(), &make, &mut take);
    assert!(matches!(run, Ok(Ok(()))));
    assert_eq!((pages, rows.len()), (10, 40));
    assert!(asked_before >= 6, "{asked_before} requests before the first page was complete");
    assert!(rows.chunks(4).all(<[String]>::is_sorted), "in the order of time");
    let given_up = reasons.iter().filter(|reason| **reason == "fetch-host-given-up").count();
    assert_eq!((reasons.len(), given_up), (10, 8), "{reasons:?}");
    assert_eq!(silent.asked().len(), 3);
    assert!(hosts.counts()[&silent.address.to_string()].is_given_up);
}
