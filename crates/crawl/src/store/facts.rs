//! The facts of a group: what it is about, in the metadata record at its end.

/// What a group is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GroupKind {
    Seeds,
    TimeMap,
    TimeGate,
    Memento,
    /// A memento too far in time from the one that was asked for; no capture of the run.
    Drifted,
    Page,
}

impl GroupKind {
    /// The name in files, stable.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Seeds => "seeds",
            Self::TimeMap => "timemap",
            Self::TimeGate => "timegate",
            Self::Memento => "memento",
            Self::Drifted => "drifted",
            Self::Page => "page",
        }
    }
}

/// Names and values of a new group, one a line in its metadata record.
pub(crate) type Facts = Vec<(&'static str, String)>;

/// Name of the first fact. Metadata records of other programs do not have it.
pub(super) const GROUP: &str = "scutch-group";

/// The facts that every group begins with.
pub(crate) fn first_facts(kind: GroupKind, key: &str) -> Facts {
    vec![(GROUP, kind.name().to_owned()), ("key", key.to_owned())]
}

/// Facts as the block of a metadata record.
pub(super) fn facts_block(facts: &Facts) -> String {
    facts.iter().map(|(name, value)| format!("{name}: {}\r\n", one_line(value))).collect()
}

/// A value without control characters: a line break would begin another fact.
pub(super) fn one_line(value: &str) -> String {
    value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The facts of a stored group.
#[derive(Debug)]
pub(crate) struct StoredFacts(String);

impl StoredFacts {
    pub(super) fn parse(block: &str) -> Self {
        Self(block.to_owned())
    }

    /// Names and values in order.
    pub(crate) fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.lines().filter_map(|line| line.split_once(": "))
    }

    /// The first value of a name.
    pub(crate) fn fact(&self, name: &str) -> Option<&str> {
        self.facts().find(|(n, _)| *n == name).map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_cannot_add_facts() {
        let mut facts = first_facts(GroupKind::Memento, "http://a/\r\nreason: forged");
        facts.push(("empty", String::new()));
        let stored = StoredFacts::parse(&facts_block(&facts));
        assert_eq!(stored.fact(GROUP), Some("memento"));
        assert_eq!(stored.fact("key"), Some("http://a/  reason: forged"));
        assert_eq!((stored.fact("reason"), stored.fact("empty")), (None, Some("")));
        assert_eq!(stored.facts().count(), 3);
    }
}
