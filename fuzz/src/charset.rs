//! Any bytes with any label as a document to decode, by both rules.

use scutch_page::{CharsetRule, CharsetSource, Hints, PageFlag, charset};

const URLS: [Option<&str>; 4] =
    [None, Some("http://a.ru/"), Some("https://b.co.jp/c?d"), Some("not an address")];

/// One execution.
pub fn run(data: &[u8]) {
    // The first byte chooses the address, what follows to the first line feed is the HTTP label.
    let (choice, rest) = data.split_first().map_or((0, data), |(choice, rest)| (*choice, rest));
    let end = rest.iter().position(|byte| *byte == b'\n');
    let (label, bytes) = end.map_or((None, rest), |end| (Some(&rest[..end]), &rest[end + 1..]));
    let label = label.and_then(|label| std::str::from_utf8(label).ok());
    let url = URLS[usize::from(choice) % URLS.len()];
    for charset_rule in [CharsetRule::Weighed, CharsetRule::Strict] {
        let hints = Hints { url, http_content_type: label, charset_rule, ..Hints::default() };
        let decoded = charset::decode(bytes, &hints);
        assert!(!decoded.charset.bytes().any(|byte| byte.is_ascii_uppercase()));
        assert!(decoded.text.len() <= 3 * bytes.len());
        if charset_rule == CharsetRule::Strict {
            assert_ne!(decoded.source, CharsetSource::Detector);
        }
        if decoded.flags.contains(&PageFlag::CharsetErrors) {
            assert!(decoded.text.contains('\u{fffd}'));
        }
    }
}
