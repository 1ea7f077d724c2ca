//! How the items of ordered lists are numbered.

use crate::block::is_reversed;
use crate::tree::{Attr, NodeId, Tree};

/// The numbers of an ordered list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbering {
    /// The number of its first item.
    pub start: i32,
    /// What its numbers look like.
    pub style: NumberStyle,
    /// Whether they count down.
    pub reversed: bool,
}

/// What numbers look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberStyle {
    /// 1, 2, 3.
    Decimal,
    /// a, b, c.
    LowerAlpha,
    /// A, B, C.
    UpperAlpha,
    /// i, ii, iii.
    LowerRoman,
    /// I, II, III.
    UpperRoman,
}

/// Values of `type` (HTML), and names (CSS, of which some are old).
const STYLES: &[(&str, &[&str], NumberStyle)] = &[
    ("1", &["decimal"], NumberStyle::Decimal),
    ("a", &["lower-alpha", "lower-latin"], NumberStyle::LowerAlpha),
    ("A", &["upper-alpha", "upper-latin"], NumberStyle::UpperAlpha),
    ("i", &["lower-roman"], NumberStyle::LowerRoman),
    ("I", &["upper-roman"], NumberStyle::UpperRoman),
];

/// Bytes of a style that are read, for each block of the list anew.
const CSS: usize = 1 << 10;

impl NumberStyle {
    /// The value of the attribute `type` of HTML.
    pub fn letter(self) -> &'static str {
        STYLES.iter().find(|(.., style)| *style == self).map_or("", |(letter, ..)| letter)
    }

    /// The name as CSS has it.
    pub fn name(self) -> &'static str {
        STYLES.iter().find(|(.., style)| *style == self).map_or("", |(_, names, _)| names[0])
    }
}

impl Numbering {
    /// The numbers of a list whose first item has this one.
    pub(super) fn of_list(tree: &Tree, list: NodeId, start: i32) -> Self {
        Self { start, style: style(tree, list), reversed: is_reversed(tree, list) }
    }

    /// The number behind another.
    pub fn after(self, number: i32) -> i32 {
        number.saturating_add(if self.reversed { -1 } else { 1 })
    }
}

/// The style of the numbers. A CSS declaration overrides the attribute `type`.
fn style(tree: &Tree, list: NodeId) -> NumberStyle {
    let css = tree.attr(list, Attr::STYLE).filter(|css| css.len() <= CSS);
    let declared = css.and_then(declared);
    let letter = tree.attr(list, Attr::TYPE).map(str::trim);
    let typed =
        || STYLES.iter().find(|(known, ..)| Some(*known) == letter).map(|(.., style)| *style);
    declared.or_else(typed).unwrap_or(NumberStyle::Decimal)
}

fn declared(css: &str) -> Option<NumberStyle> {
    // The last declaration of a property counts.
    css.split(';').rev().find_map(|declaration| {
        let (property, value) = declaration.split_once(':')?;
        let property = property.trim().to_ascii_lowercase();
        if property != "list-style-type" && property != "list-style" {
            return None;
        }
        let value = value.to_ascii_lowercase();
        let named = |word: &str| STYLES.iter().find(|(_, names, _)| names.contains(&word));
        value
            // `list-style` has other words as well, and `!important` may follow.
            .split(|c: char| c.is_whitespace() || c == '!')
            .find_map(named)
            .map(|(.., style)| *style)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_declared_by_css() {
        for (css, style) in [
            ("list-style-type: lower-alpha", Some(NumberStyle::LowerAlpha)),
            ("margin:0;LIST-STYLE:Upper-Roman inside!important;", Some(NumberStyle::UpperRoman)),
            ("list-style: none", None),
            ("color: red", None),
        ] {
            assert_eq!(declared(css), style, "{css}");
        }
    }

    #[test]
    fn numbers_count_in_the_direction_of_the_list() {
        let up = Numbering { start: 1, style: NumberStyle::Decimal, reversed: false };
        let down = Numbering { reversed: true, ..up };
        assert_eq!((up.after(3), down.after(3)), (4, 2));
        assert_eq!((up.after(i32::MAX), down.after(i32::MIN)), (i32::MAX, i32::MIN));
    }

    #[test]
    fn styles_of_css_come_before_the_attribute() {
        for (list, expected) in [
            ("<ol>", NumberStyle::Decimal),
            ("<ol type=a>", NumberStyle::LowerAlpha),
            ("<ol type=I>", NumberStyle::UpperRoman),
            ("<ol type=x>", NumberStyle::Decimal),
            ("<ol type=a style='list-style-type:lower-roman'>", NumberStyle::LowerRoman),
            ("<ol type=a style='color:red'>", NumberStyle::LowerAlpha),
            ("<ol style='list-style:upper-latin;list-style:decimal'>", NumberStyle::Decimal),
        ] {
            let tree = Tree::parse(list, &crate::Limits::default(), &mut Vec::new());
            let list_of = |id: &NodeId| tree.tag(*id) == Some(crate::tree::Tag::Ol);
            let id = tree.all().find(list_of).expect("a list");
            assert_eq!(Numbering::of_list(&tree, id, 1).style, expected, "{list}");
        }
    }

    #[test]
    fn every_style_has_a_letter_and_a_name_of_its_own() {
        for (letter, names, style) in STYLES {
            assert_eq!((style.letter(), style.name()), (*letter, names[0]));
        }
    }
}
