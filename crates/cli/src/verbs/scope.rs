//! Which records become rows, for all verbs that read archives as a corpus does.

use std::path::Path;

use scutch_folder::config::Config;
use scutch_folder::config::scope::PLAIN_TEXT;

use crate::settings_file;

// Which records become rows.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ScopeArgs {
    /// HTTP statuses kept: 404, 3xx, 200-299 [default: 200].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    status: Vec<String>,
    /// Keep every HTTP status.
    #[arg(long, conflicts_with = "status")]
    keep_all_status: bool,
    /// Media types kept [default: text/html,application/xhtml+xml].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    mime: Vec<String>,
    /// Keep text/plain too.
    #[arg(long)]
    plain_text: bool,
    /// Record types that become rows [default: response,resource,conversion].
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    record_type: Vec<String>,
    /// Keep records that lost bytes, as flagged rows.
    #[arg(long)]
    keep_damaged: bool,
    /// Keep pages that are no articles, too, where a crawl or a portal file says so.
    #[arg(long)]
    everything: bool,
    /// Only addresses in which this regular expression is found; `@FILE` for one a line.
    #[arg(long, value_name = "PATTERN|@FILE")]
    url_include: Vec<String>,
    /// No addresses in which this regular expression is found; `@FILE` for one a line.
    #[arg(long, value_name = "PATTERN|@FILE")]
    url_exclude: Vec<String>,
    /// Only these hosts and hosts below them.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    host: Vec<String>,
    /// Only captures of then or later: 2019, 2019-05, 2019-05-17.
    #[arg(long, value_name = "DATE")]
    from: Option<String>,
    /// Only captures of then or earlier.
    #[arg(long, value_name = "DATE")]
    to: Option<String>,
}

// Which texts become rows.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct TextScopeArgs {
    /// Types of pages: article, documentation, service, forum, listing, collection, product, other.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    page_type: Vec<String>,
    /// Languages of texts: de,en; `und` for texts of none.
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    language: Vec<String>,
    /// Only texts of so many words or more.
    #[arg(long, value_name = "N")]
    min_words: Option<u32>,
    /// Keep pages without extracted text.
    #[arg(long)]
    keep_empty: bool,
}

impl TextScopeArgs {
    /// Applies typed values to the configuration.
    pub(crate) fn apply(&self, config: &mut Config) {
        let select = &mut config.scope.select;
        replace(&self.page_type, &mut select.page_types);
        replace(&self.language, &mut select.languages);
        select.min_words = self.min_words.unwrap_or(select.min_words);
        config.scope.keep_empty |= self.keep_empty;
    }
}

/// Settings and the options that they are typed with.
const OPTIONS: &[(&str, &str)] = &[
    ("scope.statuses", "--status"),
    ("scope.mimes", "--mime"),
    ("scope.record_types", "--record-type"),
    ("scope.select.url_include", "--url-include"),
    ("scope.select.url_exclude", "--url-exclude"),
    ("scope.select.hosts", "--host"),
    ("scope.select.from", "--from"),
    ("scope.select.to", "--to"),
    ("scope.select.page_types", "--page-type"),
    ("scope.select.languages", "--language"),
];

/// The option that a setting is typed with.
pub(crate) fn option_of(setting: &str) -> Option<&'static str> {
    OPTIONS.iter().find(|(name, _)| *name == setting).map(|(_, option)| *option)
}

/// A typed list replaces that of the file: adding to it would leave no way to narrow it.
fn replace(typed: &[String], meant: &mut Vec<String>) {
    if !typed.is_empty() {
        *meant = typed.iter().map(|value| value.trim().to_ascii_lowercase()).collect();
    }
}

/// Typed patterns, with the lines of files in place of `@FILE`.
///
/// # Errors
/// When a file cannot be read.
pub(crate) fn patterns(typed: &[String]) -> anyhow::Result<Vec<String>> {
    let mut all = Vec::new();
    for pattern in typed {
        let Some(path) = pattern.strip_prefix('@') else {
            all.push(pattern.clone());
            continue;
        };
        let text = settings_file::list(Path::new(path))?;
        let lines = text.lines().map(str::trim);
        // Lists of patterns are commented by hand.
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        all.extend(lines.map(str::to_owned));
    }
    Ok(all)
}

impl ScopeArgs {
    /// Applies typed values to the configuration.
    ///
    /// # Errors
    /// When a file of patterns cannot be read.
    pub(crate) fn apply(&self, config: &mut Config) -> anyhow::Result<()> {
        replace(&self.status, &mut config.scope.statuses);
        replace(&self.mime, &mut config.scope.mimes);
        replace(&self.record_type, &mut config.scope.record_types);
        let select = &mut config.scope.select;
        replace(&self.host, &mut select.hosts);
        let lists = [
            (&self.url_include, &mut select.url_include),
            (&self.url_exclude, &mut select.url_exclude),
        ];
        for (typed, meant) in lists {
            if !typed.is_empty() {
                *meant = patterns(typed)?;
            }
        }
        for (typed, meant) in [(&self.from, &mut select.from), (&self.to, &mut select.to)] {
            if typed.is_some() {
                meant.clone_from(typed);
            }
        }
        // Switches only widen: there is no flag that takes back what the file says.
        config.scope.everything |= self.everything;
        if self.keep_all_status {
            // One pattern for all, so that the manifest tells the same as a file would.
            config.scope.statuses = vec!["*".to_owned()];
        }
        if self.plain_text && !config.scope.mimes.iter().any(|m| m == PLAIN_TEXT) {
            config.scope.mimes.push(PLAIN_TEXT.to_owned());
        }
        config.scope.keep_damaged |= self.keep_damaged;
        Ok(())
    }
}
