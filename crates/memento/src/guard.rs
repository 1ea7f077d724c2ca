//! Which addresses of a TimeMap may be asked for: it comes from outside, and a client that follows
//! it must not be led to what stands beside it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use scutch_url::Url;

scutch_url::reasons! {
    /// Why an address is refused.
    pub enum Refusal {
        ControlCharacter = "uri-control-character", "The URI holds control characters.";
        NotHttp = "uri-not-http", "The URI is not an http or https one.";
        PrivateHost = "uri-private-host", "The URI leads to a private, loopback or link-local address.";
    }
}

/// Decides over addresses; the hosts in it are allowed whatever they are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Guard {
    allowed: Vec<String>,
    offline: bool,
}

impl Guard {
    /// A guard that lets these hosts pass, as they are written in normal URLs; IPv6 addresses also
    /// without brackets.
    pub fn allowing(hosts: impl IntoIterator<Item = String>) -> Self {
        let normal = |host: String| match host.parse::<Ipv6Addr>() {
            Ok(address) => format!("[{address}]"),
            Err(_) => host.trim_end_matches('.').to_lowercase(),
        };
        let allowed = hosts.into_iter().map(normal).collect();
        Self { allowed, offline: false }
    }

    /// A guard for lists that are only compared with what is stored: every address without control
    /// characters passes.
    pub fn offline() -> Self {
        Self { offline: true, ..Self::default() }
    }

    /// Why `uri` must not be asked for, if so. Names are not looked up: who connects has to check
    /// the addresses they stand for with [`Guard::address`].
    pub fn refuse(&self, uri: &str) -> Option<Refusal> {
        if uri.chars().any(char::is_control) {
            return Some(Refusal::ControlCharacter);
        }
        if self.offline {
            return None;
        }
        let Ok(url) = Url::parse(uri) else { return Some(Refusal::NotHttp) };
        let host = url.host().trim_end_matches('.');
        if self.allows(host) {
            return None;
        }
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let local = host == "localhost" || host.ends_with(".localhost") || host.ends_with(".local");
        let private = bare.parse().is_ok_and(Self::address) || local;
        private.then_some(Refusal::PrivateHost)
    }

    /// Whether a host is allowed whatever its addresses are.
    pub fn allows(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.');
        self.allowed.iter().any(|allowed| allowed == host)
    }

    /// Whether an address is one that is refused.
    pub fn address(address: IpAddr) -> bool {
        match address {
            IpAddr::V4(address) => is_private_v4(address),
            IpAddr::V6(address) => {
                within(address).map_or_else(|| is_private_v6(address), is_private_v4)
                    || address.is_loopback()
            }
        }
    }
}

/// The IPv4 address that an IPv6 address leads to: mapped, compatible, behind a translator (RFC 6052,
/// RFC 2765) or a relay (6to4, RFC 3056).
fn within(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let v4 = |high: u16, low: u16| Ipv4Addr::from(u32::from(high) << 16 | u32::from(low));
    match address.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..]
        | [0, 0, 0, 0, 0xffff, 0, high, low] => Some(v4(high, low)),
        // Teredo (RFC 4380) has it with every bit turned.
        [0x2001, 0, .., high, low] => Some(v4(!high, !low)),
        _ => address.to_ipv4(),
    }
}

fn is_private_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_unspecified()
        || a == 0
        || (a == 100 && (64..128).contains(&b))
        || (a, b, c) == (192, 0, 0)
        || (a == 198 && matches!(b, 18 | 19))
        || a >= 240
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let [first, second, third, ..] = address.segments();
    address.is_loopback()
        || address.is_unspecified()
        || address.is_multicast()
        || first & 0xfe00 == 0xfc00
        // Link-local, and what was site-local before there were unique local addresses.
        || first & 0xff80 == 0xfe80
        // Translators of one's own network (RFC 8215).
        || (first, second, third) == (0x64, 0xff9b, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_asked_for_may_have_any_host() {
        let guard = Guard::offline();
        assert_eq!(guard.refuse("http://localhost:8080/coll/2014/http://a.example/"), None);
        assert_eq!(guard.refuse("http://a.example/\r\nx"), Some(Refusal::ControlCharacter));
    }

    #[test]
    fn hosts_are_allowed_however_they_are_written() {
        let hosts = ["::1", "Archive.Local.", "fd00:0::1"];
        let guard = Guard::allowing(hosts.map(str::to_owned));
        for uri in ["http://[::1]:80/", "http://archive.local/", "http://[fd00::1]/"] {
            assert_eq!(guard.refuse(uri), None, "{uri}");
        }
        assert_eq!(guard.refuse("http://[fd00::2]/"), Some(Refusal::PrivateHost));
    }

    #[test]
    fn addresses_beside_us_are_refused() {
        let guard = Guard::allowing(["127.0.0.2".to_owned()]);
        for (uri, refused) in [
            ("http://web.archive.org/web/2014/http://127.0.0.1/", None),
            ("http://127.0.0.2:8080/x", None),
            ("http://127.0.0.1:22/", Some(Refusal::PrivateHost)),
            ("http://0x7f.1/", Some(Refusal::PrivateHost)),
            ("http://2130706433/", Some(Refusal::PrivateHost)),
            ("http://169.254.169.254/latest", Some(Refusal::PrivateHost)),
            ("http://[::1]/", Some(Refusal::PrivateHost)),
            ("http://[::ffff:10.0.0.1]/", Some(Refusal::PrivateHost)),
            ("http://[64:ff9b::7f00:1]/", Some(Refusal::PrivateHost)),
            ("http://[2002:a9fe:a9fe::1]/", Some(Refusal::PrivateHost)),
            ("http://[64:ff9b::808:808]/", None),
            ("http://[fd00::1]/", Some(Refusal::PrivateHost)),
            ("http://[fec0::1]/", Some(Refusal::PrivateHost)),
            ("http://[::ffff:0:127.0.0.1]/", Some(Refusal::PrivateHost)),
            ("http://[64:ff9b:1::a00:1]/", Some(Refusal::PrivateHost)),
            ("http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/", Some(Refusal::PrivateHost)),
            ("http://198.18.0.1/", Some(Refusal::PrivateHost)),
            ("http://192.0.0.8/", Some(Refusal::PrivateHost)),
            ("http://%31%32%37.0.0.1/", Some(Refusal::PrivateHost)),
            ("http://[2001:4860:4860::8888]/", None),
            ("http://localhost./", Some(Refusal::PrivateHost)),
            ("file:///etc/passwd", Some(Refusal::NotHttp)),
            ("gopher://x/", Some(Refusal::NotHttp)),
            ("http://a.example/\nHost: evil", Some(Refusal::ControlCharacter)),
        ] {
            assert_eq!(guard.refuse(uri), refused, "{uri}");
        }
    }
}
