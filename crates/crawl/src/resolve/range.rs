//! Mementos that are records of archive files, asked for by byte range: how Common Crawl serves
//! them.

use scutch_archive::{Item, Limits, Reader, RecordKind};
use scutch_fetch::{Client, Exchange, Request};

use super::resolution::Resolution;
use super::verdict::Verdict;
use crate::hop::Hop;
use crate::reason::Reason;
use crate::target::Target;

/// Asks for the record at a URI `FILE#bytes=FIRST-LAST`; `None` for other URIs.
pub(super) fn resolve_range(client: &mut Client, target: &Target) -> Option<Resolution> {
    let (file, bytes) = target.uri_m.rsplit_once("#bytes=")?;
    let headers = vec![("Range", format!("bytes={bytes}"))];
    let request = Request { uri: file.to_owned(), headers, ..Request::default() };
    let mut fetched = client.fetch(&request);
    let verdict = match (fetched.failure, fetched.hops.last().map(|hop| hop.status)) {
        (Some(failure), _) => Verdict::Failed(failure),
        (None, Some(206)) => Verdict::Memento(target.unix_ms.unwrap_or_default()),
        (None, Some(404 | 410 | 451)) => Verdict::Final(Reason::Gone),
        // Status 200 too: a server that ignores ranges sends the whole file, without its place.
        _ => Verdict::Other(Reason::NotGiven),
    };
    let mut resolution = Resolution::new("record");
    resolution.verdict = verdict;
    let last = fetched.hops.pop();
    resolution.hops = fetched.hops.into_iter().map(Hop::plain).collect();
    match (last, verdict) {
        (Some(last), Verdict::Memento(_)) => match archived_exchange(&last) {
            Some((hop, time)) => {
                resolution.hops.push(hop);
                resolution.verdict = Verdict::Memento(time);
            }
            None => resolution.verdict = Verdict::Other(Reason::NotGiven),
        },
        // The answer that the record is gone is stored, so that it is not asked for again.
        (last, _) => resolution.hops.extend(last.map(Hop::plain)),
    }
    Some(resolution)
}

/// The exchange inside the record: it is stored in place of the one that carried the record.
fn archived_exchange(carrier: &Exchange) -> Option<(Hop, i64)> {
    let limits = Limits::default();
    let answer = carrier.answer()?;
    let payload = answer.payload(&limits);
    let mut reader = Reader::from_bytes(&payload.content, &limits);
    let Some(Item::Record(record)) = reader.next() else { return None };
    if !record.is_sound() || *record.kind() != RecordKind::Response {
        return None;
    }
    let (uri, time) = (record.target_uri()?.to_owned(), record.date()?.unix_ms);
    let response = record.block().to_vec();
    let (address, request) = (carrier.address, carrier.request.clone());
    let (uri_r, rest, status, certificate) = (uri.clone(), None, 0, carrier.certificate);
    let mut exchange =
        Exchange { uri: uri_r, address, request, response, rest, status, certificate };
    exchange.status = exchange.answer()?.status?;
    Some((Hop { exchange, capture: Some((uri, time)), is_archive_page: false }, time))
}
