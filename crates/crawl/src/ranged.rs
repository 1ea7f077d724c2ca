//! Records of archive files, asked for by their bytes: how Common Crawl gives what it has.

use scutch_archive::{Item, Limits, Reader, RecordKind};
use scutch_fetch::{Client, Exchange, Request};

use crate::judge::Judged;
use crate::reason::Reason;
use crate::way::{Hop, Way};
use crate::wishes::Wish;

/// Asks for the record that an address `FILE#bytes=FIRST-LAST` stands for; `None` for other addresses.
pub(crate) fn ranged(client: &mut Client, wish: &Wish) -> Option<Way> {
    let (file, bytes) = wish.uri_m.rsplit_once("#bytes=")?;
    let headers = vec![("Range", format!("bytes={bytes}"))];
    let request = Request { uri: file.to_owned(), headers, ..Request::default() };
    let mut fetched = client.fetch(&request);
    let judged = match (fetched.failure, fetched.hops.last().map(|hop| hop.status)) {
        (Some(failure), _) => Judged::Nothing(failure),
        (None, Some(206)) => Judged::Memento(wish.unix_ms),
        (None, Some(404 | 410 | 451)) => Judged::Gone,
        _ => Judged::Other(Reason::NotGiven),
    };
    let mut way = Way::new("record");
    way.judged = judged;
    let last = fetched.hops.pop().filter(|_| matches!(judged, Judged::Memento(_)));
    way.hops = fetched.hops.into_iter().map(Hop::plain).collect();
    if let Some(last) = last {
        match record(&last) {
            Some((hop, time)) => {
                way.hops.push(hop);
                way.judged = Judged::Memento(time);
            }
            None => way.judged = Judged::Other(Reason::NotGiven),
        }
    }
    Some(way)
}

/// The answer that is in the record: what was archived, in place of what carried it.
fn record(carrier: &Exchange) -> Option<(Hop, i64)> {
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
    let (rest, status) = (None, 0);
    let mut exchange = Exchange { uri: uri.clone(), address, request, response, rest, status };
    exchange.status = exchange.answer()?.status?;
    Some((Hop { exchange, capture: Some((uri, time)), around: false }, time))
}
