//! Parameters behind a path without a question mark: `/story.html&utm_source=mail`.

use super::query::{name_and_value, pairs};

/// A path without the tracking parameters behind its first `&`; each is told. `None` where there
/// are none.
pub(super) fn without_stray_parameters(
    path: &str,
    tracks: impl Fn(&str) -> bool,
    mut removed: impl FnMut(&str),
) -> Option<String> {
    let (front, rest) = path.split_once('&')?;
    let pairs_of_rest = rest.trim_end_matches('/');
    // Another slash: the `&` is part of the name of a folder. A dot alone would be none any more.
    if pairs_of_rest.contains('/') || front.ends_with("/.") || front.ends_with("/..") {
        return None;
    }
    let is_stray = |pair: &&str| pair.contains('=') && tracks(name_and_value(pair).0);
    if pairs(pairs_of_rest).filter(is_stray).map(&mut removed).count() == 0 {
        return None;
    }
    let mut out = front.to_owned();
    for pair in pairs(pairs_of_rest).filter(|pair| !is_stray(pair)) {
        out.push('&');
        out.push_str(pair);
    }
    // One slash: more than one belonged to a parameter that is gone.
    if out.len() > front.len() && rest.ends_with('/') {
        out.push('/');
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::without_stray_parameters;

    #[test]
    fn trackers_without_a_question_mark_go() {
        let tracks = |name: &str| name.starts_with("utm_");
        let cases = [
            ("/x.html&utm_source=a&utm_medium=b", Some("/x.html")),
            ("/x.html&id=7&utm_source=a", Some("/x.html&id=7")),
            ("/x.html&id=7", None),
            ("/x.html&utm_source", None),
            ("/q&utm_source=a/x", None),
            ("/q&utm_source=a/", Some("/q")),
            ("/q&id=7&utm_source=a/", Some("/q&id=7/")),
            ("/x.html", None),
            ("/a/..&utm_source=a", None),
        ];
        for (path, expected) in cases {
            let mut removed = 0;
            let rest = without_stray_parameters(path, tracks, |_| removed += 1);
            assert_eq!(rest.as_deref(), expected, "{path}");
            assert_eq!(removed > 0, expected.is_some());
        }
    }
}
