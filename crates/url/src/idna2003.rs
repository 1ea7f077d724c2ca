//! Internationalised domain labels by the rules of 2003 (RFC 3490), which older tools still follow.
//!
//! Built on the tables of today's standard. Differences remain for characters that Unicode gained
//! after 2003; they are too rare in host names to carry a second set of tables for.

use unicode_normalization::UnicodeNormalization;

/// Longest label in ASCII.
const MAX_LABEL: usize = 63;

/// The ASCII form of one label. `None` when it cannot be encoded or is empty or too long.
fn label_to_ascii(label: &str) -> Option<String> {
    let ascii = if label.is_ascii() {
        label.to_owned()
    } else {
        // The standard of 2003 maps these; the one of today keeps them.
        let mapped =
            // idna would refuse the joiners, which the older standard drops.
            label.replace(['ß', 'ẞ'], "ss").replace('ς', "σ").replace(['\u{200c}', '\u{200d}'], "");
        idna::domain_to_ascii(&mapped).ok()?
    };
    (1..=MAX_LABEL).contains(&ascii.len()).then_some(ascii)
}

/// The ASCII form of a whole name; each kind of full stop separates labels.
///
/// A plain ASCII name comes back as it is. `None` when a label is empty (but the last) or too long.
pub fn name_to_ascii(name: &str) -> Option<String> {
    if name.is_ascii() {
        let mut labels = name.split('.').rev();
        let last = labels.next().unwrap_or_default();
        let fine = last.len() <= MAX_LABEL && labels.all(|l| (1..=MAX_LABEL).contains(&l.len()));
        // The old tools check nothing but lengths where no conversion is needed.
        return fine.then(|| name.to_owned());
    }
    // Full stops of other scripts separate labels, too (RFC 3490, section 3.1).
    let mut labels: Vec<&str> = name.split(['.', '\u{3002}', '\u{ff0e}', '\u{ff61}']).collect();
    let root = labels.last() == Some(&"");
    if root {
        labels.pop();
    }
    let labels: Vec<String> = labels.into_iter().map(label_to_ascii).collect::<Option<_>>()?;
    let mut ascii = labels.join(".");
    if root {
        ascii.push('.');
    }
    Some(ascii)
}

/// The Unicode form of a label in Punycode (`xn--...`), provided that encoding it again gives the
/// same label.
pub fn label_to_unicode(label: &str) -> Option<String> {
    let encoded = label.strip_prefix("xn--")?;
    let decoded = idna::punycode::decode_to_string(encoded)?;
    let prepared = prepare(&decoded)?;
    // A label that decodes to ASCII, or to Punycode again, was made to deceive.
    if prepared.is_ascii() || prepared.starts_with("xn--") {
        return (prepared.is_ascii() && prepared == label).then_some(decoded);
    }
    let again = idna::punycode::encode_str(&prepared)?;
    (again.len() + 4 <= MAX_LABEL && encoded.eq_ignore_ascii_case(&again)).then_some(decoded)
}

/// Folds case and compatibility forms; `None` for characters that names must not contain.
fn prepare(label: &str) -> Option<String> {
    let folded: String =
        label.chars().filter(|c| !is_dropped(*c)).flat_map(char::to_lowercase).collect();
    let prepared: String = folded.replace('ß', "ss").replace('ς', "σ").nfkc().collect();
    (!prepared.chars().any(is_forbidden)).then_some(prepared)
}

/// Characters that are mapped to nothing (RFC 3454, table B.1).
fn is_dropped(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
        || matches!(c, '\u{fe00}'..='\u{fe0f}')
}

/// Characters that names must not contain (RFC 3454, tables C.1.2 to C.9), as far as they occur.
fn is_forbidden(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{fff9}'..='\u{fffd}')
        || matches!(c, '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
}

#[cfg(test)]
mod tests {
    use super::{label_to_unicode, name_to_ascii};

    #[test]
    fn names() {
        assert_eq!(name_to_ascii("straße.de").as_deref(), Some("strasse.de"));
        assert_eq!(name_to_ascii("bücher.ch:8080").as_deref(), Some("xn--bcher-kva.ch:8080"));
        assert_eq!(name_to_ascii("ü..de"), None);
        assert_eq!(label_to_unicode("xn--mnchen-3ya").as_deref(), Some("münchen"));
        assert_eq!(label_to_unicode("xn--a"), None);
    }
}
