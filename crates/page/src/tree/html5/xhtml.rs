//! Documents of XHTML: there `<title/>` and `<div/>` are whole elements.
//!
//! Browsers obey the slash only where the server says `application/xhtml+xml`. Archives often lack
//! that header, and whoever writes an XML declaration or a doctype of XHTML means the slash.

use crate::tree::Syntax;

/// Bytes of a document in which its declaration is looked for.
const HEAD: usize = 1024;

/// How a document is read, by its server or by itself.
pub(super) fn syntax(served: Syntax, html: &str) -> scutch_html::Syntax {
    match served {
        Syntax::Xhtml => scutch_html::Syntax::Xhtml,
        Syntax::Html if is_declared(html) => scutch_html::Syntax::XhtmlAsHtml,
        Syntax::Html => scutch_html::Syntax::Html,
    }
}

/// Whether a document begins with an XML declaration or a doctype of XHTML.
fn is_declared(html: &str) -> bool {
    let head = html[..html.floor_char_boundary(HEAD.min(html.len()))].trim_start();
    let begins = |text: &str, word: &str| {
        text.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
    };
    if begins(head, "<?xml ") {
        return true;
    }
    let doctype = begins(head, "<!doctype").then(|| head.split('>').next()).flatten();
    doctype.is_some_and(|doctype| doctype.contains("//DTD XHTML "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::tree::{Tag, Tree};

    #[test]
    fn xhtml_declares_itself() {
        for (html, expected) in [
            ("<?xml version='1.0'?><html>", true),
            (" <!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x\"><html>", true),
            ("<!doctype html><p>-//W3C//DTD XHTML 1.0 Strict//EN", false),
            ("<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\"><html>", false),
            ("<?php echo 1 ?><html>", false),
            ("<html xmlns='http://www.w3.org/1999/xhtml'>", false),
            ("", false),
        ] {
            assert_eq!(is_declared(html), expected, "{html}");
        }
    }

    fn text(html: &str) -> String {
        text_as(html, Syntax::Html)
    }

    fn text_as(html: &str, syntax: Syntax) -> String {
        let tree = Tree::parse_as(html, syntax, &Limits::default(), &mut Vec::new());
        let texts: Vec<&str> =
            tree.all().map(|id| tree.text(id)).filter(|t| !t.is_empty()).collect();
        texts.join("|")
    }

    #[test]
    fn self_closed_elements_swallow_nothing() {
        for element in [
            "<title/>",
            "<textarea rows='2'/>",
            "<script src='a.js'/>",
            "<iframe src='x' />",
            "<style />",
        ] {
            let page = |declaration: &str| {
                format!(
                    "{declaration}<html><head></head><body>{element}<p>One</p><p>Two</p></body></html>"
                )
            };
            assert_eq!(text(&page("<?xml version='1.0'?>\n")), "One|Two", "{element}");
            assert_ne!(text(&page("<!DOCTYPE html>")), "One|Two", "{element}");
            let served = text_as(&page("<!DOCTYPE html>"), Syntax::Xhtml);
            assert_eq!(served, "One|Two", "{element}");
        }
        let html = "<?xml version='1.0'?><html><body><p>A<br/>b<img src='c'/>d<a id='x'/>e<svg><g/></svg></p></body></html>";
        let tree = Tree::parse(html, &Limits::default(), &mut Vec::new());
        let link = tree.all().find(|id| tree.tag(*id) == Some(Tag::A)).expect("an anchor");
        assert!(tree.text_content(link).is_empty());
        assert_eq!(text(html), "A|b|d|e");
    }
    #[test]
    fn sections_of_served_xhtml_are_text() {
        let html = "<html><body><p><![CDATA[a < b > c]]> d</p></body></html>";
        assert_eq!(text_as(html, Syntax::Xhtml), "a < b > c d");
        // A bogus comment: it ends with the first `>`.
        assert_eq!(text(html), " c]]> d");
    }
}
