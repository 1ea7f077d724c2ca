//! What archives answer when they are asked which mementos there are.

use scutch_archive::{HttpFlag, Limits, parse_http_response};
use scutch_memento::{Guard, Memento, TimeMap, moment, parse, parse_from};
use scutch_url::Url;

use crate::judge::DATETIME;
use crate::reason::Reason;

/// Why there is nothing to go on with: a reason id and a sentence.
pub(crate) type Unanswered = (&'static str, String);

/// A reason without particulars.
pub(crate) fn plain(reason: Reason) -> Unanswered {
    (reason.id(), reason.sentence().to_owned())
}

/// A page of a list in an answer.
pub(crate) fn read_page(uri_t: &str, block: &[u8], guard: &Guard) -> Result<TimeMap, Unanswered> {
    let limits = Limits::default();
    let unreadable = |more: String| {
        let reason = Reason::TimemapUnreadable;
        (reason.id(), format!("{} ({more})", reason.sentence()))
    };
    let answer = parse_http_response(block, &limits).map_err(|e| unreadable(e.to_string()))?;
    match answer.status {
        Some(200) => {}
        Some(404 | 410) => return Ok(TimeMap::default()),
        status => {
            let status = status.unwrap_or_default();
            let reason = Reason::TimemapNotGiven;
            return Err((reason.id(), format!("{} (status {status})", reason.sentence())));
        }
    }
    let payload = answer.payload(&limits);
    if payload.flags.contains(&HttpFlag::PayloadTooLarge) {
        let flag = HttpFlag::PayloadTooLarge;
        return Err((flag.id(), flag.sentence().to_owned()));
    }
    parse_from(uri_t, &payload.content, guard).map_err(|error| unreadable(error.to_string()))
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
    let links = field("Link").unwrap_or_default();
    let linked = parse(links.as_bytes(), guard).unwrap_or_default().mementos;
    let near = said.map_or(wanted, |said| said.unix_ms);
    if let Some(linked) = linked.into_iter().min_by_key(|m| m.unix_ms.abs_diff(near)) {
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
