//! Captures within a budget of memory.

use scutch_shuffle::{Group as _, Settings};
use scutch_topic::{Grouping, HostGroup, Selection};

use crate::archives::{Archive, HARBOUR, page, profile, said};

/// Hosts with three captures each; every host redirects to the next one.
fn hosts(count: usize) -> Archive {
    let mut archive = Archive::default();
    for number in 0..count {
        let url = format!("http://h{number}.example/");
        let next = format!("http://h{}.example/", (number + 1) % count);
        archive = archive
            .page(&url, "20200101000000", &page("Harbour", HARBOUR))
            .redirect(&url, "20200102000000", &next)
            .page(&url, "20200102000001", &page("Harbour", &format!("{HARBOUR} Day {number}.")));
    }
    archive
}

fn lines(archive: &Archive, memory: usize) -> std::io::Result<Vec<String>> {
    let profile = profile("default");
    let settings = Settings { memory, ..Settings::default() };
    let collection = archive.within(&profile, Grouping::Exact, Selection::All, settings)?;
    Ok(said(&collection, &profile).0.iter().map(super::archives::Said::line).collect())
}

#[test]
fn what_spills_is_judged_as_what_stays_in_memory() {
    let archive = hosts(60);
    let whole = lines(&archive, usize::MAX / 2).expect("memory");
    assert_eq!(whole.len(), 180);
    assert!(whole.iter().any(|line| line.contains("redirect-followed")));
    for memory in [2 << 10, 8 << 10, 64 << 10] {
        assert_eq!(lines(&archive, memory).expect("it spills"), whole, "{memory} bytes");
    }
}

#[test]
fn a_budget_too_small_for_one_host_is_named() {
    let error = lines(&hosts(1), 100).expect_err("100 bytes are too few");
    let text = error.to_string();
    assert!(text.contains("example,h0)") && text.contains("its stage may have 100"), "{text}");
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let profile = profile("default");
    let folder = Some("/nowhere/at/all".into());
    let settings = Settings { memory: 2 << 10, folder };
    let found = hosts(20).within(&profile, Grouping::Exact, Selection::All, settings);
    let text = found.err().expect("no folder").to_string();
    assert!(text.contains("/nowhere/at/all"), "{text}");
}

#[test]
fn groups_of_a_host_merge_in_any_order_and_survive_being_written() {
    let limits = scutch_archive::Limits::default();
    let profile = profile("default");
    let store = scutch_topic::SketchStore::new().expect("a temporary file");
    let mut observer = scutch_topic::Observer::new(&profile.sketch, &limits, &store);
    let observed: Vec<_> = (0..50)
        .map(|number| {
            let file = scutch_topic::FileCapture {
                url: format!("http://a.example/{number}"),
                unix_ms: Some(number),
                bytes: HARBOUR.as_bytes(),
                ..Default::default()
            };
            observer.file(&file).expect("observed")
        })
        .collect();
    let group = |range: std::ops::Range<usize>| {
        let mut group = HostGroup::default();
        observed[range].iter().for_each(|observation| group.push(observation));
        group
    };
    let urls = |group: &HostGroup| {
        let captures = group.captures().expect("whole");
        let mut urls: Vec<String> =
            captures.iter().map(|capture| capture.url().to_owned()).collect();
        urls.sort();
        urls
    };
    let mut forth = group(0..20);
    forth.merge(group(20..50));
    let mut back = group(20..50);
    back.merge(group(0..20));
    assert_eq!(urls(&forth), urls(&back));
    assert_eq!(urls(&forth), urls(&group(0..50)));
    assert_eq!(forth.memory(), back.memory());
    let bytes = postcard::to_stdvec(&forth).expect("memory");
    let read: HostGroup = postcard::from_bytes(&bytes).expect("whole");
    assert_eq!(read.captures().expect("whole"), forth.captures().expect("whole"));
    // A capture takes little: a host of a million of them must fit a budget.
    assert!(bytes.len() < 50 * 150, "{}", bytes.len());
    assert!(postcard::from_bytes::<HostGroup>(&bytes[..bytes.len() / 2]).is_err());
}
