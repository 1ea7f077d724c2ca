//! What was left out of the comparison of a page.

scutch_url::reasons! {
    /// A cap on the comparison of a page that was reached.
    pub enum TemplateFlag {
        DiffCapped = "template-diff-capped", "Finding the words that the page shares with those beside it would cost too much work; what was left counts as changed.";
        TooLarge = "template-too-large", "More of the page would have to be kept for others than is kept of any (256 KiB): it has partners but is none.";
    }
}
