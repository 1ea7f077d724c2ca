//! Why a configuration cannot be used.

/// Why a configuration cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// Not TOML, or not this schema; the message carries line and column.
    #[error("the configuration does not fit the schema")]
    Toml(#[from] toml::de::Error),
    /// The configuration cannot be written as TOML.
    #[error("the configuration cannot be written")]
    Write(#[from] toml::ser::Error),
    /// A value is of the right type but has no meaning.
    #[error("`{field}` is `{found}`: {expected}")]
    Value {
        /// Dotted path of the field.
        field: String,
        /// What stands there.
        found: String,
        /// What may stand there.
        expected: String,
    },
}

/// The answer to a value that has no meaning.
pub(crate) fn meaningless(
    field: &str,
    found: impl Into<String>,
    expected: impl Into<String>,
) -> Result<(), ConfigError> {
    let (field, found, expected) = (field.to_owned(), found.into(), expected.into());
    Err(ConfigError::Value { field, found, expected })
}
