//! Checks of single values in the block `[corpus]`. Each error names the field.

use jiff::civil::Date;
use scutch_url::Url;

use super::super::error::{ConfigError, meaningless};
use super::identifier::{Identifier, Ror};

/// Checks a value that is there.
pub(super) fn given<T>(
    value: &Option<T>,
    check: impl FnOnce(&T) -> Result<(), ConfigError>,
) -> Result<(), ConfigError> {
    value.as_ref().map_or(Ok(()), check)
}

/// A text of one line.
pub(super) fn line(field: &str, value: &str) -> Result<(), ConfigError> {
    if value.trim().is_empty() || value.contains(char::is_control) {
        return meaningless(field, value.escape_debug().to_string(), "a text of one line");
    }
    Ok(())
}

/// A text of any number of lines.
pub(super) fn prose(field: &str, value: &str) -> Result<(), ConfigError> {
    let control = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\r');
    if value.trim().is_empty() || value.contains(control) {
        return meaningless(field, value.escape_debug().to_string(), "a text");
    }
    Ok(())
}

pub(super) fn date(field: &str, value: &str) -> Result<(), ConfigError> {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    // A day of the shorter forms, so that one calendar checks all three.
    let day = match value.len() {
        4 => format!("{value}-01-01"),
        7 => format!("{value}-01"),
        _ => value.to_owned(),
    };
    let shaped = day.len() == 10 && day.split('-').count() == 3 && day.split('-').all(digits);
    match day.parse::<Date>() {
        Ok(day) if shaped && day.year() > 0 => Ok(()),
        _ => meaningless(field, value, "a year, a month or a day, such as 2026-11-27"),
    }
}

pub(super) fn identifier(value: &str) -> Result<(), ConfigError> {
    if Identifier::parse(value).is_none() {
        let expected = "a DOI (10.NNNN/...), Handle (hdl:...), ARK (ark:...), URN (urn:...) or an address \
            (https://...)";
        return meaningless("corpus.identifier", value, expected);
    }
    Ok(())
}

pub(super) fn language(tag: &str) -> Result<(), ConfigError> {
    let good = |part: &str| {
        (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
    };
    let first = tag.split('-').next().unwrap_or_default();
    // Languages have two or three letters (ISO 639); subtags have at most eight characters.
    let begins = (2..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_lowercase());
    if !begins || !tag.split('-').all(good) {
        let expected = "a tag of BCP 47, such as `hu` or `de-AT`";
        return meaningless("corpus.languages", tag, expected);
    }
    Ok(())
}

pub(super) fn contact(value: &str) -> Result<(), ConfigError> {
    // A rough check: only a mail that arrives proves an address.
    let is_mail = value.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !value.contains(unfit)
    });
    if is_mail { Ok(()) } else { address("corpus.contact", value) }
}

/// What no address holds: space, control characters, and the brackets that Markdown puts around it.
fn unfit(c: char) -> bool {
    c.is_whitespace() || c.is_control() || matches!(c, '<' | '>')
}

pub(super) fn address(field: &str, value: &str) -> Result<(), ConfigError> {
    let is_web = value.starts_with("https://") || value.starts_with("http://");
    if !is_web || value.contains(unfit) || Url::parse(value).is_err() {
        // Of all addresses only the contact may be one of mail.
        let mail = if field.ends_with("contact") { "a mail address or " } else { "" };
        return meaningless(field, value, format!("{mail}an address (https://...)"));
    }
    Ok(())
}

pub(super) fn ror(field: &str, value: Option<&str>) -> Result<(), ConfigError> {
    match value.map(Ror::parse) {
        Some(Err(expected)) => meaningless(field, value.unwrap_or_default(), expected),
        _ => Ok(()),
    }
}
