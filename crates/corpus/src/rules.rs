//! Articles by the rules of portal files.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use scutch_archive::Capture;
use scutch_page::{ExtractConfig, Page};
use scutch_portal::{Content, ContentFile, Document, Ruled};
use scutch_url::Url;
use serde::{Deserialize, Serialize};

/// The content rules of a portal, and the hosts they are for.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PortalRules {
    /// Hosts of the portal; those below them are meant too.
    pub hosts: Vec<String>,
    /// Rule sets, in order.
    pub content: Vec<ContentFile>,
}

/// The rules of all portals, by host.
#[derive(Debug, Default)]
pub(crate) struct Rules {
    hosts: BTreeMap<String, Content>,
}

impl Rules {
    /// # Errors
    /// When a rule means nothing; with what is wrong.
    pub(crate) fn new(portals: &[PortalRules]) -> Result<Self, String> {
        let mut hosts = BTreeMap::new();
        for portal in portals {
            let content = Content::new(&portal.content)?;
            for host in &portal.hosts {
                hosts.insert(host.trim_start_matches("www.").to_ascii_lowercase(), content.clone());
            }
        }
        Ok(Self { hosts })
    }

    /// The article of a page, with the rules that found it.
    pub(crate) fn extract(
        &self,
        page: &Page,
        capture: &Capture<'_>,
        config: &ExtractConfig,
    ) -> Option<(&Content, Ruled)> {
        if self.hosts.is_empty() {
            return None;
        }
        let host = scutch_url::host(page.url()?)?.to_ascii_lowercase();
        // The host itself, then every name above it.
        let names = std::iter::successors(Some(host.as_str()), |name| {
            name.split_once('.').map(|(_, above)| above)
        });
        let content = names.into_iter().find_map(|name| self.hosts.get(name))?;
        let whole = || {
            let url = Url::parse(page.url()?).ok()?;
            let bytes = capture.payload.content.to_vec();
            Some(Document::new(url, bytes, capture.content_type.as_deref().map(str::to_owned)))
        };
        Some((content, content.extract(page, &whole, config)?))
    }
}
