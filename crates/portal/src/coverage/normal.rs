//! One spelling for all addresses of an article.

use scutch_url::Url;

/// The normal spelling: without scheme, `www`, port, parameters, fragment and final slash,
/// otherwise as in the URL standard. What is no address is returned unchanged.
pub fn normal(address: &str) -> String {
    // Lists of articles often leave the scheme out.
    let with_scheme = match address.contains("://") {
        true => address.to_owned(),
        false => format!("http://{}", address.trim_start_matches('/')),
    };
    let Ok(url) = Url::parse(&with_scheme) else { return address.to_owned() };
    let host = url.host();
    let host = strip_www(host).unwrap_or(host);
    format!("{host}{}", url.path().trim_end_matches('/'))
}

/// The host without `www.`, `www2.` and the like. `www.com` stays.
fn strip_www(host: &str) -> Option<&str> {
    let (first, rest) = host.split_once('.')?;
    let digits = first.strip_prefix("www")?;
    (digits.bytes().all(|b| b.is_ascii_digit()) && rest.contains('.')).then_some(rest)
}

/// The last part of the path of a normal address; `None` if there is none.
pub fn slug(normal: &str) -> Option<&str> {
    let (_, last) = normal.rsplit_once('/')?;
    (!last.is_empty()).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_address_become_equal() {
        for (address, expected) in [
            ("http://www.a.example:80/x/y/?utm=1#c", "a.example/x/y"),
            ("https://a.example/x/y", "a.example/x/y"),
            ("www2.a.example/x/y/", "a.example/x/y"),
            ("https://A.example/%7eX/Ü", "a.example/%7eX/%C3%9C"),
            ("http://www.com/", "www.com"),
            ("http://a.example/", "a.example"),
            ("http://", "http://"),
        ] {
            assert_eq!(normal(address), expected, "{address}");
        }
        assert_eq!(slug("a.example/2020/x"), Some("x"));
        assert_eq!(slug("a.example"), None);
    }
}
