//! Verdicts that are not obeyed.

scutch_url::reasons! {
    /// Why a verdict is not obeyed.
    pub enum VerdictFault {
        Unreadable = "verdict-unreadable", "A record that begins as the verdict of a crawl cannot be read as one.";
        NoResponse = "verdict-no-response", "The verdict of a crawl refers to a response that is not among the inputs.";
        OtherUrl = "verdict-other-url", "The verdict of a crawl refers to a response with another address.";
        OtherDigest = "verdict-other-digest", "The verdict of a crawl refers to a response with another content.";
    }
}
