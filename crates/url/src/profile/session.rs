//! Session identifiers in paths and parameters.

/// A path without `;jsessionid=...` and the like; each is told.
pub(super) fn without_session<'p>(
    path: &'p str,
    mut removed: impl FnMut(&'p str),
) -> Option<String> {
    let mut out = None;
    let mut kept = 0;
    for (start, _) in path.match_indices(';') {
        let inner = &path[start + 1..];
        let end = start + 1 + inner.find([';', '/']).unwrap_or(inner.len());
        let session = path[start + 1..end].split_once('=');
        if session.is_some_and(|(name, value)| is_session(name, value)) {
            removed(&path[start..end]);
            out.get_or_insert_with(String::new).push_str(&path[kept..start]);
            kept = end;
        }
    }
    out.map(|out| out + &path[kept..])
}

/// Names of parameters that carry a session, in lower case.
pub(crate) const NAMES: [&str; 8] =
    ["jsessionid", "phpsessid", "sessionid", "session_id", "sid", "cfid", "cftoken", "oscsid"];

/// The longest name that ASP makes, in bytes.
pub(crate) const ASP_NAME: usize = 20;

/// The names that ASP makes: `ASPSESSIONID`, mostly with eight letters of the server process.
pub(crate) fn is_asp_name(name: &[u8]) -> bool {
    name.split_at_checked(12).is_some_and(|(start, process)| {
        matches!(name.len(), 12 | ASP_NAME)
            && start.eq_ignore_ascii_case(b"aspsessionid")
            && process.iter().all(u8::is_ascii_alphabetic)
    })
}

/// Parameters that carry a session: known names with a value that can be one.
// Only values that look like identifiers: `sid=5` selects content.
pub(super) fn is_session(name: &str, value: &str) -> bool {
    let known =
        NAMES.iter().any(|known| name.eq_ignore_ascii_case(known)) || is_asp_name(name.as_bytes());
    // Clusters append the name of a node: `!-1593`, `.node1`, `:18a`.
    let random = value.len() >= 16
        && value.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.!:~*+%".contains(&b));
    known && (random || name.to_ascii_lowercase().starts_with("cf"))
}

#[cfg(test)]
mod tests {
    use super::{is_session, without_session};

    #[test]
    fn sessions_have_a_known_name_and_a_long_value() {
        let long = "0001xX8kBbkYw7JqMAf2n0a0pLQ:18a2b!-1593!node.1";
        for (name, value, expected) in [
            ("jsessionid", "0123456789abcdef", true),
            ("JSESSIONID", long, true),
            ("sid", "5", false),
            ("sid", "0123456789abcdef0", true),
            ("cfid", "12", true),
            ("ASPSESSIONIDAQBSDSRT", "EOHBLBDDPFCLHKPGGKLILNAM", true),
            ("ASPSESSIONIDAQBSDSRT", "5", false),
            ("aspsessionid", "EOHBLBDDPFCLHKPGGKLILNAM", true),
            ("aspsessionidaqb", "EOHBLBDDPFCLHKPGGKLILNAM", false),
            ("id", long, false),
        ] {
            assert_eq!(is_session(name, value), expected, "{name}={value}");
        }
        let path = format!("/a;jsessionid={long}/b;v=1");
        assert_eq!(without_session(&path, |_| ()).as_deref(), Some("/a/b;v=1"));
    }
}
