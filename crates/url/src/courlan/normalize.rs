//! Normal forms: queries sorted and rid of trackers, parts quoted again, default ports gone.

use std::borrow::Cow;

use super::split::{Split, tidy, unsplit};
use super::text::{is_word, push_quoted, push_quoted_plus, unquote};
use super::{Courlan, Invalid, Options, Release};
use crate::entities::unescape;
use crate::idna2003;

/// Parameters that strict mode keeps.
const ALLOWED: [&str; 14] = [
    "aid",
    "article_id",
    "artnr",
    "id",
    "itemid",
    "objectid",
    "p",
    "page",
    "page_id",
    "pagenum",
    "pid",
    "post",
    "postid",
    "product_id",
];

/// Parameters that name a language.
const LANGUAGE: [&str; 2] = ["lang", "language"];

/// Values of language parameters that are accepted; other languages are not checked.
const TARGETS: [(&str, &[&str]); 2] =
    [("de", &["de", "deutsch", "ger", "german"]), ("en", &["en", "english", "eng"])];

/// Starts of names that are taken for trackers.
const TRACKER_STARTS: [&str; 23] = [
    "dclid",
    "fbclid",
    "gclid",
    "twclid",
    "yclid",
    "ysclid",
    "clickid",
    "gbraid",
    "msclkid",
    "igshid",
    "partnerid",
    "wbraid",
    "ad_",
    "ads_",
    "mc_",
    "ga_",
    "gs_",
    "itm_",
    "mkt_",
    "ml_",
    "mtm_",
    "oly_",
    "pk_",
];

/// More starts of names that are taken for trackers.
const TRACKER_STARTS_MORE: [&str; 2] = ["utm_", "vero_"];

/// Starts of words inside names that are taken for trackers.
const TRACKER_WORDS: [&str; 15] = [
    "aff", "campaign", "cid", "clid", "eid", "ga", "gl", "kwd", "keyword", "medium", "ref",
    "session", "source", "uid", "xtor",
];

impl Courlan {
    /// Scrubs and normalises. `None` when the URL is refused on the way.
    pub fn clean_url(&self, url: &str, language: Option<&str>) -> Option<String> {
        let url = self.scrub_url(url);
        let trailing_slash = self.release == Release::V1_4_0;
        let options = Options { language, trailing_slash, ..Options::default() };
        self.normalize_url(&url, &options).ok()
    }

    /// The normal form of a URL in text, HTML references undone first.
    pub fn normalize_url(&self, url: &str, options: &Options<'_>) -> Result<String, Invalid> {
        let url = unescape(url);
        let url = tidy(&url);
        self.normalize_split(&Split::of(&url)?, options)
    }

    /// The normal form of a URL that was split before.
    pub fn normalize_split(
        &self,
        parts: &Split<'_>,
        options: &Options<'_>,
    ) -> Result<String, Invalid> {
        let netloc = self.normal_netloc(parts);
        let mut path = String::with_capacity(parts.path.len() + 8);
        push_part(&mut path, &single_slashes(parts.path));
        let query = clean_query(parts.query, options.strict, options.language)?;
        if !query.is_empty() && path.is_empty() {
            path.push('/');
        } else if !options.trailing_slash && query.is_empty() && path.ends_with('/') {
            let spare = self.release == Release::V1_4_0 && path.len() == 1;
            if !spare {
                path.truncate(path.trim_end_matches('/').len());
            }
        }
        let fragment = if options.strict {
            String::new()
        } else {
            normalize_fragment(parts.fragment, options.language)?
        };
        let size =
            parts.scheme.len() + netloc.len() + path.len() + query.len() + fragment.len() + 6;
        let mut out = String::with_capacity(size);
        unsplit(&mut out, &parts.scheme, &netloc, &path, &query, &fragment);
        Ok(out)
    }

    fn normal_netloc<'a>(&self, parts: &Split<'a>) -> Cow<'a, str> {
        let netloc = if parts.netloc.bytes().any(|b| b.is_ascii_uppercase() || b >= 0x80) {
            Cow::Owned(parts.netloc.to_lowercase())
        } else {
            Cow::Borrowed(parts.netloc)
        };
        let mut netloc = match decode_punycode(&netloc) {
            Cow::Owned(decoded) => Cow::Owned(decoded),
            Cow::Borrowed(_) => netloc,
        };
        if !netloc.contains(':') {
            return netloc;
        }
        let default = matches!(
            (parts.scheme.as_ref(), parts.port()),
            ("http", Some(80)) | ("https", Some(443))
        );
        if default {
            match self.release {
                Release::Head => {
                    if let Some(at) = netloc.rfind(':') {
                        netloc = Cow::Owned(netloc[..at].to_owned());
                    }
                }
                Release::V1_4_0 => netloc = Cow::Owned(without_common_ports(&netloc)),
            }
        }
        netloc
    }
}

/// Removes every `:80` and `:443` behind a word, also in front of more digits.
fn without_common_ports(netloc: &str) -> String {
    let mut out = String::with_capacity(netloc.len());
    let mut rest = netloc;
    while let Some(at) = rest.find(':') {
        let word = rest[..at].chars().next_back().or_else(|| out.chars().next_back());
        out.push_str(&rest[..at]);
        let port = [":80", ":443"].iter().find(|port| rest[at..].starts_with(**port));
        match port {
            Some(port) if word.is_some_and(is_word) => rest = &rest[at + port.len()..],
            _ => {
                out.push(':');
                rest = &rest[at + 1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Quotes a path or fragment, keeping what is common in them.
pub fn normalize_part(part: &str) -> String {
    let mut out = String::with_capacity(part.len());
    push_part(&mut out, part);
    out
}

fn push_part(out: &mut String, part: &str) {
    push_quoted(out, part, b"/%!=:,-");
}

/// Runs of slashes as one, and no `/..` at the front.
fn single_slashes(path: &str) -> Cow<'_, str> {
    let mut single = Cow::Borrowed(path);
    if path.contains("//") {
        let mut out = String::with_capacity(path.len());
        for (i, run) in path.split('/').enumerate() {
            if i > 0 && !out.ends_with('/') {
                out.push('/');
            }
            out.push_str(run);
        }
        single = Cow::Owned(out);
    }
    let mut start = 0;
    while single[start..].starts_with("/..")
        && matches!(single.as_bytes().get(start + 3), None | Some(b'/'))
    {
        start += 3;
    }
    match single {
        _ if start == 0 => single,
        Cow::Borrowed(path) => Cow::Borrowed(&path[start..]),
        Cow::Owned(path) => Cow::Owned(path[start..].to_owned()),
    }
}

/// The query without blank parameters and trackers, sorted by name.
///
/// Refuses the URL when a language parameter names another language than `language`.
pub fn clean_query(query: &str, strict: bool, language: Option<&str>) -> Result<String, Invalid> {
    if query.is_empty() {
        return Ok(String::new());
    }
    let mut pairs: Vec<(Cow<'_, str>, Cow<'_, str>)> = query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| (form_decoded(name), form_decoded(value)))
        .collect();
    pairs.sort_by(|a, b| a.0.cmp(&b.0));
    let mut out = String::with_capacity(query.len());
    for group in pairs.chunk_by(|a, b| a.0 == b.0) {
        let name = &group[0].0;
        let folded = name.to_lowercase();
        let is_language = LANGUAGE.contains(&folded.as_str());
        if strict {
            if !is_language && !ALLOWED.contains(&folded.as_str()) {
                continue;
            }
        } else if is_tracker(&folded) {
            continue;
        }
        if is_language && !is_target(&group[0].1, language) {
            return Err(Invalid);
        }
        for (_, value) in group {
            if !out.is_empty() {
                out.push('&');
            }
            push_quoted_plus(&mut out, name);
            out.push('=');
            push_quoted_plus(&mut out, value);
        }
    }
    Ok(out)
}

fn is_target(value: &str, language: Option<&str>) -> bool {
    let target = TARGETS.iter().find(|(code, _)| Some(*code) == language);
    target.is_none_or(|(_, values)| values.contains(&value))
}

fn form_decoded(text: &str) -> Cow<'_, str> {
    if text.contains('+') {
        Cow::Owned(unquote(&text.replace('+', " ")).into_owned())
    } else {
        unquote(text)
    }
}

/// Whether a name in lower case looks like that of a tracker.
fn is_tracker(name: &str) -> bool {
    let starts = TRACKER_STARTS.iter().chain(&TRACKER_STARTS_MORE);
    if starts.clone().any(|start| name.starts_with(start)) {
        return true;
    }
    let mut before = None;
    for (at, c) in name.char_indices() {
        let boundary = is_word(c) != before.is_some_and(is_word);
        if (boundary || before == Some('_'))
            && TRACKER_WORDS.iter().any(|word| name[at..].starts_with(word))
        {
            return true;
        }
        before = Some(c);
    }
    false
}

/// The fragment without trackers, quoted.
pub fn normalize_fragment(fragment: &str, language: Option<&str>) -> Result<String, Invalid> {
    if fragment.is_empty() {
        return Ok(String::new());
    }
    if fragment.contains('=') {
        if fragment.contains('&') {
            return Ok(normalize_part(&clean_query(fragment, false, language)?));
        }
        if is_tracker(fragment) {
            return Ok(String::new());
        }
    }
    Ok(normalize_part(fragment))
}

/// Host labels in Punycode as Unicode, where they survive the way back.
pub fn decode_punycode(host: &str) -> Cow<'_, str> {
    if !host.contains("xn--") {
        return Cow::Borrowed(host);
    }
    let labels: Vec<Cow<'_, str>> = host
        .split('.')
        .map(|label| match idna2003::label_to_unicode(label) {
            Some(decoded) => Cow::Owned(decoded),
            None => Cow::Borrowed(label),
        })
        .collect();
    Cow::Owned(labels.join("."))
}
