use super::*;
use crate::cpu_clock::cpu_time;

#[test]
fn dates_keep_their_precision() {
    let cases = [
        ("2019-05-17", Some("2019-05-17")),
        ("2019-05-17T10:20:30+0200", Some("2019-05-17T10:20:30+02:00")),
        ("2019-05-17 10:20", Some("2019-05-17T10:20")),
        ("2019-05-17T10:20:99+99:99", Some("2019-05-17T10:20")),
        ("2019-05-17T10:20:99+02:00", Some("2019-05-17T10:20+02:00")),
        ("2019-05-17T23:59:60Z", Some("2019-05-17T23:59:59Z")),
        ("2019-05-17T10:20:30+15:00", Some("2019-05-17T10:20:30")),
        ("2019-05-17T10:20:30-0260", Some("2019-05-17T10:20:30")),
        ("2019-05-17T10:20:30.123Z", Some("2019-05-17T10:20:30Z")),
        ("2019-05", Some("2019-05")),
        ("2019", Some("2019")),
        ("20190517", Some("2019-05-17")),
        ("Fri, 17 May 2019 10:00:00 GMT", Some("2019-05-17T10:00:00Z")),
        ("May 17, 2019", Some("2019-05-17")),
        ("17th May 2019", Some("2019-05-17")),
        ("17.05.2019", Some("2019-05-17")),
        ("05/17/2019", Some("2019-05-17")),
        ("05/06/2019", None),
        ("2019-13-40", None),
        ("2019-05-17 03:20 PM", Some("2019-05-17T15:20")),
        ("17 May 2019 12:30 AM", Some("2019-05-17T00:30")),
        ("17 Sept. 2019", Some("2019-09-17")),
        ("Marketing 5 2019", None),
        ("17 Juli 2019", Some("2019-07-17")),
        ("17 janvier 2019", Some("2019-01-17")),
        ("yesterday", None),
        ("é019-05-17", None),
        ("", None),
    ];
    for (text, expected) in cases {
        assert_eq!(declared_date::parse(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn a_date_after_the_capture_is_not_believed() {
    let html = r#"<meta property="article:published_time" content="2031-01-01"><p>x"#;
    assert_eq!(metadata(html, None).date_published, None);
}

#[test]
fn dates_after_the_capture_are_kept_but_not_chosen() {
    let html = "<meta property=article:published_time content=2030-01-02><p>x";
    let metadata = metadata(html, Some("http://a.example/2019/market/12"));
    assert_eq!(metadata.date_published, None);
    let known = metadata.candidates["date_published"].iter().map(|c| c.value.as_str());
    assert_eq!(known.collect::<Vec<_>>(), ["2030-01-02"]);
}

#[test]
fn the_day_of_the_capture_in_the_head_of_a_site_dates_no_page() {
    // Captured on 13 September 2020.
    let head = "<header><p>Harbour Post<p>Weather<p class=date>September 13, 2020<p>Home<p>Ferries<p>Letters</header>";
    let date = |html: String| metadata(&(html + STORY), None).date_published;
    assert_eq!(date(format!("{head}<h1>The fog</h1>")), None);
    assert_eq!(
        date(format!("{}<h1>The fog</h1>", head.replace("13,", "1,"))).as_deref(),
        Some("2020-09-01")
    );
    let near = "<p>September 13, 2020<h1>The fog</h1>";
    assert_eq!(date(near.to_owned()).as_deref(), Some("2020-09-13"));
}

#[test]
fn days_that_clocks_begin_with_are_no_dates() {
    for day in ["1970-01-01T00:00:00+00:00", "1969-12-31", "1900-01-01"] {
        let html = format!(
            "<meta property=article:published_time content='{day}'><meta name=dc.date content=2019-05-17>{STORY}"
        );
        let metadata = metadata(&html, None);
        assert_eq!(metadata.date_published.as_deref(), Some("2019-05-17"), "{day}");
        assert_eq!(metadata.candidates["date_published"].len(), 2, "{day}");
    }
}

#[test]
fn times_behind_the_content_cost_no_look_at_every_block() {
    let story =
        "<p>The fog lifted from the harbour this morning, and the ferry left ten minutes late.</p>";
    for time in ["time", "relative-time"] {
        let read = |value: &str| {
            let teaser = format!("<li><a href=/x>More <{time} {value}></{time}></a>");
            let html = format!(
                "<article><h1>The fog lifts</h1>{}</article><nav><ul>{}</ul></nav>",
                story.repeat(20),
                teaser.repeat(40_000)
            );
            let begin = cpu_time();
            (metadata(&html, None).date_published, cpu_time() - begin)
        };
        // Compared with the same page without times: quadratic work takes minutes.
        let ((_, without), (date, with)) = (read("class=time"), read("datetime=2019-05-17"));
        assert_eq!(date.as_deref(), Some("2019-05-17"), "{time}");
        assert!(with < without * 4, "{time}: {with:?}, without times {without:?}");
    }
}
