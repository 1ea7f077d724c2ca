//! Runs of digits in groups, as telephone numbers are written.

/// Between groups.
const SEPARATORS: &str = " \u{a0}\u{2009}\u{202f}-\u{2010}\u{2011}\u{2013}./()";

/// Most separators between two groups: `) / `.
const BETWEEN: usize = 3;

/// Most groups of a number.
const GROUPS: usize = 8;

/// Most digits of a group.
const DIGITS: usize = 15;

/// A group of digits, and what stands before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group<'t> {
    pub(super) before: &'t str,
    pub(super) digits: &'t str,
    /// Where it ends.
    pub(super) end: usize,
}

/// The groups of digits that begin at a byte; the first may have a `+` or a bracket before it.
pub(super) fn groups(text: &str, at: usize) -> Vec<Group<'_>> {
    let mut groups = Vec::new();
    let mut from = at;
    while groups.len() < GROUPS {
        let rest = &text[from..];
        let is_between = |c: &char| match groups.is_empty() {
            true => "+(".contains(*c),
            false => SEPARATORS.contains(*c),
        };
        let between: usize =
            rest.chars().take(BETWEEN).take_while(is_between).map(char::len_utf8).sum();
        let (before, rest) = rest.split_at(between);
        let length = rest.bytes().take(DIGITS + 1).take_while(u8::is_ascii_digit).count();
        let is_word = rest[length..].starts_with(char::is_alphanumeric);
        if length == 0 || length > DIGITS || is_word {
            break;
        }
        let end = from + between + length;
        groups.push(Group { before, digits: &rest[..length], end });
        from = end;
    }
    groups
}
