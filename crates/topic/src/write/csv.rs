//! The OTMT's CSV: a row per measure, with reasons and probability in two further columns.

use std::io::{self, Write};

use scutch_foreign::cell;

use super::JudgedTimeMap;
use crate::judge::verdict::{Score, Verdict};
use crate::measure::Measure;

const COLUMNS: &[&str] = &[
    "URI-T",
    "URI-M",
    "Error",
    "Error Message",
    "Content Length",
    "Simhash",
    "Measurement Type",
    "Measurement Name",
    "Comparison Score",
    "Stemmed",
    "Tokenized",
    "Removed Boilerplate",
    "Topic Status",
    "Overall Topic Status",
    "Reasons",
    "Probability",
];

pub(super) fn head(out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}\r\n", COLUMNS.join(","))
}

pub(super) fn timemap(out: &mut impl Write, entry: &JudgedTimeMap<'_>) -> io::Result<()> {
    let uri_t = quoted(&entry.timemap.uri());
    let uris = entry.timemap.memento_uris();
    for (uri_m, verdict) in uris.iter().zip(&entry.judged.verdicts) {
        for score in &verdict.scores {
            write!(out, "{uri_t},{},", quoted(uri_m))?;
            row(out, entry, verdict, score)?;
        }
    }
    Ok(())
}

fn row(
    out: &mut impl Write,
    entry: &JudgedTimeMap<'_>,
    verdict: &Verdict,
    score: &Score,
) -> io::Result<()> {
    let tokens = score.measure.reads_tokens();
    let (error, message) = error(verdict, score);
    let simhash = match score.measure {
        Measure::SimhashRaw => verdict.simhash_raw.to_string(),
        Measure::SimhashTf => verdict.simhash_tf.to_string(),
        _ => entry.simhash(verdict).map(|hash| hash.to_string()).unwrap_or_default(),
    };
    // The OTMT writes a status in each row, scored or not.
    let status = match score.value {
        Some(_) => score.status(),
        None => verdict.status,
    };
    // Ids have no spaces, so that one field holds all reasons.
    let ids: Vec<&str> = verdict.reasons.iter().map(|reason| reason.id()).collect();
    let fields = [
        error.to_owned(),
        quoted(message),
        verdict.bytes.to_string(),
        simhash,
        score.measure.otmt_kind().to_owned(),
        score.measure.otmt_name().to_owned(),
        score.value.map(|value| value.to_string()).unwrap_or_default(),
        python(tokens && entry.profile.sketch.preprocess.stem),
        python(tokens),
        python(tokens && entry.removed_boilerplate()),
        if score.skipped { "skipped" } else { status.name() }.to_owned(),
        verdict.status.name().to_owned(),
        ids.join(" "),
        verdict.probability.map(|p| format!("{p:.6}")).unwrap_or_default(),
    ];
    write!(out, "{}\r\n", fields.join(","))
}

/// The OTMT has an error where there is no score: our first reason says why.
fn error(verdict: &Verdict, score: &Score) -> (&'static str, &'static str) {
    let reason = verdict.reasons.first().filter(|_| score.value.is_none() && !score.skipped);
    match reason {
        Some(reason) => ("Memento Measurement Error", reason.sentence()),
        None => ("", ""),
    }
}

fn python(value: bool) -> String {
    if value { "True" } else { "False" }.to_owned()
}

/// A field, in quotes where it needs them (RFC 4180). No spreadsheet computes it.
fn quoted(field: &str) -> String {
    let field = &*cell(field);
    if field.contains([',', '"']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn fields_with_commas_and_line_ends() {
        assert_eq!(quoted("a"), "a");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("a\"\r\n"), "\"a\"\"  \"");
        assert_eq!(quoted("=1,2"), "\"'=1,2\"");
    }
}
