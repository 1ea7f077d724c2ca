//! The review of a corpus by requests: rows selected, decisions kept, what is damaged, what is refused.

use std::fs;
use std::io::Write as _;

use super::served::{Served, corpus};
use crate::harness::{Env, free_port, page};

/// Ids of the rows on a page of the table, in their order.
fn ids(table: &str) -> Vec<String> {
    let behind = table.split("data-id=\"").skip(1);
    behind.map(|part| part.split('"').next().unwrap_or_default().to_owned()).collect()
}

/// A page of the table once its search has ended.
fn table(served: &Served, query: &str) -> String {
    let start = std::time::Instant::now();
    loop {
        let (head, body) = served.get(&format!("rows{query}"));
        assert!(head.starts_with("HTTP/1.1 200"), "{query}: {head} {body}");
        if !body.contains("data-searching") {
            return body;
        }
        assert!(start.elapsed().as_secs() < 60, "{query}: the search never ends");
    }
}

#[test]
fn rows_are_found_filtered_sorted_and_paged() {
    let env = Env::new();
    corpus(&env, b"");
    let served = Served::start(&env, &["corpus"]);
    let (head, _) = served.get("");
    assert!(head.contains("Location: rows"), "{head}");
    let all = ids(&table(&served, ""));
    assert_eq!(all.len(), 12);
    for (query, count, part) in [
        ("?q=ferry", 12, "12 rows of 12."),
        ("?q=FERRY+%22number+7%22", 1, "The <mark>ferry</mark> number 7"),
        ("?q=zeppelin", 0, "No row to show."),
        ("?where=url:has:tower", 4, "url contains tower"),
        ("?where=url:has:tower&q=%22number+5%22", 1, "1 row of 12."),
        ("?where=title:missing:", 0, "title is missing"),
        ("?where=timestamp:from:2019-05-17+10:00:10", 3, "timestamp from"),
        ("?where=decision:present:", 0, "decision is there"),
        ("?columns=url,charset", 12, "utf-8"),
        ("?page=2", 0, "Page 2 of 1"),
    ] {
        let body = table(&served, query);
        assert_eq!(ids(&body).len(), count, "{query}: {body}");
        assert!(body.to_ascii_lowercase().contains(&part.to_ascii_lowercase()), "{query}: {body}");
    }
    let up = ids(&table(&served, "?sort=timestamp"));
    let down = ids(&table(&served, "?sort=-timestamp"));
    assert_eq!(up, down.iter().rev().cloned().collect::<Vec<_>>());
    // What a form sends becomes an address.
    let form =
        "rows?q=ferry&add_column=url&add_operator=has&add_value=fair&columns=url&columns=title";
    let (head, _) = served.get(form);
    let to = "Location: rows?q=ferry&where=url:has:fair&columns=title,url";
    assert!(head.starts_with("HTTP/1.1 303") && head.contains(to), "{head}");
    for (query, sentence) in [
        ("?sort=colour", "The corpus has no column \"colour\"."),
        ("?where=url", "is no condition"),
        ("?q=%FF", "no UTF-8"),
    ] {
        let (head, body) = served.get(&format!("rows{query}"));
        assert!(head.starts_with("HTTP/1.1 400") && body.contains(sentence), "{head} {body}");
    }
}

#[test]
fn a_row_shows_its_page_reasons_and_sources() {
    let env = Env::new();
    corpus(&env, b"");
    let served = Served::start(&env, &["corpus"]);
    let all = ids(&table(&served, "?sort=url"));
    let (_, row) = served.get(&format!("row/{}?sort=url", all[1]));
    for part in [
        "http://fair.example/3",
        "2 of 12",
        &format!("href=\"{}?sort=url\"", all[0]),
        &format!("href=\"{}?sort=url\"", all[2]),
        &format!("src=\"../archived/{}\"", all[1]),
        "warc_offset",
        "left at dawn",
        "Metadata and its sources",
    ] {
        assert!(row.contains(part), "{part}: {row}");
    }
    let (head, archived) = served.get(&format!("archived/{}", all[1]));
    assert!(head.contains("sandbox allow-same-origin"), "{head}");
    assert!(archived.contains("The ferry number 3 left at dawn"), "{archived}");
    for view in ["row/nosuchrow", "archived/nosuchrow", "quarantine/9"] {
        let (head, _) = served.get(view);
        assert!(head.starts_with("HTTP/1.1 404"), "{view}: {head}");
    }
    // The rows are there without their archives.
    fs::remove_file(env.path("a.warc")).expect("removed");
    drop(served);
    let served = Served::start(&env, &["corpus"]);
    assert_eq!(ids(&table(&served, "?q=dawn")).len(), 12);
    let (head, archived) = served.get(&format!("archived/{}", all[1]));
    assert!(head.starts_with("HTTP/1.1 200") && archived.contains("a.warc"), "{head} {archived}");
}

#[test]
fn decisions_outlive_a_kill_and_a_bookmark_a_restart() {
    let env = Env::new();
    corpus(&env, b"");
    let port = free_port().to_string();
    let args = ["corpus", "--annotator", "ann", "--port", &port];
    let served = Served::start(&env, &args);
    let bookmark = served.address("rows?q=ferry");
    let all = ids(&table(&served, ""));
    let decide = |served: &Served, row: usize, json: &str| {
        let (head, body) = served.post(&format!("row/{}", all[row]), json);
        (head[9..12].to_owned(), body)
    };
    for (json, status, part) in [
        (r#"{"field":"keep","value":false,"why":"an advert"}"#, "200", "leave out"),
        (r#"{"field":"title","value":"Low tide"}"#, "200", "Title Low tide"),
        (r#"{"field":"date_published","value":"2019-05"}"#, "200", "Date published 2019-05"),
        (r#"{"undo":true}"#, "200", "Title Low tide"),
        (r#"{"field":"page_type","value":"novel"}"#, "409", "no such type"),
        (r#"{"field":"text","value":"x"}"#, "409", "cannot be read"),
    ] {
        let (found, body) = decide(&served, 0, json);
        assert!(found == status && body.contains(part), "{json}: {found} {body}");
    }
    let (status, _) = decide(&served, 1, r#"{"field":"author","value":"<b>Ann</b>"}"#);
    assert_eq!(status, "200");
    let (head, _) = served.post("row/nosuchrow", r#"{"field":"keep","value":false}"#);
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
    assert_eq!(ids(&table(&served, "?where=decision:present:")).len(), 2);
    assert_eq!(ids(&table(&served, "?where=decision:is:keep")), all[..1]);
    // Dropping kills it, with half of a line written.
    drop(served);
    let path = env.path("labels/decisions.jsonl");
    let before = fs::read(&path).expect("decisions");
    let mut file = fs::OpenOptions::new().append(true).open(&path).expect("opens");
    file.write_all(br#"{"id":"x","fie"#).expect("writes");
    drop(file);
    let served = Served::start(&env, &args);
    assert_eq!(served.address("rows?q=ferry"), bookmark);
    let rows = table(&served, "");
    assert!(rows.contains("its last line was cut; 14 bytes were dropped"), "{rows}");
    assert_eq!(fs::read(&path).expect("decisions"), before);
    assert_eq!(ids(&table(&served, "?where=decision:present:")), all[..2]);
    let (_, decisions) = served.get("decisions");
    assert!(decisions.contains("an advert") && decisions.contains("&lt;b&gt;Ann"), "{decisions}");
    let first = fs::read_to_string(&path).expect("decisions");
    let line = format!(
        r#"{{"id":"{}","field":"keep","value":false,"by":"ann","why":"an advert"}}"#,
        all[0]
    );
    assert_eq!(first.lines().next(), Some(&*line));
    // A second process shows them and takes none.
    let second = Served::start(&env, &["corpus", "--annotator", "ben"]);
    let (status, body) = decide(&second, 2, r#"{"field":"keep","value":false}"#);
    assert!(status == "409" && body.contains("Another scutch studio"), "{body}");
    assert_ne!(second.token, served.token);
}

#[test]
fn the_quarantine_shows_the_bytes_around_a_damage() {
    let env = Env::new();
    corpus(&env, b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: nonsense\r\n\r\nxyz");
    let served = Served::start(&env, &["corpus"]);
    let (_, list) = served.get("quarantine");
    assert!(list.contains("quarantine/0") && list.contains("a.warc"), "{list}");
    let (_, report) = served.get("report");
    let (_, link) = report.split_once("href=\"quarantine?reason=").expect("a link");
    let (reason, _) = link.split_once('"').expect("an address");
    let (_, of_reason) = served.get(&format!("quarantine?reason={reason}"));
    assert!(of_reason.contains("quarantine/0"), "{of_reason}");
    let (_, damage) = served.get("quarantine/0");
    // "WARC/1.0" in hexadecimal, and what stands around it.
    for part in ["57 41 52 43 2f 31 2e 30", "nonsense", "<mark>"] {
        assert!(damage.contains(part), "{part}: {damage}");
    }
    fs::remove_file(env.path("a.warc")).expect("removed");
    let (head, damage) = served.get("quarantine/0");
    assert!(head.starts_with("HTTP/1.1 200") && damage.contains("cannot be read"), "{damage}");
}

/// A title is foreign text wherever it is shown.
#[test]
fn hostile_rows_are_inert() {
    let env = Env::new();
    let title = "&lt;script&gt;parent.pwned=1&lt;/script&gt;\u{202E}txt.exe";
    let text = "<p>A text about tides that is long enough to be one, \"quoted\" &lt;img src=x onerror=pwned&gt; and ended.</p>";
    let html = format!(
        "<html><head><title>{title}</title></head><body><article><h1>{title}</h1>{text}{text}</article></body></html>"
    );
    let url = "http://evil.example/%22%3E%3Cscript%3E?\"><script>1</script>";
    corpus(&env, &page(url, 40, "200 OK", &html));
    let served = Served::start(&env, &["corpus"]);
    let rows = table(&served, "?q=tides");
    let id = ids(&rows).into_iter().next().expect("a row");
    let (_, row) = served.get(&format!("row/{id}?q=%22%3E%3Cscript%3E"));
    for body in [&rows, &row] {
        assert_eq!(body.matches("<script").count(), 1, "{body}");
        assert!(!body.contains('\u{202E}') && !body.contains("<img"), "{body}");
    }
}
