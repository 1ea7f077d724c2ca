//! Which URIs of a TimeMap may be asked for. A TimeMap is foreign input: whoever follows it must
//! not be led to hosts of the local network.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use scutch_url::Url;

scutch_url::reasons! {
    /// Why a URI is refused.
    pub enum Refusal {
        ControlCharacter = "uri-control-character", "The URI holds control characters.";
        NotHttp = "uri-not-http", "The URI is not an http or https one.";
        PrivateHost = "uri-private-host", "The URI leads to a private, loopback or link-local address.";
    }
}

/// Decides which URIs may be asked for. Allowed hosts pass whatever their addresses are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Guard {
    allowed: Vec<String>,
    offline: bool,
}

impl Guard {
    /// A guard that lets these hosts pass, written as in URLs. IPv6 addresses may omit their
    /// brackets.
    pub fn allowing(hosts: impl IntoIterator<Item = String>) -> Self {
        let normal = |host: String| match host.parse::<Ipv6Addr>() {
            Ok(address) => format!("[{address}]"),
            Err(_) => host.trim_end_matches('.').to_lowercase(),
        };
        let allowed = hosts.into_iter().map(normal).collect();
        Self { allowed, offline: false }
    }

    /// A guard for lists that are only compared with stored archives, so that nothing is asked for.
    /// Every URI without control characters passes.
    pub fn offline() -> Self {
        Self { offline: true, ..Self::default() }
    }

    /// Why `uri` must not be asked for; `None` if it may be. Host names are not looked up: whoever
    /// connects has to check their addresses with [`Guard::is_private`].
    pub fn refuse(&self, uri: &str) -> Option<Refusal> {
        // A line break in a URI would add header fields to the request.
        if uri.chars().any(char::is_control) {
            return Some(Refusal::ControlCharacter);
        }
        if self.offline {
            return None;
        }
        let Ok(url) = Url::parse(uri) else { return Some(Refusal::NotHttp) };
        // `localhost.` with its final dot is the same name.
        let host = url.host().trim_end_matches('.');
        if self.allows(host) {
            return None;
        }
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let local = host == "localhost" || host.ends_with(".localhost") || host.ends_with(".local");
        let private = bare.parse().is_ok_and(Self::is_private) || local;
        private.then_some(Refusal::PrivateHost)
    }

    /// Whether a host was allowed explicitly.
    pub fn allows(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.');
        self.allowed.iter().any(|allowed| allowed == host)
    }

    /// Whether an address is private, loopback, link-local, multicast or reserved.
    pub fn is_private(address: IpAddr) -> bool {
        match address {
            IpAddr::V4(address) => is_private_v4(address),
            IpAddr::V6(address) => {
                embedded_v4(address).map_or_else(|| is_private_v6(address), is_private_v4)
                    // `::1` also reads as the compatible form of 0.0.0.1.
                    || address.is_loopback()
            }
        }
    }
}

/// The IPv4 address that an IPv6 address leads to: mapped, compatible, translated (RFC 6052, RFC
/// 2765) or relayed (6to4, RFC 3056).
fn embedded_v4(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let v4 = |high: u16, low: u16| Ipv4Addr::from(u32::from(high) << 16 | u32::from(low));
    match address.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..]
        | [0, 0, 0, 0, 0xffff, 0, high, low] => Some(v4(high, low)),
        // Teredo (RFC 4380) stores the address with every bit inverted.
        [0x2001, 0, .., high, low] => Some(v4(!high, !low)),
        _ => address.to_ipv4(),
    }
}

/// Addresses that are not globally reachable (IANA special-purpose registry, RFC 6890).
fn is_private_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_broadcast()
        || address.is_unspecified()
        || a == 0
        // Shared between a provider and its customers (RFC 6598).
        || (a == 100 && (64..128).contains(&b))
        || (a, b, c) == (192, 0, 0)
        // Benchmarks of network devices (RFC 2544).
        || (a == 198 && matches!(b, 18 | 19))
        // Reserved for future use (RFC 1112).
        || a >= 240
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let [first, second, third, ..] = address.segments();
    address.is_loopback()
        || address.is_unspecified()
        || address.is_multicast()
        // Unique local addresses (RFC 4193).
        || first & 0xfe00 == 0xfc00
        // Link-local, and the site-local addresses that unique local ones replaced (RFC 3879).
        || first & 0xff80 == 0xfe80
        // Translators inside a network (RFC 8215).
        || (first, second, third) == (0x64, 0xff9b, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offline_guards_refuse_only_control_characters() {
        let guard = Guard::offline();
        assert_eq!(guard.refuse("http://localhost:8080/coll/2014/http://a.example/"), None);
        assert_eq!(guard.refuse("http://a.example/\r\nx"), Some(Refusal::ControlCharacter));
    }

    #[test]
    fn allowed_hosts_match_in_any_spelling() {
        let hosts = ["::1", "Archive.Local.", "fd00:0::1"];
        let guard = Guard::allowing(hosts.map(str::to_owned));
        for uri in ["http://[::1]:80/", "http://archive.local/", "http://[fd00::1]/"] {
            assert_eq!(guard.refuse(uri), None, "{uri}");
        }
        assert_eq!(guard.refuse("http://[fd00::2]/"), Some(Refusal::PrivateHost));
    }

    #[test]
    fn uris_that_lead_into_local_networks_are_refused() {
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
            ("http://100.64.0.1/", Some(Refusal::PrivateHost)),
            ("http://100.128.0.1/", None),
            ("http://198.20.0.1/", None),
            ("http://240.0.0.1/", Some(Refusal::PrivateHost)),
            ("http://0.0.0.0/", Some(Refusal::PrivateHost)),
            ("http://printer.local/", Some(Refusal::PrivateHost)),
            ("http://localhost.example/", None),
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
