//! `--format nquads` and `--format jsonld`: other programs load both, find the same in both, our shapes hold, and
//! the questions of the guide have the answers that it shows.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::guide::run_sessions;
use crate::harness::{Env, root};

/// Loads N-Quads and JSON-LD below a folder, compares them, and answers questions by the union of all graphs.
const ASK: &str = r#"
import json, sys
from pathlib import Path
from rdflib import BNode, Dataset

def loaded(ending, form):
    found = Dataset(default_union=True)
    for path in sorted(Path(sys.argv[1]).rglob("*." + ending)):
        found.parse(path, format=form)
    return found

def quads(found):
    return {(s, p, o, getattr(g, "identifier", g)) for s, p, o, g in found.quads()}

corpus, other = loaded("nq", "nquads"), loaded("jsonld", "json-ld")
mine, others = quads(corpus), quads(other)
assert mine == others, (list(mine - others)[:3], list(others - mine)[:3])
assert not any(isinstance(term, BNode) for quad in mine for term in quad)
# rdflib keeps literals that its types refuse, and says so.
ill = [o for _, _, o, _ in mine if getattr(o, "ill_typed", False)]
assert not ill, ill[:3]
def answer(question):
    rows = corpus.query(question)
    return [[str(name) for name in rows.vars], *([str(value) for value in row] for row in rows)]
json.dump({"quads": len(mine), "answers": [answer(question) for question in json.load(sys.stdin)]}, sys.stdout)
"#;

/// Checks shapes, the second argument, against N-Quads below a folder, and then against graphs with one error each.
const SHAPES: &str = r#"
import sys
from pathlib import Path
import pyshacl
from rdflib import Dataset, Graph, Literal, Namespace, URIRef
from rdflib.namespace import DCTERMS, PROV, RDF, XSD

OA = Namespace("http://www.w3.org/ns/oa#")
schema = lambda name: URIRef("http://schema.org/" + name)
whole, corpus = Dataset(), Graph()
for path in sorted(Path(sys.argv[1]).rglob("*.nq")):
    whole.parse(path, format="nquads")
corpus += ((s, p, o) for s, p, o, _ in whole.quads())
rows = [graph for graph in whole.graphs() if (None, RDF.type, schema("WebPage")) in graph]
rows.sort(key=lambda graph: graph.identifier)
row = Graph()
row += rows[0]
shapes = Graph().parse(sys.argv[2], format="turtle")
def check(data):
    return pyshacl.validate(data, shacl_graph=shapes)
# A row stands alone, too.
for data in (corpus, row):
    holds, _, text = check(data)
    assert holds, text
version = next(row.subjects(RDF.type, schema("WebPage")))
capture = next(row.objects(version, PROV.wasDerivedFrom))
wrong = [
    (version, DCTERMS.identifier, None),
    (version, schema("exampleOfWork"), Literal("a work")),
    (version, PROV.wasGeneratedBy, None),
    (version, schema("datePublished"), Literal("May")),
    (version, schema("headline"), Literal(1)),
    (version, schema("wordCount"), Literal(-1)),
    (version, schema("author"), URIRef("urn:x:nobody")),
    (version, schema("isPartOf"), URIRef("urn:x:nothing")),
    (capture, DCTERMS.source, None),
    (capture, schema("sha256"), Literal("none")),
    (capture, PROV.generatedAtTime, Literal("2019", datatype=XSD.gYear)),
    (next(row.subjects(RDF.type, OA.DataPositionSelector)), OA.start, Literal(10**12)),
    (next(row.subjects(RDF.type, PROV.Activity)), PROV.used, None),
    (next(row.subjects(RDF.type, PROV.SoftwareAgent)), schema("softwareVersion"), None),
    (next(row.subjects(RDF.type, schema("WebSite"))), DCTERMS.identifier, None),
]
for subject, predicate, value in wrong:
    bad = Graph()
    bad += row
    bad.remove((subject, predicate, None))
    if value is not None:
        bad.add((subject, predicate, value))
    assert not check(bad)[0], (subject, predicate, value)
print(len(wrong))
"#;

/// The Python with rdflib and pyshacl, if `cargo xtask test` set it up.
fn python(test: &str) -> Option<PathBuf> {
    let python = std::env::var_os("SCUTCH_TEST_PYTHON");
    if python.is_none() {
        eprintln!("SKIPPED: {test}: SCUTCH_TEST_PYTHON not set");
    }
    python.map(PathBuf::from)
}

/// Runs a script; what it prints.
fn run(python: &Path, script: &str, paths: &[PathBuf], input: &str) -> String {
    let mut command = Command::new(python);
    command.args(["-c", script]).args(paths).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().expect("python runs");
    let mut stdin = child.stdin.take().expect("its input");
    stdin.write_all(input.as_bytes()).expect("written");
    drop(stdin);
    let output = child.wait_with_output().expect("python ends");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.success(), "{told}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The corpus of a page of the guide, and what the page asks: questions with the lines of their answers.
struct Asked {
    prefixes: String,
    questions: Vec<(String, Vec<String>)>,
}

/// The questions of a page: blocks marked `sparql`, each with the table behind it. The first block has prefixes.
fn asked(page: &str) -> Asked {
    let (mut blocks, mut is_query) = (Vec::<(String, Vec<String>)>::new(), false);
    for line in page.lines() {
        if line.starts_with("```") {
            is_query = line == "```sparql";
            if is_query {
                blocks.push(Default::default());
            }
        } else if let Some((query, table)) = blocks.last_mut() {
            if is_query {
                query.push_str(line);
                query.push('\n');
            } else if line.starts_with('|') {
                table.push(line.to_owned());
            }
        }
    }
    let prefixes = blocks.remove(0).0;
    Asked { prefixes, questions: blocks }
}

/// An answer as a table of Markdown.
fn table(answer: &Value) -> Vec<String> {
    let rows = answer.as_array().expect("rows").iter();
    let line = |row: &Value| {
        let cells = row.as_array().expect("cells").iter().map(|cell| cell.as_str().expect("text"));
        format!("| {} |", cells.collect::<Vec<_>>().join(" | "))
    };
    let mut lines: Vec<String> = rows.map(line).collect();
    let columns = answer[0].as_array().map_or(0, Vec::len);
    lines.insert(1, format!("|{}", "---|".repeat(columns)));
    lines
}

#[test]
fn questions_of_the_guide_have_the_answers_that_it_shows() {
    let Some(python) = python("questions_of_the_guide") else { return };
    let page = root().join("docs/src/linked-data.md");
    let (env, wrong) = run_sessions(&page);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let asked = asked(&fs::read_to_string(&page).expect("the page"));
    let whole: Vec<String> =
        asked.questions.iter().map(|(query, _)| format!("{}{query}", asked.prefixes)).collect();
    let given = run(&python, ASK, &[env.path("linked")], &json!(whole).to_string());
    let given: Value = serde_json::from_str(&given).expect("JSON");
    let answers = given["answers"].as_array().expect("answers");
    assert_eq!((answers.len(), asked.questions.len()), (20, 20));
    let mut wrong = String::new();
    for ((query, shown), answer) in asked.questions.iter().zip(answers) {
        let found = table(answer);
        assert!(found.len() > 2, "no answer: {query}");
        if *shown != found {
            wrong.push_str(&format!("{query}\n{}\n\n", found.join("\n")));
        }
    }
    assert!(wrong.is_empty(), "other answers:\n\n{wrong}");
}

#[test]
fn shapes_hold_for_samples_and_refuse_what_is_wrong() {
    let Some(python) = python("shapes_hold_for_samples") else { return };
    let (env, _) = run_sessions(&root().join("docs/src/linked-data.md"));
    let paths = [env.path("linked"), env.path("shapes.ttl")];
    assert_eq!(run(&python, SHAPES, &paths, "").trim(), "15");
}

/// The statements below a folder.
fn statements(env: &Env, folder: &str) -> BTreeSet<String> {
    let mut parts: Vec<PathBuf> = fs::read_dir(env.path(folder).join("nquads"))
        .expect("parts")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    parts.sort();
    let texts = parts.iter().map(|part| fs::read_to_string(part).expect("a part"));
    texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect()
}

/// Shards, jobs and layout change the files, and no statement.
#[test]
fn statements_do_not_depend_on_how_they_are_cut() {
    let env = Env::new();
    let samples = root().join("samples").display().to_string();
    let mut all = Vec::new();
    for (number, options) in [
        &["--jobs", "1"][..],
        &["--jobs", "4", "--shard-records", "7"],
        &["--jobs", "2", "--shard-records", "20", "--layout", "document"],
    ]
    .iter()
    .enumerate()
    {
        let out = format!("c{number}");
        let run = ["corpus", &samples, "-o", &out, "-q", "--format", "nquads"];
        env.expect(0, &[&run[..], options].concat());
        if options.contains(&"document") {
            // A folder for each shard, a file for each row.
            let folders = fs::read_dir(env.path(&out).join("nquads")).expect("shards");
            let folders: Vec<PathBuf> = folders.map(|entry| entry.expect("one").path()).collect();
            let mut found = BTreeSet::new();
            for file in folders.iter().flat_map(|folder| fs::read_dir(folder).expect("files")) {
                let text = fs::read_to_string(file.expect("a file").path()).expect("text");
                found.extend(text.lines().map(str::to_owned));
            }
            all.push(found);
        } else {
            all.push(statements(&env, &out));
        }
    }
    assert!(all[0].len() > 3000, "{}", all[0].len());
    assert!(all.iter().all(|statements| *statements == all[0]));
    assert!(!all[0].iter().any(|statement| statement.contains("_:b")));
}

/// Marks appear with `scutch dedup`, in the formats that the corpus has, and are left behind by `scutch redact`.
#[test]
fn marks_are_in_the_manifest_and_no_part_of_a_corpus_with_fewer_rows() {
    let env = Env::new();
    let samples = root().join("samples/courier-old.warc.gz").display().to_string();
    env.expect(0, &["corpus", &samples, "-o", "c", "-q", "--format", "parquet,nquads"]);
    assert!(!env.path("c/duplicates.nq").exists());
    env.expect(0, &["dedup", "c", "-q"]);
    assert!(env.path("c/duplicates.nq").exists() && !env.path("c/duplicates.jsonld").exists());
    env.expect(0, &["verify", "c"]);
    let url = "http://www.alderhaven-courier.example/en/2003/05/14/last-ferry.html";
    env.write("list", format!("{url}\tasked for\n").as_bytes());
    let done = env.expect(0, &["redact", "c", "--list", "list", "-o", "d"]);
    let said = String::from_utf8(done.stderr).expect("UTF-8");
    assert!(said.contains("duplicates.nq") && said.contains("`scutch dedup` makes it"), "{said}");
    let (before, after) = (statements(&env, "c"), statements(&env, "d"));
    assert!(after.is_subset(&before) && after.len() < before.len());
    assert!(!after.iter().any(|statement| statement.contains("last-ferry")));
    env.expect(0, &["verify", "d"]);
    env.write("c/duplicates.nq", b"changed");
    env.expect(4, &["verify", "c"]);
    // Another run clears them away.
    env.expect(0, &["corpus", &samples, "-o", "c", "-q", "--overwrite"]);
    assert!(!env.path("c/duplicates.nq").exists() && !env.path("c/nquads").exists());
}

#[test]
fn questions_are_read_with_their_answers() {
    let page = "```sparql\nPREFIX a: <b>\n```\n\n```sparql\nSELECT 1\n```\n\n| a |\n|---|\n| 1 |\n\ntext\n";
    let asked = asked(page);
    assert_eq!(asked.prefixes, "PREFIX a: <b>\n");
    let lines = ["| a |", "|---|", "| 1 |"].map(str::to_owned).to_vec();
    assert_eq!(asked.questions, [("SELECT 1\n".to_owned(), lines.clone())]);
    assert_eq!(table(&json!([["a"], ["1"]])), lines);
}
