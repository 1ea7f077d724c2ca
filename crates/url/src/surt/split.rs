//! A URL cut into parts the way the SURT key wants it: leniently, on bytes.

/// The parts of a URL before canonicalisation. `None` means absent or empty.
pub(super) struct Parts {
    pub(super) scheme: Vec<u8>,
    pub(super) host: Option<Vec<u8>>,
    pub(super) port: Option<u16>,
    pub(super) path: Option<Vec<u8>>,
    pub(super) query: Option<Vec<u8>>,
}

impl Parts {
    /// Splits; `None` when there is nothing to split or the port is unusable.
    pub(super) fn split(url: &[u8]) -> Option<Parts> {
        let url = tidy(url);
        if url.is_empty() {
            return None;
        }
        let url = match scheme_length(&url) {
            Some(_) => url,
            // Lists often name hosts without a scheme.
            None => [b"http://", url.as_slice()].concat(),
        };
        let url = without_repeated_scheme(&url);
        let scheme_len = scheme_length(url)?;
        let (scheme, rest) = (&url[..scheme_len], &url[scheme_len + 1..]);
        // No server sees a fragment.
        let rest = cut(rest, b"#").0;
        let (rest, query) = cut(rest, b"?");
        let (authority, path) = match rest.strip_prefix(b"//") {
            Some(rest) => {
                let end = rest.iter().position(|&b| b == b'/').unwrap_or(rest.len());
                rest.split_at(end)
            }
            None => (&rest[..0], rest),
        };
        let (mut host, port) = host_and_port(authority)?;
        let mut path = (!path.is_empty()).then(|| path.to_vec());
        if scheme.starts_with(b"http")
            && host.is_none()
            && let Some(whole) = path.take()
        {
            let start = whole.iter().take_while(|&&b| b == b'/').count();
            let (name, below) = cut(&whole[start..], b"/");
            host = Some(name.to_vec());
            path = Some([b"/", below].concat());
        }
        let query = (!query.is_empty()).then(|| query.to_vec());
        Some(Parts { scheme: scheme.to_vec(), host, port, path, query })
    }
}

/// Space trimmed at both ends, line ends and tabs gone everywhere.
fn tidy(url: &[u8]) -> Vec<u8> {
    let space = |b: &u8| matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c);
    let start = url.iter().take_while(|b| space(b)).count();
    let end = url.iter().rev().take_while(|b| space(b)).count();
    let inner = url.get(start..url.len() - end).unwrap_or_default();
    inner.iter().copied().filter(|b| !matches!(b, b'\n' | b'\r' | b'\t')).collect()
}

/// Length of the scheme without its colon.
fn scheme_length(url: &[u8]) -> Option<usize> {
    if !url.first()?.is_ascii_alphabetic() {
        return None;
    }
    let end =
        url.iter().position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.')))?;
    (url[end] == b':').then_some(end)
}

/// `http://https://a` is `https://a`: the last of a run of schemes counts.
fn without_repeated_scheme(url: &[u8]) -> &[u8] {
    let mut rest = url;
    let next = |url: &[u8]| {
        [&b"http://"[..], b"https://"].iter().find(|s| url.starts_with(s)).map(|s| s.len())
    };
    while let Some(length) = next(rest) {
        if next(&rest[length..]).is_none() {
            break;
        }
        rest = &rest[length..];
    }
    rest
}

/// What stands before and after the first mark; the second part is empty without a mark.
fn cut<'a>(text: &'a [u8], mark: &[u8; 1]) -> (&'a [u8], &'a [u8]) {
    match text.iter().position(|b| *b == mark[0]) {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, &[]),
    }
}

/// Host and port.
type Address = (Option<Vec<u8>>, Option<u16>);

/// Host in lower case (up to a `%`) and port; `None` when the port is no number below 65536.
fn host_and_port(authority: &[u8]) -> Option<Address> {
    // `http://host:/` has no port.
    let colons = authority.iter().rev().take_while(|&&b| b == b':').count();
    let authority = &authority[..authority.len() - colons];
    let start = authority.iter().rposition(|&b| b == b'@').map_or(0, |at| at + 1);
    let address = &authority[start..];
    let (host, port) = match address.iter().position(|&b| b == b'[') {
        Some(open) => {
            let (host, behind) = cut(&address[open + 1..], b"]");
            (host, behind.iter().position(|&b| b == b':').map(|at| &behind[at + 1..]))
        }
        None => match address.iter().position(|&b| b == b':') {
            Some(at) => (&address[..at], Some(&address[at + 1..])),
            None => (address, None),
        },
    };
    let port = match port {
        Some(digits) => Some(number(digits)?).filter(|&p| p != 0),
        None => None,
    };
    let plain = host.iter().position(|&b| b == b'%').unwrap_or(host.len());
    let mut host = host.to_vec();
    host[..plain].make_ascii_lowercase();
    Some(((!host.is_empty()).then_some(host), port))
}

/// A port in decimal digits, leading zeros allowed.
fn number(digits: &[u8]) -> Option<u16> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u16, |sum, b| {
        if !b.is_ascii_digit() {
            return None;
        }
        sum.checked_mul(10)?.checked_add(u16::from(b - b'0'))
    })
}
