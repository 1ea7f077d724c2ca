//! What a crawl decided of a response: the content of the metadata record beside it.
//!
//! The block of such a record is `application/warc-fields` (ISO 28500, section 6.6) and begins
//! with `crawl-verdict`. Its header names the response (`WARC-Refers-To`, `WARC-Target-URI`), so it
//! can lie in any file. An archive may have several verdicts on one response, because crawls go on
//! and are updated: the one with the highest `batch` counts.

scutch_url::reasons! {
    /// What a crawl decided of a response.
    pub enum PageVerdict {
        Article = "article", "An article of the portal.";
        Again = "article-again", "An article that is stored under another of its addresses too.";
        Continuation = "article-continued", "A further page of an article.";
        ArchivePage = "archive-page", "A page that lists articles.";
        NotArticle = "page-no-article", "The page is linked from archive pages, but is no article.";
        Status = "page-status", "The server does not give the page.";
        SoftNotFound = "page-soft-404", "The server gives an error page with status 200 in place of the page.";
        Paywall = "page-paywall", "The page shows a paywall in place of the article.";
        Elsewhere = "page-elsewhere", "A redirect leads to another site.";
        OtherDay = "page-other-day", "The article is of a day that was not asked for.";
        KnownBad = "page-known-bad", "The address is on the list of those to leave alone.";
        Unused = "page-unused", "The crawl uses another answer for the address, or no route leads to it.";
    }
}

impl PageVerdict {
    /// Whether the response is to become a document. Of several addresses of an article one is.
    pub fn is_article(self) -> bool {
        self == Self::Article
    }
}

/// Names of the fields.
const VERDICT: &str = "crawl-verdict";
const BATCH: &str = "batch";
const DIGEST: &str = "block-digest";
const ARTICLE: &str = "article";
const PAGE: &str = "page";
const FIRST: &str = "first-page";
const COLUMN: &str = "column";

/// How the block of every verdict begins.
const START: &[u8] = b"crawl-verdict:";

/// A verdict on one response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// What was decided.
    pub page: PageVerdict,
    /// Verdicts of one crawl that were written together have one number; the highest counts.
    pub batch: u32,
    /// `WARC-Block-Digest` of the response.
    pub digest: String,
    /// Address of the article that the page belongs to.
    pub article: Option<String>,
    /// Of a further page of an article, its number, from 2.
    pub number: Option<u32>,
    /// Of a further page, the record id of the response that is the first page. Two crawls of one
    /// site give an article the same address, but never the same record. Older crawls name none.
    pub first: Option<String>,
    /// Of an article, the column of the portal that first listed it.
    pub column: Option<String>,
}

/// Longest name of a column, in bytes: longer ones are none, whoever wrote the record.
const LONGEST_COLUMN: usize = 256;

/// Why a block that begins as a verdict is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoVerdict;

impl Verdict {
    /// A verdict that names no article.
    pub fn bare(page: PageVerdict, batch: u32, digest: String) -> Self {
        let (article, number, first, column) = (None, None, None, None);
        Self { page, batch, digest, article, number, first, column }
    }

    /// Whether the block of a metadata record claims to be a verdict.
    pub fn is_claimed(block: &[u8]) -> bool {
        block.starts_with(START)
    }

    /// The block of the record. `more` are fields that only people read.
    pub fn block(&self, more: &[(&str, String)]) -> String {
        let mut fields = vec![
            (VERDICT, self.page.id().to_owned()),
            (BATCH, self.batch.to_string()),
            (DIGEST, self.digest.clone()),
        ];
        fields.extend(self.article.iter().map(|article| (ARTICLE, article.clone())));
        fields.extend(self.number.iter().map(|number| (PAGE, number.to_string())));
        fields.extend(self.first.iter().map(|first| (FIRST, first.clone())));
        fields.extend(self.column.iter().map(|column| (COLUMN, column.clone())));
        fields.extend_from_slice(more);
        let line = |(name, value): &(&str, String)| {
            // A line break in an address would begin another field.
            let value: String =
                value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            format!("{name}: {value}\r\n")
        };
        fields.iter().map(line).collect()
    }

    /// Reads the block of a record; unknown fields are skipped.
    ///
    /// # Errors
    /// When a field is missing or malformed, or the verdict is not one of the table.
    pub fn parse(block: &[u8]) -> Result<Self, NoVerdict> {
        let text = std::str::from_utf8(block).map_err(|_| NoVerdict)?;
        let field = |name: &str| {
            let mut fields = text.lines().filter_map(|line| line.split_once(':'));
            fields.find(|(field, _)| *field == name).map(|(_, value)| value.trim())
        };
        let number = |name| field(name).map(|value| value.parse::<u32>().map_err(|_| NoVerdict));
        let verdict = field(VERDICT).ok_or(NoVerdict)?;
        let page = PageVerdict::ALL.iter().copied().find(|known| known.id() == verdict);
        Ok(Self {
            page: page.ok_or(NoVerdict)?,
            batch: number(BATCH).ok_or(NoVerdict)??,
            digest: field(DIGEST).ok_or(NoVerdict)?.to_owned(),
            article: field(ARTICLE).map(str::to_owned),
            number: number(PAGE).transpose()?,
            first: field(FIRST).map(str::to_owned),
            column: field(COLUMN).filter(|name| name.len() <= LONGEST_COLUMN).map(str::to_owned),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn verdict(page: PageVerdict) -> Verdict {
        let (digest, article) = ("sha1:ABC".to_owned(), Some("http://a.example/1".to_owned()));
        let (first, column) = (Some("<urn:a:1>".to_owned()), Some("world".to_owned()));
        Verdict { page, batch: 3, digest, article, number: Some(2), first, column }
    }

    #[test]
    fn verdicts_come_back_as_they_were_written() {
        for page in PageVerdict::ALL {
            let verdict = verdict(*page);
            let block = verdict.block(&[("route", "home\r\nbatch: 9".to_owned())]);
            assert!(Verdict::is_claimed(block.as_bytes()));
            assert_eq!(Verdict::parse(block.as_bytes()), Ok(verdict));
            assert!(block.ends_with("route: home  batch: 9\r\n"), "{block}");
        }
        let verdict = verdict(PageVerdict::Unused);
        let bare = Verdict { article: None, number: None, first: None, column: None, ..verdict };
        assert_eq!(Verdict::parse(bare.block(&[]).as_bytes()), Ok(bare.clone()));
        let endless = Verdict { column: Some("x".repeat(300)), ..bare.clone() };
        assert_eq!(Verdict::parse(endless.block(&[]).as_bytes()), Ok(bare));
    }

    #[test]
    fn blocks_that_only_begin_as_verdicts_are_none() {
        for block in [
            "crawl-verdict: article\r\n",
            "crawl-verdict: article\r\nbatch: 1\r\n",
            "crawl-verdict: article\r\nbatch: -1\r\nblock-digest: x\r\n",
            "crawl-verdict: no such thing\r\nbatch: 1\r\nblock-digest: x\r\n",
            "crawl-verdict: article\r\nbatch: 1\r\nblock-digest: x\r\npage: two\r\n",
        ] {
            assert_eq!(Verdict::parse(block.as_bytes()), Err(NoVerdict), "{block}");
        }
        assert_eq!(Verdict::parse(b"crawl-verdict: \xff"), Err(NoVerdict));
        assert!(!Verdict::is_claimed(b"scutch-group: page\r\n"));
    }

    proptest! {
        #[test]
        fn any_block_is_read_without_panic(block in ".{0,80}") {
            let _ = Verdict::parse(block.as_bytes());
        }
    }
}
