use super::{STORY, harbour, metadata};
use crate::metadata::{Agreement, Metadata};

#[test]
fn dates_are_read_where_readers_see_them() {
    for (around, published, modified) in [
        ("<p>Published on May 17, 2019</p>", Some("2019-05-17"), None),
        ("<p>Updated 17 May 2019</p>", Some("2019-05-17"), Some("2019-05-17")),
        ("<div class=entry-date>3/4/2019</div>", Some("2019-03-04"), None),
        (
            "<p>May 17, 2019 &middot; <span>Updated: June 1, 2019</span></p>",
            Some("2019-05-17"),
            Some("2019-06-01"),
        ),
        (
            "<p>Published May 17, 2019</p><p>June 1, 2019 (updated)</p>",
            Some("2019-05-17"),
            Some("2019-06-01"),
        ),
        ("", None, None),
    ] {
        let metadata = harbour(around);
        assert_eq!(metadata.date_published.as_deref(), published, "{around}");
        assert_eq!(metadata.date_modified.as_deref(), modified, "{around}");
    }
}

fn published(head: &str, before: &str, url: &str) -> Option<String> {
    let body = format!("<article><h1>The fog lifts</h1>{before}{STORY}{STORY}</article>");
    metadata(&format!("<html><head>{head}</head><body>{body}"), Some(url)).date_published
}

#[test]
fn dates_that_other_sources_bear_out_come_first() {
    let meta = |name: &str, value: &str| format!("<meta property='{name}' content='{value}'>");
    let shown = "<p class=date>Published 17 May 2019</p>";
    let place = "http://harbourpost.example/fog";
    let cases = [
        // A page that tells but its last change.
        (meta("article:modified_time", "2019-05-17"), "", place),
        (String::new(), "<p class=date>Updated 17 May 2019</p>", place),
        // The day of the place in the address, declared in UTC.
        (
            meta("article:published_time", "2019-05-18T01:30:00Z"),
            "",
            "http://harbourpost.example/2019/05/17/fog",
        ),
        // Two declared dates, one of which is shown.
        (
            meta("article:published_time", "2019-05-12") + &meta("pubdate", "2019-05-17"),
            shown,
            place,
        ),
        // Declared anew when the site moved to another system.
        (meta("article:published_time", "2020-03-01T10:00:00Z"), shown, place),
        // A month in the address, its day elsewhere.
        (meta("last-modified", "2019-05-17"), "", "http://harbourpost.example/2019/05/fog"),
        (String::new(), "", "http://harbourpost.example/20190517-fog"),
        (String::new(), "", "http://harbourpost.example/17-05-2019"),
        (String::new(), "", "http://harbourpost.example/2019/may/17/fog"),
        // "Date" does not say of what.
        (meta("dc.date", "2019-05-10"), shown, place),
    ];
    for (head, before, url) in cases {
        let date = published(&head, before, url);
        assert_eq!(
            date.as_deref().and_then(|d| d.get(..10)),
            Some("2019-05-17"),
            "{head} {before}"
        );
    }
    // Which is day and which is month only the address tells.
    let date = published("", "<p class=date>03.10.2018</p>", "http://a.example/2018/march/10/fog");
    assert_eq!(date.as_deref(), Some("2018-03-10"));
    assert_eq!(published("", "", "http://a.example/20191345-fog"), None);
    // What was declared for the same season stands, whatever else is shown.
    let declared = meta("article:published_time", "2019-06-01T10:00:00Z");
    assert_eq!(published(&declared, shown, place).as_deref(), Some("2019-06-01T10:00:00Z"));
}

#[test]
fn a_label_of_its_own_says_what_the_date_behind_it_is() {
    let (sidebar, person) =
        ("<h4>Published</h4><div>17 May 2019</div>", "<p>Registered: 3 June 2018</p>");
    assert_eq!(harbour(sidebar).date_published.as_deref(), Some("2019-05-17"));
    let changed = harbour("<p>Last updated</p><p>17 May 2019</p>");
    assert_eq!(changed.date_modified.as_deref(), Some("2019-05-17"));
    assert_eq!(harbour(person).date_published, None);
}

#[test]
fn dates_far_behind_the_text_count_if_one_is_told() {
    let page = |behind: &str| {
        let between: String =
            (0..12).map(|n| format!("<p><a href=/{n}>More of {n}</a></p>")).collect();
        let html = format!(
            "<article><h1>The fog lifts</h1>{STORY}{STORY}</article><footer>{between}{behind}</footer>"
        );
        metadata(&html, None).date_published
    };
    assert_eq!(page("<p>Posted 17 May 2019</p>").as_deref(), Some("2019-05-17"));
    assert_eq!(page("<p>Closed on 17 May 2019</p>"), None);
    assert_eq!(page("<p>Posted 17 May 2019</p><p>Posted 18 May 2019</p>"), None);
}

#[test]
fn the_same_instant_has_the_day_of_the_place() {
    let declared = "<meta property='article:published_time' content='2019-05-16T23:30:00Z'>";
    let time = |value: &str| {
        published(declared, &format!("<time datetime={value}>today</time>"), "http://a.example/b")
    };
    assert_eq!(time("2019-05-17T01:30:00+02:00").as_deref(), Some("2019-05-17T01:30:00+02:00"));
    assert_eq!(time("2019-05-17T02:30:00+02:00").as_deref(), Some("2019-05-16T23:30:00Z"));
}

#[test]
fn exchanged_numbers_are_no_earlier_date() {
    let declared = "<meta property='article:published_time' content='2019-11-01'>";
    let date = published(declared, "<p class=date>Published 11/01/2019</p>", "http://a.example/b");
    assert_eq!(date.as_deref(), Some("2019-11-01"));
}

#[test]
fn titles_of_elements_hold_dates_for_machines() {
    let stamp = |class: &str| format!("<span class='{class}' title='2019-05-17T10:00:00Z'></span>");
    for class in ["published", "updated", "entry updated"] {
        let date = published("", &stamp(class), "http://a.example/b");
        assert_eq!(date.as_deref(), Some("2019-05-17T10:00:00Z"), "{class}");
    }
    assert_eq!(published("", &stamp("tooltip"), "http://a.example/b"), None);
}

#[test]
fn a_change_that_readers_see_is_no_earlier_than_publication() {
    let declared = "<meta name=date content='2019-05-18T09:00:00'>";
    let date = |shown: &str| published(declared, shown, "http://a.example/b");
    let changed = "<p class=date>Updated 17 May 2019</p>";
    assert_eq!(date(changed).as_deref(), Some("2019-05-17"));
    // The declared day is shown, the change is that of another text.
    let both = format!("<p class=date>18 May 2019</p>{changed}");
    assert_eq!(date(&both).as_deref(), Some("2019-05-18T09:00:00"));
    // Written, then put off.
    let put_off = format!("{changed}<meta itemprop=dateModified content='2019-05-17T08:00:00'>");
    assert_eq!(date(&put_off).as_deref(), Some("2019-05-18T09:00:00"));
}

#[test]
fn a_declared_date_that_the_address_bears_out_is_no_move() {
    let declared = "<meta property='article:published_time' content='2020-03-01'>";
    let shown = "<p class=date>Published 17 May 2019</p>";
    let date = |url: &str| published(declared, shown, url);
    assert_eq!(date("http://a.example/2020/03/fog").as_deref(), Some("2020-03-01"));
    assert_eq!(date("http://a.example/fog").as_deref(), Some("2019-05-17"));
}

#[test]
fn first_publication_is_told_below_the_text() {
    let told = "<p>This text was originally published on 17 May 2019 and is looked after.</p>";
    let html = format!(
        "<article><h1>The fog lifts</h1><p class=date>3 June 2021</p>{STORY}{STORY}</article>{told}"
    );
    assert_eq!(metadata(&html, None).date_published.as_deref(), Some("2019-05-17"));
}

#[test]
fn date_lines_open_the_text() {
    let opened = |line: &str| {
        let story = STORY.replace("<p>", "").replace("</p>", " ").repeat(3);
        let html = format!("<article><h1>The fog lifts</h1><p>{line} {story}</p>{STORY}</article>");
        metadata(&html, None).date_published
    };
    assert_eq!(opened("17.5.2019 –").as_deref(), Some("2019-05-17"));
    assert_eq!(opened("PORTO, 17 May 2019 /").as_deref(), Some("2019-05-17"));
    assert_eq!(opened("17.5.2019 – 19.5.2019"), None);
}

#[test]
fn verbs_stand_behind_dates_where_the_language_wants_it() {
    let cases = [
        ("<p>Der Nebel wurde am 17. Mai 2019 um 23:03 Uhr gepostet</p>", Some("2019-05-17"), None),
        ("<p>2019年5月17日 更新</p>", Some("2019-05-17"), Some("2019-05-17")),
    ];
    for (around, published, modified) in cases {
        let metadata = harbour(around);
        assert_eq!(metadata.date_published.as_deref(), published, "{around}");
        assert_eq!(metadata.date_modified.as_deref(), modified, "{around}");
    }
}

#[test]
fn custom_elements_hold_times() {
    for element in [
        "<relative-time datetime='2019-05-17T10:00:00Z'></relative-time>",
        "<post-timeago ts='2019-05-17T10:00:00.000000+0000'></post-timeago>",
    ] {
        let date = published("", element, "http://a.example/b");
        assert_eq!(date.as_deref(), Some("2019-05-17T10:00:00Z"), "{element}");
    }
    assert_eq!(published("", "<x-map ts='2019-05-17'></x-map>", "http://a.example/b"), None);
}

#[test]
fn what_is_quoted_has_a_date_of_its_own() {
    let quoted = "<blockquote class=twitter-tweet><p>The fog lifted.<p>— Ada Reed (@ada) <a href=/1>January 1, 2020</a></blockquote>";
    let html = format!(
        "<meta property=article:published_time content=2020-01-02T06:14:00-05:00><article><h1>The fog lifts</h1>{quoted}{STORY}</article>"
    );
    let date = |html: &str| metadata(html, None).date_published;
    assert_eq!(date(&html).as_deref(), Some("2020-01-02T06:14:00-05:00"));
    let shown = html.replace("</h1>", "</h1><p>Published January 3, 2020");
    assert!(date(&shown.replace("<meta", "<br")).is_some_and(|date| date == "2020-01-03"));
    // All of a page that indents its text so is not quoted.
    let indented = format!(
        "<h1>The fog lifts</h1><blockquote><p>January 3, 2004<blockquote>May 1, 1999</blockquote>{STORY}{STORY}</blockquote>"
    );
    assert_eq!(date(&indented).as_deref(), Some("2004-01-03"));
}

#[test]
fn ports_and_capital_letters_change_no_habits() {
    let date = |html: &str, url: &str| metadata(html, Some(url)).date_published;
    let american = format!("<h1>The fog lifts</h1><p>Published 3/4/2019</p>{STORY}");
    for host in ["a.example.com", "a.example.com:8080"] {
        let published = date(&american, &format!("http://{host}/b"));
        assert_eq!(published.as_deref(), Some("2019-03-04"), "{host}");
    }
    for language in ["fa", "FA", "Fa-IR"] {
        let html = format!(
            "<html lang={language}><h1>The fog lifts</h1><p class=entry-date>۱۳۹۸/۰۲/۲۷</p>{STORY}"
        );
        let published = date(&html, "http://a.example/b");
        assert_eq!(published.as_deref(), Some("2019-05-17"), "{language}");
    }
}

/// Languages with the word for "updated", the day of publication and that of the change.
const UPDATED: [(&str, &str, &str, &str); 12] = [
    ("en", "Updated", "17 May 2019", "1 June 2019"),
    ("de", "Aktualisiert", "17. Mai 2019", "1. Juni 2019"),
    ("hu", "Frissítve", "2019. május 17.", "2019. június 1."),
    ("fr", "Mis à jour", "17 mai 2019", "1 juin 2019"),
    ("es", "Actualizado", "17 de mayo de 2019", "1 de junio de 2019"),
    ("it", "Aggiornato", "17 maggio 2019", "1 giugno 2019"),
    ("pt", "Atualizado", "17 de maio de 2019", "1 de junho de 2019"),
    ("nl", "Bijgewerkt", "17 mei 2019", "1 juni 2019"),
    ("pl", "Zaktualizowano", "17 maja 2019", "1 czerwca 2019"),
    ("sv", "Uppdaterad", "17 maj 2019", "1 juni 2019"),
    ("ru", "Обновлено", "17 мая 2019", "1 июня 2019"),
    ("ja", "更新", "2019年5月17日", "2019年6月1日"),
];

/// Lines that show the day of publication and that of the change, in all places that papers use.
fn lines_of_changes(word: &str, first: &str, change: &str) -> [String; 8] {
    let small = word.to_lowercase();
    [
        format!("<p>{first} | {word}: {change}</p>"),
        format!("<p>{first}, {small} {change}</p>"),
        format!("<p>{first} ({small}: {change})</p>"),
        format!("<p>{first}</p><p>{word} {change}</p>"),
        format!("<p>{first}</p><p>{change} {small}</p>"),
        format!("<p>{first}</p><p>{change} ({small})</p>"),
        format!("<p>{first}</p><div>{word}</div><div>{change}</div>"),
        format!("<p>{first}</p><p>{word}<br>{change}</p>"),
    ]
}

fn changed(language: &str, head: &str, line: &str) -> Metadata {
    let body = format!("<article><h1>The fog lifts</h1>{line}{STORY}{STORY}</article>");
    metadata(&format!("<html lang={language}><head>{head}</head><body>{body}"), None)
}

#[test]
fn an_update_belongs_to_the_date_beside_its_word() {
    for (language, word, first, change) in UPDATED {
        for line in lines_of_changes(word, first, change) {
            let found = changed(language, "", &line);
            let dates = (found.date_published.as_deref(), found.date_modified.as_deref());
            assert_eq!(dates, (Some("2019-05-17"), Some("2019-06-01")), "{language}: {line}");
        }
    }
}

#[test]
fn an_update_that_is_declared_and_shown_is_no_conflict() {
    let declared = "<meta property=article:published_time content='2019-05-17T10:30:00+02:00'>\
        <meta property=article:modified_time content='2019-06-01T08:00:00+02:00'>";
    for (language, word, first, change) in UPDATED {
        // Some papers show nothing but the last change.
        let alone = [format!("<p>{word} {change}</p>"), format!("<p>{change} ({word})</p>")];
        for line in lines_of_changes(word, first, change).into_iter().chain(alone) {
            let found = changed(language, declared, &line);
            let differ = found.agreements().filter(|(_, told)| *told == Agreement::Differ);
            let differ: Vec<&str> = differ.map(|(field, _)| field).collect();
            assert!(!differ.iter().any(|field| field.starts_with("date")), "{language}: {line}");
            assert!(
                found.date_published.is_some_and(|day| day.starts_with("2019-05-17")),
                "{line}"
            );
        }
    }
}

#[test]
fn another_day_of_publication_is_a_conflict() {
    let declared = "<meta property=article:published_time content='2019-05-12'>";
    let found = changed("en", declared, "<p>Published 17 May 2019</p>");
    assert!(found.agreements().any(|told| told == ("date_published", Agreement::Differ)));
}

#[test]
fn events_of_a_text_are_not_its_publication() {
    for line in [
        "Received: 10 February 2018; accepted: 3 March 2019; published online: 17 May 2019",
        "Eingegangen: 10. Februar 2018, angenommen: 3. März 2019, online veröffentlicht: 17. Mai 2019",
        "Reçu le 10 février 2018, accepté le 3 mars 2019, publié en ligne le 17 mai 2019",
        "Recibido: 10 de febrero de 2018. Aceptado: 3 de marzo de 2019. Publicado: 17 de mayo de 2019",
        "收稿日期: 2018-02-10; 录用日期: 2019-03-03; 出版日期: 2019-05-17",
        "Date of birth: 10 February 1968. Posted 17 May 2019",
        "Date of hearing: 10 February 2018. Published: 17 May 2019",
    ] {
        let date = harbour(&format!("<p>{line}</p>")).date_published;
        assert_eq!(date.as_deref(), Some("2019-05-17"), "{line}");
    }
}
