//! Named character references (WHATWG HTML, 13.5).

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Longest name of a character that needs no semicolon.
pub(super) const LEGACY: usize = 6;
/// Longest name at all, without its semicolon.
pub(super) const LONGEST: usize = 31;

/// What a name stands for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entity {
    pub(super) first: char,
    pub(super) second: Option<char>,
    /// Whether it needs no semicolon.
    pub(super) is_legacy: bool,
}

static ENTITIES: LazyLock<FxHashMap<&str, Entity>> = LazyLock::new(|| {
    include_str!("../../data/entities.tsv")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(entity)
        .collect()
});

/// A line of the table.
fn entity(line: &'static str) -> Option<(&'static str, Entity)> {
    let mut fields = line.split('\t');
    let (name, points) = (fields.next()?, fields.next()?);
    let mut points =
        points.split(' ').map_while(|point| char::from_u32(u32::from_str_radix(point, 16).ok()?));
    let first = points.next()?;
    Some((name, Entity { first, second: points.next(), is_legacy: fields.next().is_some() }))
}

/// What the name, without its semicolon, stands for.
pub(super) fn named(name: &str) -> Option<Entity> {
    ENTITIES.get(name).copied()
}

#[cfg(test)]
mod tests {
    use html5ever::data::NAMED_ENTITIES;

    use super::*;

    #[test]
    fn the_table_is_that_of_html5ever() {
        let names = || NAMED_ENTITIES.entries().filter(|(_, (first, _))| *first != 0);
        assert_eq!(ENTITIES.len(), names().filter(|(name, _)| name.ends_with(';')).count());
        for (name, (first, second)) in names() {
            let found = named(name.trim_end_matches(';')).expect(name);
            let points = (found.first as u32, found.second.map_or(0, |second| second as u32));
            assert_eq!(points, (*first, *second), "{name}");
            assert!(found.is_legacy || name.ends_with(';'), "{name}");
        }
        let legacy = ENTITIES.values().filter(|entity| entity.is_legacy).count();
        assert_eq!(legacy, names().filter(|(name, _)| !name.ends_with(';')).count());
        let lengths = |legacy: bool| {
            let names = ENTITIES.iter().filter(move |(_, entity)| entity.is_legacy || !legacy);
            names.map(|(name, _)| name.len()).max()
        };
        assert_eq!((lengths(true), lengths(false)), (Some(LEGACY), Some(LONGEST)));
    }
}
