//! One archive: every capture of a plan rendered, wrapped and written, with its truth.

use std::collections::BTreeMap;

use anyhow::{Context, Result};

use super::crawl::{Capture, Declared, Plan};
use super::digest;
use super::http::{self, Response};
use super::press::Press;
use super::seen::{Scene, content_type};
use super::truth::{self, Truth};
use super::warc::{Draft, Listed, Writer};

/// An address from the block kept for documentation.
const SERVER: &str = "192.0.2.17";
/// The profile of a revisit record whose payload is that of an earlier one.
const IDENTICAL: &str = "http://netpreserve.org/warc/1.0/revisit/identical-payload-digest";

/// A finished archive.
pub(crate) struct Built {
    pub(crate) bytes: Vec<u8>,
    pub(crate) records: Vec<Listed>,
    pub(crate) truths: Vec<Truth>,
}

/// What a revisit has to say about the capture it repeats.
struct Original {
    record_id: String,
    payload_digest: String,
}

/// Builds the archive that the plan describes.
pub(crate) fn build(press: &Press, plan: &Plan) -> Result<Built> {
    let mut desk = Desk {
        scene: Scene { press, plan },
        writer: Writer::new(&plan.file, &plan.version, plan.framing),
        originals: BTreeMap::new(),
        truths: Vec::new(),
    };
    desk.warcinfo();
    for (turn, capture) in plan.captures.iter().enumerate() {
        desk.capture(turn, capture).with_context(|| format!("in the capture of {}", capture.at))?;
    }
    let (bytes, records) = desk.writer.finish();
    Ok(Built { bytes, records, truths: desk.truths })
}

struct Desk<'a> {
    scene: Scene<'a>,
    writer: Writer,
    /// By address and date.
    originals: BTreeMap<(String, String), Original>,
    truths: Vec<Truth>,
}

impl<'a> Desk<'a> {
    fn warcinfo(&mut self) {
        let plan = self.scene.plan;
        let block = format!(
            "software: {}\r\nformat: WARC File Format {}\r\ndescription: {}\r\nrobots: classic\r\n",
            plan.software, plan.version, plan.description
        );
        let fields = vec![
            ("WARC-Filename", plan.file.clone()),
            ("Content-Type", "application/warc-fields".to_owned()),
        ];
        self.put("warcinfo", &plan.started, None, fields, block.into_bytes());
    }

    fn capture(&mut self, turn: usize, capture: &'a Capture) -> Result<()> {
        let seen = self.scene.seen(turn, capture)?;
        let response = http::response(&seen.head, seen.content.clone())?;
        if let Some(date) = &capture.revisit_of {
            return self.revisit(&capture.at, date, &seen.url, response);
        }
        let id = if capture.resource {
            self.resource(capture, &seen.url, seen.content.clone())
        } else {
            self.response(capture, &seen.url, response)
        };
        self.companions(capture, &seen.url, &id);
        if !capture.damaged {
            self.truths.extend(truth::of_capture(self.scene, capture, &seen, &id)?);
        }
        Ok(())
    }

    fn response(&mut self, capture: &Capture, url: &str, response: Response) -> String {
        let digested = match capture.digest {
            Declared::Framed => &response.body,
            _ => &response.payload,
        };
        let payload_digest = digest::sha1(digested);
        let mut block = response.head;
        block.extend_from_slice(&response.body);
        let mut fields = vec![("WARC-IP-Address", SERVER.to_owned())];
        fields.extend(declared(capture.digest, &payload_digest));
        if capture.block_digest(self.scene.plan) {
            fields.push(("WARC-Block-Digest", digest::sha1(&block)));
        }
        fields.push(("Content-Type", "application/http; msgtype=response".to_owned()));
        let record_id = self.writer.write(Draft {
            kind: "response",
            date: capture.at.clone(),
            url: Some(url.to_owned()),
            fields,
            block,
            payload_digest: Some(capture.digest.status()),
            damaged: capture.damaged,
        });
        let original = Original { record_id: record_id.clone(), payload_digest };
        self.originals.insert((url.to_owned(), capture.at.clone()), original);
        record_id
    }

    fn resource(&mut self, capture: &Capture, url: &str, payload: Vec<u8>) -> String {
        let mut fields: Vec<_> = declared(capture.digest, &digest::sha1(&payload)).collect();
        fields.push(("Content-Type", content_type(&capture.mime, capture.http(self.scene.plan))));
        self.writer.write(Draft {
            kind: "resource",
            date: capture.at.clone(),
            url: Some(url.to_owned()),
            fields,
            block: payload,
            payload_digest: Some(capture.digest.status()),
            damaged: false,
        })
    }

    fn revisit(&mut self, at: &str, date: &str, url: &str, response: Response) -> Result<()> {
        let original = self
            .originals
            .get(&(url.to_owned(), date.to_owned()))
            .with_context(|| format!("no capture of {url} at {date} to revisit"))?;
        let fields = vec![
            ("WARC-Profile", IDENTICAL.replace("1.0", &self.scene.plan.version)),
            ("WARC-Payload-Digest", original.payload_digest.clone()),
            ("WARC-Refers-To", format!("<{}>", original.record_id)),
            ("WARC-Refers-To-Target-URI", url.to_owned()),
            ("WARC-Refers-To-Date", date.to_owned()),
            ("Content-Type", "application/http; msgtype=response".to_owned()),
        ];
        self.put("revisit", at, Some(url.to_owned()), fields, response.head);
        Ok(())
    }

    /// The request and the crawler's notes, if the plan asks for them.
    fn companions(&mut self, capture: &Capture, url: &str, id: &str) {
        if capture.request {
            let fields = vec![
                ("WARC-Concurrent-To", format!("<{id}>")),
                ("Content-Type", "application/http; msgtype=request".to_owned()),
            ];
            let block = http::request(url, &self.scene.plan.software);
            self.put("request", &capture.at, Some(url.to_owned()), fields, block);
        }
        if capture.metadata {
            let fields = vec![
                ("WARC-Refers-To", format!("<{id}>")),
                ("Content-Type", "application/warc-fields".to_owned()),
            ];
            let block =
                format!("via: {}/\r\nhopsFromSeed: L\r\n", self.scene.plan.host).into_bytes();
            self.put("metadata", &capture.at, Some(url.to_owned()), fields, block);
        }
    }

    /// Writes a record that has no payload of its own.
    fn put(
        &mut self,
        kind: &'static str,
        date: &str,
        url: Option<String>,
        fields: Vec<(&'static str, String)>,
        block: Vec<u8>,
    ) {
        let date = date.to_owned();
        let draft = Draft { kind, date, url, fields, block, payload_digest: None, damaged: false };
        self.writer.write(draft);
    }
}

/// The payload digest field as the plan wants it.
fn declared(
    declared: Declared,
    truth: &str,
) -> impl Iterator<Item = (&'static str, String)> + use<> {
    let value = match declared {
        Declared::Right | Declared::Framed => Some(truth.to_owned()),
        Declared::Wrong => Some(digest::sha1(truth.as_bytes())),
        Declared::Malformed => Some("sha1:NOT-A-SHA1-DIGEST-01".to_owned()),
        Declared::Absent => None,
    };
    value.into_iter().map(|value| ("WARC-Payload-Digest", value))
}
