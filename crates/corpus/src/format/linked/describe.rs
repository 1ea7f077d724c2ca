//! The graph about a row: the page as it was captured (a *version*), the work that it is a version of, its author,
//! column and site.

use scutch_folder::config::CorpusMetadata;

use super::capture;
use super::graph::{Graph, Node, Value};
use super::iri::iri;
use super::literal::{date, is_language, text};
use super::names::{Names, folded};
use super::terms::Term;
use crate::format::article::Article;
use crate::format::text_digest;
use crate::row::Row;

/// The classes of any work.
const WORK: &[&str] = &["prov:Entity", "schema:CreativeWork"];

/// A graph in the making.
pub(super) struct Description<'a> {
    pub(super) names: Names,
    pub(super) row: &'a Row,
    pub(super) graph: Graph,
    /// What tells nodes of this site from those of others: its registrable domain.
    site: Option<String>,
}

/// The graph about a document.
pub(super) fn graph(article: &Article<'_>) -> Graph {
    let names = Names::new(article.corpus);
    let row = article.row;
    let graph = Graph::new(&names.row(&row.id));
    let site = scutch_url::host(&row.url).map(|host| scutch_url::site(&host));
    let mut description = Description { names, row, graph, site };
    let version = description.version(article);
    let version = capture::derivation(&mut description, version);
    description.graph.add(version);
    description.graph
}

impl Description<'_> {
    /// The page as it was captured.
    fn version(&mut self, article: &Article<'_>) -> Node {
        let row = self.row;
        let language = row.language.as_deref();
        let tagged =
            |value: &Option<String>| value.as_deref().and_then(|value| text(value, language));
        let work = self.work(article.facts.page_type.as_deref());
        let mut node = Node::new(&self.names.row(&row.id), &["schema:WebPage", "prov:Entity"])
            .link(Term::ExampleOfWork, &work)
            .link(Term::SpecializationOf, &work)
            .maybe(Term::Headline, tagged(&row.title))
            .maybe(Term::AlternativeHeadline, tagged(&row.subtitle))
            .maybe(Term::DatePublished, row.date_published.as_deref().and_then(date))
            .maybe(Term::DateModified, row.date_modified.as_deref().and_then(date))
            .address(Term::Url, &row.url)
            .with(Term::WordCount, Value::Whole(row.n_words.into()))
            .text(Term::Sha256, &text_digest(&row.text))
            .text(Term::Identifier, &row.id);
        if let Some(tag) = article.language().filter(|tag| is_language(tag)) {
            node = node.text(Term::InLanguage, tag);
        }
        node = row.keywords.iter().fold(node, |node, keyword| node.text(Term::Keywords, keyword));
        if let Some(licence) = &row.licence {
            node = rights(node, licence);
        }
        node = self.people(node);
        self.places(node, article.corpus)
    }

    /// The work: what all captures of an address are versions of. The address is the one that the page gives as its
    /// own, else that of the capture.
    fn work(&mut self, page_type: Option<&str>) -> String {
        let own = self.row.canonical_url.as_deref().filter(|url| url.contains("://"));
        let captured = self.row.url.as_str();
        let classes: &[&'static str] = match page_type {
            Some("article") => &["prov:Entity", "schema:CreativeWork", "schema:Article"],
            _ => WORK,
        };
        let work = self.work_at(own.unwrap_or(captured), classes);
        // Captures without such a statement are versions of the address alone: this joins both.
        let other = self.work_name(captured);
        if other != work {
            self.work_at(captured, WORK);
            let link = Node::new(&other, &[]).link(Term::AlternateOf, &work);
            self.graph.add(link);
        }
        work
    }

    fn work_name(&self, address: &str) -> String {
        // As captures are compared: http and https, with and without `www.`, are one.
        self.names.node("work", &[&scutch_url::surt(address)])
    }

    fn work_at(&mut self, address: &str, classes: &[&'static str]) -> String {
        let node = Node::new(&self.work_name(address), classes).address(Term::Url, address);
        self.graph.add(node)
    }

    /// Adds authors and publisher. The same name on the same site is one node.
    fn people(&mut self, mut node: Node) -> Node {
        // Rows store names only. Most authors are persons, and guessing organizations would invent facts.
        let authors = self.row.authors.iter().map(|name| (Term::Author, "schema:Person", name));
        let publisher = self.row.publisher.iter();
        let publisher = publisher.map(|name| (Term::Publisher, "schema:Organization", name));
        for (term, class, name) in
            authors.chain(publisher).filter(|(.., name)| !folded(name).is_empty())
        {
            let kind = if term == Term::Author { "author" } else { "publisher" };
            let agent = Node::new(&self.of_site(kind, name), &[class, "prov:Agent"]);
            let agent = self.graph.add(agent.text(Term::Name, name));
            node = node.link(term, &agent);
        }
        node
    }

    /// Adds what the version is a part of: column, site, corpus.
    fn places(&mut self, mut node: Node, corpus: Option<&CorpusMetadata>) -> Node {
        let site = self.site.clone().map(|domain| {
            let site = Node::new(&self.names.node("site", &[&domain]), &["schema:WebSite"]);
            let name = self.row.site.as_deref().unwrap_or_default();
            self.graph.add(site.text(Term::Name, name).text(Term::Identifier, &domain))
        });
        if let Some(name) = self.row.section.as_deref().filter(|name| !folded(name).is_empty()) {
            let column = Node::new(&self.of_site("column", name), &["schema:CreativeWorkSeries"]);
            let column = column.text(Term::Name, name);
            let column = column.maybe(Term::PartOf, site.clone().map(Value::Iri));
            let column = self.graph.add(column);
            node = node.text(Term::Column, name).link(Term::PartOf, &column);
        }
        if let Some(corpus) = corpus {
            let name = self.corpus(corpus);
            node = node.link(Term::PartOf, &name);
        }
        node.maybe(Term::PartOf, site.map(Value::Iri))
    }

    /// The corpus, as its description has it.
    fn corpus(&mut self, corpus: &CorpusMetadata) -> String {
        let mut node = Node::new(&self.names.corpus(corpus), &["schema:Dataset", "prov:Entity"])
            .text(Term::Name, &corpus.title)
            .text(Term::Version, corpus.edition.as_deref().unwrap_or_default())
            .maybe(Term::DatePublished, date(&corpus.date));
        let available = corpus.availability.clone().unwrap_or_default();
        let licences = [available.licence_url, available.licence];
        node = licences.into_iter().flatten().fold(node, |node, licence| rights(node, &licence));
        for maker in corpus.creators() {
            let address = maker.orcid_url().or_else(|| maker.ror_url());
            let own = || self.names.node("creator", &[&folded(&maker.name)]);
            let class = if maker.is_person() { "schema:Person" } else { "schema:Organization" };
            let agent = Node::new(&address.unwrap_or_else(own), &[class, "prov:Agent"]);
            let agent = self.graph.add(agent.text(Term::Name, &maker.spoken_name()));
            node = node.link(Term::Creator, &agent);
        }
        self.graph.add(node)
    }

    /// The name of a node that is told from others by its name within its site. Without a site, it is told apart
    /// within its page.
    fn of_site(&self, kind: &str, name: &str) -> String {
        let scope = self.site.as_deref().unwrap_or(&self.row.url_key);
        self.names.node(kind, &[scope, &folded(name)])
    }
}

/// Adds a statement about rights: the address of a licence, or words.
fn rights(node: Node, statement: &str) -> Node {
    match iri(statement).filter(|_| statement.contains("://")) {
        Some(address) => node.link(Term::Licence, &address),
        None => node.text(Term::Rights, statement),
    }
}
