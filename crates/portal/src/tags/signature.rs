//! The signature of an element, written as a selector that it matches where it holds no numbers.

use scutch_page::{Attr, NodeId, Tree};

/// Classes of one element that count.
const CLASSES: usize = 6;
/// Characters of one word kept.
const WORD: usize = 40;
/// Letters and digits mixed from this length on are made by programs.
const RANDOM: usize = 8;

/// Name, id and sorted classes of an element; empty for what is none.
pub fn signature(tree: &Tree, id: NodeId) -> String {
    let mut out = tree.name(id).to_owned();
    if out.is_empty() {
        return out;
    }
    if let Some(word) = tree.attr(id, Attr::ID).map(str::trim).filter(|word| !word.is_empty()) {
        out.push('#');
        push(&mut out, word);
    }
    let classes = tree.attr(id, Attr::CLASS).unwrap_or_default();
    let mut classes: Vec<String> = classes.split_ascii_whitespace().map(general).collect();
    classes.sort_unstable();
    classes.dedup();
    for class in classes.iter().take(CLASSES) {
        out.push('.');
        out.push_str(class);
    }
    if let Some(prop) = tree.attr(id, Attr::ITEMPROP) {
        out.push_str("[itemprop=");
        push(&mut out, prop);
        out.push(']');
    }
    out
}

/// The signatures of an element and of the one it is in, as a selector has them: `div.box > p`.
pub fn pair(tree: &Tree, id: NodeId) -> String {
    let parent = tree.parent(id).map(|parent| signature(tree, parent)).unwrap_or_default();
    format!("{parent} > {}", signature(tree, id))
}

fn push(out: &mut String, word: &str) {
    out.push_str(&general(word));
}

/// A word with its numbers made equal: `post-123` and `post-7` are `post-0`. What looks drawn by lot is `0` as a
/// whole.
fn general(word: &str) -> String {
    let drawn = |part: &str| {
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        part.len() >= RANDOM && digits >= 2 && part.bytes().all(|b| b.is_ascii_hexdigit())
    };
    let mut out = String::with_capacity(word.len());
    for piece in word.split_inclusive(['-', '_']) {
        let part = piece.trim_end_matches(['-', '_']);
        if drawn(part) {
            out.push('0');
        } else {
            push_numberless(&mut out, part);
        }
        out.push_str(&piece[part.len()..]);
    }
    out.chars().take(WORD).collect()
}

/// Every run of digits as one zero.
fn push_numberless(out: &mut String, part: &str) {
    let mut in_number = false;
    for c in part.chars().filter(|c| !c.is_control() && !c.is_whitespace()) {
        let digit = c.is_ascii_digit();
        if !(digit && in_number) {
            out.push(if digit { '0' } else { c });
        }
        in_number = digit;
    }
}
