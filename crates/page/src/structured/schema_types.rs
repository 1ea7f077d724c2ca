//! Types of Schema.org that pages declare, in JSON-LD, microdata or by `og:type`: a data table of
//! what each tells.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::page_type::PageType;
use crate::tree::{Attr, NodeId, Tree};

/// What the properties of an object describe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tells {
    /// The text of the page.
    OfText,
    /// A page, or something that a text is about: less is said of the text.
    OfOther,
    Nothing,
}

/// One row of the table.
#[derive(Debug)]
pub(crate) struct SchemaType {
    /// As the vocabulary spells it.
    pub(crate) name: &'static str,
    /// Its place in the table: the most telling types come first.
    pub(crate) place: u8,
    pub(crate) tells: Tells,
    /// The value of `og:type` that means it.
    open_graph: &'static str,
    pub(crate) page_type: Option<PageType>,
    /// What the page is to extraction, in a word.
    pub(crate) kind: &'static str,
    /// The name of the count where types of pages are learned.
    pub(crate) feature: &'static str,
    /// Its `description` and `text` hold a text.
    pub(crate) declares: bool,
    /// People write such posts under the names that they log in by, and others answer.
    pub(crate) is_post: bool,
    /// It answers the text of a page.
    pub(crate) is_reply: bool,
}

/// By name in lower case.
static TYPES: LazyLock<FxHashMap<String, SchemaType>> = LazyLock::new(|| {
    let rows =
        include_str!("../../data/schema-types.tsv").lines().filter(|row| !row.starts_with('#'));
    let types = (0..).zip(rows).filter_map(|(place, row)| SchemaType::read(place, row));
    types.map(|known| (known.name.to_ascii_lowercase(), known)).collect()
});

impl SchemaType {
    fn read(place: u8, row: &'static str) -> Option<Self> {
        let mut columns = row.split('\t');
        let name = columns.next()?;
        let [tells, open_graph, page_type, kind, feature, marks] =
            std::array::from_fn(|_| columns.next().unwrap_or_default());
        // A row can have several marks.
        let is_marked = |mark| marks.split(',').any(|known| known == mark);
        Some(Self {
            name,
            place,
            tells: match tells {
                "text" => Tells::OfText,
                "other" => Tells::OfOther,
                _ => Tells::Nothing,
            },
            open_graph,
            page_type: PageType::LEARNED.into_iter().find(|known| known.id() == page_type),
            kind,
            feature,
            declares: is_marked("declares"),
            is_post: is_marked("post"),
            is_reply: is_marked("reply"),
        })
    }
}

/// What is known of a type, with or without the address of the vocabulary.
pub(crate) fn by_name(name: &str) -> Option<&'static SchemaType> {
    // Some write `http://schema.org/`, some `https`, some neither.
    let name = name.rsplit('/').next().unwrap_or(name);
    TYPES.get(name.to_ascii_lowercase().as_str())
}

/// The type that a value of `og:type` means.
pub(crate) fn by_open_graph(value: &str) -> Option<&'static SchemaType> {
    TYPES.values().find(|known| known.open_graph.eq_ignore_ascii_case(value) && value != "-")
}

/// The known types of an element, in microdata.
pub(crate) fn types_of_element(
    tree: &Tree,
    id: NodeId,
) -> impl Iterator<Item = &'static SchemaType> {
    let types = tree.attr(id, Attr::ITEMTYPE).unwrap_or_default();
    types.split_ascii_whitespace().filter_map(by_name)
}

/// Names in lower case of the types of which something holds, sorted: to pin what models were
/// fitted on.
#[cfg(test)]
pub(crate) fn names(holds: impl Fn(&SchemaType) -> bool) -> String {
    let known = TYPES.iter().filter(|(_, known)| holds(known));
    let mut names: Vec<&str> = known.map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    names.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_columns_and_known_words() {
        let rows = include_str!("../../data/schema-types.tsv").lines();
        let rows: Vec<&str> = rows.filter(|row| !row.starts_with('#')).collect();
        assert_eq!(TYPES.len(), rows.len(), "no type twice");
        for row in rows {
            let columns: Vec<&str> = row.split('\t').collect();
            let [_, tells, _, page, _, _, marks] = columns[..] else { panic!("{row}") };
            let known = by_name(columns[0]).expect(row);
            assert_eq!(known.page_type.is_none(), page == "-", "{row}");
            assert_eq!(known.tells == Tells::Nothing, tells == "-", "{row}");
            let is_mark = |mark| matches!(mark, "-" | "declares" | "post" | "reply");
            assert!(marks.split(',').all(is_mark), "{row}");
            // What metadata cannot have is no type of a page.
            let reachable = known.tells != Tells::Nothing || known.open_graph != "-";
            assert!(known.page_type.is_none() || reachable, "{row}");
        }
    }

    /// Models were fitted on these: the features of `extract::page_type` are pinned there.
    #[test]
    fn what_models_were_fitted_on_stays() {
        for (kind, types) in [
            (
                "article",
                "analysisnewsarticle article backgroundnewsarticle blogposting liveblogposting \
                    medicalwebpage newsarticle \
                opinionnewsarticle recipe reportagenewsarticle scholarlyarticle techarticle",
            ),
            ("product", "individualproduct offer product productgroup"),
            ("forum", "discussionforumposting qapage question"),
            ("listing", "blog collectionpage itemlist offercatalog searchresultspage"),
        ] {
            assert_eq!(names(|known| known.kind == kind), types, "{kind}");
        }
        assert_eq!(
            names(|known| known.declares),
            "answer book course discussionforumposting event howto jobposting product productgroup \
                question recipe \
            socialmediaposting softwareapplication"
        );
    }

    #[test]
    fn types_are_found_in_all_spellings() {
        for name in
            ["Product", "product", "http://schema.org/Product", "https://schema.org/PRODUCT"]
        {
            assert_eq!(by_name(name).map(|known| known.name), Some("Product"), "{name}");
        }
        assert_eq!(by_open_graph("Article").map(|known| known.name), Some("Article"));
        assert!(by_open_graph("-").is_none() && by_name("-").is_none() && by_name("").is_none());
    }
}
