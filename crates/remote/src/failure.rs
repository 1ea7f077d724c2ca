//! Why bytes do not come, as sentences without the address.

use std::error::Error as StdError;
use std::io::{self, ErrorKind};

use object_store::Error;

/// Why an attempt failed.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The sentence.
    pub(crate) error: io::Error,
    /// Whether a further attempt has the same end.
    pub(crate) is_final: bool,
}

/// What `object_store` says in its own words only, and what it means.
const PHRASES: &[(&str, &str)] = &[
    ("Requested ", "the server sent another range than it was asked for"),
    (
        "URL scheme is not allowed",
        "the endpoint has no TLS: AWS_ALLOW_HTTP=true allows that (GOOGLE_ALLOW_HTTP, AZURE_ALLOW_HTTP)",
    ),
    ("Account must be specified", "no account is named: set AZURE_STORAGE_ACCOUNT_NAME"),
];

/// Where clouds tell their own machines which credentials they have. Who asks there has no others.
const METADATA: &[&str] = &["169.254.169.254", "metadata.google.internal"];

/// What to set for each store, by the names that `object_store` has for them.
const CREDENTIALS: &[(&str, &str)] = &[
    (
        "S3",
        "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SKIP_SIGNATURE=true for a public bucket",
    ),
    ("GCS", "GOOGLE_SERVICE_ACCOUNT, or GOOGLE_SKIP_SIGNATURE=true for a public bucket"),
    (
        "MicrosoftAzure",
        "AZURE_STORAGE_ACCOUNT_KEY, or AZURE_SKIP_SIGNATURE=true for a public container",
    ),
];

/// What stands before the status of an answer that nothing else is known of.
const STATUS: &str = "status code: ";

impl Failure {
    /// A failure that a further attempt would not mend.
    pub(crate) fn last(error: io::Error) -> Self {
        Self { error, is_final: true }
    }

    /// The connection ended before all bytes of a range came.
    pub(crate) fn short(came: u64, wanted: u64, from: u64) -> Self {
        let why = format!("{came} of {wanted} bytes came for the range from byte {from} on");
        Self { error: io::Error::new(ErrorKind::UnexpectedEof, why), is_final: false }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        if let Some((kind, why)) = known(&error) {
            return Self::last(io::Error::new(kind, why));
        }
        let causes = causes(&error);
        let said = |phrase: &str| causes.iter().any(|cause| cause.contains(phrase));
        if let Some((phrase, meaning)) = PHRASES.iter().find(|(phrase, _)| said(phrase)) {
            // The numbers that follow tell which range.
            let detail = causes.iter().find(|cause| cause.starts_with(phrase));
            let detail = detail.map_or(String::new(), |detail| format!(" ({detail})"));
            return Self::last(io::Error::other(format!("{meaning}{detail}")));
        }
        if METADATA.iter().any(|host| said(host)) {
            let store = match &error {
                Error::Generic { store, .. } => *store,
                _ => "",
            };
            let set = CREDENTIALS.iter().find(|(name, _)| *name == store);
            let set = set.map_or(String::new(), |(_, set)| format!(": set {set}"));
            let why = format!("there are no credentials in the environment{set}");
            return Self::last(io::Error::new(ErrorKind::PermissionDenied, why));
        }
        // Outer causes repeat the address and the attempts.
        let innermost = causes.last().map_or("", String::as_str);
        let status = innermost.split_once(STATUS).map_or("", |(_, status)| status);
        let is_temporary = ["408", "429"].iter().any(|temporary| status.starts_with(temporary));
        Self {
            error: io::Error::other(format!("cannot be fetched ({innermost})")),
            // The server does not take the request, and will not take it later.
            is_final: status.starts_with('4') && !is_temporary,
        }
    }
}

/// The errors that `object_store` tells apart.
fn known(error: &Error) -> Option<(ErrorKind, &'static str)> {
    Some(match error {
        Error::NotFound { .. } => (ErrorKind::NotFound, "nothing is there (404)"),
        Error::PermissionDenied { .. } => (
            ErrorKind::PermissionDenied,
            "the server refuses access (403): credentials are missing, or do not allow it",
        ),
        Error::Unauthenticated { .. } => {
            (ErrorKind::PermissionDenied, "the server wants other credentials (401)")
        }
        Error::NotSupported { .. } => (ErrorKind::Unsupported, "the server sends no ranges of it"),
        _ => return None,
    })
}

/// The first lines of an error and of its causes. Bodies of answers, which servers fill, have more.
fn causes(error: &dyn StdError) -> Vec<String> {
    let mut causes = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next {
        let line = error.to_string();
        let line: String = line.lines().next().unwrap_or_default().chars().take(300).collect();
        causes.push(line.trim_end_matches([' ', ':']).escape_debug().to_string());
        next = error.source();
    }
    causes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_stores_become_sentences() {
        let generic = |why: &str| Error::Generic { store: "S3", source: why.to_owned().into() };
        let source = || "x".to_owned().into();
        for (error, expected, is_final) in [
            (
                Error::NotFound { path: "a".into(), source: source() },
                "nothing is there (404)",
                true,
            ),
            (
                Error::PermissionDenied { path: "a".into(), source: source() },
                "the server refuses access (403): credentials are missing, or do not allow it",
                true,
            ),
            (
                generic("Requested 0..9, got 0..4"),
                "the server sent another range than it was asked for (Requested 0..9, got 0..4)",
                true,
            ),
            (
                generic("status code: 500 \u{1b}[1m:\nmore"),
                r"cannot be fetched (status code: 500 \u{1b}[1m)",
                false,
            ),
        ] {
            let failure = Failure::from(error);
            assert_eq!(
                (failure.error.to_string().as_str(), failure.is_final),
                (expected, is_final)
            );
        }
        for &(store, expected) in CREDENTIALS {
            let source = "error for url (http://169.254.169.254/latest)".into();
            let failure = Failure::from(Error::Generic { store, source });
            let said = failure.error.to_string();
            assert_eq!(
                said,
                format!("there are no credentials in the environment: set {expected}")
            );
        }
    }
}
