//! Verdicts: anchors, rules, thresholds, and a reason for each.

use scutch_topic::{AnchorRule, Combine, Measure, Profile, Reason, Status, judge_all};

use crate::archives::{Archive, CASINO, HARBOUR, Said, measuring, page, profile};

const HOME: &str = "http://a.example/";

fn stamp(day: usize) -> String {
    format!("202001{day:02}000000")
}

/// Captures of one page on the first days of January.
fn captures(pages: &[&str]) -> Archive {
    let days = pages.iter().zip(1..);
    days.fold(Archive::default(), |archive, (html, day)| archive.page(HOME, &stamp(day), html))
}

fn statuses(archive: &Archive, profile: &Profile) -> String {
    let letter = |said: &Said| match said.verdict.status {
        Status::On => '+',
        Status::Off => '-',
        Status::Unknown => '?',
    };
    archive.judged(profile).iter().map(letter).collect()
}

#[test]
fn pages_that_replace_another_are_off_topic_with_their_reason() {
    let harbour = page("Harbour", HARBOUR);
    for (html, reason) in [
        (page("404 Not Found", "The requested URL was not found on this server."), "not-found"),
        (page("Account Suspended", "This account has been suspended."), "suspended"),
        (page("Site maintenance", "We are currently down for maintenance."), "maintenance"),
        (page("Error", "Error establishing a database connection"), "server-error"),
        (page("a.example", "This domain is for sale. Buy this domain."), "parked"),
        (page("Coming soon", "Our new website is coming soon."), "coming-soon"),
        (page("Index of /", "Index of / Name Last modified Size Description"), "listing"),
    ] {
        let lines = captures(&[&harbour, &html]).lines();
        let expected = format!("{} off-topic", stamp(2));
        assert!(lines[1].starts_with(&expected), "{reason}: {lines:?}");
        assert!(lines[1].contains(reason), "{reason}: {lines:?}");
    }
}

#[test]
fn what_needs_no_comparison_has_one_reason() {
    let harbour = page("Harbour", HARBOUR);
    let html = [("Content-Type", "text/html")];
    let pdf = [("Content-Type", "application/pdf")];
    let first = || Archive::default().page(HOME, &stamp(1), &harbour);
    for (archive, expected) in [
        (first().response(HOME, &stamp(2), "200 OK", &html, b""), "off-topic empty"),
        (first().response(HOME, &stamp(2), "200 OK", &html, b"<p> &nbsp; </p>"), "off-topic empty"),
        (
            first().response(HOME, &stamp(2), "404 Not Found", &html, harbour.as_bytes()),
            "off-topic http-error",
        ),
        (first().response(HOME, &stamp(2), "503 Busy", &html, b""), "off-topic http-error"),
        (first().response(HOME, &stamp(2), "200 OK", &pdf, b"%PDF-1.4"), "unknown not-a-page"),
        (first().response(HOME, &stamp(2), "301 Moved", &html, b""), "unknown redirect"),
        (first().response(HOME, &stamp(2), "304 Not Modified", &html, b""), "unknown redirect"),
        (first().redirect(HOME, &stamp(2), "http://b.example/"), "off-topic redirect-elsewhere"),
        (first().record("revisit", HOME, &stamp(2), &[], b""), "unknown revisit-unresolved"),
    ] {
        assert_eq!(archive.lines()[1], format!("{} {expected}", stamp(2)));
    }
}

#[test]
fn the_toolkits_profiles_judge_error_pages_by_their_text() {
    let harbour = page("Harbour", HARBOUR);
    let html = [("Content-Type", "text/html")];
    let archive = Archive::default().page(HOME, &stamp(1), &harbour).response(
        HOME,
        &stamp(2),
        "404 Not Found",
        &html,
        harbour.as_bytes(),
    );
    assert_eq!(statuses(&archive, &profile("otmt-code")), "++");
    assert_eq!(statuses(&archive, &profile("default")), "+-");
}

#[test]
fn the_anchor_is_the_first_usable_memento() {
    let (harbour, casino) = (page("Harbour", HARBOUR), page("Casino", CASINO));
    let missing = page("404 Not Found", "The requested URL was not found on this server.");
    for (pages, anchor, passed_over) in [
        (vec![&*harbour, &*casino], Some(0), 0),
        (vec!["", "", &*harbour], Some(2), 2),
        // A notice is passed over where there is a page, and taken where there is none.
        (vec![&*missing, &*harbour], Some(1), 1),
        (vec![&*missing, &*missing], Some(0), 0),
        (vec!["", ""], None, 0),
    ] {
        let default = profile("default");
        let collection = captures(&pages).collection(&default);
        let judged = judge_all(&collection, &default, 1, |_, judged| {
            let found = judged.anchor.map(|anchor| (anchor.index, anchor.passed_over));
            assert_eq!(found, anchor.map(|index| (index, passed_over)), "{pages:?}");
            Ok(())
        });
        assert_eq!(judged.expect("judged").timemaps, 1);
    }
}

#[test]
fn without_an_anchor_nothing_is_compared() {
    let lines = captures(&["", ""]).lines();
    assert!(lines.iter().all(|line| line.ends_with("off-topic empty")), "{lines:?}");
    let html = [("Content-Type", "text/html")];
    // In the toolkit's profiles any page with words is an anchor, error or not.
    let error = Archive::default().response(HOME, &stamp(1), "500 Error", &html, b"<p>Error here");
    assert_eq!(statuses(&error, &profile("otmt-code")), "+");
}

#[test]
fn rules_choose_the_anchor() {
    let (harbour, casino) = (page("Harbour", HARBOUR), page("Casino", CASINO));
    let pages = [&*casino, &*harbour, &*harbour, &*harbour];
    let mut jaccard = measuring(&[(Measure::Jaccard, 0.5)]);
    for (rule, expected) in [
        (AnchorRule::First, "+---"),
        (AnchorRule::PreviousOnTopic, "+---"),
        (AnchorRule::Medoid, "-+++"),
        (AnchorRule::Majority, "-+++"),
    ] {
        jaccard.anchor = rule;
        jaccard.ready();
        assert_eq!(statuses(&captures(&pages), &jaccard), expected, "{}", rule.name());
    }
}

/// A page that changes a third of its words every day.
fn drifting(days: usize) -> Vec<String> {
    let words = |day: usize| -> Vec<String> {
        (day * 10..day * 10 + 30).map(|number| format!("word{number}")).collect()
    };
    (0..days).map(|day| page("Drift", &words(day).join(" "))).collect()
}

#[test]
fn a_page_that_drifts_is_compared_with_its_last_good_state() {
    let pages = drifting(6);
    let pages: Vec<&str> = pages.iter().map(String::as_str).collect();
    let mut jaccard = measuring(&[(Measure::Jaccard, 0.6)]);
    // From the first: 20 of 42 words common, then 10 of 52, then none.
    assert_eq!(statuses(&captures(&pages), &jaccard), "++----");
    jaccard.anchor = AnchorRule::PreviousOnTopic;
    assert_eq!(statuses(&captures(&pages), &jaccard), "++++++");
}

#[test]
fn verdicts_of_measures_are_combined() {
    // The same number of words, none of them common but the title.
    let (a, b) = (page("x", "one two three four"), page("x", "five six seven eight"));
    let archive = captures(&[&a, &b]);
    let measures = [(Measure::WordCount, -0.5), (Measure::Jaccard, 0.5)];
    for (combine, expected) in [(Combine::Any, "+-"), (Combine::All, "++")] {
        let mut profile = measuring(&measures);
        profile.combine = combine;
        profile.ready();
        assert_eq!(statuses(&archive, &profile), expected, "{}", combine.name());
    }
    let reasons = archive.judged(&measuring(&measures))[1].verdict.reasons.clone();
    assert_eq!(reasons, [Reason::Beyond(Measure::Jaccard)]);
}

#[test]
fn short_circuits_change_no_verdict_and_skip_costly_measures() {
    let pages = [page("Harbour", HARBOUR), page("x", "gone"), page("Casino", CASINO)];
    let archive = captures(&pages.each_ref().map(String::as_str));
    let mut profile = measuring(&[(Measure::WordCount, -0.5), (Measure::Cosine, 0.1)]);
    let whole = archive.judged(&profile);
    profile.short_circuit = true;
    let short = archive.judged(&profile);
    for (whole, short) in whole.iter().zip(&short) {
        assert_eq!(whole.verdict.status, short.verdict.status);
    }
    let skipped: Vec<bool> = short.iter().map(|said| said.verdict.scores[1].skipped).collect();
    assert_eq!(skipped, [false, true, false]);
    assert_eq!(short[1].verdict.scores[1].value, None);
}

#[test]
fn thresholds_are_exclusive() {
    let pages = [page("", "one two three four"), page("", "one two three five")];
    let archive = captures(&pages.each_ref().map(String::as_str));
    // Three of five words are common.
    for (threshold, expected) in [(0.39, "+-"), (0.4, "++"), (0.41, "++")] {
        let profile = measuring(&[(Measure::Jaccard, threshold)]);
        assert_eq!(statuses(&archive, &profile), expected, "{threshold}");
    }
}

#[test]
fn translations_and_redesigns_stay_on_topic() {
    let frame = |class: &str, body: &str| {
        let links: String =
            (0..8).map(|n| format!("<a class='{class}{n}' href='/{class}/{n}'>{n}</a>")).collect();
        format!(
            "<html><head><title>Fähre</title></head><body id={class}>{links}<p>{body}</p></body></html>"
        )
    };
    let english = [
        HARBOUR,
        "Fishermen had asked for the boat because their children reached the school too late in winter.",
        "The board decided on Tuesday evening, after eleven years without any connection after dark.",
    ];
    let german = [
        "Die Fähre zu den Inseln verließ den Hafen heute Morgen mit zehn Minuten Verspätung, und niemand \
         an Bord schien sich am Regen zu stören, der auf den alten Steg fiel.",
        "Fischer hatten um das Schiff gebeten, weil ihre Kinder die Schule im Winter zu spät erreichten.",
        "Der Rat beschloss es am Dienstagabend, nach elf Jahren ohne Verbindung nach Einbruch der Nacht.",
    ];
    let [english, german] = [english, german].map(|parts| parts.join("</p><p>"));
    let first = frame("blue", &english);
    let (translated, redesigned, replaced) =
        (frame("blue", &german), frame("red", &english), page("Casino", CASINO));
    // A page that is translated stays so.
    let lines = captures(&[&first, &translated, &format!("{translated} "), &replaced]).lines();
    assert!(lines[1].contains("on-topic"), "{lines:?}");
    assert!(lines[3].contains("off-topic learned"), "{lines:?}");
    let lines = captures(&[&first, &redesigned, &replaced]).lines();
    assert!(lines[1].contains("on-topic"), "{lines:?}");
    assert!(lines[2].contains("off-topic learned"), "{lines:?}");
}

#[test]
fn probabilities_come_from_the_learned_profile_alone() {
    let archive = captures(&[&page("Harbour", HARBOUR), &page("Casino", CASINO)]);
    let learned = archive.judged(&profile("default"));
    let probability = learned[1].verdict.probability.expect("a probability");
    assert!((0.4..=1.0).contains(&probability), "{probability}");
    assert!(learned[0].verdict.probability.expect("a probability") < 0.1);
    let plain = archive.judged(&profile("otmt-code"));
    assert!(plain.iter().all(|said| said.verdict.probability.is_none()));
}

#[test]
fn texts_are_shared_within_a_host_only() {
    let (harbour, casino) = (page("Harbour", HARBOUR), page("Casino", CASINO));
    let archive = |other: &str| captures(&[&harbour, &casino]).page(other, &stamp(1), &casino);
    assert!(archive("http://a.example/other").lines()[1].contains("shared-body"));
    assert!(archive("http://www.a.example/other").lines()[1].contains("shared-body"));
    assert!(!archive("http://b.example/").lines()[1].contains("shared-body"));
}

#[test]
fn every_reason_has_an_id_and_a_sentence_of_its_own() {
    let reasons = Reason::all();
    let mut ids: Vec<&str> = reasons.iter().map(|reason| reason.id()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), reasons.len());
    for reason in reasons {
        let sentence = reason.sentence();
        assert!(sentence.ends_with('.') && sentence.starts_with(char::is_uppercase), "{sentence}");
    }
}

#[test]
fn a_short_notice_beside_a_long_menu_is_no_anchor_if_all_others_agree() {
    let framed = |title: &str, body: &str| {
        let name = |n: usize| ["Tickets for islanders", "Weather at sea"][n % 2];
        let links = (0..12).map(|n| format!("<p><a href='/{n}'>{} on route {n}</a></p>", name(n)));
        let menu: String = links.collect();
        format!("<title>{title}</title><main><h1>{title}</h1>{body}<div>{menu}</div></main>")
    };
    let marks = "<p>Ours and ninety other houses keep marks on your device.</p>";
    let story = format!(
        "<p>{HARBOUR}</p><p>Nobody had asked the board, which met on Tuesday evening behind closed \
         doors, eleven years after the last boat sailed at night.</p>"
    );
    let notice = &*framed("Before you read", marks);
    let both = &*framed("Night ferry", &format!("{story}{marks}"));
    let other = &*framed("Casino", &format!("<p>{CASINO}</p>"));
    let story = &*framed("Night ferry", &story);
    let anchor_of = |archive: &Archive| {
        let default = profile("default");
        let mut found = None;
        let judged = judge_all(&archive.collection(&default), &default, 1, |_, judged| {
            found = judged.anchor.map(|anchor| anchor.index);
            Ok(())
        });
        judged.expect("judged");
        found
    };
    for (pages, anchor) in [
        (&[notice, story, story, story][..], 1),
        // Two captures that agree are not enough.
        (&[notice, story, story], 0),
        (&[notice, story, story, both, story, story], 0),
        (&[notice, story, other, story, story], 0),
        (&[notice, story, story, notice, story], 0),
    ] {
        assert_eq!(anchor_of(&captures(pages)), Some(anchor), "{pages:?}");
    }
    // An error is no capture that agrees.
    let html = [("Content-Type", "text/html")];
    let page = format!("{story}<p>Busy");
    let error = captures(&[notice, story, story]).response(
        HOME,
        &stamp(4),
        "500 Error",
        &html,
        page.as_bytes(),
    );
    assert_eq!(anchor_of(&error), Some(0));
}
