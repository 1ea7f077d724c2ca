//! The first setting or input in which two runs differ, in words. The sentences are about the other run.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::config::Config;
use crate::timing::Stamp;

/// Characters of a value that are shown. Longer ones, such as the rules of a portal, are only named.
const SHOWN: usize = 60;

/// The first setting that differs, by its key: `seed is 7, not 0`.
pub(super) fn setting(own: &Config, other: &Config) -> String {
    // What is said of inputs and decisions is said by their own differences.
    let (inputs, decisions) = (own.inputs.clone(), own.decisions.clone());
    let decisions_sha256 = own.decisions_sha256.clone();
    let other = Config { inputs, decisions, decisions_sha256, ..other.settled() };
    let json = |config: &Config| serde_json::to_value(config).unwrap_or_default();
    first("", &json(&own.settled()), &json(&other)).unwrap_or_default()
}

/// The first value that differs below a key.
fn first(key: &str, own: &Value, other: &Value) -> Option<String> {
    if own == other {
        return None;
    }
    let (null, none) = (Value::Null, Map::new());
    let (owns, others, is_unset) = match (own, other) {
        (Value::Object(owns), Value::Object(others)) => (owns, others, false),
        (Value::Object(owns), Value::Null) => (owns, &none, true),
        (Value::Null, Value::Object(others)) => (&none, others, true),
        _ => return Some(in_words(key, own, other)),
    };
    // Sorted, so that the first difference is the same whichever side has a key.
    let mut keys: Vec<&String> = owns.keys().chain(others.keys()).collect();
    keys.sort();
    keys.dedup();
    let found = keys.into_iter().find_map(|name| {
        let key = if key.is_empty() { name.clone() } else { format!("{key}.{name}") };
        let (own, other) = (owns.get(name).unwrap_or(&null), others.get(name).unwrap_or(&null));
        // Of a table that one side lacks, the other has the defaults, too.
        let is_default = is_unset && is_empty(own) && is_empty(other);
        if is_default { None } else { first(&key, own, other) }
    });
    found.or_else(|| Some(format!("{key} differs")))
}

/// Two values in words; those of long or nested ones are left out.
fn in_words(key: &str, own: &Value, other: &Value) -> String {
    match (shown(other), shown(own)) {
        (Some(other), Some(_)) if own.is_null() => format!("{key} is {other}, not set here"),
        (Some(other), Some(own)) => format!("{key} is {other}, not {own}"),
        _ => format!("{key} differs"),
    }
}

/// Whether a value is what a setting is before anything is set.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(is_set) => !is_set,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(values) => values.is_empty(),
    }
}

/// A value as a person would write it; `None` of a long or nested one.
fn shown(value: &Value) -> Option<String> {
    let shown = match value {
        Value::Null => "unset".to_owned(),
        Value::String(text) => text.escape_debug().to_string(),
        Value::Array(values) if values.is_empty() => "empty".to_owned(),
        Value::Array(values) => {
            let words = values.iter().map(|value| match value {
                Value::String(text) => Some(text.clone()),
                Value::Array(_) | Value::Object(_) => None,
                other => Some(other.to_string()),
            });
            words.collect::<Option<Vec<_>>>()?.join(",")
        }
        Value::Object(_) => return None,
        other => other.to_string(),
    };
    (shown.chars().count() <= SHOWN).then_some(shown)
}

/// The first of named inputs that only one of the runs has.
pub(super) fn names<'n>(own: &[&'n str], other: &[&'n str]) -> Option<String> {
    if own == other {
        return None;
    }
    let (owns, others): (HashSet<&str>, HashSet<&str>) =
        (own.iter().copied().collect(), other.iter().copied().collect());
    let missing = own.iter().find(|name| !others.contains(*name)).map(|n| format!("without {n}"));
    let more = || other.iter().find(|name| !owns.contains(*name)).map(|n| format!("with {n}"));
    let moved = || match own.len() == other.len() {
        true => "in another order".to_owned(),
        false => "with names that are there more or less often".to_owned(),
    };
    Some(missing.or_else(more).unwrap_or_else(moved))
}

/// The first file that is another one, or has changed.
pub(super) fn stamps(own: &[Stamp], other: &[Stamp]) -> Option<String> {
    fn named(stamps: &[Stamp]) -> Vec<&str> {
        stamps.iter().map(|stamp| stamp.name.as_str()).collect()
    }
    names(&named(own), &named(other)).or_else(|| {
        // The names are the same in the same order, so files are compared in pairs.
        let changed = own.iter().zip(other).find(|(own, other)| own != other);
        changed.map(|(own, other)| {
            let what = match () {
                () if own.size != other.size => "another size",
                () if own.unreadable != other.unreadable => "been readable at one time only",
                () if own.modified_ns != other.modified_ns => "another time of change",
                () => "other bytes",
            };
            format!("{} has {what}", own.name)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Format, Layout};

    #[test]
    fn the_first_setting_is_named_with_both_values() {
        let own = Config::default();
        type Change = fn(&mut Config);
        let cases: [(Change, &str); 7] = [
            (|c| c.seed = 7, "seed is 7, not 0"),
            (|c| c.scope.select.min_words = 200, "scope.select.min_words is 200, not set here"),
            (
                |c| c.scope.select.hosts = vec!["a.example".into()],
                "scope.select.hosts is a.example, not set here",
            ),
            (
                |c| c.formats = vec![Format::Jsonl, Format::Text],
                "formats is jsonl,text, not parquet",
            ),
            (|c| c.layout = Some(Layout::Document), "layout is document, not set here"),
            (|c| c.scope.keep_empty = true, "scope.keep_empty is true, not false"),
            (|c| c.inputs = vec!["a".into()], ""),
        ];
        for (change, expected) in cases {
            let mut other = own.clone();
            change(&mut other);
            assert_eq!(setting(&own, &other), expected);
        }
        let mut chosen = own.clone();
        chosen.scope.select.min_words = 200;
        assert_eq!(setting(&chosen, &own), "scope.select.min_words is unset, not 200");
        let mut long = own.clone();
        long.archive_id = Some("x".repeat(99));
        assert_eq!(setting(&own, &long), "archive_id differs");
    }

    #[test]
    fn the_first_input_is_named() {
        let stamp = |name: &str, size, modified_ns| Stamp {
            name: name.to_owned(),
            size,
            modified_ns: Some(modified_ns),
            sha256: None,
            object: None,
            unreadable: None,
            content: crate::inputs::Content::default(),
        };
        let own = [stamp("a", 1, 1), stamp("b", 2, 2)];
        for (other, expected) in [
            (vec![own[0].clone()], Some("without b")),
            (vec![own[0].clone(), own[1].clone(), stamp("c", 1, 1)], Some("with c")),
            (vec![own[1].clone(), own[0].clone()], Some("in another order")),
            (
                vec![own[0].clone(), own[1].clone(), own[1].clone()],
                Some("with names that are there more or less often"),
            ),
            (vec![own[0].clone(), stamp("b", 3, 3)], Some("b has another size")),
            (vec![own[0].clone(), stamp("b", 2, 3)], Some("b has another time of change")),
            (own.to_vec(), None),
        ] {
            assert_eq!(stamps(&own, &other).as_deref(), expected);
        }
    }
}
