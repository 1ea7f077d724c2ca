//! Names and meanings of the ids that counters are keyed by.

/// Record types (WARC 1.1, section 5.5, and what the corpus makes of them).
const RECORD_TYPES: &[(&str, &str)] = &[
    ("warcinfo", "describes the archive file"),
    ("response", "a page or file as a server sent it"),
    ("resource", "a file without its HTTP exchange"),
    ("request", "what the crawler asked"),
    ("metadata", "notes of the crawler"),
    ("revisit", "refers to an earlier, equal capture"),
    ("conversion", "a capture in another format"),
    ("continuation", "a further segment of a record"),
];

/// Status codes (RFC 9110, section 15, and the registry it opens).
const STATUSES: &[(&str, &str)] = &[
    ("200", "OK"),
    ("201", "Created"),
    ("202", "Accepted"),
    ("203", "Non-Authoritative Information"),
    ("204", "No Content"),
    ("206", "Partial Content"),
    ("300", "Multiple Choices"),
    ("301", "Moved Permanently"),
    ("302", "Found"),
    ("303", "See Other"),
    ("304", "Not Modified"),
    ("307", "Temporary Redirect"),
    ("308", "Permanent Redirect"),
    ("400", "Bad Request"),
    ("401", "Unauthorized"),
    ("403", "Forbidden"),
    ("404", "Not Found"),
    ("405", "Method Not Allowed"),
    ("406", "Not Acceptable"),
    ("408", "Request Timeout"),
    ("410", "Gone"),
    ("414", "URI Too Long"),
    ("416", "Range Not Satisfiable"),
    ("418", "(Unused)"),
    ("429", "Too Many Requests"),
    ("451", "Unavailable For Legal Reasons"),
    ("500", "Internal Server Error"),
    ("501", "Not Implemented"),
    ("502", "Bad Gateway"),
    ("503", "Service Unavailable"),
    ("504", "Gateway Timeout"),
];

/// What settled an encoding.
const CHARSET_SOURCES: &[(&str, &str)] = &[
    ("bom", "a byte order mark at the start"),
    ("http", "the server's Content-Type header"),
    ("archive", "the guess of the web archive it comes from"),
    ("meta", "a declaration in the document"),
    ("utf8", "the bytes are valid UTF-8"),
    ("pattern", "the bytes have the pattern of their encoding"),
    ("detector", "guessed from the bytes by statistics"),
    ("ascii", "nothing to decide: ASCII only, or empty"),
];

/// Verdicts on declared digests.
const DIGESTS: &[(&str, &str)] = &[
    ("agree", "the bytes are those the archive vouches for"),
    ("disagree", "the bytes differ from what the archive declares"),
    ("absent", "the archive declares none"),
    ("malformed", "what is declared is no digest that can be compared"),
    ("unchecked", "the block is larger than the cap on memory and stands in another record"),
];

/// Types of pages.
const PAGE_TYPES: &[(&str, &str)] = &[
    ("article", "one text: news, a blog post, an essay"),
    ("documentation", "how something is used"),
    ("service", "what somebody offers to do"),
    ("forum", "what several people wrote in turn"),
    ("listing", "ways to other pages"),
    ("collection", "ways to things on sale"),
    ("product", "one thing on sale"),
    ("other", "none of these for sure"),
];

/// Methods that make texts, without their versions.
const EXTRACTORS: &[(&str, &str)] = &[
    ("page", "the page by itself"),
    ("template", "the page beside others of its host"),
    ("rules", "by the rules of a portal file"),
    ("article", "containers scored as Readability does"),
    ("justext", "by the rules of jusText"),
    ("boilerpipe", "by the rules of boilerpipe"),
    ("bte", "the stretch with most words and fewest tags"),
    ("all-text", "all visible text"),
    ("union", "what any of page, article and boilerpipe takes"),
    ("agreement", "what two of page, article and boilerpipe take"),
];

// One text instead of a table: two hundred pairs of strings would fill two hundred lines.
/// Languages by ISO 639-1 code.
const LANGUAGES: &str = "\
    af Afrikaans;am Amharic;ar Arabic;az Azerbaijani;be Belarusian;bg Bulgarian;bn Bengali;\
    bs Bosnian;ca Catalan;cs Czech;cy Welsh;da Danish;de German;el Greek;en English;\
    eo Esperanto;es Spanish;et Estonian;eu Basque;fa Persian;fi Finnish;fo Faroese;fr French;\
    fy Western Frisian;ga Irish;gd Scottish Gaelic;gl Galician;gu Gujarati;he Hebrew;hi Hindi;\
    hr Croatian;hu Hungarian;hy Armenian;id Indonesian;is Icelandic;it Italian;ja Japanese;\
    jv Javanese;ka Georgian;kk Kazakh;km Khmer;kn Kannada;ko Korean;ku Kurdish;ky Kyrgyz;\
    la Latin;lb Luxembourgish;lo Lao;lt Lithuanian;lv Latvian;mk Macedonian;ml Malayalam;\
    mn Mongolian;mr Marathi;ms Malay;mt Maltese;my Burmese;nb Norwegian Bokmål;ne Nepali;\
    nl Dutch;nn Norwegian Nynorsk;no Norwegian;oc Occitan;or Odia;pa Punjabi;pl Polish;\
    ps Pashto;pt Portuguese;rm Romansh;ro Romanian;ru Russian;sa Sanskrit;sd Sindhi;si Sinhala;\
    sk Slovak;sl Slovenian;sn Shona;so Somali;sq Albanian;sr Serbian;sv Swedish;sw Swahili;\
    ta Tamil;te Telugu;tg Tajik;th Thai;tk Turkmen;tl Tagalog;tr Turkish;tt Tatar;uk Ukrainian;\
    ur Urdu;uz Uzbek;vi Vietnamese;wo Wolof;xh Xhosa;yi Yiddish;yo Yoruba;zh Chinese;zu Zulu;\
    und undetermined";

/// What an id of a table means. `None` for ids of other versions, which are shown as they are.
pub(super) fn look_up(
    table: &'static [(&'static str, &'static str)],
    id: &str,
) -> Option<&'static str> {
    table.iter().find(|(key, _)| *key == id).map(|(_, meaning)| *meaning)
}

/// What a record type holds.
pub(super) fn record_type(id: &str) -> Option<&'static str> {
    look_up(RECORD_TYPES, id)
}

/// The reason phrase of an HTTP status.
pub(super) fn status(id: &str) -> Option<&'static str> {
    look_up(STATUSES, id)
}

/// What an extraction method does.
pub(super) fn extractor(id: &str) -> Option<&'static str> {
    // Ids have a version, such as `page/1`.
    look_up(EXTRACTORS, id.split('/').next().unwrap_or(id))
}

/// What decided on an encoding.
pub(super) fn charset_source(id: &str) -> Option<&'static str> {
    look_up(CHARSET_SOURCES, id)
}

/// What pages of a type are.
pub(super) fn page_type(id: &str) -> Option<&'static str> {
    look_up(PAGE_TYPES, id)
}

/// What a verdict on a digest means.
pub(super) fn digest(id: &str) -> Option<&'static str> {
    look_up(DIGESTS, id)
}

/// The name of a BCP 47 tag's primary language.
pub(super) fn language(tag: &str) -> Option<&'static str> {
    // Some pages write `pt_BR` for `pt-BR`.
    let primary = tag.split(['-', '_']).next().unwrap_or(tag);
    let mut names = LANGUAGES.split(';').filter_map(|entry| entry.split_once(' '));
    names.find(|(code, _)| primary.eq_ignore_ascii_case(code)).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use scutch_page::PageType;

    use super::*;

    #[test]
    fn types_of_pages_have_a_meaning() {
        for known in PageType::LEARNED.into_iter().chain([PageType::Other]) {
            assert!(page_type(known.id()).is_some(), "{known:?}");
        }
    }

    #[test]
    fn methods_have_a_meaning_in_every_version() {
        let ids = scutch_page::Method::ALL.map(scutch_page::Method::id);
        for id in ids.into_iter().chain([scutch_template::Method::Learned.id(), "rules/1"]) {
            assert!(extractor(id).is_some(), "{id}");
        }
        assert!(extractor("template-t001/3").is_none());
    }

    #[test]
    fn tags_find_their_language() {
        let cases = [
            ("de", Some("German")),
            ("de-CH", Some("German")),
            ("PT-br", Some("Portuguese")),
            ("und", Some("undetermined")),
            ("nb", Some("Norwegian Bokmål")),
            ("gd", Some("Scottish Gaelic")),
            ("xx", None),
            ("", None),
        ];
        for (tag, name) in cases {
            assert_eq!(language(tag), name, "{tag}");
        }
    }

    #[test]
    fn ids_stand_once() {
        for table in [RECORD_TYPES, STATUSES, CHARSET_SOURCES, DIGESTS, PAGE_TYPES, EXTRACTORS] {
            for (i, (id, _)) in table.iter().enumerate() {
                assert!(table[..i].iter().all(|(before, _)| before != id), "{id}");
            }
        }
        assert!(LANGUAGES.split(';').all(|entry| entry.split_once(' ').is_some()));
    }
}
