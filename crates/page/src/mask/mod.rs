//! Personal data in texts, replaced by marks such as `[e-mail]`.
//!
//! Found are forms, not persons: e-mail and IP addresses, telephone numbers, IBANs, card numbers. No
//! match goes beyond a line, so that a text and its document lose the same.

mod account;
mod document;
mod email;
mod ip;
mod labelled;
mod metadata;
mod replaced;
mod run;
mod telephone;

use std::collections::BTreeSet;
use std::ops::Range;

use self::labelled::Labels;
use self::replaced::replaced;
use crate::Document;

scutch_url::reasons! {
    /// What was masked.
    pub enum Masked {
        EMail = "masked-e-mail", "E-mail addresses were masked (`--mask`).";
        Telephone = "masked-telephone", "Telephone numbers were masked (`--mask`).";
        Iban = "masked-iban", "Numbers of bank accounts (IBAN) were masked (`--mask`).";
        Card = "masked-card", "Numbers of payment cards were masked (`--mask`).";
        Ip = "masked-ip", "IP addresses were masked (`--mask`).";
    }
}

impl Masked {
    /// What stands in its place.
    fn mark(self) -> &'static str {
        match self {
            Self::EMail => "[e-mail]",
            Self::Telephone => "[telephone]",
            Self::Iban => "[iban]",
            Self::Card => "[card]",
            Self::Ip => "[ip]",
        }
    }
}

/// Finds what begins at a byte of a text.
type Find = fn(&str, usize) -> Option<Range<usize>>;

/// Numbers with check digits or a grammar. They go before telephone numbers, which have neither.
const STRICT: [(Masked, Find); 3] =
    [(Masked::Ip, ip::at), (Masked::Iban, account::iban), (Masked::Card, account::card)];

/// Schemes of addresses without `//`; those of telephones are in the table of these.
const SCHEMES: [&str; 4] = ["mailto:", "sip:", "sips:", "xmpp:"];

/// What may stand between two telephone numbers.
const JOINTS: &str = " \u{a0}\u{202f},;/.-\u{2013})";

/// Most bytes between two telephone numbers.
const JOINT: usize = 6;

/// Personal data in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    range: Range<usize>,
    what: Masked,
}

/// Masks the texts of one document.
#[derive(Debug, Default)]
pub struct Masker {
    labels: Labels,
    found: BTreeSet<Masked>,
}

impl Masker {
    /// The masker for a document and its texts.
    ///
    /// A label may stand beside its number in one of them and in another cell in the other one:
    /// a number that has one anywhere has it everywhere.
    pub fn new<'t>(document: &'t Document, texts: impl Iterator<Item = &'t str>) -> Self {
        let mut labels = Labels::default();
        texts.chain(document::texts(document)).for_each(|text| labels.collect(text));
        Self { labels, found: BTreeSet::new() }
    }

    /// Masks a text.
    pub fn text(&mut self, text: &mut String) {
        let found = self.find(text, &[]);
        if !found.is_empty() {
            *text = replaced(text, &found, Masked::mark);
        }
    }

    /// Masks a text of a row, or an address.
    pub fn value(&mut self, value: &mut String) {
        let has_scheme = || SCHEMES.iter().any(|scheme| starts_with(value, scheme));
        let is_address = !value.contains(char::is_whitespace)
            && (value.contains("://") || telephone::is_link(value) || has_scheme());
        if is_address { self.address(value) } else { self.text(value) }
    }

    /// Masks an address: of a link, a picture or a player.
    pub fn address(&mut self, address: &mut String) {
        let found = self.find(address, &telephone::in_link(address));
        if !found.is_empty() {
            // Brackets are not allowed in addresses.
            let mark = |what: Masked| what.mark().replace('[', "%5B").replace(']', "%5D");
            *address = replaced(address, &found, mark);
        }
    }

    /// What was masked so far.
    pub fn masked(&self) -> impl Iterator<Item = Masked> + '_ {
        self.found.iter().copied()
    }

    /// What is to be masked, in order and disjoint. `linked` are telephone numbers that are known.
    fn find(&mut self, text: &str, linked: &[Range<usize>]) -> Vec<Found> {
        let mut known = known_in(text, linked).into_iter().peekable();
        let (mut found, mut at): (Vec<Found>, _) = (Vec::new(), 0);
        while at < text.len() {
            let next = known.peek().map_or(text.len(), |next| next.range.start);
            let new = match at == next {
                true => known.next(),
                false => {
                    let number = self.number(text, at, found.last());
                    number.filter(|number| number.range.end <= next)
                }
            };
            at = new.as_ref().map_or(at + 1, |new| new.range.end);
            found.extend(new);
        }
        self.found.extend(found.iter().map(|found| found.what));
        found
    }

    /// The number that begins at a byte, behind what was found last.
    fn number(&self, text: &str, at: usize, last: Option<&Found>) -> Option<Found> {
        let first = text.as_bytes()[at];
        if !(first.is_ascii_alphanumeric() || b"+(:".contains(&first)) {
            return None;
        }
        let is_joined = last.is_some_and(|last| joins(last, text, at));
        if !is_joined && !begins(text, at) {
            return None;
        }
        let strict = STRICT.iter().find_map(|(what, find)| Some((find(text, at)?, *what)));
        let telephone =
            || Some((telephone::at(text, at, &self.labels, is_joined)?, Masked::Telephone));
        let (range, what) = strict.or_else(telephone)?;
        Some(Found { range, what })
    }
}

/// What is known before numbers are sought, in order and disjoint: numbers in links, and e-mail
/// addresses beside these.
fn known_in(text: &str, linked: &[Range<usize>]) -> Vec<Found> {
    let is_beside = |range: &Range<usize>| {
        let before = linked.partition_point(|number| number.end <= range.start);
        linked.get(before).is_none_or(|number| range.end <= number.start)
    };
    let emails = email::find(text).into_iter().filter(is_beside);
    let mut known: Vec<Found> = emails.map(|range| Found { range, what: Masked::EMail }).collect();
    let numbers = linked.iter().cloned();
    known.extend(numbers.map(|range| Found { range, what: Masked::Telephone }));
    known.sort_unstable_by_key(|found| found.range.start);
    known
}

/// Whether a number at a byte is the next one behind a telephone number.
fn joins(last: &Found, text: &str, at: usize) -> bool {
    last.what == Masked::Telephone
        && (1..=JOINT).contains(&(at - last.range.end))
        && text[last.range.end..at].chars().all(|c| JOINTS.contains(c))
}

/// Whether a text starts so, in upper or lower case.
fn starts_with(text: &str, start: &str) -> bool {
    text.get(..start.len()).is_some_and(|first| first.eq_ignore_ascii_case(start))
}

/// Whether a word or number can begin at a byte.
fn begins(text: &str, at: usize) -> bool {
    let mut before = text[..at].chars().rev();
    match before.next() {
        Some('.' | ',' | ':') => !before.next().is_some_and(|c| c.is_ascii_digit()),
        Some(c) => !c.is_alphanumeric(),
        None => true,
    }
}

/// Whether a word or number can end at a byte.
fn ends(text: &str, at: usize) -> bool {
    let mut behind = text[at..].chars();
    match behind.next() {
        Some('.' | ',' | ':') => !behind.next().is_some_and(|c| c.is_ascii_digit()),
        Some(c) => !c.is_alphanumeric(),
        None => true,
    }
}

/// Whether a number at a byte stands free, rather than in an address, a sum or an identifier.
fn is_free(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    !before.is_some_and(|c| "/-_=#%&?@\\+*$\u{20ac}\u{a3}~^".contains(c))
}

#[cfg(test)]
mod tests;
