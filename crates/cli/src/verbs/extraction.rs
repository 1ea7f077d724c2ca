//! How text is extracted from a page: shared by all verbs that extract.

use scutch_page::{CharsetRule, ExtractConfig, Mode, OwnHeading};

use crate::named::named;

// How text is extracted from a page; shared by `corpus`, `extract` and `template`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ExtractionArgs {
    /// Rather lose text than keep boilerplate.
    #[arg(long, group = "mode")]
    precision: bool,
    /// Rather keep boilerplate than lose text.
    #[arg(long, group = "mode")]
    recall: bool,
    /// Keep blocks from this score on, 0 to 1, or the best if none has it; of page and template [default: by mode and page].
    #[arg(long, value_name = "N", value_parser = share)]
    content_threshold: Option<f32>,
    /// Keep what readers wrote below the text, and customers of a product.
    #[arg(long)]
    comments: bool,
    /// Leave out tables.
    #[arg(long)]
    no_tables: bool,
    /// Leave out the numbers beside lines of code.
    #[arg(long)]
    no_line_numbers: bool,
    /// What becomes of the heading that says what the page is called [default: judged].
    #[arg(long, value_name = "RULE", value_parser = named::<OwnHeading>())]
    heading: Option<OwnHeading>,
    /// How the charset of a page is found [default: weighed].
    #[arg(long, value_name = "RULE", value_parser = named::<CharsetRule>())]
    pub(crate) charset_rule: Option<CharsetRule>,
}

impl ExtractionArgs {
    /// Applies typed values to the configuration. Modes have the names of trafilatura's, which users know.
    pub(crate) fn apply(&self, config: &mut ExtractConfig) {
        let modes = [(self.precision, Mode::Precision), (self.recall, Mode::Recall)];
        if let Some((_, mode)) = modes.into_iter().find(|(asked, _)| *asked) {
            config.mode = mode;
        }
        config.threshold = self.content_threshold.or(config.threshold);
        config.comments |= self.comments;
        // Flags only switch off what the file left on, so `--no-tables` and a file never cancel
        // out.
        config.tables &= !self.no_tables;
        config.line_numbers &= !self.no_line_numbers;
        config.heading = self.heading.unwrap_or(config.heading);
    }
}

/// A number from 0 to 1.
pub(crate) fn share(typed: &str) -> Result<f32, String> {
    let number = typed.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}
