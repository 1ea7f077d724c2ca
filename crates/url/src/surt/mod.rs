//! SURT keys: the sort-friendly form of a URL that web archives index by.
//!
//! `http://www.Example.com:80/A?b=2&a=1` becomes `com,example)/a?a=1&b=2`: the host labels turned
//! round, the scheme gone, spellings that mean the same folded together. The rules follow what the
//! `surt` package 0.3.1 of the Internet Archive does, byte for byte, oddities included, because
//! existing indexes were made with it.

mod address;
mod escape;
mod session;
mod split;

use split::Parts;

/// The SURT key of a URL, as the Internet Archive's `surt` 0.3.1 makes it.
///
/// Never fails: what that package refuses (an unusable port, nothing but space) comes back trimmed
/// and otherwise unchanged. The empty string has the key `-`.
pub fn surt(url: &str) -> String {
    if url.is_empty() {
        return "-".to_owned();
    }
    // Version blocks of ARC files are indexed under their own name.
    if url.starts_with("filedesc") {
        return url.to_owned();
    }
    match Parts::split(url.as_bytes()) {
        Some(parts) => {
            let key = canonical(parts).write();
            // Everything outside ASCII was escaped on the way, so this never takes the second road.
            String::from_utf8(key).unwrap_or_else(|_| url.trim().to_owned())
        }
        None => url.trim().to_owned(),
    }
}

/// The parts after both canonicalisations, ready to be written.
struct Canonical {
    scheme: Vec<u8>,
    host: Option<Vec<u8>>,
    port: Option<u16>,
    path: Option<Vec<u8>>,
    query: Option<Vec<u8>>,
}

fn canonical(parts: Parts) -> Canonical {
    let host = parts.host.filter(|h| !h.is_empty()).map(|host| {
        let host = address::canonical_host(&host);
        // A look-up of `www.example.org` is another record than one of `example.org`.
        if parts.scheme == b"dns" { host } else { without_www(host) }
    });
    // An empty host counts as none from here on, as in the package.
    let host = host.filter(|h| !h.is_empty());
    let path = parts.path.map(|p| escape::unescape_repeatedly(&p));
    let path = if host.is_some() { Some(folded_path(path.as_deref())) } else { path };
    let path = path.map(|p| escape::escape_once(&p)).map(final_path);
    let query = parts.query.map(|q| final_query(&q)).filter(|q| !q.is_empty());
    // A port that says nothing new would split one page into two keys.
    let port = parts.port.filter(|&p| Some(p) != default_port(&parts.scheme));
    Canonical { scheme: parts.scheme, host, port, path, query }
}

impl Canonical {
    fn write(&self) -> Vec<u8> {
        let mut key = Vec::with_capacity(128);
        match &self.host {
            Some(host) => {
                // From the top-level domain down, so that hosts of a domain sort together.
                for (i, label) in host.split(|&b| b == b'.').rev().enumerate() {
                    if i > 0 {
                        key.push(b',');
                    }
                    key.extend_from_slice(label);
                }
                if let Some(port) = self.port {
                    key.push(b':');
                    key.extend_from_slice(port.to_string().as_bytes());
                }
                key.push(b')');
            }
            None => {
                key.extend_from_slice(&self.scheme);
                key.push(b':');
            }
        }
        match &self.path {
            Some(path) if !path.is_empty() => key.extend_from_slice(path),
            _ if self.query.is_some() => key.push(b'/'),
            _ => {}
        }
        if let Some(query) = &self.query {
            key.push(b'?');
            key.extend_from_slice(query);
        }
        key
    }
}

fn default_port(scheme: &[u8]) -> Option<u16> {
    if scheme.eq_ignore_ascii_case(b"http") {
        Some(80)
    } else if scheme.eq_ignore_ascii_case(b"https") {
        Some(443)
    } else {
        None
    }
}

/// Removes `www.`, `www2.` and so on from the front, whatever remains.
fn without_www(host: Vec<u8>) -> Vec<u8> {
    let Some(rest) = host.strip_prefix(b"www") else { return host };
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    match rest.get(digits) {
        Some(b'.') => rest[digits + 1..].to_vec(),
        _ => host,
    }
}

/// Resolves dot segments and drops empty segments, all but the last.
///
/// The part before the first slash is not a segment and vanishes; `..` at the top stays.
fn folded_path(path: Option<&[u8]>) -> Vec<u8> {
    let path = match path {
        Some(path) if !path.is_empty() => path,
        _ => return b"/".to_vec(),
    };
    let mut kept: Vec<&[u8]> = Vec::new();
    for segment in path.split(|&b| b == b'/').skip(1) {
        match segment {
            b"." => {}
            b".." if !kept.is_empty() => {
                kept.pop();
            }
            _ => kept.push(segment),
        }
    }
    let mut folded = b"/".to_vec();
    if let Some((last, front)) = kept.split_last() {
        for segment in front.iter().filter(|s| !s.is_empty()) {
            folded.extend_from_slice(segment);
            folded.push(b'/');
        }
        folded.extend_from_slice(last);
    }
    folded
}

fn final_path(mut path: Vec<u8>) -> Vec<u8> {
    path.make_ascii_lowercase();
    session::strip_from_path(&mut path);
    if path.len() > 1 && path.ends_with(b"/") {
        path.pop();
    }
    path
}

fn final_query(query: &[u8]) -> Vec<u8> {
    let mut query = escape::escape_once(&escape::unescape_repeatedly(query));
    session::strip_from_query(&mut query);
    query.make_ascii_lowercase();
    reordered(query)
}

/// Sorts the parameters by name, then value; one without `=` goes before its namesakes.
fn reordered(query: Vec<u8>) -> Vec<u8> {
    if query.len() <= 1 || !query.contains(&b'&') {
        return query;
    }
    let mut pairs: Vec<(&[u8], Option<&[u8]>)> = query
        .split(|&b| b == b'&')
        .map(|pair| match pair.iter().position(|&b| b == b'=') {
            Some(at) => (&pair[..at], Some(&pair[at + 1..])),
            None => (pair, None),
        })
        .collect();
    // The whole pair, bytewise, as the package does.
    pairs.sort();
    let mut sorted = Vec::with_capacity(query.len());
    for (i, (name, value)) in pairs.into_iter().enumerate() {
        if i > 0 {
            sorted.push(b'&');
        }
        sorted.extend_from_slice(name);
        if let Some(value) = value {
            sorted.push(b'=');
            sorted.extend_from_slice(value);
        }
    }
    sorted
}

#[cfg(test)]
mod tests {
    use super::surt;

    #[test]
    fn keys() {
        let cases = [
            ("", "-"),
            ("http://www.Example.com:80/A?b=2&a=1", "com,example)/a?a=1&b=2"),
            ("filedesc:foo.arc.gz", "filedesc:foo.arc.gz"),
            ("http://archive.org/goo/?", "org,archive)/goo"),
            ("http://archive.org/goo/?b&a", "org,archive)/goo?a&b"),
            ("http://www2.archive.org:8080/", "org,archive:8080)/"),
            ("https://www.archive.org:443/x/../y//z/", "org,archive)/y/z"),
            ("dns:archive.org", "dns:archive.org"),
            ("archive.org", "org,archive)/"),
            ("http://3279880203/x", "11,0,127,195)/x"),
            ("http://https/order.1and1.com", "https)/order.1and1.com"),
            ("http://http://a.org/", "org,a)/"),
            ("http:////////www.vikings.com", "com,vikings)/"),
            ("http://a.org/%2525%41", "org,a)/%25a"),
            ("http://a.org/x?jsessionid=0123456789abcdef0123456789ABCDEF&q=1", "org,a)/x?q=1"),
            ("http://a.org/(s(0123456789abcdefghijklmn))/p.aspx", "org,a)/p.aspx"),
            ("http://münchen.de/ü", "de,xn--mnchen-3ya)/%c3%bc"),
            ("http://a.org:x/ ", "http://a.org:x/"),
        ];
        for (url, key) in cases {
            assert_eq!(surt(url), key, "{url}");
        }
    }
}
