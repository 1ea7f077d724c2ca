//! Whether an answer is a memento or something else that an archive says.

use scutch_fetch::{Exchange, Failure, Fetched};
use scutch_memento::parse_date;
use scutch_url::Memento;

use crate::hop::MEMENTO_DATETIME;
use crate::reason::Reason;
use crate::replay::is_exclusion;

/// The time of capture if an answer is a memento, in milliseconds since 1970 UTC. `listed` is the
/// time from the list: it counts if the archive gives none, and answers with status 200.
pub(super) fn capture_time(exchange: &Exchange, listed: Option<i64>) -> Option<i64> {
    let own = exchange.header(MEMENTO_DATETIME).and_then(|date| parse_date(&date));
    own.map(|date| date.unix_ms).or(listed.filter(|_| exchange.status == 200))
}

/// The URI-R of an answer that is a memento, or else the one that was asked for.
pub(super) fn original(exchange: &Exchange, asked: &str) -> String {
    Memento::split(&exchange.uri).map_or_else(|| asked.to_owned(), |memento| memento.uri_r())
}

/// The outcome of asking for a memento.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// A memento with its time of capture.
    Memento(i64),
    /// The archive will not give the memento. This is final, and stored.
    Final(Reason),
    /// Another answer of the archive. It is not stored, so that a later run asks again.
    Other(Reason),
    /// No answer. A later run asks again.
    Failed(Failure),
}

/// Judges the answers for a memento that the list dates `listed`, if it does.
pub(super) fn judge(fetched: &Fetched, listed: Option<i64>) -> Verdict {
    if let Some(failure) = fetched.failure {
        return Verdict::Failed(failure);
    }
    let Some(last) = fetched.hops.last() else { return Verdict::Failed(Failure::NoAnswer) };
    // A redirect to the archive's front page or login has status 200 too.
    let is_astray = fetched.hops.len() > 1 && Memento::split(&last.uri).is_none();
    match capture_time(last, listed.filter(|_| !is_astray)) {
        Some(time) => Verdict::Memento(time),
        None if last.status == 200 && listed.is_none() => Verdict::Other(Reason::Undated),
        None if last.status == 200 => Verdict::Other(Reason::Astray),
        None if is_exclusion(last) => Verdict::Final(Reason::Excluded),
        None if matches!(last.status, 404 | 410 | 451) => Verdict::Final(Reason::Gone),
        None => Verdict::Other(Reason::NotGiven),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTICE: &str = "<p>This URL has been excluded from the Wayback Machine.";

    fn hop(uri: &str, head: &str) -> Exchange {
        let response = format!("HTTP/1.1 {head}\r\n\r\n{NOTICE}").into_bytes();
        let status = head[..3].parse().expect("a status");
        let address = "127.0.0.1:80".parse().expect("an address");
        let (uri, request) = (uri.to_owned(), Vec::new());
        Exchange { uri, address, request, response, rest: None, status, certificate: None }
    }

    #[test]
    fn answers_are_judged_by_date_status_and_address() {
        let dated = "Memento-Datetime: Mon, 27 Jan 2014 17:12:00 GMT";
        let at = 1_390_842_720_000;
        let (memento, front) =
            ("http://a.example/20140127171200/http://x.org/", "http://a.example/");
        let wayback = "http://web.archive.org/web/20140127171200/http://x.org/";
        let cases: [(&[(&str, String)], Verdict); 11] = [
            (&[(wayback, "403 No".to_owned())], Verdict::Final(Reason::Excluded)),
            (&[(wayback, "451 No".to_owned())], Verdict::Final(Reason::Excluded)),
            (&[(wayback, format!("403 No\r\n{dated}"))], Verdict::Memento(at)),
            (&[(memento, format!("200 OK\r\n{dated}"))], Verdict::Memento(at)),
            (&[(memento, format!("404 Gone\r\n{dated}"))], Verdict::Memento(at)),
            (&[(memento, "200 OK".to_owned())], Verdict::Memento(7)),
            (&[(memento, "404 None".to_owned())], Verdict::Final(Reason::Gone)),
            (&[(memento, "403 No".to_owned())], Verdict::Other(Reason::NotGiven)),
            (
                &[(memento, "302 Go".to_owned()), (front, "200 OK".to_owned())],
                Verdict::Other(Reason::Astray),
            ),
            (
                &[(memento, "302 Go".to_owned()), (memento, format!("200 OK\r\n{dated}"))],
                Verdict::Memento(at),
            ),
            (&[], Verdict::Failed(Failure::NoAnswer)),
        ];
        for (hops, expected) in cases {
            let hops = hops.iter().map(|(uri, head)| hop(uri, head)).collect();
            let fetched = Fetched { hops, failure: None };
            assert_eq!(judge(&fetched, Some(7)), expected, "{fetched:?}");
        }
    }

    #[test]
    fn a_failure_outweighs_every_answer_before_it() {
        let hops = vec![hop("http://a.example/20140127171200/http://x.org/", "302 Go")];
        let fetched = Fetched { hops, failure: Some(Failure::Timeout) };
        assert_eq!(judge(&fetched, Some(7)), Verdict::Failed(Failure::Timeout));
    }
}
