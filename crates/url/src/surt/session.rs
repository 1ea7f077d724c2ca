//! Session identifiers that SURT keys leave out: the last of each kind, with what follows kept.
//!
//! These are the kinds of `surt` 0.3.1 and of `URLRegexTransformer` in webarchive-commons, and no more.
//! `;jsessionid=...` in a path is none of them: archives index such pages under keys that have it, and
//! a key without it would find none. To compare URLs, the profile `dedup` leaves it out.

/// Removes `(S(24 characters))/`- and `(24 characters)/`-segments before an `.aspx` page.
pub(super) fn strip_from_path(path: &mut Vec<u8>) {
    strip_segment(path, |segment| {
        let Some(mut inner) = parenthesised(segment) else { return false };
        if inner.is_empty() {
            return false;
        }
        while let [letter, b'(', rest @ ..] = inner {
            if !letter.is_ascii_alphabetic()
                || rest.len() < 25
                || rest[24] != b')'
                || !rest[..24].iter().all(u8::is_ascii_alphanumeric)
            {
                return false;
            }
            inner = &rest[25..];
        }
        inner.is_empty()
    });
    strip_segment(path, |segment| {
        parenthesised(segment)
            .is_some_and(|inner| inner.len() == 24 && inner.iter().all(u8::is_ascii_alphanumeric))
    });
}

fn parenthesised(segment: &[u8]) -> Option<&[u8]> {
    segment.strip_prefix(b"(")?.strip_suffix(b")")
}

/// Removes the last segment that `is_session` and has an `.aspx` page behind it.
fn strip_segment(path: &mut Vec<u8>, is_session: impl Fn(&[u8]) -> bool) {
    // Cookieless sessions are a habit of ASP.NET alone.
    if !path.windows(5).any(|w| w.eq_ignore_ascii_case(b".aspx")) {
        return;
    }
    let mut end = path.len();
    while let Some(slash) = path[..end].iter().rposition(|&b| b == b'/') {
        let start = path[..slash].iter().rposition(|&b| b == b'/');
        let Some(start) = start else { return };
        if is_session(&path[start + 1..slash]) && page_follows(&path[slash + 1..]) {
            path.drain(start + 1..=slash);
            return;
        }
        end = slash;
    }
}

fn page_follows(rest: &[u8]) -> bool {
    let end = rest.iter().position(|&b| b == b'?').unwrap_or(rest.len());
    rest[..end].windows(5).skip(1).any(|w| w.eq_ignore_ascii_case(b".aspx"))
}

/// Length of the parameter that a query begins with, if it is of one kind.
type SessionParameter = fn(&[u8]) -> Option<usize>;

/// Kinds of session parameters, in the order in which they are taken out.
const SESSION_PARAMETERS: [SessionParameter; 5] = [
    |q| token(q, b"jsessionid=", 32),
    |q| token(q, b"phpsessid=", 32),
    |q| token(q, b"sid=", 32),
    asp,
    cold_fusion,
];

/// Removes the last session parameter of each kind, even when a longer name ends in its name.
pub(super) fn strip_from_query(query: &mut Vec<u8>) {
    for length_at in SESSION_PARAMETERS {
        let last = (0..query.len()).rev().find_map(|at| {
            let length = length_at(&query[at..])?;
            matches!(query.get(at + length), None | Some(b'&')).then_some((at, length))
        });
        if let Some((at, length)) = last {
            let end = (at + length + 1).min(query.len());
            query.drain(at..end);
        }
    }
}

fn token(query: &[u8], name: &[u8], length: usize) -> Option<usize> {
    let whole = name.len() + length;
    let value = query.get(name.len()..whole)?;
    (query[..name.len()].eq_ignore_ascii_case(name) && value.iter().all(u8::is_ascii_alphanumeric))
        .then_some(whole)
}

/// `ASPSESSIONID`, eight letters, `=`, twenty-four letters.
fn asp(query: &[u8]) -> Option<usize> {
    let whole = query.get(..45)?;
    (whole[..12].eq_ignore_ascii_case(b"aspsessionid")
        && whole[12..20].iter().all(u8::is_ascii_alphabetic)
        && whole[20] == b'='
        && whole[21..].iter().all(u8::is_ascii_alphabetic))
    .then_some(45)
}

/// `cfid=...&cftoken=...`, both with a value.
fn cold_fusion(query: &[u8]) -> Option<usize> {
    let start = query.get(..5).filter(|n| n.eq_ignore_ascii_case(b"cfid="))?.len();
    let first = start + query[start..].iter().position(|&b| b == b'&')?;
    let name = query.get(first + 1..first + 9)?;
    if first == start || !name.eq_ignore_ascii_case(b"cftoken=") {
        return None;
    }
    let value = first + 9;
    let end = query[value..].iter().position(|&b| b == b'&').map_or(query.len(), |n| value + n);
    (end > value).then_some(end)
}
