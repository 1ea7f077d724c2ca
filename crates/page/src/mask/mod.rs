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

use rustc_hash::FxHashSet;

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

/// Personal data in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    range: Range<usize>,
    what: Masked,
}

/// Masks the texts of one document.
#[derive(Debug, Default)]
pub struct Masker {
    /// Numbers that are called telephone numbers somewhere in the document, as written.
    labelled: FxHashSet<String>,
    found: BTreeSet<Masked>,
}

impl Masker {
    /// The masker for a document and its texts.
    ///
    /// A label may stand beside its number in one of them and in another cell in the other one:
    /// a number that has one anywhere is masked everywhere.
    pub fn new<'t>(document: &'t Document, texts: impl Iterator<Item = &'t str>) -> Self {
        let mut labelled = FxHashSet::default();
        for text in texts.chain(document::texts(document)) {
            labelled::collect(text, &mut labelled);
        }
        Self { labelled, found: BTreeSet::new() }
    }

    /// Masks a text.
    pub fn text(&mut self, text: &mut String) {
        let found = self.find(text);
        if !found.is_empty() {
            *text = replaced(text, &found, Masked::mark);
        }
    }

    /// Masks a text of a row, or an address.
    pub fn value(&mut self, value: &mut String) {
        let is_address = value.contains("://") && !value.contains(char::is_whitespace);
        if is_address { self.address(value) } else { self.text(value) }
    }

    /// Masks an address: of a link, a picture or a player.
    pub fn address(&mut self, address: &mut String) {
        let found = match telephone::in_link(address) {
            Some(range) => vec![self.note(Found { range, what: Masked::Telephone })],
            None => self.find(address),
        };
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

    fn note(&mut self, found: Found) -> Found {
        self.found.insert(found.what);
        found
    }

    /// What is to be masked, in order and disjoint.
    fn find(&mut self, text: &str) -> Vec<Found> {
        let mut emails = email::find(text).into_iter().peekable();
        let (mut found, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let next = emails.peek().map_or(text.len(), |email| email.start);
            if at == next {
                let Some(range) = emails.next() else { break };
                at = range.end;
                found.push(Found { range, what: Masked::EMail });
                continue;
            }
            let number = self.number(text, at).filter(|found| found.range.end <= next);
            at = match number {
                Some(number) => {
                    let end = number.range.end;
                    found.push(number);
                    end
                }
                None => at + 1,
            };
        }
        self.found.extend(found.iter().map(|found| found.what));
        found
    }

    /// The number that begins at a byte.
    fn number(&self, text: &str, at: usize) -> Option<Found> {
        let first = text.as_bytes()[at];
        if !(first.is_ascii_alphanumeric() || b"+(:".contains(&first)) || !begins(text, at) {
            return None;
        }
        let strict = STRICT.iter().find_map(|(what, find)| Some((find(text, at)?, *what)));
        let telephone = || Some((telephone::at(text, at, &self.labelled)?, Masked::Telephone));
        let (range, what) = strict.or_else(telephone)?;
        Some(Found { range, what })
    }
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
