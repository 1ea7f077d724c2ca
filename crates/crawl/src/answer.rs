//! What archives answer when they are asked which mementos there are.

use std::io::{self, Read};

use scutch_archive::{HttpFlag, Limits, parse_http_response, stream_http_response};
use scutch_memento::{Guard, Memento, Take, TimeMap, TimeMapError, moment, parse, read};
use scutch_url::Url;

use crate::judge::DATETIME;
use crate::reason::Reason;

/// Why there is nothing to go on with: a reason id and a sentence.
pub(crate) type Unanswered = (&'static str, String);

/// A reason without particulars.
pub(crate) fn plain(reason: Reason) -> Unanswered {
    (reason.id(), reason.sentence().to_owned())
}

/// An answer that is not long, in memory.
pub(crate) fn whole(block: &mut dyn Read) -> Result<Vec<u8>, Unanswered> {
    let mut bytes = Vec::new();
    let most = Limits::default().block;
    block.take(most).read_to_end(&mut bytes).map_err(|_| plain(Reason::TimemapUnreadable))?;
    Ok(bytes)
}

/// Bytes of a list, inflated.
const LONGEST_LIST: u64 = 1 << 30;

/// A page of a list in an answer.
pub(crate) fn read_page(
    uri_t: &str,
    block: &mut dyn Read,
    guard: &Guard,
    take: Take<'_>,
) -> Result<TimeMap, Unanswered> {
    let unreadable = |more: String| {
        let reason = Reason::TimemapUnreadable;
        (reason.id(), format!("{} ({more})", reason.sentence()))
    };
    let limits = Limits { payload: LONGEST_LIST, ..Limits::default() };
    let answer = stream_http_response(block, &limits).map_err(|e| unreadable(e.to_string()))?;
    match answer.status {
        Some(200) => {}
        Some(404 | 410) => return Ok(TimeMap::default()),
        status => {
            let status = status.unwrap_or_default();
            let reason = Reason::TimemapNotGiven;
            return Err((reason.id(), format!("{} (status {status})", reason.sentence())));
        }
    }
    read(uri_t, answer.content, guard, take).map_err(|error| match error {
        TimeMapError::Broken(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            let flag = HttpFlag::PayloadTooLarge;
            (flag.id(), flag.sentence().to_owned())
        }
        error => unreadable(error.to_string()),
    })
}

/// The memento that the last answer on the way from a TimeGate is, or names: pywb puts a frame
/// around it, which says in its `Link` what is in the frame.
pub(crate) fn negotiated(
    from: &str,
    block: &[u8],
    guard: &Guard,
    wanted: i64,
) -> Result<Memento, Unanswered> {
    let none = || plain(Reason::NoMemento);
    let answer = parse_http_response(block, &Limits::default()).map_err(|_| none())?;
    let field = |name| answer.headers.get(name);
    let said = field(DATETIME).and_then(moment);
    let links = answer.headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("Link"));
    let links: Vec<&str> = links.map(|(_, links)| links).collect();
    let linked = parse(links.join(", ").as_bytes(), guard).unwrap_or_default().mementos;
    // An answer that says its own time is of that time; links may lead to the first and the last only.
    let of_time = |m: &Memento| said.is_none_or(|said| said.unix_ms == m.unix_ms);
    let near = linked.into_iter().filter(of_time).min_by_key(|m| m.unix_ms.abs_diff(wanted));
    if let Some(linked) = near {
        return Ok(linked);
    }
    let base = Url::parse(from).map_err(|_| none())?;
    let own = field("Content-Location").and_then(|at| base.join(at).ok());
    let uri = own.map_or_else(|| from.to_owned(), Url::into_string);
    let in_uri = || scutch_url::Memento::split(&uri).and_then(|memento| moment(memento.time));
    match said.or_else(in_uri) {
        Some(said) if guard.refuse(&uri).is_none() => {
            Ok(Memento { uri, unix_ms: said.unix_ms, sure: said.standard })
        }
        _ => Err(none()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Patterns of RFC 7089, section 4: with or without the memento itself among the links.
    #[test]
    fn what_timegates_give() {
        let link = |year: u16, rel: &str| {
            format!(
                "Link: <http://a.example/{year}0101000000/http://x.org/>; rel=\"{rel}\"; \
                 datetime=\"01 Jan {year} 00:00:00 GMT\"\r\n"
            )
        };
        let ends = [link(2000, "first memento"), link(2020, "last memento")].concat();
        let dated = "Memento-Datetime: Wed, 01 Jan 2014 00:00:00 GMT\r\n";
        let own = "Content-Location: /20140101000000/http://x.org/\r\n";
        let wanted = moment("20140401000000").map_or(0, |moment| moment.unix_ms);
        for (fields, expected) in [
            ([dated, own, &ends].concat(), Some("20140101000000")),
            ([dated, &ends, &link(2014, "memento")].concat(), Some("20140101000000")),
            ([&link(2014, "memento"), ends.as_str()].concat(), Some("20140101000000")),
            (String::new(), None),
        ] {
            let block = format!("HTTP/1.1 200 OK\r\n{fields}\r\n");
            let from = "http://a.example/gate/http://x.org/";
            let given = negotiated(from, block.as_bytes(), &Guard::default(), wanted).ok();
            let uri = expected.map(|stamp| format!("http://a.example/{stamp}/http://x.org/"));
            assert_eq!(given.map(|memento| memento.uri), uri, "{block}");
        }
    }
}
