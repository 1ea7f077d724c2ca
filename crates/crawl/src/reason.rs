//! Why there is no list or memento, beyond what the client and the guard say.

/// Why there is nothing to go on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Only what is stored was to be used.
    NotStored,
    /// The archive answered, but with no seeds.
    SeedsNotGiven,
    /// The archive answered, but with no list.
    TimemapNotGiven,
    /// What should be a list is none.
    TimemapUnreadable,
    /// A TimeGate's answer neither is nor names a memento.
    NoMemento,
    /// The archive has no such memento, for good.
    Gone,
    /// The archive answered, but with no memento.
    NotGiven,
    /// Redirects led away from mementos.
    Astray,
}

impl Reason {
    /// Every reason.
    pub const ALL: &'static [Self] = &[
        Self::NotStored,
        Self::SeedsNotGiven,
        Self::TimemapNotGiven,
        Self::TimemapUnreadable,
        Self::NoMemento,
        Self::Gone,
        Self::NotGiven,
        Self::Astray,
    ];

    /// Reason id.
    pub fn id(self) -> &'static str {
        match self {
            Self::NotStored => "not-stored",
            Self::SeedsNotGiven => "seeds-not-given",
            Self::TimemapNotGiven => "timemap-not-given",
            Self::TimemapUnreadable => "timemap-unreadable",
            Self::NoMemento => "timegate-no-memento",
            Self::Gone => "memento-gone",
            Self::NotGiven => "memento-not-given",
            Self::Astray => "memento-astray",
        }
    }

    /// What it means, as a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::NotStored => "It is not stored, and without the network it cannot be asked for.",
            Self::SeedsNotGiven => {
                "The archive answered, but not with the seeds of the collection."
            }
            Self::TimemapNotGiven => "The archive answered, but not with a TimeMap.",
            Self::TimemapUnreadable => "The TimeMap cannot be read.",
            Self::NoMemento => "The TimeGate gave no memento.",
            Self::Gone => "The archive says that it does not have the memento (404, 410, 451).",
            Self::NotGiven => "The archive answered, but not with the memento.",
            Self::Astray => "Redirects led to a page of the archive that is no memento.",
        }
    }
}

#[cfg(test)]
mod tests {
    use scutch_archive::HttpFlag;
    use scutch_fetch::Failure;
    use scutch_memento::Refusal;

    use super::*;

    /// The reasons of fetching stand in the user guide, each with its sentence.
    #[test]
    fn every_reason_is_documented() {
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
