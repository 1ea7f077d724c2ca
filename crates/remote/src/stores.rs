//! From addresses to objects of stores.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::http::HttpBuilder;
use object_store::path::Path;
use object_store::{BackoffConfig, ClientConfigKey, ClientOptions, ObjectStore, RetryConfig};
use url::Url;

use crate::failure::Failure;
use crate::object::Object;

/// What servers are told who asks.
const AGENT: &str = concat!("scutch/", env!("CARGO_PKG_VERSION"));
const USER_AGENT: ClientConfigKey = ClientConfigKey::UserAgent;

/// The stores that were asked so far, by the beginning of their addresses.
#[derive(Debug, Default)]
pub(crate) struct Stores(HashMap<String, Arc<dyn ObjectStore>>);

impl Stores {
    /// The object of an address. No request is made.
    pub(crate) fn object(&mut self, address: &str) -> io::Result<Object> {
        let bad = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
        let url = Url::parse(address).map_err(|error| bad(format!("no address ({error})")))?;
        if let Some(why) = unsupported(&url) {
            return Err(bad(why.to_owned()));
        }
        let path = Path::from_url_path(url.path())
            .map_err(|error| bad(format!("no path of an object ({error})")))?;
        let root = format!("{}://{}", url.scheme(), url.authority());
        let store = match self.0.get(&root) {
            Some(store) => Arc::clone(store),
            None => {
                let new = store(url.scheme(), &root).map_err(|error| Failure::from(error).error)?;
                self.0.insert(root, Arc::clone(&new));
                new
            }
        };
        Ok(Object::new(store, path))
    }
}

/// Why an address is not read, if it is not. Addresses go into rows, so they must hold no secret.
fn unsupported(url: &Url) -> Option<&'static str> {
    let has_user = url.scheme().starts_with("http") && !url.username().is_empty();
    if url.query().is_some() || url.fragment().is_some() {
        Some(
            "an address with a query: signed addresses are not read, because rows would name the signature",
        )
    } else if has_user || url.password().is_some() {
        Some("an address with a password: it would be named in rows")
    } else if url.host_str().is_none_or(str::is_empty) {
        Some("an address without a bucket or host")
    } else {
        None
    }
}

/// The store of an address, with settings and credentials from the environment.
fn store(scheme: &str, root: &str) -> object_store::Result<Arc<dyn ObjectStore>> {
    // One provider in the program, that of the rest of it. An error says that one is set.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let retry = retry();
    Ok(match scheme {
        "s3" => {
            let agent = AmazonS3ConfigKey::Client(USER_AGENT);
            let builder = AmazonS3Builder::from_env().with_config(agent, AGENT);
            Arc::new(builder.with_url(root).with_retry(retry).build()?)
        }
        "gs" => {
            let agent = GoogleConfigKey::Client(USER_AGENT);
            let builder = GoogleCloudStorageBuilder::from_env().with_config(agent, AGENT);
            Arc::new(builder.with_url(root).with_retry(retry).build()?)
        }
        "http" | "https" => {
            // Whoever names `http://` wants it. What begins with TLS is not led away from it.
            let options = ClientOptions::new().with_config(USER_AGENT, AGENT);
            let options = options.with_allow_http(scheme == "http");
            let builder = HttpBuilder::new().with_url(root).with_client_options(options);
            Arc::new(builder.with_retry(retry).build()?)
        }
        _ => {
            let agent = AzureConfigKey::Client(USER_AGENT);
            let builder = MicrosoftAzureBuilder::from_env().with_config(agent, AGENT);
            Arc::new(builder.with_url(root).with_retry(retry).build()?)
        }
    })
}

/// How requests are repeated within the library. Ranges are repeated by us, with what came of them.
fn retry() -> RetryConfig {
    let backoff = BackoffConfig { max_backoff: Duration::from_secs(1), ..BackoffConfig::default() };
    RetryConfig { backoff, max_retries: 1, retry_timeout: Duration::from_secs(60) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_to_objects_or_are_refused() {
        let mut stores = Stores::default();
        for (address, expected) in [
            ("s3://bucket/a/b.warc.gz", None),
            ("gs://bucket/b.warc.gz", None),
            ("https://a.example/x%20y.warc", None),
            ("http://a.example:8080/x.warc", None),
            ("https://a.example/x.warc?X-Amz-Signature=1", Some("signed addresses are not read")),
            ("https://u:p@a.example/x.warc", Some("a password")),
            ("s3:///x.warc", Some("without a bucket")),
            ("https://", Some("no address")),
        ] {
            let object = stores.object(address).map_err(|error| error.to_string());
            match (expected, object) {
                (None, object) => drop(object.expect(address)),
                (Some(why), object) => {
                    let said = object.map(|_| ()).expect_err(address);
                    assert!(said.contains(why), "{address}: {said}");
                }
            }
        }
        assert_eq!(stores.0.len(), 4);
    }
}
