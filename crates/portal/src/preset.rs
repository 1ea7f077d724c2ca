//! Presets: portal files for every site of one publishing program.

use crate::file::{Fault, PortalFile};

/// Names and portal files of the presets.
pub const PRESETS: &[(&str, &str)] = &[
    ("blogger", include_str!("../data/blogger.toml")),
    ("drupal", include_str!("../data/drupal.toml")),
    ("ghost", include_str!("../data/ghost.toml")),
    ("hexo", include_str!("../data/hexo.toml")),
    ("typo3", include_str!("../data/typo3.toml")),
    ("wordpress", include_str!("../data/wordpress.toml")),
];

/// The file of a preset, parsed.
pub(crate) fn file(name: &str) -> Result<PortalFile, Fault> {
    let found = PRESETS.iter().find(|(known, _)| *known == name);
    let (_, text) = found.ok_or_else(|| {
        let names: Vec<_> = PRESETS.iter().map(|(name, _)| *name).collect();
        Fault::new(format!("there is no preset {name}"), format!("there are {}", names.join(", ")))
    })?;
    PortalFile::parse(text).map_err(|error| Fault::new(error.to_string(), error.hint))
}

#[cfg(test)]
mod tests {
    use scutch_url::Url;

    use super::*;
    use crate::{Document, Portal};

    #[test]
    fn every_preset_is_a_valid_portal_file() {
        for (name, _) in PRESETS {
            let portal = Portal::from_preset(name, "https://x.example/");
            let portal = portal.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!portal.routes.is_empty(), "{name}");
        }
        assert!(Portal::from_preset("none", "https://x.example/").is_err());
    }

    #[test]
    fn wordpress_articles_are_recognised_under_themes_with_few_marks() {
        let portal = Portal::from_preset("wordpress", "https://x.example/").expect("a preset");
        let is_article = |html: &str| {
            let url = Url::parse("https://x.example/a/").expect("an address");
            portal.article.is(&Document::from_text(url, html.to_owned()))
        };
        let filed = "<a rel='category tag' href=/categorie/a/>A</a>";
        let closed = "<p class=nocomments>Les commentaires sont fermés.</p>";
        let alone = format!("<div class=post id=post-7><h2>Titre</h2>{filed}</div>");
        let listed =
            format!("<div class=post id=post-7><h2><a href=/a/>Titre</a></h2>{filed}</div>");
        let form = "<input name=comment_post_ID value=7>";
        let menu = "<ul><li class='page_item current_page_item'>À propos</li></ul>";
        for (html, expected) in [
            ("<body class='single single-post postid-7'>".to_owned(), true),
            ("<body class='single single-actu postid-7'>".to_owned(), true),
            ("<body class='single single-tribe_events postid-7'>".to_owned(), false),
            ("<body class='single single-attachment postid-7'>".to_owned(), false),
            ("<body class='page page-id-7'>".to_owned() + form, false),
            (format!("<body class=single>{alone}"), true),
            (format!("<body>{alone}"), true),
            (format!("<body>{listed}{closed}"), true),
            (format!("<body>{listed}"), false),
            (format!("<body class=archive>{alone}"), false),
            (format!("<body>{listed}{listed}"), false),
            (format!("<body>{alone}{listed}{closed}"), true),
            (format!("<body><div class=post id=post-7><h2>Contact</h2></div>{closed}"), false),
            (format!("<body>{form}"), true),
            (format!("<body>{form}{menu}"), false),
            (format!("<body>{form}<article class='page type-page hentry'>"), false),
            ("<body><link rel=alternate href=/wp-json/wp/v2/posts/7>".to_owned(), true),
        ] {
            assert_eq!(is_article(&html), expected, "{html}");
        }
        for (target, expected) in [
            ("/wp-admin/x", true),
            ("/wp-login.php?a=b", true),
            ("/wp-content", true),
            ("/index.html@replytocom=3.html", true),
            ("/wp-admin-explique/", false),
            ("/a/feed/rss2/", true),
            ("/tag/rss/", false),
            ("/a/print/", true),
            ("/print/", false),
            ("/?p=3&lang=fr", false),
            ("/?p=3&preview=true", true),
        ] {
            assert_eq!(portal.skips(target), expected, "{target}");
        }
    }
}
