//! What labels depend on, and what not: the pages, not the names of files; the text as it is asked for.

use std::fs;

use crate::harness::{Env, article, page, record};
use crate::template::{STORIES, pages, with_magazine};

fn nodes(env: &Env, folder: &str) -> Vec<serde_json::Value> {
    let text = fs::read_to_string(env.path(folder).join("nodes.jsonl")).expect("nodes");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn labels_do_not_depend_on_the_names_of_archives() {
    let env = with_magazine();
    let archive = fs::read(env.path("in/magazine.warc")).expect("archive");
    env.write("elsewhere/renamed.warc", &archive);
    for method in ["learned", "t004", "t006"] {
        let label = |input: &str| {
            let out = format!("{method}-{input}");
            let how = ["--method", method, "--nodes", "-q"];
            env.expect(0, &[&["template", input, "-o", &out], how.as_slice()].concat());
            ["pages.jsonl", "nodes.jsonl", "crosses.jsonl", "groups.jsonl"]
                .map(|name| fs::read_to_string(env.path(&out).join(name)).expect(name))
        };
        assert_eq!(label("in"), label("elsewhere"), "{method}");
    }
}

/// As where two crawls have kept one answer.
#[test]
fn a_document_in_two_archives_is_labelled_as_in_one() {
    let env = with_magazine();
    let archive = fs::read(env.path("in/magazine.warc")).expect("archive");
    for (input, archives) in [("one", &["a"][..]), ("two", &["a", "b"])] {
        for name in archives {
            env.write(&format!("{input}/{name}.warc"), &archive);
        }
        env.expect(0, &["template", input, "-o", &format!("out-{input}"), "-q"]);
    }
    let [one, two] = ["out-one", "out-two"].map(|out| pages(&env, out));
    assert_eq!(two.len(), 2 * one.len());
    for (at, page) in two.iter().enumerate() {
        for field in ["url", "text", "cross", "group", "status"] {
            assert_eq!(page[field], one[at % one.len()][field], "{field} of {at}");
        }
    }
}

/// Rules that make a text of scored blocks (lists, tables, copies, comments) hold for the table of nodes, too.
#[test]
fn nodes_say_what_the_text_says() {
    let env = Env::new();
    let mut archive = Vec::new();
    for (number, (subject, lines)) in (1..).zip(STORIES) {
        let html = format!(
            "<html lang=en><title>{subject}</title><body><div class=menu><a href=/>Home</a> <a href=/sea>Sea</a></div>\
             <main><h1>{subject}</h1><p>{}</p><table><tr><th>Bell<th>Weight<tr><td>{subject}<td>{number} t</table>\
             <p>{}</p>\
             <p>The bell costs <span aria-hidden=true>{number} crowns</span><b>{number} crowns</b>.<pre><i class=lineno>{number}</i>\
             <b>ring</b>({number})</pre></main><div class=comments><h3>Comments</h3><div class=comment><p>Reader {number} says: {}</p></div></div>",
            lines[0],
            lines[1],
            lines[0].to_lowercase()
        );
        archive.extend(page(&format!("http://fair.example/{subject}"), number, "200 OK", &html));
    }
    env.write("in/fair.warc", &archive);
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let mut texts = Vec::new();
    let options =
        ["", "--no-tables", "--heading drop", "--comments", "--no-line-numbers", "--recall"];
    for more in options.map(|more| more.split_whitespace().collect::<Vec<_>>()) {
        env.expect(
            0,
            &[&["template", "in", "-o", "out", "--overwrite", "--nodes", "-q"], &more[..]].concat(),
        );
        let nodes = nodes(&env, "out");
        for page in pages(&env, "out") {
            let own = nodes.iter().filter(|n| n["url"] == page["url"] && n["class"] == "content");
            let kept: String = own.filter_map(|node| node["text"].as_str()).collect();
            assert_eq!(letters(&kept), letters(page["text"].as_str().expect("text")), "{more:?}");
        }
        texts.push(pages(&env, "out")[0]["text"].clone());
    }
    // The options do what they are for.
    assert!(texts[1..5].iter().all(|text| *text != texts[0]), "{texts:?}");
}

#[test]
fn a_revisit_is_a_snapshot_where_it_is_asked_for() {
    let env = with_magazine();
    let mut archive = fs::read(env.path("in/magazine.warc")).expect("archive");
    let header = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let revisit = record("revisit", "http://fair.example/bell", 20, "application/http", header);
    let refers = "WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-000000000006>\r\nContent-Type:";
    let revisit = String::from_utf8(revisit).expect("text").replacen("Content-Type:", refers, 1);
    archive.extend(revisit.bytes());
    env.write("in/magazine.warc", &archive);
    env.expect(0, &["template", "in", "-o", "out", "--record-type", "response,revisit", "-q"]);
    let pages = pages(&env, "out");
    let crosses: Vec<_> = [5, 8].map(|at| pages[at]["cross"].as_str().expect("cross")).into();
    assert_eq!(crosses, ["11101", "11110"]);
    assert_eq!(pages[5]["text"], pages[8]["text"]);
}

/// One document of one second, once found and once not: only the former is in scope, whichever comes first.
#[test]
fn what_is_out_of_scope_stays_so_beside_its_twin() {
    for statuses in [["200 OK", "404 Not Found"], ["404 Not Found", "200 OK"]] {
        let env = with_magazine();
        let mut archive = Vec::new();
        for status in statuses {
            archive.extend(page("http://twin.example/", 30, status, &article(1)));
        }
        env.write("in/twin.warc", &archive);
        env.expect(0, &["template", "in", "-o", "out", "-q"]);
        let pages = pages(&env, "out");
        assert_eq!(pages.iter().filter(|page| page["url"] == "http://twin.example/").count(), 1);
        env.expect(0, &["verify", "out"]);
    }
}

/// Which of two captures is first is not known where one has no date.
#[test]
fn an_undated_capture_is_nobodys_snapshot() {
    let env = with_magazine();
    let mut archive = fs::read(env.path("in/magazine.warc")).expect("archive");
    let html =
        "<title>Whale</title><h1>Whale</h1><p>What was seen of it at dusk nobody has told yet.</p>";
    let undated = page("http://fair.example/whale", 40, "200 OK", html);
    let undated = String::from_utf8(undated).expect("text");
    let lines = undated.split_inclusive("\r\n").filter(|line| !line.starts_with("WARC-Date"));
    archive.extend(lines.flat_map(str::bytes));
    env.write("in/magazine.warc", &archive);
    env.expect(0, &["template", "in", "-o", "out", "-q"]);
    let crosses = fs::read_to_string(env.path("out/crosses.jsonl")).expect("crosses");
    let crosses: Vec<serde_json::Value> =
        crosses.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let undated: Vec<_> = crosses.iter().filter(|cross| cross["timestamp"] == "").collect();
    assert_eq!(undated.len(), 1);
    assert!(undated[0]["prev"].is_null() && undated[0]["next"].is_null(), "{undated:?}");
    let beside = crosses.iter().flat_map(|cross| [&cross["prev"], &cross["next"]]);
    assert!(beside.into_iter().all(|other| other.is_null() || other["timestamp"] != ""));
}
