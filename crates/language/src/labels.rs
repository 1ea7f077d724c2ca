//! The labels of the model: `data/labels.tsv`.

use std::ops::Range;
use std::sync::OnceLock;

use crate::script::Script;

/// The tag of a text in no language (BCP 47, section 4.1).
pub(crate) const UND: &str = "und";

/// A language in a script, as the model tells them apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// BCP 47 tag; with the script where the language is written in several.
    pub tag: &'static str,
    /// The script of its texts.
    pub script: Script,
    /// How often the web has it, from 0 (hardly) to 4 (English).
    pub tier: u8,
    /// Name of the group whose members short texts do not tell apart.
    pub group: Option<&'static str>,
    primary: &'static str,
}

impl Label {
    pub(crate) fn new(
        tag: &'static str,
        script: Script,
        tier: u8,
        group: Option<&'static str>,
    ) -> Self {
        // Computed once: it is asked for each label of a script when a language is chosen.
        let primary = tag.split('-').next().unwrap_or(tag);
        Self { tag, script, tier, group, primary }
    }

    /// The primary code of the tag.
    #[must_use]
    pub fn primary(&self) -> &'static str {
        self.primary
    }
}

/// All labels, sorted by script, in the order of the weights of the model.
///
/// # Panics
/// If a line of the table is not one; a test reads them all.
#[must_use]
pub fn labels() -> &'static [Label] {
    static TABLE: OnceLock<Vec<Label>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let lines = include_str!("../data/labels.tsv").lines().filter(|l| !l.starts_with('#'));
        // Compiled in: no input can make this fail.
        lines.map(|line| label(line).expect("a line of labels.tsv has four columns")).collect()
    })
}

fn label(line: &'static str) -> Option<Label> {
    let mut columns = line.split('\t');
    let (tag, script) = (columns.next()?, Script::from_code(columns.next()?)?);
    let (tier, group) = (columns.next()?.parse().ok()?, columns.next()?);
    Some(Label::new(tag, script, tier, (group != "-").then_some(group)))
}

/// The numbers of the labels of a script.
pub(crate) fn of_script(script: Script) -> Range<usize> {
    let all = labels();
    all.partition_point(|label| label.script < script)
        ..all.partition_point(|label| label.script <= script)
}

/// Whether the model knows a language, by its primary code.
#[must_use]
pub fn is_known(code: &str) -> bool {
    labels().iter().any(|label| label.primary() == code)
}

/// Whether two languages, by their primary codes, are the same or of one group whose members short
/// texts do not tell apart.
#[must_use]
pub fn is_close(one: &str, other: &str) -> bool {
    let groups =
        |code| labels().iter().filter(move |l| l.primary() == code).filter_map(|l| l.group);
    one == other || groups(one).any(|group| groups(other).any(|known| known == group))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_line_is_a_label_of_its_own() {
        let tags: BTreeSet<&str> = labels().iter().map(|label| label.tag).collect();
        assert_eq!(tags.len(), labels().len());
        assert!(labels().is_sorted_by_key(|label| label.script));
        assert!(labels().iter().all(|label| label.tier <= 4));
    }

    #[test]
    fn scripts_have_the_labels_that_the_table_gives_them() {
        for (script, tag, member) in [
            (Script::Latn, "de", true),
            (Script::Latn, "und", true),
            (Script::Latn, "ru", false),
            (Script::Cyrl, "ru", true),
            (Script::Thai, "th", true),
        ] {
            let found = labels()[of_script(script)].iter().any(|label| label.tag == tag);
            assert_eq!(found, member, "{script:?} {tag}");
        }
        assert!(of_script(Script::Zzzz).is_empty());
    }

    #[test]
    fn languages_are_known_and_close_by_their_primary_codes() {
        for (code, known) in [("de", true), ("zh", true), ("frr", false), ("zh-Hans", false)] {
            assert_eq!(is_known(code), known, "{code}");
        }
        for (one, other, close) in [
            ("de", "de", true),
            ("hr", "sr", true),
            ("sr", "bs", true),
            ("zh", "yue", true),
            ("xx", "xx", true),
            ("de", "nl", false),
            ("xx", "yy", false),
        ] {
            assert_eq!(is_close(one, other), close, "{one} {other}");
        }
    }

    #[test]
    fn groups_have_several_members_in_one_script() {
        for label in labels().iter().filter(|label| label.group.is_some()) {
            let members = labels().iter().filter(|l| l.group == label.group);
            assert!(members.clone().count() > 1, "{}", label.tag);
            assert!(members.into_iter().all(|l| l.script == label.script), "{}", label.tag);
        }
    }
}
