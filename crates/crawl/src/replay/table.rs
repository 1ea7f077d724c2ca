//! The signs by which answers of archives are known that are not the memento: a data table.

use std::sync::LazyLock;

use scutch_url::is_host_or_below;

/// What an answer with a sign is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The archive has no such memento.
    Gone,
    /// The archive cannot answer now.
    Later,
    /// A page in place of an archived redirect.
    Instead,
    /// A frame around the memento.
    Around,
}

const KINDS: &[(&str, Kind)] = &[
    ("gone", Kind::Gone),
    ("later", Kind::Later),
    ("instead", Kind::Instead),
    ("around", Kind::Around),
];

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sign {
    /// Host of the archive; `*` any.
    host: &'static str,
    pub(super) kind: Kind,
    /// Text of the page, or an element with the value of its id or name behind `#`.
    pub(super) sign: &'static str,
}

/// The table, version 1.
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

/// The signs of a kind that an archive's pages may have.
pub(super) fn signs(host: &str, kind: Kind) -> impl Iterator<Item = &'static str> {
    let fits = move |sign: &&Sign| {
        let of_host = sign.host == "*" || is_host_or_below(host, sign.host);
        sign.kind == kind && of_host
    };
    TABLE.iter().filter(fits).map(|sign| sign.sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_whole() {
        let lines = include_str!("../../data/replay.tsv").lines().filter(|l| !l.starts_with('#'));
        assert_eq!(TABLE.len(), lines.count());
        let around = TABLE.iter().filter(|sign| sign.kind == Kind::Around);
        assert!(around.into_iter().all(|sign| sign.sign.matches('#').count() == 1));
    }

    #[test]
    fn hosts_below_count_and_others_do_not() {
        let main = |host| signs(host, Kind::Around).any(|sign| sign == "frame#main");
        assert!(main("www.webcitation.org") && main("webcitation.org"));
        assert!(!main("notwebcitation.org") && !main("web.archive.org"));
    }
}
