//! What whole class names say about an element: a data table, looked up name by name.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// What a class name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum ClassName {
    /// Verse, whose lines are kept.
    Verse,
    /// The caption of a table or listing, or the source of a quotation.
    Caption,
    /// A title, which is a caption in a [`Captioned`](Self::Captioned) element.
    Title,
    /// An element with a title, which is its caption.
    Captioned,
    /// A row of labels of panels.
    Tabs,
    /// Text that search engines must not read.
    NotRead,
}

impl ClassName {
    const ALL: [(&str, Self); 6] = [
        ("verse", Self::Verse),
        ("caption", Self::Caption),
        ("title", Self::Title),
        ("captioned", Self::Captioned),
        ("tabs", Self::Tabs),
        ("not-read", Self::NotRead),
    ];
}

/// How much text a class is trusted to hide.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Hides {
    /// Not at all.
    #[default]
    Nothing,
    /// Little text only: the name has other meanings, too.
    Little,
    /// Any amount.
    Anything,
}

/// What the names of a class value say together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct ClassNames {
    known: u8,
    hides: Hides,
}

impl ClassNames {
    /// Whether one of the names says so.
    pub(crate) fn has(self, name: ClassName) -> bool {
        self.known & (1 << name as u8) != 0
    }

    /// How much text they take out of sight.
    pub(super) fn hides(self) -> Hides {
        self.hides
    }

    fn or(self, other: Self) -> Self {
        Self { known: self.known | other.known, hides: self.hides.max(other.hides) }
    }
}

static NAMES: LazyLock<FxHashMap<&'static str, ClassNames>> = LazyLock::new(|| {
    let mut names: FxHashMap<&'static str, ClassNames> = FxHashMap::default();
    let mut add = |name, said: ClassNames| {
        let entry = names.entry(name).or_default();
        *entry = entry.or(said);
    };
    for line in include_str!("../../data/class-names.tsv").lines() {
        let Some((subject, list)) = line.split_once('\t') else { continue };
        let Some((_, says)) = ClassName::ALL.iter().find(|(id, _)| *id == subject) else {
            continue;
        };
        let said = ClassNames { known: 1 << *says as u8, hides: Hides::Nothing };
        list.split(' ').for_each(|name| add(name, said));
    }
    let hidden = include_str!("../../data/hidden-classes.txt").lines();
    for line in hidden.filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let (name, hides) = match line.strip_suffix('?') {
            Some(name) => (name, Hides::Little),
            None => (line, Hides::Anything),
        };
        add(name, ClassNames { known: 0, hides });
    }
    names
});

/// What the names of a class value say.
pub(super) fn names(class: &str) -> ClassNames {
    let known = class.split_ascii_whitespace().filter_map(|name| NAMES.get(name).copied());
    known.fold(ClassNames::default(), ClassNames::or)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_has_a_subject() {
        let lines = include_str!("../../data/class-names.tsv").lines();
        let mut subjects = Vec::new();
        for line in lines.filter(|line| !line.starts_with('#')) {
            let (subject, list) = line.split_once('\t').expect("a tab");
            assert!(ClassName::ALL.iter().any(|(id, _)| *id == subject), "{subject}");
            assert!(list.split(' ').all(|name| !name.is_empty()), "{subject}");
            subjects.push(subject);
        }
        assert_eq!(subjects, ClassName::ALL.map(|(id, _)| id));
    }

    #[test]
    fn names_are_looked_up_as_a_whole() {
        for (class, expected) in [
            ("nav nav-tabs", &["tabs"][..]),
            ("title wp-caption-text", &["caption", "title"]),
            ("subtitle captions Title", &[]),
            ("", &[]),
        ] {
            let found = names(class);
            let found = ClassName::ALL.iter().filter(|(_, name)| found.has(*name));
            assert_eq!(found.map(|(id, _)| *id).collect::<Vec<_>>(), expected, "{class}");
        }
    }

    #[test]
    fn names_hide_much_little_or_nothing() {
        for (class, hides) in [
            ("btn sr-only", Hides::Anything),
            ("hidden-xs", Hides::Nothing),
            ("sr-text vh", Hides::Little),
            ("sr-text sr-only", Hides::Anything),
        ] {
            assert_eq!(names(class).hides(), hides, "{class}");
        }
    }
}
