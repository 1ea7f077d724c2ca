//! What is masked, what is not, and that a document loses the same as its text.

use proptest::prelude::*;

use super::*;
use crate::document::{Editorial, Leaf, Mark, Marked, Part, Picture, Piece};
use crate::{ExtractConfig, Hints, Limits, Method, Page, render};

fn masked(text: &str) -> String {
    let document = Document::default();
    let mut masker = Masker::new(&document, [text].into_iter());
    let mut text = text.to_owned();
    masker.text(&mut text);
    text
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(masked(text), *expected, "{text}");
    }
}

/// The texts stay as they are.
#[track_caller]
fn check_kept(texts: &[&str]) {
    for text in texts {
        assert_eq!(masked(text), *text);
    }
}

#[test]
fn e_mail_addresses() {
    check(&[
        ("Write to ada.gull+x@post.example.org.", "Write to [e-mail]."),
        ("<ada@example.org>, bo@example.co.uk", "<[e-mail]>, [e-mail]"),
        ("j\u{f6}rg@b\u{fc}cher.example", "[e-mail]"),
        ("ada (at) example (dot) org", "[e-mail]"),
        ("ada[at]example.org", "[e-mail]"),
        ("ada%40example.org", "[e-mail]"),
        ("@ada@social.example", "@[e-mail]"),
        ("ada@mail.example.1", "[e-mail].1"),
        ("bo@example.xn--p1ai", "[e-mail]"),
    ]);
    check_kept(&[
        "@media.print",
        "me@home",
        "pkg@1.2.3",
        "a @ b.example",
        "(at) example.org",
        "@",
        "5@",
    ]);
}

#[test]
fn telephone_numbers() {
    check(&[
        ("+49 30 1234567", "[telephone]"),
        ("Call +1 (212) 555-0123!", "Call [telephone]!"),
        ("0049 (0)30/12 34 56 78", "[telephone]"),
        ("(030) 1234567-12, 2019", "[telephone], 2019"),
        ("(030 12345678)", "([telephone])"),
        ("01 23 45 67 89", "[telephone]"),
        ("01.23.45.67.89", "[telephone]"),
        ("(212) 555-0123", "[telephone]"),
        ("1-800-555-0123", "[telephone]"),
        ("0171 1234567 2019", "[telephone] 2019"),
        ("Tel.: 123456, Fax: 123 457", "Tel.: [telephone], Fax: [telephone]"),
        ("Telefon-Nr. 55 12 34", "Telefon-Nr. [telephone]"),
        ("\u{260e} 555 1234", "\u{260e} [telephone]"),
        ("T\u{e9}l. : 55 12 34", "T\u{e9}l. : [telephone]"),
        ("Tel. 123456. Or 123456.", "Tel. [telephone]. Or [telephone]."),
        ("030 1234567\n\u{20ac}5", "[telephone]\n\u{20ac}5"),
        ("https://wa.me/49301234567", "https://wa.me/[telephone]"),
        (
            "at api.whatsapp.com/send?phone=+49301234567",
            "at api.whatsapp.com/send?phone=[telephone]",
        ),
        // Joined to the one before.
        ("030 1234567/0171 7654321", "[telephone]/[telephone]"),
        ("+49 30 1234567/+49 171 7654321", "[telephone]/[telephone]"),
        ("030 1234567,030 7654321", "[telephone],[telephone]"),
        ("(030) 1234567/(0171) 7654321; 030 222222", "[telephone]/[telephone]; [telephone]"),
    ]);
    check_kept(&[
        "01.02.2019",
        "01/02/2019 10",
        "06/2019 12345",
        "09.30-17.00",
        "2019-05-17T14:30:00+02:00",
        "0.123456789",
        "+10 000 000 \u{20ac}",
        "+10 000 000\u{a0}\u{20ac}",
        "ISBN 0-306-40615-2",
        "ISBN 0306406152",
        "ISSN 0317-8471, that is 0317-8471",
        "https://a.example/?number=0301234567",
        "https://a.example/0123456789.html",
        "123456789",
        "1 234 567 890",
        "300 200 1000",
        "Tel. 1234",
        "In 1900 200 3000",
        "Kto-0123 456 789 0",
        "00",
        "(",
        "+",
    ]);
}

#[test]
fn accounts_and_cards() {
    check(&[
        ("IBAN DE89 3704 0044 0532 0130 00 BIC", "IBAN [iban] BIC"),
        ("GB82WEST12345698765432.", "[iban]."),
        ("NO93 8601 1117 947", "[iban]"),
        ("4111 1111 1111 1111", "[card]"),
        ("5500-0000-0000-0004", "[card]"),
        ("378282246310005", "[card]"),
    ]);
    check_kept(&[
        // Wrong check digits, no issuer, or part of something else.
        "DE88370400440532013000",
        "4111 1111 1111 1112",
        "1234 5678 9012 3452",
        "x4111111111111111",
        "https://a.example/4111111111111111",
        "DE",
        "ZZ89370400440532013000",
    ]);
}

#[test]
fn ip_addresses() {
    check(&[
        ("from 192.0.2.17, twice", "from [ip], twice"),
        ("192.0.2.17:8080", "[ip]:8080"),
        ("2001:db8::8a2e:370:7334", "[ip]"),
        ("[fe80::1ff:fe23:4567:890a]", "[[ip]]"),
        ("It was 192.0.2.17.", "It was [ip]."),
    ]);
    check_kept(&[
        "1.2.3.4",
        "256.10.10.10",
        "10.20.30.40.50",
        "v10.20.30.40",
        "std::net",
        "dead::beef",
        "10:30:00",
        "::",
        "at 10::30",
    ]);
}

#[test]
fn addresses_of_links() {
    for (address, expected) in [
        ("mailto:ada@example.org?subject=Tides", "mailto:%5Be-mail%5D?subject=Tides"),
        ("tel:+49-30-1234567", "tel:%5Btelephone%5D"),
        ("TEL:110", "TEL:%5Btelephone%5D"),
        ("https://wa.me/49301234567?text=Hi", "https://wa.me/%5Btelephone%5D?text=Hi"),
        ("http://192.0.2.17/a", "http://%5Bip%5D/a"),
        ("https://a.example/?m=ada%40example.org", "https://a.example/?m=%5Be-mail%5D"),
        ("https://a.example/2019/0123456789", "https://a.example/2019/0123456789"),
        // What stands behind or beside the number.
        (
            "https://wa.me/49301234567?text=ada@example.org",
            "https://wa.me/%5Btelephone%5D?text=%5Be-mail%5D",
        ),
        ("sms:+49301234567?body=ada@example.org", "sms:%5Btelephone%5D?body=%5Be-mail%5D"),
        ("sms:+4930111111,+4930222222", "sms:%5Btelephone%5D,%5Btelephone%5D"),
        ("tel:+49301234567;ext=12", "tel:%5Btelephone%5D;ext=12"),
        ("tel:12@example.org", "tel:%5Btelephone%5D"),
        // Other links to telephones.
        ("http://wa.me/49301234567", "http://wa.me/%5Btelephone%5D"),
        ("wa.me/49301234567", "wa.me/%5Btelephone%5D"),
        (
            "https://web.whatsapp.com/send?phone=49301234567",
            "https://web.whatsapp.com/send?phone=%5Btelephone%5D",
        ),
        (
            "https://api.whatsapp.com/send/?text=ada@example.org&Phone=%2B4930#a",
            "https://api.whatsapp.com/send/?text=%5Be-mail%5D&Phone=%5Btelephone%5D#a",
        ),
        ("viber://chat?number=%2B49301234567", "viber://chat?number=%5Btelephone%5D"),
        ("skype:+49301234567?call", "skype:+%5Btelephone%5D?call"),
        ("https://wa.me/?text=Hi", "https://wa.me/?text=Hi"),
        ("tel:", "tel:"),
    ] {
        let mut masker = Masker::default();
        let mut found = address.to_owned();
        masker.address(&mut found);
        assert_eq!(found, expected);
        let marks =
            ["telephone", "e-mail", "ip"].map(|mark| expected.contains(&format!("%5B{mark}")));
        let marks = marks.iter().filter(|is_there| **is_there).count();
        assert_eq!(masker.masked().count(), marks, "{address}");
        // A value of metadata that is an address is masked as one.
        let mut value = address.to_owned();
        Masker::default().value(&mut value);
        assert_eq!(value, expected);
    }
    for (value, expected) in [
        ("xmpp:ada@example.org", "xmpp:%5Be-mail%5D"),
        ("Write:ada@example.org", "Write:[e-mail]"),
        ("tel: 030 1234567", "tel: [telephone]"),
    ] {
        let mut found = value.to_owned();
        Masker::default().value(&mut found);
        assert_eq!(found, expected);
    }
}

fn document(html: &str) -> (String, Document) {
    let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
    let extraction = Method::AllText.extract(&page, &ExtractConfig::default());
    (render::text(&page, &extraction), Document::new(&page, &extraction))
}

#[test]
fn a_document_loses_what_its_text_loses() {
    let html = "<p>Ask <b>ada@</b>example<i>.org</i> or <a href='mailto:bo@example.org'>bo@example.org</a>.</p>\
        <table><tr><td>Tel.</td><td>55 12<br>34</td></tr><tr><td>x</td><td>y</td></tr></table>\
        <table><tr><td>Fax</td><td>55 12 35</td></tr></table><pre>tel 55 12 36</pre>\
        <p>Mail eve@example.com<sup>1</sup>, IBAN DE89370400440532013000<sup>2</sup>.\
        <p>030 5512 377<p>\u{20ac}5<p>Also https://wa.me/495512388, 030 5512399/0171 5512390.\
        <table><tr><td>ISSN</td><td>0317-8471</td></tr><tr><td>c</td><td>d</td></tr></table>";
    let (text, mut document) = document(html);
    let mut masker = Masker::new(&document, [text.as_str()].into_iter());
    let mut masked_text = text.clone();
    masker.text(&mut masked_text);
    masker.document(&mut document);
    assert!(masker.masked().eq([Masked::EMail, Masked::Telephone, Masked::Iban]), "{masked_text}");
    let markdown = render::markdown(&document);
    let html = render::html(&document);
    for secret in ["ada", "bo@", "eve", "example", "55", "DE89"] {
        for (name, out) in [("text", &masked_text), ("markdown", &markdown), ("html", &html)] {
            assert!(!out.contains(secret), "{secret} in {name}: {out}");
        }
    }
    for (name, out) in [("text", &masked_text), ("markdown", &markdown), ("html", &html)] {
        assert!(out.contains("0317-8471"), "a number of a periodical in {name}: {out}");
    }
    let links = document.parts.iter().filter_map(|part| match part {
        Part::Leaf(leaf) => Some(leaf),
        _ => None,
    });
    let links: Vec<_> = links
        .flat_map(|leaf| {
            leaf.marks.iter().map(|marked| {
                let place = marked.start as usize..marked.end as usize;
                (&leaf.text[place], &marked.mark)
            })
        })
        .filter(|(_, mark)| matches!(mark, Mark::Link(_) | Mark::Strong | Mark::Emphasis))
        .collect();
    assert_eq!(links, [("[e-mail]", &Mark::Link("mailto:%5Be-mail%5D".to_owned()))]);
}

#[test]
fn pictures_players_and_abbreviations_lose_it_too() {
    let (source, alt) = ("http://192.0.2.17/a.png".to_owned(), "Ask ada@example.org".to_owned());
    let picture = Picture { source, alt, link: Some("tel:110".to_owned()) };
    let media =
        Mark::Media { name: "video".to_owned(), source: "https://ada@example.org/".to_owned() };
    let marks = [Mark::Picture(picture), media, Mark::Abbreviation("Tel. 110110".to_owned())];
    let marks = marks.map(|mark| Marked { start: 0, end: 0, mark }).into();
    let (kind, text) = (crate::BlockKind::Paragraph, "ada@example.org now".to_owned());
    // The first ends with what is masked, the second is behind it.
    let quoted = Marked { start: 0, end: 15, mark: Mark::Editorial(Editorial::Quoted) };
    let reading = Mark::Editorial(Editorial::Ruby("Tel. 110110".to_owned()));
    let point = |mark| Marked { start: 16, end: 19, mark: Mark::Editorial(mark) };
    let (time, foreign) = ("Tel. 110110".to_owned(), "ada@example.org".to_owned());
    let editorial = vec![
        quoted,
        Marked { start: 16, end: 19, mark: reading },
        point(Editorial::Time(time)),
        point(Editorial::Foreign(foreign)),
    ];
    let leaf = Leaf { kind, text, marks, editorial, language: Some("ada@example.org".to_owned()) };
    let source = Part::Source("https://ada@example.org/".to_owned());
    let mut document = Document { parts: vec![source], comments: vec![Part::Leaf(leaf)] };
    Masker::new(&document.clone(), [].into_iter()).document(&mut document);
    let out = format!("{document:?}");
    for secret in ["192", "ada", "110"] {
        assert!(!out.contains(secret), "{secret}: {out}");
    }
    let Some(Part::Leaf(leaf)) = document.comments.first() else { panic!("a leaf: {out}") };
    let places =
        leaf.editorial.iter().map(|marked| &leaf.text[marked.start as usize..marked.end as usize]);
    assert!(places.eq(["[e-mail]", "now", "now", "now"]), "{out}");
}

#[test]
fn metadata_lose_it_too() {
    let candidate = |value: &str| crate::Candidate::new(value.to_owned(), crate::Source::Meta, "a");
    let mut metadata = crate::Metadata {
        title: Some("Ask ada@example.org".to_owned()),
        authors: vec!["ada@example.org".to_owned()],
        image: Some("http://192.0.2.17/a.png".to_owned()),
        date_published: Some("2019-05-17".to_owned()),
        ..crate::Metadata::default()
    };
    let dates = vec![candidate("2019-05-17T10:00:00+02:00")];
    let title = vec![candidate("ada@example.org")];
    let pages = vec![candidate("http://a.example/2?for=ada@example.org")];
    metadata.candidates = [("title", title), ("published", dates), ("pages", pages)].into();
    let mut masker = Masker::default();
    masker.metadata(&mut metadata);
    assert_eq!(metadata.title.as_deref(), Some("Ask [e-mail]"));
    assert_eq!(metadata.authors, ["[e-mail]"]);
    assert_eq!(metadata.image.as_deref(), Some("http://%5Bip%5D/a.png"));
    assert_eq!(metadata.candidates["title"][0].value, "[e-mail]");
    assert_eq!(metadata.candidates["published"][0].value, "2019-05-17T10:00:00+02:00");
    assert!(masker.masked().eq([Masked::EMail, Masked::Ip]));
    // Rows are found by the addresses of their later pages.
    let page = &metadata.candidates["pages"][0];
    assert_eq!(page.value, "http://a.example/2?for=ada@example.org");
}

#[test]
fn preferences_lose_it_too() {
    let mut preferences = crate::UsagePreferences {
        directives: ["noai", "unavailable_after:2019-05-17", "unavailable_after:tel 551234"]
            .map(str::to_owned)
            .into(),
        tdm_reservation: Some(true),
        tdm_policy: Some("/policy?of=ada@example.org".to_owned()),
    };
    let mut masker = Masker::default();
    masker.preferences(&mut preferences);
    assert_eq!(
        preferences.directives,
        ["noai", "unavailable_after:2019-05-17", "unavailable_after:tel [telephone]"]
    );
    assert_eq!(preferences.tdm_policy.as_deref(), Some("/policy?of=%5Be-mail%5D"));
    assert!(masker.masked().eq([Masked::EMail, Masked::Telephone]));
}

#[test]
fn long_repetitive_texts_come_to_an_end() {
    for part in [
        "@",
        "a@b.",
        "0",
        "(0",
        "+1 ",
        "1:",
        "DE89",
        "[at] ",
        "%40",
        "tel ",
        "1.1.",
        "4111 ",
        "isbn ",
        "wa.me/",
        "0301234567/",
        "0301234567,",
    ] {
        let text = part.repeat(20_000);
        masked(&text);
        Masker::default().address(&mut format!("sms:{text}"));
    }
}

proptest! {
    /// What is masked once has nothing left to mask, and marks stay within the text.
    #[test]
    fn masked_texts_and_marks_are_sound(
        text in "([0-9]{1,4}[ ./()+-]{1,2}|[a-z\u{f6}@.:]{1,5}|tel |isbn |wa[.]me/|[,;]|\\(at\\)|DE89|\n){0,24}",
        cuts in prop::collection::vec(0.0_f64..1.0, 4),
    ) {
        let once = masked(&text);
        let twice = masked(&once);
        prop_assert_eq!(&once, &twice);
        let place = |cut: f64| text.floor_char_boundary((cut * text.len() as f64) as usize) as u32;
        let mut ends: Vec<u32> = cuts.iter().map(|cut| place(*cut)).collect();
        ends.sort_unstable();
        let mark = |start, end, mark| Marked { start, end, mark };
        let marks = vec![
            mark(ends[0], ends[3], Mark::Strong),
            mark(ends[1], ends[2], Mark::Emphasis),
            mark(ends[2], ends[2], Mark::Code),
        ];
        let kind = crate::BlockKind::Paragraph;
        let leaf = Leaf { kind, text: text.clone(), marks, editorial: Vec::new(), language: None };
        let mut document = Document { parts: vec![Part::Leaf(leaf)], comments: Vec::new() };
        Masker::new(&document.clone(), [].into_iter()).document(&mut document);
        let Part::Leaf(leaf) = &document.parts[0] else { unreachable!() };
        prop_assert_eq!(&leaf.text, &once);
        let (mut out, mut open) = (String::new(), 0_i32);
        for piece in leaf.pieces() {
            match piece {
                Piece::Text(part) => out.push_str(part),
                Piece::Open(_) => open += 1,
                Piece::Close(_) => open -= 1,
                Piece::Point(_) => {}
            }
        }
        prop_assert_eq!((out, open), (once, 0));
    }
}
