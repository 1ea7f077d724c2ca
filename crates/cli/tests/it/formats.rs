//! Formats of a corpus: the same bytes whatever the jobs, every layout, and what independent readers make
//! of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::harness::{Env, assert_same, bytes_of, page, root, small_archive};

const ALL: &str =
    "parquet,jsonl,dolma,oscar,elastic,tei,markdown,text,html,json,vertical,conllu,csv";

/// The small archive, and pages that are hard for formats.
fn archive() -> Vec<u8> {
    let hard = [
        "<h1>潮汐</h1><p>今天天气很好。我们去东京。</p><p>วันนี้อากาศดี เราไปทะเล</p><p>Dr. Gull met A. B. Tern. \
         They  talked\tlong...</p>",
        "<h2>Steps</h2><ul><li>one<table><tr><th>a<th>b<tr><td>&lt;c&gt;<td>d</table><li>two</ul>\
         <pre><code>fn main() {\n\tlet a  = 1;\n}</code></pre><blockquote><h3>He said</h3><p>\"No\" &amp; left.\
         </blockquote>",
    ];
    let mut archive = small_archive();
    for (n, html) in (20..).zip(hard) {
        archive.extend(page(&format!("http://harbour.example/hard/{n}"), n, "200 OK", html));
    }
    archive
}

#[test]
fn bytes_do_not_depend_on_jobs() {
    let env = Env::new();
    env.write("a.warc", &archive());
    for layout in ["document", "shard", "zip"] {
        let run = |jobs: &str| {
            let out = format!("{layout}-{jobs}");
            let options = ["--extractor", "all-text", "--shard-records", "3", "-q"];
            let own = ["corpus", "a.warc", "-o", &out, "--jobs", jobs, "--layout", layout];
            env.expect(0, &[&own[..], &["--format", ALL], &options[..]].concat());
            env.path(&out)
        };
        assert_same(&run("1"), &run("5"));
    }
}

#[test]
fn files_of_each_layout() {
    let env = Env::new();
    env.write("a.warc", &archive());
    let mut shown = String::new();
    for layout in ["document", "shard", "zip"] {
        let formats = "tei,conllu,jsonl";
        env.expect(0, &["corpus", "a.warc", "-o", layout, "--format", formats, "--layout", layout]);
        for (name, _) in bytes_of(&env.path(layout)) {
            shown.push_str(&format!("{layout}: {name}\n"));
        }
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn a_corpus_of_files_is_verified_and_overwritten_whole() {
    let env = Env::new();
    env.write("a.warc", &archive());
    let made = env.expect(0, &["corpus", "a.warc", "-o", "c", "--format", "parquet,tei,text"]);
    let said = String::from_utf8(made.stderr).expect("UTF-8");
    assert!(said.contains("shows the corpus, c/docs, c/tei, c/text hold it"), "{said}");
    env.expect(0, &["verify", "c"]);
    let file = bytes_of(&env.path("c/tei")).swap_remove(0).0;
    env.write(&format!("c/tei/{file}"), b"changed");
    env.expect(4, &["verify", "c"]);
    env.expect(0, &["corpus", "a.warc", "-o", "c", "--format", "jsonl", "--overwrite"]);
    assert!(!env.path("c/tei").exists(), "files of another run are left");
}

#[test]
fn zip_files_open_elsewhere() {
    let Some(python) = std::env::var_os("SCUTCH_TEST_PYTHON") else {
        eprintln!("SKIPPED: SCUTCH_TEST_PYTHON is not set");
        return;
    };
    let env = Env::new();
    env.write("a.warc", &archive());
    env.expect(0, &["corpus", "a.warc", "-o", "c", "--format", "text", "--layout", "zip"]);
    env.expect(0, &["corpus", "a.warc", "-o", "d", "--format", "text"]);
    let script = "import sys, zipfile, pathlib\n\
        z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None\n\
        files = {p.name: p.read_bytes() for p in pathlib.Path(sys.argv[2]).iterdir()}\n\
        assert files == {n: z.read(n) for n in z.namelist()}\n";
    let zip = env.path("c/text/part-00000.zip");
    let output =
        Command::new(python).args(["-c", script]).arg(zip).arg(env.path("d/text/00000")).output();
    let output = output.expect("python runs");
    assert!(output.status.success(), "{}", String::from_utf8(output.stderr).expect("UTF-8"));
}

#[test]
fn the_column_markdown_is_what_the_format_and_extract_write() {
    let env = Env::new();
    let url = "http://harbour.example/steps";
    let html = "<title>Steps</title><h1>Steps</h1><p>The ferry left ten minutes late, with everybody who had waited \
                for it since the morning, and nobody complained.</p><ul><li>one loaf of bread, which was eaten before \
                noon by the crew<li>two boxes of <a href=/x>apples</a>, which nobody had ordered that week</ul><p>What \
                was left came back in the evening, and the harbour master wrote it into his book as he had done for \
                thirty years.</p><pre><code>late += 10</code></pre>";
    env.write("a.warc", &page(url, 3, "200 OK", html)).write("a.html", html.as_bytes());
    let options = ["--format", "markdown,jsonl,parquet", "--markdown", "--fast", "-q"];
    env.expect(0, &[&["corpus", "a.warc", "-o", "c"], &options[..]].concat());
    let rows = rows(&env.path("c"));
    let (id, row) = rows.first_key_value().expect("a row");
    let column = row["markdown"].as_str().expect("a text");
    assert!(column.contains("- one loaf") && column.contains("```\nlate += 10"), "{column}");
    let file = fs::read_to_string(env.path(&format!("c/markdown/00000/{id}.md"))).expect("a file");
    let body = file.splitn(3, "---\n").nth(2).expect("a body behind the head");
    assert_eq!(body, format!("\n{column}\n"));
    let printed = env.expect(0, &["extract", "a.html", "--url", url]).stdout;
    assert_eq!(String::from_utf8(printed).expect("UTF-8"), format!("{column}\n"));
    env.expect(0, &["verify", "c"]);
    // A run without the column is another run.
    env.expect(1, &["corpus", "a.warc", "-o", "c", "--format", "markdown,jsonl,parquet", "--fast"]);
}

/// The rows of a corpus by id, from its JSON lines.
fn rows(folder: &Path) -> BTreeMap<String, Value> {
    let mut rows = BTreeMap::new();
    for (name, bytes) in bytes_of(&folder.join("docs")) {
        if !name.ends_with(".jsonl.zst") {
            continue;
        }
        let lines = zstd::decode_all(&bytes[..]).expect("zstd");
        for line in String::from_utf8(lines).expect("UTF-8").lines() {
            let row: Value = serde_json::from_str(line).expect("JSON");
            rows.insert(row["id"].as_str().expect("id").to_owned(), row);
        }
    }
    rows
}

fn joined(folder: &Path) -> String {
    let files = bytes_of(folder).into_iter();
    files.map(|(_, bytes)| String::from_utf8(bytes).expect("UTF-8")).collect()
}

/// White space counts for readers, not its kind.
fn letters(text: &str) -> String {
    text.split_whitespace().filter(|word| *word != "|").collect()
}

/// Reads CoNLL-U as its definition has it, and nothing of ours.
#[test]
fn conllu_gives_the_text_back() {
    let env = Env::new();
    env.write("a.warc", &archive());
    let options = ["--extractor", "all-text", "--format", "jsonl,conllu"];
    env.expect(0, &[&["corpus", "a.warc", "-o", "c"][..], &options[..]].concat());
    let rows = rows(&env.path("c"));
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut document = String::new();
    let mut sentences = std::collections::BTreeSet::new();
    for sentence in joined(&env.path("c/conllu")).split_terminator("\n\n") {
        let mut text = None;
        let (mut forms, mut number, mut until) = (String::new(), 0, 0);
        for line in sentence.lines() {
            if let Some(id) = line.strip_prefix("# newdoc id = ") {
                document = id.to_owned();
            } else if let Some(id) = line.strip_prefix("# sent_id = ") {
                assert!(sentences.insert(id.to_owned()), "two sentences {id}");
            } else if let Some(told) = line.strip_prefix("# text = ") {
                text = Some(told);
            } else if !line.starts_with('#') {
                let columns: Vec<&str> = line.split('\t').collect();
                assert_eq!(columns.len(), 10, "{line}");
                if let Some((first, last)) = columns[0].split_once('-') {
                    assert_eq!(first, (number + 1).to_string());
                    until = last.parse().expect("a number");
                } else {
                    number += 1;
                    assert_eq!(columns[0], number.to_string());
                    // A word of a token that stands before.
                    if number <= until {
                        continue;
                    }
                }
                assert!(!columns[1].is_empty() && !columns[1].contains(char::is_whitespace));
                forms.push_str(columns[1]);
                forms.push_str(if columns[9].ends_with("SpaceAfter=No") { "" } else { " " });
            }
        }
        assert_eq!(text, Some(forms.trim_end()));
        texts.entry(document.clone()).or_default().push_str(&letters(&forms));
    }
    assert_eq!(texts.len(), rows.len());
    for (id, text) in &texts {
        assert_eq!(*text, letters(rows[id]["text"].as_str().expect("text")));
    }
}

/// Reads vertical text as `encodevert` does: structures on lines of their own, all else is a token.
#[test]
fn vertical_text_gives_the_text_back() {
    let env = Env::new();
    env.write("a.warc", &archive());
    let options = ["--extractor", "all-text", "--format", "jsonl,vertical"];
    env.expect(0, &[&["corpus", "a.warc", "-o", "c"][..], &options[..]].concat());
    let rows = rows(&env.path("c"));
    let mut open: Vec<&str> = Vec::new();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let mut document = String::new();
    let vertical = joined(&env.path("c/vertical"));
    for line in vertical.lines() {
        if let Some(name) = line.strip_prefix("</") {
            assert_eq!(open.pop(), name.strip_suffix('>'));
        } else if line == "<g/>" {
            assert!(open.starts_with(&["doc", "p", "s"]), "{open:?}");
        } else if let Some(tag) = line.strip_prefix('<') {
            let tag = tag.strip_suffix('>').expect("a tag ends on its line");
            let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            open.push(name);
            let known = ["doc", "doc p", "doc p s", "doc p s hi"];
            assert!(known.contains(&open.join(" ").as_str()), "{line}");
            if let Some(rest) = attributes.strip_prefix("id=\"") {
                document = rest.split('"').next().expect("id").to_owned();
            }
        } else {
            assert!(open.starts_with(&["doc", "p", "s"]), "a token outside of a sentence: {line}");
            assert!(!line.is_empty() && !line.contains('\t'));
            let token = line.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
            texts.entry(document.clone()).or_default().push_str(&token.replace("&amp;", "&"));
        }
    }
    assert!(open.is_empty());
    assert_eq!(texts.len(), rows.len());
    for (id, text) in &texts {
        assert_eq!(*text, letters(rows[id]["text"].as_str().expect("text")));
    }
}

/// Every page of the sites beside the repository, by our schema and by the whole of TEI.
#[test]
fn all_tei_of_real_sites_is_valid() {
    let data = root().join("../shared/data");
    let (sites, whole) = (data.join("template"), data.join("portal/schema/tei_all_4.7.0.rng"));
    let Some(jing) = std::env::var_os("SCUTCH_TEST_JING").filter(|_| sites.exists()) else {
        eprintln!("SKIPPED: SCUTCH_TEST_JING is not set, or ../shared/data is not there");
        return;
    };
    let env = Env::new();
    let sites = sites.display().to_string();
    let portals = data.join("portal/html2tei_tei").display().to_string();
    env.expect(0, &["corpus", &sites, &portals, "-o", "c", "--format", "tei", "--strict", "-q"]);
    let files: Vec<PathBuf> = bytes_of(&env.path("c/tei"))
        .into_iter()
        .map(|(name, _)| env.path("c/tei").join(name))
        .collect();
    assert!(files.len() > 1000);
    for schema in [root().join("crates/corpus/schema/tei-scutch.rng"), whole] {
        for files in files.chunks(400) {
            let output = Command::new(&jing).arg(&schema).args(files).output().expect("jing runs");
            let talk = String::from_utf8(output.stdout).expect("UTF-8");
            assert!(output.status.success(), "{}: {talk}", schema.display());
        }
    }
}

#[test]
fn other_formats_of_one_page() {
    let env = Env::new();
    env.write("a.warc", &page("http://harbour.example/a", 1, "200 OK", ONE));
    let formats = "tei,markdown,html,json,dolma,oscar,elastic,vertical,conllu,text";
    env.expect(0, &["corpus", "a.warc", "-o", "c", "--format", formats]);
    let mut shown = String::new();
    for format in formats.split(',') {
        for (name, bytes) in bytes_of(&env.path("c").join(format)) {
            let bytes = match name.ends_with(".zst") {
                true => zstd::decode_all(&bytes[..]).expect("zstd"),
                false => bytes,
            };
            let text = String::from_utf8(bytes).expect("UTF-8");
            shown.push_str(&format!("=== {format}/{name}\n{text}"));
        }
    }
    insta::assert_snapshot!(shown);
}

const ONE: &str = "<!doctype html><html lang=en><head><title>Tide tables</title>\
    <link rel=canonical href='http://harbour.example/tides'>\
    <link rel=shortlink href='http://harbour.example/?p=41'>\
    <script type='application/ld+json'>{\"@type\":\"NewsArticle\",\"headline\":\"Tide tables\",\
    \"alternativeHeadline\":\"When to sail\",\"author\":{\"name\":\"Ada Gull\"},\"datePublished\":\"2019-05-16\",\
    \"articleSection\":\"Sea\",\"keywords\":\"tide, sea\",\"isAccessibleForFree\":true,\
    \"publisher\":{\"name\":\"Harbour Press\"},\"license\":\"https://creativecommons.org/licenses/by/4.0/\"}\
    </script></head><body><article><h1>Tide tables</h1><p>The <b>high</b> water comes at six in the morning, \
    says <a href='/master'>the harbour master</a>. Nobody is surprised by that; the boats leave at five.</p>\
    <h2>What to bring</h2><ul><li>A lamp for the way to the pier</li><li>Bread, cheese and a thermos of tea</li></ul>\
    <p>All of this was said before, and all of it will be said again when the days are short.</p>\
    </article></body></html>";

/// Marks that only editions write: the same page with them and without.
#[test]
fn marks_of_editions_are_in_tei_and_change_no_other_format() {
    let marked = "The master said <q>the sea <i lang=la>dormit</i></q> on \
        <time datetime=2019-05-17>Friday</time>, <u>twice</u>, and <ruby>one<rt>1</rt></ruby> boat left.";
    let plain = "The master said \u{201c}the sea <i>dormit</i>\u{201d} on Friday, twice, and one boat left.";
    let html = |text: &str, cite: &str| {
        format!(
            "<html lang=en><meta property=article:published_time content=2019-05-17>\
             <h1>Tides</h1><p>{text}</p><blockquote{cite}><p>Ebb and flow.</blockquote>\
             <table><caption>Ebb</caption><tr><th colspan=2>Day<tr><td>One<td>Two</table>"
        )
    };
    let env = Env::new();
    let cite = " cite=http://harbour.example/log";
    for (name, html) in [("marked", html(marked, cite)), ("plain", html(plain, ""))] {
        let archive = page("http://harbour.example/a", 1, "200 OK", &html);
        env.write(&format!("{name}.warc"), &archive);
        let formats = "tei,text,markdown,html,vertical,conllu";
        let options = ["--extractor", "all-text", "--format", formats, "-q"];
        let own = ["corpus", &format!("{name}.warc"), "-o", name];
        env.expect(0, &[&own[..], &options[..]].concat());
    }
    for format in ["text", "markdown", "html", "vertical", "conllu"] {
        assert_same(&env.path("plain").join(format), &env.path("marked").join(format));
    }
    let tei = bytes_of(&env.path("marked/tei")).swap_remove(0).1;
    let tei = String::from_utf8(tei).expect("UTF-8");
    insta::assert_snapshot!(tei.split_once("<body>").expect("a body").1);
}

/// Words of a small tagger: it knows every word in lower case, and names at the start of sentences.
pub(crate) fn tagged(conllu: &str) -> String {
    let mut out = String::new();
    for line in conllu.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        if let [number, form, .., misc] = columns[..] {
            let name = if number == "1" { "B-ORG" } else { "O" };
            let lemma = form.to_lowercase();
            out.push_str(&format!(
                "{number}\t{form}\t{lemma}\tX\t_\tA=b\t_\t_\t_\tNER={name}|{misc}\n"
            ));
        } else {
            out.push_str(&format!("{line}\n"));
        }
    }
    out
}

#[test]
fn annotations_are_merged_where_they_fit() {
    let env = Env::new();
    env.write("a.warc", &archive());
    let from = ["corpus", "a.warc", "--extractor", "all-text", "--shard-records", "3"];
    env.expect(0, &[&from[..], &["-o", "plain", "--format", "conllu,tei,vertical"]].concat());
    let documents = joined(&env.path("plain/conllu"));
    let mut documents: Vec<String> =
        documents.split_inclusive("\n\n").map(tagged).fold(Vec::new(), |mut all, sentence| {
            if sentence.starts_with("# newdoc") {
                all.push(sentence);
            } else if let Some(last) = all.last_mut() {
                last.push_str(&sentence);
            }
            all
        });
    documents.remove(0);
    documents[0] = documents[0].replacen("\n2\t", "\n2\tother", 1);
    env.write("tagged/1.conllu", documents.concat().as_bytes());
    let run = |out: &str, jobs: &str| {
        let to = ["-o", out, "--format", "tei,vertical", "--annotations", "tagged", "--jobs", jobs];
        env.shot(&[&from[..], &to[..]].concat())
    };
    insta::assert_snapshot!(run("one", "1"));
    run("many", "5");
    assert_same(&env.path("one"), &env.path("many"));
    env.expect(1, &["verify", "one"]);
    let whole = |out: &str| joined(&env.path(out).join("vertical"));
    let forms = |text: String| -> Vec<String> {
        let lines = text.lines().filter(|l| !l.starts_with("<name ") && *l != "</name>");
        lines.map(|line| line.split('\t').next().unwrap_or_default().to_owned()).collect()
    };
    assert!(whole("one").contains("\tX\t_\tA=b\n") && whole("one").contains("<name type=\"ORG\">"));
    assert_eq!(forms(whole("one")), forms(whole("plain")));
    let again = run("one", "1");
    assert!(again.contains("already complete"), "{again}");
    env.write("tagged/1.conllu", documents[1..].concat().as_bytes());
    let other = run("one", "1");
    assert!(other.contains("made from other inputs"), "{other}");
    env.write("tagged/1.conllu", b"1\ta\t_\t_\t_\t_\t_\t_\t_\t_\n");
    let nothing = run("none", "1");
    assert!(nothing.contains("no sentence with an id of ours"), "{nothing}");
}
