//! Which records become rows, for all verbs that read archives as a corpus does.

use scutch_corpus::Config;
use scutch_corpus::scope::PLAIN_TEXT;

/// Which records become rows.
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
    /// Keep pages without extracted text.
    #[arg(long)]
    keep_empty: bool,
    /// Keep records that lost bytes, as flagged rows.
    #[arg(long)]
    keep_damaged: bool,
}

impl ScopeArgs {
    /// Applies typed values to the configuration.
    pub(crate) fn apply(&self, config: &mut Config) {
        let lists = [
            (&self.status, &mut config.scope.statuses),
            (&self.mime, &mut config.scope.mimes),
            (&self.record_type, &mut config.scope.record_types),
        ];
        // A typed list replaces that of the file: adding to it would leave no way to narrow it.
        for (typed, meant) in lists {
            if !typed.is_empty() {
                *meant = typed.iter().map(|value| value.trim().to_ascii_lowercase()).collect();
            }
        }
        if self.keep_all_status {
            config.scope.statuses = vec!["*".to_owned()];
        }
        if self.plain_text && !config.scope.mimes.iter().any(|m| m == PLAIN_TEXT) {
            config.scope.mimes.push(PLAIN_TEXT.to_owned());
        }
        config.scope.keep_empty |= self.keep_empty;
        config.scope.keep_damaged |= self.keep_damaged;
    }
}
