//! What a URL says about the language of its page.
//!
//! Codes in path, host and query are evidence of different weight. Codes that mean other things as
//! often (`id`, `ca`, `tv`, `us`) count only when something else supports them.

use crate::parse::Url;
use crate::profile::{name_and_value, pairs};

use super::words::{Ambiguity, language_code};

/// Language evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct LanguageEvidence {
    /// BCP 47 tag as far as the URL says it: `de`, `de-AT`, `zh-Hant-TW`.
    pub tag: String,
    /// From 0 (nothing) to 1 (the URL says so in several places).
    pub score: f32,
    /// Where it stands: `path`, `host`, `query`, joined by `+`.
    pub places: String,
}

/// One place that names a language.
struct Hint {
    tag: String,
    weight: f32,
    place: &'static str,
    ambiguous: bool,
}

/// The languages a URL names, strongest first; equal ones in alphabetical order.
pub fn language_evidence(url: &Url) -> Vec<LanguageEvidence> {
    let mut hints = Vec::new();
    path_hints(url.path(), &mut hints);
    host_hint(url.host(), &mut hints);
    query_hints(url.query().unwrap_or_default(), &mut hints);
    let mut found: Vec<LanguageEvidence> = Vec::new();
    for hint in &hints {
        let primary = primary(&hint.tag);
        // An ambiguous code needs a second place that names the same language.
        let supported = !hint.ambiguous
            || hints.iter().any(|h| h.place != hint.place && self::primary(&h.tag) == primary);
        if !supported {
            continue;
        }
        match found.iter_mut().find(|f| self::primary(&f.tag) == primary) {
            Some(evidence) => {
                // Places are taken as independent: each leaves less doubt.
                evidence.score = 1.0 - (1.0 - evidence.score) * (1.0 - hint.weight);
                if hint.tag.len() > evidence.tag.len() {
                    evidence.tag.clone_from(&hint.tag);
                }
                if !evidence.places.contains(hint.place) {
                    evidence.places = format!("{}+{}", evidence.places, hint.place);
                }
            }
            None => found.push(LanguageEvidence {
                tag: hint.tag.clone(),
                score: hint.weight,
                places: hint.place.to_owned(),
            }),
        }
    }
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.tag.cmp(&b.tag)));
    found
}

/// The language of a BCP 47 tag, as filters compare it: its primary subtag in lower case. `None`
/// where that is no two-letter code of ISO 639-1.
///
/// ```
/// use scutch_url::verdict::known_language;
/// assert_eq!(known_language("de-AT").as_deref(), Some("de"));
/// assert_eq!(known_language("xx"), None);
/// ```
pub fn known_language(tag: &str) -> Option<String> {
    let code = tag.split(['-', '_']).next()?;
    language_code(code).map(|_| code.to_ascii_lowercase())
}

/// Primary subtag, by which languages are compared.
pub(super) fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or(tag)
}

fn path_hints(path: &str, hints: &mut Vec<Hint>) {
    let mut start = 1;
    let ends = memchr::memchr_iter(b'/', path.as_bytes()).skip(1).chain([path.len()]);
    for (depth, end) in ends.take(6).enumerate() {
        let segment = &path[start..end];
        start = end + 1;
        let Some((tag, ambiguous)) = language_tag(segment) else { continue };
        // The deeper, the more likely it is something else.
        let weight = match depth {
            0 => 0.8,
            1 => 0.6,
            _ => 0.3,
        };
        hints.push(Hint { tag, weight, place: "path", ambiguous });
    }
}

fn host_hint(host: &str, hints: &mut Vec<Hint>) {
    let Some(first) = host.bytes().position(|b| b == b'.') else { return };
    // `de.example.org`, not `de.org`, which is a domain of that name.
    if let Some((tag, ambiguous)) = language_tag(&host[..first])
        && host[first + 1..].contains('.')
    {
        hints.push(Hint { tag, weight: 0.8, place: "host", ambiguous });
    }
}

fn query_hints(query: &str, hints: &mut Vec<Hint>) {
    const NAMES: [&str; 6] = ["lang", "language", "hl", "locale", "lg", "langue"];
    for (name, value) in pairs(query).map(name_and_value) {
        if !name.starts_with(['l', 'h', 'L', 'H'])
            || !NAMES.iter().any(|known| name.eq_ignore_ascii_case(known))
        {
            continue;
        }
        // A parameter of that name means a language: no code is ambiguous here.
        let tag = language_tag(value).map(|(tag, _)| tag).or_else(|| language_name(value));
        if let Some(tag) = tag {
            hints.push(Hint { tag, weight: 0.9, place: "query", ambiguous: false });
        }
    }
}

/// `de`, `de-AT`, `de_at`, `zh-Hant-TW` as a tag in its usual case, and whether it is ambiguous.
fn language_tag(text: &str) -> Option<(String, bool)> {
    // Two letters, and nothing or a separator behind: most segments are no tag at a glance.
    if !(matches!(text.as_bytes(), [_, _] | [_, _, b'-' | b'_', ..]) && text.len() <= 12) {
        return None;
    }
    text.is_ascii().then_some(())?;
    let mut parts = text.split(['-', '_']);
    let code = parts.next()?;
    let ambiguity = language_code(code)?;
    let mut tag = code.to_ascii_lowercase();
    let mut specific = false;
    for part in parts {
        if !part.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        tag.push('-');
        match part.len() {
            4 => {
                tag.push_str(&part[..1].to_ascii_uppercase());
                tag.push_str(&part[1..].to_ascii_lowercase());
            }
            2 if part.bytes().all(|b| b.is_ascii_alphabetic()) => {
                tag.push_str(&part.to_ascii_uppercase());
            }
            3 if part.bytes().all(|b| b.is_ascii_digit()) => tag.push_str(part),
            _ => return None,
        }
        specific = true;
    }
    Some((tag, ambiguity == Ambiguity::Ambiguous && !specific))
}

/// Languages by English or own name, as values of parameters.
fn language_name(value: &str) -> Option<String> {
    const NAMES: [(&str, &str); 30] = [
        ("arabic", "ar"),
        ("chinese", "zh"),
        ("czech", "cs"),
        ("dan", "da"),
        ("danish", "da"),
        ("deu", "de"),
        ("deutsch", "de"),
        ("dutch", "nl"),
        ("eng", "en"),
        ("english", "en"),
        ("espanol", "es"),
        ("fra", "fr"),
        ("francais", "fr"),
        ("fre", "fr"),
        ("french", "fr"),
        ("ger", "de"),
        ("german", "de"),
        ("greek", "el"),
        ("ita", "it"),
        ("italian", "it"),
        ("italiano", "it"),
        ("japanese", "ja"),
        ("polish", "pl"),
        ("polski", "pl"),
        ("portuguese", "pt"),
        ("rus", "ru"),
        ("russian", "ru"),
        ("spa", "es"),
        ("spanish", "es"),
        ("turkish", "tr"),
    ];
    let value = value.to_ascii_lowercase();
    let at = NAMES.binary_search_by_key(&value.as_str(), |(name, _)| name).ok()?;
    Some(NAMES[at].1.to_owned())
}

#[cfg(test)]
mod tests {
    use super::language_evidence;
    use crate::Url;

    fn best(url: &str) -> Option<(String, f32)> {
        let url = Url::parse(url).unwrap();
        language_evidence(&url).first().map(|e| (e.tag.clone(), e.score))
    }

    #[test]
    fn evidence() {
        // Quirks 30 to 35 of courlan: sections and countries are no languages, every segment
        // counts, tags are whole, case does not matter, all languages, no slash needed.
        for none in [
            "http://e.org/id/123",
            "http://e.org/ca/",
            "http://e.org/tv/",
            "http://e.org/us/x",
            "http://e.org/br/",
        ] {
            assert_eq!(best(none), None, "{none}");
        }
        for (url, tag) in [
            ("http://e.org/de/x", "de"),
            ("http://e.org/zh-Hant-TW/", "zh-Hant-TW"),
            ("http://e.org/en_us/x", "en-US"),
            ("http://e.org/?lang=EN", "en"),
            ("http://e.org/?lang=en-US", "en-US"),
            ("http://e.org/?lang=es", "es"),
            ("http://e.org/?language=german", "de"),
            ("http://fr.example.org", "fr"),
            ("http://fr.example.org/", "fr"),
            ("http://id.example.org/id/x", "id"),
        ] {
            assert_eq!(best(url).map(|(tag, _)| tag).as_deref(), Some(tag), "{url}");
        }
        let url = Url::parse("http://e.org/en/x/fr/y").unwrap();
        let all = language_evidence(&url);
        assert_eq!((all[0].tag.as_str(), all[1].tag.as_str()), ("en", "fr"));
        assert!(best("http://de.e.org/de/").unwrap().1 > best("http://e.org/de/").unwrap().1);
    }
}
