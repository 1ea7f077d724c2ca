//! The row of one page: by the content rules of a portal, or by the configured extractor.

use scutch_archive::Capture;
use scutch_folder::config::mime;
use scutch_page::{
    Document, Extraction, Metadata, Method, Page, Recurring, UsagePreferences, render,
};
use scutch_portal::{Content, RuledPage};
use scutch_shuffle::ShuffleError;
use scutch_template::Key;

use super::Deriving;
use super::fill::{describe, locate, saturate, size};
use crate::row::{Identity, PageFacts, Row};
use crate::stages::joint::{self, Joint};
use crate::stages::opened::{Draft, Opened};

impl Deriving<'_> {
    /// The row of one page, with where it comes from.
    pub(super) fn row(
        &self,
        input: usize,
        capture: &Capture<'_>,
        key: Option<Key>,
        opened: &Opened,
    ) -> Result<(Draft, Metadata), ShuffleError> {
        let ruled = self.evidence.rules.extract(&opened.page, capture, &self.config.extract);
        let (mut draft, metadata) = match ruled {
            Some((content, ruled)) => self.by_rules(opened, capture, content, &ruled)?,
            None => self.by_extractor(key, opened, capture)?,
        };
        locate(&mut draft, capture, input, self.archives, self.config);
        if self.config.reads_preferences() {
            // Of the page as archived: rules may have edited the one that was extracted.
            let fields = capture.http.iter().flat_map(|http| http.headers.of_server());
            draft.row.preferences = Some(UsagePreferences::new(&opened.page, fields));
        }
        Ok((draft, metadata))
    }

    /// The row by the configured extractor, with evidence of other pages if there is any.
    fn by_extractor(
        &self,
        key: Option<Key>,
        opened: &Opened,
        capture: &Capture<'_>,
    ) -> Result<(Draft, Metadata), ShuffleError> {
        let (page, config) = (&opened.page, self.config);
        let (mut row, mut recurring) = (Row::default(), Recurring::default());
        let extraction = match key {
            Some(key) => {
                let host = self.evidence.host(&key.url)?;
                let host = host.as_ref().map(|host| &host.0);
                let meter = &self.evidence.meter;
                let (extraction, joint) = joint::extract(page, key, host, config, meter);
                recurring = fill_joint(&mut row, joint);
                extraction
            }
            None => config.extractor.method().extract(page, &config.extract),
        };
        let mut metadata = page.metadata_with(&extraction, &recurring);
        self.add_column(capture, &mut metadata)?;
        Ok((self.filled(row, opened, page, &extraction, &metadata), metadata))
    }

    /// The row by the content rules of a portal.
    fn by_rules(
        &self,
        opened: &Opened,
        capture: &Capture<'_>,
        content: &Content,
        ruled: &RuledPage,
    ) -> Result<(Draft, Metadata), ShuffleError> {
        let (page, extraction) = (&ruled.page, &ruled.extraction);
        let mut metadata = page.metadata(extraction);
        content.describe(ruled, &opened.page, &mut metadata);
        self.add_site(capture, &mut metadata);
        self.add_column(capture, &mut metadata)?;
        let draft = self.filled(Row::default(), opened, page, extraction, &metadata);
        Ok((draft, metadata))
    }

    /// Where neither page nor rules name the site, the portal file does.
    fn add_site(&self, capture: &Capture<'_>, metadata: &mut Metadata) {
        let portal = self.evidence.rules.for_url(capture.url);
        if metadata.site.is_none()
            && let Some(site) = portal.and_then(|portal| portal.site())
        {
            metadata.set("site", vec![site.to_owned()]);
        }
    }

    /// Where neither page nor rules name a section, it is the column that listed the article.
    fn add_column(
        &self,
        capture: &Capture<'_>,
        metadata: &mut Metadata,
    ) -> Result<(), ShuffleError> {
        if metadata.section.is_none()
            && let Some(column) = self.evidence.column(capture)?
        {
            metadata.set("section", vec![column]);
        }
        Ok(())
    }

    /// A row with text and metadata. `page` is the page that `extraction` labels; rules may have edited
    /// it.
    fn filled(
        &self,
        mut row: Row,
        opened: &Opened,
        page: &Page,
        extraction: &Extraction,
        metadata: &Metadata,
    ) -> Draft {
        let config = self.config;
        row.text = render::text(page, extraction);
        row.extractor = extraction.method.to_owned();
        for (also, method) in row.also.iter_mut().zip(Method::ALL) {
            if config.also_extract.iter().any(|name| name.method() == method) {
                let page = &opened.page;
                *also = Some(render::text(page, &method.extract(page, &config.extract)));
            }
        }
        size(&mut row, opened.page.visible_chars());
        row.n_blocks = saturate(extraction.kept(page).count());
        describe(&mut row, metadata);
        row.charset = Some(page.charset().to_owned());
        row.charset_source = Some(page.charset_source().as_str().to_owned());
        row.mime.clone_from(&opened.mime.essence);
        // Sorted and without repetitions in `locate`, once all flags are known.
        let page_flags = page.flags().iter().chain(&extraction.flags).chain(&metadata.flags);
        let page_flags = page_flags.map(|flag| flag.id());
        row.flags.extend(page_flags.chain(mime::flag(&opened.mime)).map(str::to_owned));
        // Building the tree takes a tenth of extraction, and rows do not need it.
        let document = match config.needs_documents() {
            true => Document::new(page, extraction),
            false => Document::default(),
        };
        let facts = PageFacts::from_metadata(metadata);
        Draft { row, facts, identity: Identity::new("", "", ""), document }
    }
}

/// Takes what the pages of the host show into the row. Returns what recurs in their titles.
fn fill_joint(row: &mut Row, joint: Joint) -> Recurring {
    let Joint { group, cross, compared, titles, labels, flags } = joint;
    (row.template_group, row.cross) = (group, Some(cross));
    (row.nodes, row.markup, row.compared) = (labels.nodes, labels.markup, compared);
    row.flags.extend(flags.iter().map(|flag| flag.id().to_owned()));
    titles
}
