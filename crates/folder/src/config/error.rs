//! Why a configuration cannot be used.

/// Why a configuration cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The text is no TOML or does not fit the schema. The source has line and column.
    #[error("the configuration does not fit the schema")]
    Toml(#[from] toml::de::Error),
    /// The configuration cannot be written as TOML.
    #[error("the configuration cannot be written")]
    Write(#[from] toml::ser::Error),
    /// A value has the right type but no meaning.
    #[error("`{field}` is `{found}`: {expected}")]
    Value {
        /// Dotted path of the field.
        field: String,
        /// The value found.
        found: String,
        /// The values allowed.
        expected: String,
    },
}

/// The error for a value without meaning.
pub(super) fn meaningless(
    field: &str,
    found: impl Into<String>,
    expected: impl Into<String>,
) -> Result<(), ConfigError> {
    let (field, found, expected) = (field.to_owned(), found.into(), expected.into());
    Err(ConfigError::Value { field, found, expected })
}
