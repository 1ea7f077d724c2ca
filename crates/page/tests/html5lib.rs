//! The conformance tests of the HTML standard that html5lib keeps, where they lie beside the
//! repository: https://github.com/html5lib/html5lib-tests

use std::path::{Path, PathBuf};

use scutch_page::tree::NodeKind;
use scutch_page::{CharsetSource, Hints, Limits, NodeId, Syntax, Tree, charset};

/// Files of a folder of these tests, with their names; empty where the tests are not there.
fn files(folder: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/html5lib");
    let Ok(entries) = std::fs::read_dir(path.join(folder)) else {
        eprintln!("SKIPPED: the html5lib tests are not beside the repository");
        return Vec::new();
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "dat"));
    paths.sort();
    let read = |path: PathBuf| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        // Some files hold characters that are no UTF-8 on purpose; no other test does.
        Some((name, std::fs::read_to_string(path).ok()?))
    };
    paths.into_iter().filter_map(read).collect()
}

/// The sections of one test: `#data`, `#document` and others.
fn section<'t>(case: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = case.split_once(&format!("#{name}\n"))?;
    if rest.starts_with('#') {
        return Some("");
    }
    let end = rest.find("\n#").map_or(rest.len(), |at| at + 1);
    Some(rest[..end].strip_suffix('\n').unwrap_or(&rest[..end]))
}

/// A tree as lines of depth and element name or text.
type Outline = Vec<(usize, String)>;

/// Adds a text without its white space: the guard before our tree builder parts words by spaces
/// where the standard drops parts of tables.
fn push_text(outline: &mut Outline, depth: usize, text: &str) {
    let text: String = text.split_whitespace().collect();
    match outline.last_mut() {
        _ if text.is_empty() => {}
        // Texts around a comment are one: comments are not in our trees.
        Some((before, last)) if *before == depth && last.starts_with('"') => {
            last.push_str(&text);
        }
        _ => outline.push((depth, format!("\"{text}"))),
    }
}

/// The expected tree, without comments, document types and attributes.
fn expected(document: &str) -> Outline {
    let mut outline = Outline::new();
    // Indents of open elements, and whether our trees have them: contents of templates are
    // children of the template there.
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut lines = document.split("\n| ").peekable();
    if let Some(first) = lines.peek_mut() {
        *first = first.strip_prefix("| ").unwrap_or(first);
    }
    for line in lines {
        let inner = line.trim_start_matches(' ');
        let indent = line.len() - inner.len();
        open.retain(|(outer, _)| *outer < indent);
        let depth = open.iter().filter(|(_, counted)| *counted).count() + 1;
        if let Some(text) = inner.strip_prefix('"') {
            push_text(&mut outline, depth, text.strip_suffix('"').unwrap_or(text));
        } else if inner == "content" {
            open.push((indent, false));
        } else if inner.starts_with("<!") || inner.starts_with("<?") {
        } else if let Some(name) = inner.strip_prefix('<').and_then(|n| n.strip_suffix('>')) {
            let name = name.rsplit(' ').next().unwrap_or(name);
            outline.push((depth, name.to_ascii_lowercase()));
            open.push((indent, true));
        }
    }
    outline
}

fn found(html: &str) -> Outline {
    let tree = Tree::parse_whole(html, Syntax::Html, &Limits::default(), &mut Vec::new());
    let mut outline = Outline::new();
    for id in tree.descendants(NodeId::DOCUMENT) {
        let depth = tree.ancestors(id).count();
        match tree.kind(id) {
            NodeKind::Text => push_text(&mut outline, depth, tree.text(id)),
            _ => outline.push((depth, tree.name(id).to_ascii_lowercase())),
        }
    }
    outline
}

#[test]
fn trees_are_those_of_the_standard() {
    let files = files("tree-construction");
    if files.is_empty() {
        return;
    }
    let (mut run, mut wrong) = (0, Vec::new());
    for (name, text) in files {
        for case in text.split("#data\n").skip(1) {
            let case = format!("#data\n{case}");
            // Fragments are parsed within an element, noscript as markup, and the tree builder does
            // not copy the option that is chosen into its button.
            let unlike = ["\n#document-fragment\n", "\n#script-on\n", "<selectedcontent>"];
            if unlike.iter().any(|unlike| case.contains(unlike)) {
                continue;
            }
            let html = section(&case, "data").expect("data");
            let Some(document) = case.split_once("#document\n").map(|(_, d)| d.trim_end()) else {
                continue;
            };
            run += 1;
            if found(html) != expected(document) {
                wrong.push(format!("{name}: {html:?}"));
            }
        }
    }
    assert!(run > 1000, "{run}");
    assert!(wrong.is_empty(), "{} of {run}: {wrong:#?}", wrong.len());
}

#[test]
fn labels_are_found_where_the_standard_finds_them() {
    let (mut run, mut wrong) = (0, Vec::new());
    for (name, text) in files("encoding") {
        for case in text.split("#data\n").skip(1) {
            let Some((data, encoding)) = case.split_once("\n#encoding\n") else { continue };
            let expected = encoding.lines().next().unwrap_or_default().to_ascii_lowercase();
            // With other bytes than ASCII the bytes have a say, without a label there is no default
            // here, and labels are looked for beyond the 1,024 bytes of the standard.
            let decoded = charset::decode(data.as_bytes(), &Hints::default());
            let is_short = data.len() <= 1024;
            // Labels without their closing quote or bracket are read: servers forget these.
            let is_whole = data.contains('>') && !data.contains("'utf-8\"");
            let is_comparable = data.is_ascii() && is_short && is_whole;
            if !is_comparable || decoded.source != CharsetSource::Meta {
                continue;
            }
            run += 1;
            if decoded.charset != expected {
                wrong.push(format!("{name}: {data:?}: {} for {expected}", decoded.charset));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {run}: {wrong:#?}", wrong.len());
}
