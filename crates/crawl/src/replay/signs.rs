//! Signs of answers that are no mementos: the table `data/replay.tsv`.

use std::sync::LazyLock;

use scutch_url::is_host_or_below;

/// What an answer with a sign is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SignKind {
    /// The archive does not have the memento.
    NotArchived,
    /// The archive excludes the page.
    Excluded,
    /// The archive cannot answer now.
    Unavailable,
    /// A page in place of an archived redirect.
    RedirectPage,
    /// A frame around the memento.
    ReplayFrame,
}

/// The kinds by their names in the table.
const KINDS: &[(&str, SignKind)] = &[
    ("gone", SignKind::NotArchived),
    ("excluded", SignKind::Excluded),
    ("later", SignKind::Unavailable),
    ("instead", SignKind::RedirectPage),
    ("around", SignKind::ReplayFrame),
];

/// A row of the table.
#[derive(Debug, Clone, Copy)]
struct Sign {
    /// Host of the archive; `*` for any.
    host: &'static str,
    kind: SignKind,
    /// Text of the page; of frames, `element#value` with an id or name.
    sign: &'static str,
}

/// The table, version 2.
static TABLE: LazyLock<Vec<Sign>> = LazyLock::new(|| {
    let lines = include_str!("../../data/replay.tsv").lines().filter(|l| !l.starts_with('#'));
    let sign = |line: &'static str| {
        let mut columns = line.split('\t');
        let (host, kind, sign) = (columns.next()?, columns.next()?, columns.next()?);
        let (_, kind) = *KINDS.iter().find(|(name, _)| *name == kind)?;
        Some(Sign { host, kind, sign })
    };
    lines.filter_map(sign).collect()
});

/// The signs of a kind on pages of an archive's host.
pub(super) fn signs(host: &str, kind: SignKind) -> impl Iterator<Item = &'static str> {
    let fits = move |sign: &&Sign| {
        let is_host = sign.host == "*" || is_host_or_below(host, sign.host);
        sign.kind == kind && is_host
    };
    TABLE.iter().filter(fits).map(|sign| sign.sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_complete() {
        let lines = include_str!("../../data/replay.tsv").lines().filter(|l| !l.starts_with('#'));
        assert_eq!(TABLE.len(), lines.count());
        let frames = TABLE.iter().filter(|sign| sign.kind == SignKind::ReplayFrame);
        assert!(frames.into_iter().all(|sign| sign.sign.matches('#').count() == 1));
    }

    #[test]
    fn signs_hold_for_a_host_and_hosts_below_it() {
        let main = |host| signs(host, SignKind::ReplayFrame).any(|sign| sign == "frame#main");
        assert!(main("www.webcitation.org") && main("webcitation.org"));
        assert!(!main("notwebcitation.org") && !main("web.archive.org"));
    }
}
