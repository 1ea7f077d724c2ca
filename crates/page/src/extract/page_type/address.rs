//! Features of a page's address. The host is left out: it would let the trees learn single sites.

use super::words::{self, LISTS, LookupPlace, Tally};

/// Number of the table's lists for addresses, which come first.
const TYPES: usize = 7;
/// A part of a path with more words than this is a title, not a name.
const NAME_WORDS: usize = 3;

/// Features of the shape of an address: name and meaning.
const SHAPE: [(&str, &str); 12] = [
    ("url-known", "The address is known."),
    ("url-home", "It has no path."),
    ("url-depth", "Parts of the path."),
    ("url-slug-words", "Words of the last part."),
    ("url-slug-chars", "Bytes of the last part."),
    ("url-slug-digits", "Digits of the last part."),
    ("url-number-part", "A part is a long number."),
    ("url-dated", "A part is a year."),
    ("url-ends-slash", "The path ends with a slash."),
    ("url-extension", "The last part has an extension."),
    ("url-number-query", "A value of the query is a number."),
    ("url-comma", "The last part has a comma or a tilde."),
];
/// Number of values: the shape of the path, list counts of its last part and of those before it.
pub(super) const COUNT: usize = SHAPE.len() + 2 * TYPES;

pub(super) fn names() -> impl Iterator<Item = String> {
    let lists = |place: &'static str| {
        LISTS[..TYPES].iter().map(move |list| format!("{place}-{}", list.replace(' ', "-")))
    };
    SHAPE.iter().map(|(name, _)| (*name).to_owned()).chain(lists("last")).chain(lists("before"))
}

/// What each feature is, in a sentence, in the order of [`names`].
pub(super) fn sentences() -> impl Iterator<Item = String> {
    let lists = |place: &'static str| {
        let sentence = move |list: &&str| format!("{place} words of the list \"{list}\".");
        LISTS[..TYPES].iter().map(sentence)
    };
    let shape = SHAPE.iter().map(|(_, sentence)| (*sentence).to_owned());
    shape.chain(lists("The last part of the path:")).chain(lists("The other parts:"))
}

pub(super) fn measure(url: Option<&str>) -> [f32; COUNT] {
    let mut values = [0.0; COUNT];
    let Some(url) = url.filter(|url| !url.is_empty()) else { return values };
    // Servers differ in case; the table of words is in lower case.
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest).to_lowercase();
    let (rest, _) = rest.split_once('#').unwrap_or((&rest, ""));
    let (place, query) = rest.split_once('?').unwrap_or((rest, ""));
    let path = place.split_once('/').map_or("", |(_, path)| path);
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let last = parts.last().copied().unwrap_or_default();
    shape(&mut values, path, query, &parts);
    let mut tally = [Tally::new(), Tally::new()];
    count_lists(&mut tally[0], last);
    parts.iter().rev().skip(1).for_each(|part| count_lists(&mut tally[1], part));
    values[SHAPE.len()..SHAPE.len() + TYPES].copy_from_slice(&tally[0].0[..TYPES]);
    values[SHAPE.len() + TYPES..].copy_from_slice(&tally[1].0[..TYPES]);
    values
}

fn shape(values: &mut [f32; COUNT], path: &str, query: &str, parts: &[&str]) {
    let last = parts.last().copied().unwrap_or_default();
    let on = |holds: bool| f32::from(u8::from(holds));
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count() as f32;
    let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    // Years from 1000 on: numbers such as 0815 are identifiers.
    let year = |part: &&str| part.len() == 4 && number(part) && part.starts_with(['1', '2']);
    let long_number = |part: &&str| number(part) && part.len() > 4;
    let id = |value: &str| value.split_once('=').is_some_and(|(_, value)| number(value));
    let extension = last.rsplit_once('.').map_or(0, |(_, end)| end.len());
    values[..SHAPE.len()].copy_from_slice(&[
        1.0,
        on(parts.is_empty()),
        parts.len() as f32,
        split_words(last).count() as f32,
        last.len() as f32,
        digits(last),
        on(parts.iter().any(long_number)),
        on(parts.iter().any(year)),
        on(path.ends_with('/')),
        on((2..=5).contains(&extension)),
        on(query.split('&').any(id)),
        on(last.contains(',') || last.contains('~')),
    ]);
}

fn split_words(part: &str) -> impl Iterator<Item = &str> {
    part.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Counts the lists of a name as a whole, else of its words.
fn count_lists(tally: &mut Tally, part: &str) {
    let name = part.rsplit_once('.').map_or(part, |(name, _)| name);
    let mut lists = words::word(LookupPlace::Address, name);
    // A long slug is a title: "the-best-forum-of-rome" is no forum.
    if lists == 0 && split_words(name).count() <= NAME_WORDS {
        lists =
            split_words(name).fold(0, |all, word| all | words::word(LookupPlace::Address, word));
    }
    tally.add(lists);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(url: &str) -> Vec<String> {
        let values = measure(Some(url));
        names().zip(values).filter(|(_, value)| *value > 0.0).map(|(name, _)| name).collect()
    }

    #[test]
    fn the_path_is_measured_and_the_host_is_not() {
        let names = found("https://forum.example/docs/2019/a-long-title-of-many-words/");
        for name in ["url-dated", "url-ends-slash", "before-address-documentation"] {
            assert!(names.iter().any(|n| n == name), "{name}: {names:?}");
        }
        assert!(!names.iter().any(|name| name.contains("forum")), "{names:?}");
        assert_eq!(found("https://shop.example/"), ["url-known", "url-home"]);
        let thread = found("https://a.example/viewtopic.php?id=309936");
        assert!(thread.iter().any(|n| n == "last-address-forum"), "{thread:?}");
        assert!(thread.iter().any(|n| n == "url-number-query"), "{thread:?}");
        assert_eq!(found(""), Vec::<String>::new());
    }
}
