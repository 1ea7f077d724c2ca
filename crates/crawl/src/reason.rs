//! Why there is no list or memento, beyond the reasons of the client and the guard.

scutch_url::reasons! {
    /// Why a question has no usable answer.
    pub enum Reason {
        NotStored = "not-stored", "It is not stored, and without the network it cannot be asked for.";
        SeedsNotGiven = "seeds-not-given", "The archive answered, but not with the seeds of the collection.";
        TimemapNotGiven = "timemap-not-given", "The archive answered, but not with a TimeMap.";
        TimemapUnreadable = "timemap-unreadable", "The TimeMap cannot be read.";
        NoMemento = "timegate-no-memento", "The TimeGate gave no memento.";
        Gone = "memento-gone", "The archive says that it does not have the memento (404, 410, 451).";
        Excluded = "excluded-by-archive", "The archive has the page or its site excluded from access.";
        Drift = "drift", "The memento that the archive gave is farther in time from the one asked for than --max-drift.";
        Unfollowed = "redirect-page-unfollowed", "The archive gave a page in place of an archived redirect, and its target cannot be found.";
        Undated = "memento-undated", "The archive gives no time of capture, and none is known from the list.";
        NotGiven = "memento-not-given", "The archive answered, but not with the memento.";
        Astray = "memento-astray", "Redirects led to a page of the archive that is no memento.";
    }
}

#[cfg(test)]
mod tests {
    use scutch_archive::HttpFlag;
    use scutch_fetch::Failure;
    use scutch_memento::Refusal;

    use super::*;

    /// The user guide has a table of all reasons of fetching with their sentences.
    #[test]
    fn every_reason_is_in_the_user_guide() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/src/acquire.md");
        let guide = std::fs::read_to_string(path).expect("the user guide");
        let bomb = HttpFlag::PayloadTooLarge;
        let refusals = Refusal::ALL.iter().map(|r| (r.id(), r.sentence().to_owned()));
        let failures = Failure::ALL.iter().map(|f| (f.id(), f.to_string()));
        let own = Reason::ALL.iter().map(|r| (r.id(), r.sentence().to_owned()));
        let all =
            refusals.chain(failures).chain(own).chain([(bomb.id(), bomb.sentence().to_owned())]);
        for (id, sentence) in all {
            let row = format!("| `{id}` | {sentence} |");
            assert!(guide.contains(&row), "docs/src/acquire.md lacks: {row}");
        }
    }
}
