//! Why a block was kept or dropped.

scutch_url::reasons! {
    /// Why a block was kept or dropped: reasons of the score first, then those of the rules after
    /// it.
    pub enum Reason {
        Kind = "kind", "What kind of block it is decided.";
        Length = "length", "How long it is decided.";
        Wording = "wording", "How it is written decided: sentences, punctuation, digits.";
        LinkDensity = "link-density", "How much of it is links decided.";
        Position = "position", "Where on the page it stands decided.";
        Structure = "structure", "The elements around it decided.";
        ClassWords = "class-words", "The class and id words around it decided.";
        Container = "container", "The text it shares an element with decided.";
        Repetition = "repetition", "How many blocks of its form there are decided.";
        Neighbours = "neighbours", "The blocks before and after it decided.";
        Signpost = "signpost", "A text that announces what follows decided.";
        Layout = "layout", "Its place among columns, boxes and forms decided.";
        Marks = "marks", "Links and emphasis within it decided.";
        TableOfContent = "table-of-content", "Most of its table is content.";
        TableNotContent = "table-not-content", "Most of its table is not content.";
        List = "list", "It is like the other items of its list.";
        Unit = "unit", "It belongs to what is kept: a list, a listing, a table, a note, a label.";
        Remnant = "remnant", "Nearly all of its list or row is not content.";
        BetweenContent = "between-content", "A picture or player within content.";
        BesideContent = "beside-content", "A picture or player at the edge of content, in the same \
            part of the page.";
        NotBetweenContent = "not-between-content", "A picture or player outside content.";
        Comment = "comment", "A reader's comment, or a customer's on the page of a product.";
        Copy = "copy", "The page says it before, in another place.";
        Table = "table", "A table; tables are not asked for.";
        OwnHeading = "own-heading", "The heading that says what the page is called: kept or left \
            out as was asked for.";
        SetApart = "set-apart", "The markup sets it apart from the text: navigation, the footer of \
            the page, what follows its main part, another post, a dialog, a tooltip, or not to be \
            quoted.";
        Teaser = "teaser", "A card of another article: its headline as a link, and a sentence.";
        PostFrame = "post-frame", "It surrounds a post: a signature, the title of what is \
            answered, the preview of a link.";
        Contents = "contents", "A table of contents: headings of the page say the same.";
        BestOfPage = "best-of-page", "Nothing looks clearly like content; this is the best there \
            is.";
        PictureOfPage = "picture-of-page", "The page has no text; the picture or player says what \
            it shows.";
        Partners = "partners", "Pages of the same template, or snapshots of the page, show what it \
            is.";
        Method = "method", "The rules of the method asked for decided.";
        Declared = "declared", "A text that the page holds for scripts, without showing it.";
        PlainText = "plain-text", "All of a plain text document is content.";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_distinct() {
        let mut ids: Vec<_> = Reason::ALL.iter().map(|r| r.id()).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), Reason::ALL.len());
    }
}
