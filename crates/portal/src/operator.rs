//! The operators that change elements of an article: `remove`, `unwrap`, `unwrap-all`, element
//! names.

use scutch_page::{Edit, Tag};

use crate::file::Fault;

/// Parses an operator of a tag table.
pub(crate) fn parse_operator(operator: &str) -> Result<Edit, Fault> {
    match operator {
        "remove" => Ok(Edit::Remove),
        "unwrap" => Ok(Edit::Unwrap),
        "unwrap-all" => Ok(Edit::UnwrapAll),
        names => match names.split_once(' ') {
            Some((outer, inner)) => Ok(Edit::Pair(element(outer)?, element(inner)?)),
            None => element(names).map(Edit::Rename),
        },
    }
}

fn element(name: &str) -> Result<Tag, Fault> {
    let known = Tag::ALL.iter().find(|(known, _)| *known == name);
    let message = || format!("`{name}` is no operator and no element");
    let hint =
        "write `remove`, `unwrap`, `unwrap-all`, an element such as `blockquote`, or two of them";
    known.map(|(_, tag)| *tag).ok_or_else(|| Fault::new(message(), hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_and_element_names_are_parsed_and_others_refused() {
        for (text, expected) in [
            ("remove", Some(Edit::Remove)),
            ("unwrap", Some(Edit::Unwrap)),
            ("unwrap-all", Some(Edit::UnwrapAll)),
            ("blockquote", Some(Edit::Rename(Tag::Blockquote))),
            ("blockquote p", Some(Edit::Pair(Tag::Blockquote, Tag::P))),
            ("Remove", None),
            ("", None),
            ("blockquote p p", None),
            ("p ", None),
        ] {
            assert_eq!(parse_operator(text).ok(), expected, "{text}");
        }
    }
}
