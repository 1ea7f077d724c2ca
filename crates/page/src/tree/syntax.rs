//! The syntax in which a server says that a document is written.

/// Media types of XHTML (RFC 3236; WAP-277, section 6).
const XHTML: &[&str] = &["application/xhtml+xml", "application/vnd.wap.xhtml+xml"];

/// The declared syntax of a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Syntax {
    /// HTML, or nothing declared. What the document says of itself counts.
    #[default]
    Html,
    /// XHTML: `<title/>` is a whole element, and CDATA sections are text.
    Xhtml,
}

impl Syntax {
    /// The syntax by an HTTP `Content-Type` value.
    pub fn of_content_type(value: Option<&str>) -> Self {
        let essence = value.and_then(|value| value.split(';').next()).unwrap_or_default().trim();
        let is_xhtml = XHTML.iter().any(|known| essence.eq_ignore_ascii_case(known));
        if is_xhtml { Self::Xhtml } else { Self::Html }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_media_type_decides() {
        for (value, expected) in [
            (Some("application/xhtml+xml"), Syntax::Xhtml),
            (Some(" Application/XHTML+XML ; charset=utf-8"), Syntax::Xhtml),
            (Some("application/vnd.wap.xhtml+xml"), Syntax::Xhtml),
            (Some("text/html; profile=application/xhtml+xml"), Syntax::Html),
            (Some("application/xml"), Syntax::Html),
            (Some(""), Syntax::Html),
            (None, Syntax::Html),
        ] {
            assert_eq!(Syntax::of_content_type(value), expected, "{value:?}");
        }
    }
}
