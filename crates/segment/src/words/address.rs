//! Addresses: URLs, host names, e-mail addresses, handles and tags are one token.

/// Schemes and the usual first label.
const STARTS: [&str; 6] = ["http://", "https://", "ftp://", "www.", "mailto:", "doi:"];
/// The last labels that make two words with a full stop between them a host name.
const TOP: [&str; 40] = [
    "com", "org", "net", "edu", "gov", "int", "info", "eu", "at", "be", "bg", "ch", "cz", "de",
    "dk", "ee", "es", "fi", "fr", "gr", "hr", "hu", "ie", "it", "lt", "lv", "me", "nl", "no", "pl",
    "pt", "ro", "rs", "ru", "se", "si", "sk", "tv", "ua", "uk",
];
/// Signs that may stand behind an address and not belong to it.
const BEHIND: &[char] =
    &['.', ',', ';', ':', '!', '?', ')', ']', '}', '>', '"', '\'', '”', '“', '’', '»', '«', '…'];

/// The length of the address that a text begins with, if it is one.
pub(super) fn address(text: &str) -> Option<usize> {
    // Without one of these within it there is no address: nearly all chunks end here.
    let is_mark = |b: u8| matches!(b, b'.' | b'@' | b'/' | b'#' | b':');
    if !text.trim_end_matches(BEHIND).bytes().any(is_mark) {
        return None;
    }
    let mut end = text.find(['<', '>', '"', '«', '»', '“', '”']).unwrap_or(text.len());
    end = text[..end].trim_end_matches(BEHIND).len();
    let found = &text[..end];
    // A bracket that was opened within belongs to the address, as in those of encyclopedias.
    if found.contains('(') && !found.contains(')') && text[end..].starts_with(')') {
        end += 1;
    }
    (is_url(found) || is_mail(found) || is_handle(found) || is_host(found)).then_some(end)
}

fn is_url(text: &str) -> bool {
    let starts = |start: &&str| {
        text.len() > start.len()
            && text.get(..start.len()).is_some_and(|t| t.eq_ignore_ascii_case(start))
    };
    STARTS.iter().any(starts) || text.find("://").is_some_and(|at| at > 1)
}

fn is_mail(text: &str) -> bool {
    let Some((user, host)) = text.split_once('@') else { return false };
    let label = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
    !user.is_empty() && user.chars().all(label) && !host.is_empty() && host.chars().all(label)
}

/// `@name` or `#tag`.
fn is_handle(text: &str) -> bool {
    let Some(name) = text.strip_prefix(['@', '#']) else { return false };
    name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '-'))
}

/// A host name, maybe with a path: `example.org/page`.
fn is_host(text: &str) -> bool {
    let host = text.split('/').next().unwrap_or_default();
    let Some((_, top)) = host.rsplit_once('.') else { return false };
    let label = |label: &str| {
        !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    // A capital letter behind the full stop rather begins a sentence.
    TOP.contains(&top) && host.split('.').all(label) && host.len() > top.len() + 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_end_before_the_signs_behind_them() {
        let cases = [
            ("https://example.org/a_(b)?c=d,e.", Some(31)),
            ("https://example.org/a_(b)", Some(25)),
            ("www.example.hu/oldal:", Some(20)),
            ("example.org/a-b,", Some(15)),
            ("jan@example.org)", Some(15)),
            ("Edison@ENRON", Some(12)),
            ("@gull_1:", Some(7)),
            ("#tenger!", Some(7)),
            ("#1", None),
            ("d.h.", None),
            ("end.Next", None),
            ("and/or", None),
            ("3.14", None),
            ("a://", None),
        ];
        for (text, expected) in cases {
            assert_eq!(address(text), expected, "{text}");
        }
    }
}
