//! Which address shows what.

use scutch_page::{ExtractConfig, extract};

use crate::error::with_causes;
use crate::label::{Event, Item, LabelError, Letter, Pass};
use crate::labelling::Labelling;
use crate::nodes::TextNode;
use crate::opened::OpenedPage;
use crate::review::ReviewError;
use crate::server::{Answer, Method, Policy, Request, Status};
use crate::source::SourceError;
use crate::studio::Studio;
use crate::web::{Home, LabelPage, Labels, SCRIPT, Subject, View, label_data, style, timemaps};

/// Why there is no page at an address.
pub(crate) enum Failed {
    NoPage,
    /// The corpus has no row of a capture.
    NoRow,
    Source(SourceError),
    Label(LabelError),
    Review(ReviewError),
    /// The archives of a corpus cannot be read.
    Archives(String),
}

impl From<SourceError> for Failed {
    fn from(error: SourceError) -> Self {
        Self::Source(error)
    }
}

impl From<LabelError> for Failed {
    fn from(error: LabelError) -> Self {
        Self::Label(error)
    }
}

impl From<ReviewError> for Failed {
    fn from(error: ReviewError) -> Self {
        Self::Review(error)
    }
}

impl Failed {
    fn answer(&self) -> Answer {
        let (status, sentence) = self.said();
        Answer::sentence(status, &sentence)
    }

    /// What a person reads.
    pub(crate) fn sentence(&self) -> String {
        self.said().1
    }

    fn said(&self) -> (Status, String) {
        match self {
            Self::NoPage => (Status::NotFound, "There is no page at this address.".to_owned()),
            Self::NoRow => (
                Status::NotFound,
                "The corpus has no row of this capture: it was left out, or quarantined."
                    .to_owned(),
            ),
            Self::Source(error) => (Status::NotFound, with_causes(error)),
            Self::Label(error @ LabelError::Refused(_)) => (Status::Conflict, with_causes(error)),
            Self::Label(error) => (Status::Failed, with_causes(error)),
            Self::Review(error @ ReviewError::Query(_)) => (Status::BadRequest, with_causes(error)),
            Self::Review(error @ ReviewError::Refused(_)) => (Status::Conflict, with_causes(error)),
            Self::Review(error) => (Status::Failed, with_causes(error)),
            Self::Archives(why) => {
                (Status::NotFound, format!("The archives cannot be read: {why}"))
            }
        }
    }
}

impl Studio {
    /// The answer to a request; `path` is what stands behind the token.
    pub(crate) fn answer(&self, request: &Request, path: &[&str]) -> Answer {
        let found = match request.method {
            Method::Get => self.get(path, &request.query),
            Method::Post => self.post(path, &request.body),
        };
        found.unwrap_or_else(|failed| failed.answer())
    }

    fn get(&self, path: &[&str], query: &str) -> Result<Answer, Failed> {
        match path {
            ["studio.js"] => {
                return Ok(Answer::new("text/javascript; charset=utf-8", Policy::Nothing, SCRIPT));
            }
            ["studio.css"] => {
                return Ok(Answer::new("text/css; charset=utf-8", Policy::Nothing, style()));
            }
            _ => {}
        }
        match self.reviewed(path, query)? {
            Some(answer) => Ok(answer),
            None => self.labels()?.get(path, query),
        }
    }

    fn post(&self, path: &[&str], body: &[u8]) -> Result<Answer, Failed> {
        match self.decided(path, body)? {
            Some(answer) => Ok(answer),
            None => self.labels()?.post(path, body),
        }
    }

    fn labels(&self) -> Result<&Labelling, Failed> {
        self.labelling().map_err(|why| Failed::Archives(why.to_owned()))
    }
}

impl Labelling {
    fn get(&self, path: &[&str], query: &str) -> Result<Answer, Failed> {
        match path {
            [] | ["overview"] => Ok(Answer::page(self.home())),
            ["label"] => Ok(Answer::see(
                self.desk
                    .next(0)
                    .map_or_else(|| "overview".to_owned(), |next| format!("label/{next}")),
            )),
            ["label", number] => self.label(number),
            ["nodes", number] => self.nodes(number),
            ["answer", number] => self.method(number),
            ["frame", number] => self.frame(number),
            ["picture", id] => self.picture(id),
            ["agreement"] => self.agreement(),
            ["adjudicate"] => self.next_dispute(),
            ["adjudicate", number] => self.adjudicate(number),
            ["disputes", number] => self.disputes(number),
            ["timemaps"] => Ok(Answer::page(timemaps(&self.timemaps, self.subject()))),
            ["timemap", number] => self.course(number, query),
            ["timemap", number, at] => self.memento(number, at),
            _ => Err(Failed::NoPage),
        }
    }

    fn post(&self, path: &[&str], body: &[u8]) -> Result<Answer, Failed> {
        match path {
            ["event", number] => self.event(number, body),
            ["decide", number] => self.decide(number, body),
            ["judge"] => self.judge(body),
            _ => Err(Failed::NoPage),
        }
    }

    fn subject(&self) -> Subject {
        Subject::of(&self.source)
    }

    fn home(&self) -> maud::Markup {
        Home { source: &self.source, desk: &self.desk, notes: &self.notes }.render()
    }

    fn label(&self, number: &str) -> Result<Answer, Failed> {
        let (number, item) = self.item(number).ok_or(Failed::NoPage)?;
        self.label_page(View::Label, number, item)
    }

    pub(crate) fn label_page(
        &self,
        view: View,
        number: usize,
        item: Item,
    ) -> Result<Answer, Failed> {
        let page = self.page(item.page)?;
        let view = LabelPage {
            subject: self.subject(),
            view,
            number,
            all: self.desk.plan().items().len(),
            page: item.page,
            pass: item.pass,
            capture: &self.source.pages()[item.page],
            labelled: &self.desk.pass(item),
            missing: &page.shown.missing,
        };
        Ok(Answer::page(view.render()))
    }

    /// What is known of a page of the plan, which is opened if it was not.
    fn opened(&self, item: Item, page: &OpenedPage) -> Result<Pass, LabelError> {
        let pass = self.desk.pass(item);
        if pass.is_opened() {
            return Ok(pass);
        }
        let event = Event::Open { nodes: page.nodes.len(), digest: page.nodes.digest().to_owned() };
        self.desk.take(item, self.open_page(item, page), &event)
    }

    fn nodes(&self, number: &str) -> Result<Answer, Failed> {
        let (_, item) = self.item(number).ok_or(Failed::NoPage)?;
        let page = self.page(item.page)?;
        let pass = self.opened(item, &page)?;
        Ok(Answer::json(&label_data(&page.nodes, Labels::new(&pass), pass.width(), None)))
    }

    fn event(&self, number: &str, body: &[u8]) -> Result<Answer, Failed> {
        let (_, item) = self.item(number).ok_or(Failed::NoPage)?;
        let page = self.page(item.page)?;
        let event = read(body)?;
        // A key can come for a page that another view opened in a session before.
        let was_done = self.opened(item, &page)?.is_done();
        let pass = self.desk.take(item, self.open_page(item, &page), &event)?;
        // Files of ground truth follow each change of a page that is done, and no others.
        if was_done || pass.is_done() {
            self.write_gold()?;
        }
        Ok(Answer::json(&Labels::new(&pass)))
    }

    /// What the method for single pages says of each node.
    fn method(&self, number: &str) -> Result<Answer, Failed> {
        let (_, item) = self.item(number).ok_or(Failed::NoPage)?;
        let page = self.page(item.page)?;
        let extraction = extract(&page.opened.page, &ExtractConfig::default());
        let letter = |node: &TextNode| {
            let block = page.opened.page.block_of(node.node)?;
            let label = extraction.labels.get(block)?;
            Some(if label.content { Letter::Content } else { Letter::Boilerplate })
        };
        let letters: Vec<Option<Letter>> = page.nodes.list().iter().map(letter).collect();
        Ok(Answer::json(&Labels::of_letters(&letters)))
    }

    fn frame(&self, number: &str) -> Result<Answer, Failed> {
        let number: usize = number.parse().map_err(|_| Failed::NoPage)?;
        // The number comes from an address that anybody can type.
        if number >= self.source.pages().len() {
            return Err(Failed::NoPage);
        }
        let html = self.page(number)?.shown.html.clone();
        Ok(Answer::new("text/html; charset=utf-8", Policy::Archived, html))
    }

    fn picture(&self, id: &str) -> Result<Answer, Failed> {
        let id = id.parse().map_err(|()| Failed::NoPage)?;
        let picture = self.source.picture(id).ok_or(Failed::NoPage)?;
        Ok(Answer::new(picture.content_type, Policy::Nothing, picture.bytes))
    }
}

/// A change that was sent.
pub(crate) fn read<T: serde::de::DeserializeOwned>(body: &[u8]) -> Result<T, LabelError> {
    serde_json::from_slice(body).map_err(|_| LabelError::Refused("The change cannot be read."))
}
