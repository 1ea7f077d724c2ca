//! JSON lines in the schema of OSCAR 23.01: `content`, `warc_headers`, `metadata`.
//!
//! Values that scutch does not compute are null, as in OSCAR where they do not apply.

use serde_json::json;

use crate::format::article::Article;
use crate::row::json::{JsonLine, json_line, shortest};

/// The line of a document.
pub(super) fn line(article: &Article<'_>, _: &JsonLine) -> Vec<u8> {
    let row = article.row;
    let identification = row
        .language
        .as_ref()
        .map(|label| json!({ "label": label, "prob": row.language_score.map(shortest) }));
    // OSCAR keeps the brackets of the WARC header. The row drops them.
    let record = row.warc_record_id.as_ref().map(|id| format!("<{id}>"));
    json_line(&json!({
        "content": row.text,
        "warc_headers": {
            "warc-record-id": record,
            "warc-date": row.warc_date,
            // OSCAR is made from WET files, whose records are conversions to plain text.
            "warc-type": "conversion",
            "content-type": "text/plain",
            // Bytes, as in a WARC header, not characters.
            "content-length": row.text.len(),
            "warc-target-uri": row.url,
            "warc-identified-content-language": row.language,
        },
        "metadata": {
            "identification": identification,
            "harmful_pp": null,
            "tlsh": null,
            "quality_warnings": null,
            "categories": null,
            "sentence_identifications": null,
        },
    }))
}
