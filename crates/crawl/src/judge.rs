//! What an answer is: a memento, or something else that an archive says.

use scutch_fetch::{Exchange, Failure, Fetched};
use scutch_memento::moment;
use scutch_url::Memento;

use crate::reason::Reason;

/// The field that makes an answer a memento (RFC 7089, section 2.1.1).
pub(crate) const DATETIME: &str = "Memento-Datetime";

/// When the answer was captured, milliseconds since 1970 UTC, if it is a memento. `listed` is the
/// time the list gives the last answer on a way: it counts where the archive itself says none, and
/// answers as for a page that is there.
pub(crate) fn captured(hop: &Exchange, listed: Option<i64>) -> Option<i64> {
    let said = hop.header(DATETIME).and_then(|date| moment(&date));
    said.map(|said| said.unix_ms).or(listed.filter(|_| hop.status == 200))
}

/// URI-R of an answer that is a memento.
pub(crate) fn original(hop: &Exchange, asked: &str) -> String {
    Memento::split(&hop.uri).map_or_else(|| asked.to_owned(), |memento| memento.uri_r())
}

/// What came of asking for a memento.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Judged {
    /// A memento, captured then.
    Memento(i64),
    /// The archive says for good that it has no such memento: stored.
    Gone,
    /// Another answer of the archive: not believed, and to be asked again another time.
    Other(Reason),
    /// No answer: to be asked again another time.
    Nothing(Failure),
}

/// Judges the way to a memento that the list says is of time `listed`.
pub(crate) fn judge(fetched: &Fetched, listed: i64) -> Judged {
    if let Some(failure) = fetched.failure {
        return Judged::Nothing(failure);
    }
    let Some(last) = fetched.hops.last() else { return Judged::Nothing(Failure::NoAnswer) };
    // A redirect to an archive's front page or login answers 200 too, and is no memento.
    let astray = fetched.hops.len() > 1 && Memento::split(&last.uri).is_none();
    match captured(last, Some(listed).filter(|_| !astray)) {
        Some(time) => Judged::Memento(time),
        None if last.status == 200 => Judged::Other(Reason::Astray),
        None if matches!(last.status, 404 | 410 | 451) => Judged::Gone,
        None => Judged::Other(Reason::NotGiven),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hop(uri: &str, head: &str) -> Exchange {
        let response = format!("HTTP/1.1 {head}\r\n\r\n").into_bytes();
        let status = head[..3].parse().expect("a status");
        let address = "127.0.0.1:80".parse().expect("an address");
        let (uri, request) = (uri.to_owned(), Vec::new());
        Exchange { uri, address, request, response, rest: None, status }
    }

    #[test]
    fn what_counts_as_a_memento() {
        let dated = "Memento-Datetime: Mon, 27 Jan 2014 17:12:00 GMT";
        let at = 1_390_842_720_000;
        let (memento, front) =
            ("http://a.example/20140127171200/http://x.org/", "http://a.example/");
        let cases: [(&[(&str, String)], Judged); 7] = [
            (&[(memento, format!("200 OK\r\n{dated}"))], Judged::Memento(at)),
            (&[(memento, format!("404 Gone\r\n{dated}"))], Judged::Memento(at)),
            (&[(memento, "200 OK".to_owned())], Judged::Memento(7)),
            (&[(memento, "404 None".to_owned())], Judged::Gone),
            (&[(memento, "403 No".to_owned())], Judged::Other(Reason::NotGiven)),
            (
                &[(memento, "302 Go".to_owned()), (front, "200 OK".to_owned())],
                Judged::Other(Reason::Astray),
            ),
            (
                &[(memento, "302 Go".to_owned()), (memento, format!("200 OK\r\n{dated}"))],
                Judged::Memento(at),
            ),
        ];
        for (hops, expected) in cases {
            let hops = hops.iter().map(|(uri, head)| hop(uri, head)).collect();
            let fetched = Fetched { hops, failure: None };
            assert_eq!(judge(&fetched, 7), expected, "{fetched:?}");
        }
    }
}
