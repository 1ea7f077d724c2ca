//! Redirects: which capture stands for them.

use scutch_topic::{Content, Redirect};

use crate::archives::{Archive, CASINO, HARBOUR, page, profile, timemaps};

const HOME: &str = "http://a.example/";

/// The redirects of an archive, in the order of their TimeMaps, with the kinds of their contents.
fn redirects(archive: &Archive) -> Vec<(String, Redirect, Option<Content>)> {
    let found = timemaps(&archive.collection(&profile("default")));
    let mementos = found.into_iter().flat_map(|timemap| timemap.mementos);
    mementos
        .filter_map(|memento| {
            let kind = memento.content.map(scutch_topic::ContentRef::kind);
            Some((memento.url, memento.redirect?, kind))
        })
        .collect()
}

/// A page at the address of the redirect, so that its TimeMap is not left aside, and the redirect.
fn moved(from: &str, location: &str) -> Archive {
    let html = page("Harbour", HARBOUR);
    Archive::default().page(from, "20191231000000", &html).redirect(
        from,
        "20200101000000",
        location,
    )
}

#[test]
fn targets_are_followed_or_named() {
    let html = page("Harbour", HARBOUR);
    let follows = Redirect::Followed(Some(200));
    for (from, location, target, stamp, expected) in [
        // Within the host, written in every way.
        (HOME, "http://a.example/new", "http://a.example/new", "20200101000001", follows),
        (HOME, "/new", "http://a.example/new", "20200101000001", follows),
        (HOME, "new?x=1#top", "http://a.example/new?x=1", "20200101000001", follows),
        ("http://a.example/d/x", "../new", "http://a.example/new", "20200101000001", follows),
        // Another scheme and `www.` are the same host.
        (HOME, "https://a.example/", "https://a.example/", "20200101000001", follows),
        (HOME, "http://www.a.example/new", "http://www.a.example/new", "20200101000001", follows),
        // Another host.
        (HOME, "http://b.example/x", "http://b.example/x", "20200101000001", follows),
        (HOME, "//b.example/x", "http://b.example/x", "20200101000001", follows),
        // The URL key counts: the order of parameters does not.
        (HOME, "/q?b=2&a=1", "http://a.example/q?a=1&b=2", "20200101000001", follows),
        // A day before and after is near enough, more is not.
        (HOME, "/new", "http://a.example/new", "20191231000000", follows),
        (HOME, "/new", "http://a.example/new", "20200102000000", follows),
        (HOME, "/new", "http://a.example/new", "20200102000001", Redirect::NotCaptured),
        (HOME, "/new", "http://a.example/new", "20191230235959", Redirect::NotCaptured),
        (HOME, "http://b.example/x", "http://b.example/x", "20200103000000", Redirect::OtherSite),
        // The target was not captured.
        (HOME, "/new", "http://a.example/other", "20200101000001", Redirect::NotCaptured),
        (
            "http://a.example/x",
            "/",
            "http://a.example/other",
            "20200101000001",
            Redirect::OtherSite,
        ),
        (
            HOME,
            "http://b.example/",
            "http://a.example/other",
            "20200101000001",
            Redirect::OtherSite,
        ),
        (
            HOME,
            "http://sub.a.example/",
            "http://a.example/other",
            "20200101000001",
            Redirect::NotCaptured,
        ),
        // No target at all.
        (HOME, "http://[", "http://a.example/new", "20200101000001", Redirect::NotCaptured),
    ] {
        let archive = moved(from, location).page(target, stamp, &html);
        let found: Vec<Redirect> = redirects(&archive).into_iter().map(|(_, r, _)| r).collect();
        assert_eq!(found, [expected], "{from} to {location}, {target} at {stamp}");
        let back: Vec<Redirect> =
            redirects(&archive.reversed()).into_iter().map(|(_, r, _)| r).collect();
        assert_eq!(back, [expected], "reversed: {from} to {location}");
    }
}

#[test]
fn a_redirect_has_the_content_and_status_of_its_target() {
    let archive = moved(HOME, "/gone").response(
        "http://a.example/gone",
        "20200101000001",
        "404 Not Found",
        &[("Content-Type", "text/html")],
        page("Gone", "This page is gone for good.").as_bytes(),
    );
    let found = redirects(&archive);
    assert_eq!(found[0].1, Redirect::Followed(Some(404)));
    assert_eq!(found[0].2, Some(Content::Words));
    let lines = archive.lines();
    assert_eq!(lines[1], "20200101000000 off-topic http-error redirect-followed");
}

#[test]
fn chains_end_at_a_page() {
    let html = page("Harbour", HARBOUR);
    let at = |number: usize| format!("http://a.example/{number}");
    // A chain of so many redirects; five are followed.
    for (length, expected) in [
        (1, Redirect::Followed(Some(200))),
        (5, Redirect::Followed(Some(200))),
        (6, Redirect::NotCaptured),
    ] {
        let mut archive = moved(&at(0), &at(1));
        for number in 1..length {
            archive = archive.redirect(&at(number), "20200101000001", &at(number + 1));
        }
        archive = archive.page(&at(length), "20200101000002", &html);
        let first = redirects(&archive).into_iter().find(|(url, ..)| *url == at(0));
        assert_eq!(first.map(|found| found.1), Some(expected), "{length}");
    }
}

#[test]
fn a_chain_changes_the_host_once() {
    let html = page("Harbour", HARBOUR);
    let (b, b2, c) = ("http://b.example/x", "http://b.example/y", "http://c.example/z");
    let once = moved(HOME, "/own")
        .redirect("http://a.example/own", "20200101000001", b)
        .redirect(b, "20200101000002", b2)
        .page(b2, "20200101000003", &html);
    let twice = moved(HOME, b).redirect(b, "20200101000001", c).page(c, "20200101000002", &html);
    let back = moved(HOME, b).redirect(b, "20200101000001", "http://a.example/back").page(
        "http://a.example/back",
        "20200101000002",
        &html,
    );
    let home = |archive: &Archive| {
        let found = redirects(archive).into_iter().find(|(url, ..)| url == HOME);
        found.map(|(_, redirect, _)| redirect)
    };
    assert_eq!(home(&once), Some(Redirect::Followed(Some(200))));
    assert_eq!(home(&once.reversed()), Some(Redirect::Followed(Some(200))));
    assert_eq!(home(&twice), Some(Redirect::OtherSite));
    assert_eq!(home(&back), Some(Redirect::OtherSite));
}

#[test]
fn circles_end() {
    let archive = moved(HOME, "/b").redirect("http://a.example/b", "20200101000001", "/");
    // The page of the day before is near enough: the circle leads there.
    assert_eq!(redirects(&archive)[0].1, Redirect::Followed(Some(200)));
    let far = Archive::default().page(HOME, "20180101000000", &page("Harbour", HARBOUR)).redirect(
        HOME,
        "20200101000000",
        HOME,
    );
    assert_eq!(redirects(&far)[0].1, Redirect::NotCaptured);
}

#[test]
fn the_nearest_page_wins_over_nearer_redirects() {
    let (near, far) = (page("Near", HARBOUR), page("Far", CASINO));
    let archive = moved(HOME, "/new")
        .page("http://a.example/new", "20200101120000", &far)
        .page("http://a.example/new", "20200101000500", &near)
        .redirect("http://a.example/new", "20200101000001", "/elsewhere");
    for archive in [archive.clone(), archive.reversed()] {
        let said = archive.judged(&profile("default"));
        let near = said.iter().find(|said| said.memento.stamp() == "20200101000500").expect("near");
        let redirect =
            said.iter().find(|said| said.memento.url == HOME && said.memento.redirect.is_some());
        let redirect = redirect.expect("the redirect");
        assert_eq!(redirect.memento.content, near.memento.content);
    }
}

#[test]
fn pages_that_are_followed_do_not_count_as_shared_texts() {
    let html = page("Harbour", HARBOUR);
    let other = page("Casino", CASINO);
    let archive = Archive::default()
        .page(HOME, "20191230000000", &html)
        .redirect(HOME, "20200101000000", "/new")
        .page("http://a.example/new", "20200101000001", &other);
    let lines = archive.lines();
    assert!(lines[1].starts_with("20200101000000 off-topic learned"), "{lines:?}");
    assert!(!lines[1].contains("shared-body"), "{lines:?}");
    // The same text as a page of its own is shared.
    let shared = archive.page("http://a.example/third", "20200105000000", &other);
    assert!(shared.lines()[1].contains("shared-body"), "{:?}", shared.lines());
}

#[test]
fn undated_redirects_are_not_followed() {
    let html = page("Harbour", HARBOUR);
    let archive = Archive::default()
        .page(HOME, "20200101000000", &html)
        .redirect(HOME, "2020-99-01", "/new")
        .page("http://a.example/new", "20200101000001", &html);
    assert_eq!(redirects(&archive)[0].1, Redirect::NotCaptured);
}

#[test]
fn a_body_without_location_is_judged_by_its_status() {
    let archive =
        Archive::default().page(HOME, "20191231000000", &page("Harbour", HARBOUR)).response(
            HOME,
            "20200101000000",
            "300 Multiple Choices",
            &[("Content-Type", "text/html")],
            page("Choices", "Choose one of these pages.").as_bytes(),
        );
    assert_eq!(archive.lines()[1], "20200101000000 unknown redirect");
}
