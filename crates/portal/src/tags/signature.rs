//! Signatures of elements, written as selectors.

use scutch_page::{Attr, NodeId, Tree};

/// Classes of an element that count.
const MAX_CLASSES: usize = 6;
/// Characters of an id or class.
const MAX_WORD: usize = 40;
/// Length from which on hexadecimal digits are taken for a generated name.
const MIN_GENERATED: usize = 8;

/// Name, id and sorted classes of an element; empty for other nodes.
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
    let mut classes: Vec<String> = classes.split_ascii_whitespace().map(generalize).collect();
    classes.sort_unstable();
    classes.dedup();
    for class in classes.iter().take(MAX_CLASSES) {
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

/// The signatures of an element and its parent, as a selector: `div.box > p`.
pub fn pair(tree: &Tree, id: NodeId) -> String {
    let parent = tree.parent(id).map(|parent| signature(tree, parent)).unwrap_or_default();
    format!("{parent} > {}", signature(tree, id))
}

fn push(out: &mut String, word: &str) {
    out.push_str(&generalize(word));
}

/// A word with its numbers replaced by 0: `post-123` becomes `post-0`. A generated part becomes
/// `0`.
fn generalize(word: &str) -> String {
    let is_generated = |part: &str| {
        // Two digits at least: `facade` and `decade` are hexadecimal too.
        let digits = part.bytes().filter(u8::is_ascii_digit).count();
        part.len() >= MIN_GENERATED && digits >= 2 && part.bytes().all(|b| b.is_ascii_hexdigit())
    };
    let mut out = String::with_capacity(word.len());
    for piece in word.split_inclusive(['-', '_']) {
        let part = piece.trim_end_matches(['-', '_']);
        if is_generated(part) {
            out.push('0');
        } else {
            push_generalized(&mut out, part);
        }
        out.push_str(&piece[part.len()..]);
    }
    out.chars().take(MAX_WORD).collect()
}

/// Appends a word with each run of digits replaced by one 0.
fn push_generalized(out: &mut String, part: &str) {
    let mut in_number = false;
    for c in part.chars().filter(|c| !c.is_control() && !c.is_whitespace()) {
        let digit = c.is_ascii_digit();
        if !(digit && in_number) {
            out.push(if digit { '0' } else { c });
        }
        in_number = digit;
    }
}
