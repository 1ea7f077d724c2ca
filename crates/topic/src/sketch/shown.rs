//! What a page shows and says of itself, for verbs that choose among mementos. No verdict depends on
//! it.

use scutch_page::document::Addresses;
use scutch_page::tree::{Attr, NodeId, Tag};
use scutch_page::{ExtractConfig, Method, Page, Tree};
use serde::{Deserialize, Serialize};

/// How much of a page is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// The number of pictures, the share of a card.
    #[default]
    Numbers,
    /// These and the date of publication, for which the main text is looked for: that takes about
    /// as long as all else.
    Dated,
    /// The numbers, the text, all `meta` elements and pictures.
    Whole,
}

/// What a page shows and says of itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// The date of publication, ISO 8601, as precise as the page says, where it is looked for.
    pub published: Option<String>,
    /// `img` elements with an address.
    pub images: u32,
    /// Parts of a card (type, title, description, picture) that the page gives to social media.
    pub card_parts: u8,
    /// The text that is compared, where it is kept.
    pub text: String,
    /// Names and values of `meta` elements, in the order of the page, where they are kept.
    pub meta: Vec<(String, String)>,
    /// The pictures, in the order of the page, where they are kept.
    pub pictures: Vec<Picture>,
}

/// A picture that a page shows, or that stands for it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Its address.
    pub address: String,
    /// Where it is named: `img`, or the name of a `meta` element.
    pub source: String,
    /// Width and height in pixels, where the page gives both.
    pub size: Option<(u32, u32)>,
    /// The text in its place.
    pub alt: String,
}

/// Names of the parts of a card; each part is one of its names.
const CARD: [&[&str]; 4] = [
    &["twitter:card"],
    &["twitter:title", "og:title"],
    &["twitter:description", "og:description"],
    PICTURES,
];

/// Names of the picture of a card.
const PICTURES: &[&str] =
    &["og:image", "og:image:url", "twitter:image", "twitter:image:url", "twitter:image:src"];

impl Shown {
    /// The share of a card's parts that the page gives, 0 to 1.
    pub fn card(&self) -> f64 {
        f64::from(self.card_parts) / CARD.len() as f64
    }
}

/// What a page with this text shows.
pub(crate) fn gather(page: &Page, text: &str, detail: Detail) -> Shown {
    let tree = page.tree();
    let meta = meta(tree);
    let has = |names: &&[&str]| meta.iter().any(|(name, _)| names.contains(&name.as_str()));
    let mut shown = Shown {
        images: u32::try_from(images(tree).count()).unwrap_or(u32::MAX),
        card_parts: CARD.iter().filter(|names| has(names)).count() as u8,
        ..Shown::default()
    };
    match detail {
        Detail::Numbers => {}
        Detail::Dated => {
            let extraction = Method::Page.extract(page, &ExtractConfig::default());
            shown.published = page.metadata(&extraction).date_published;
        }
        Detail::Whole => {
            shown.text = text.to_owned();
            shown.pictures = pictures(page, &meta);
            shown.meta = meta;
        }
    }
    shown
}

/// Names and values of `meta` elements that have both. Names are in lower case.
fn meta(tree: &Tree) -> Vec<(String, String)> {
    let elements = tree.all().filter(|id| tree.tag(*id) == Some(Tag::Meta));
    let pair = |id: NodeId| {
        // Open Graph has `property` and Twitter `name`, but pages mix them up.
        let name = ["property", "name"].iter().find_map(|name| tree.attr_named(id, name))?;
        let content = tree.attr(id, Attr::CONTENT)?;
        let content = content.split_whitespace().collect::<Vec<_>>().join(" ");
        (!content.is_empty()).then(|| (name.trim().to_ascii_lowercase(), content))
    };
    elements.filter_map(pair).collect()
}

fn images(tree: &Tree) -> impl Iterator<Item = NodeId> {
    // Without an address it shows nothing until a script gives it one.
    let has_address =
        |id: &NodeId| tree.attr(*id, Attr::SRC).or(tree.attr(*id, Attr::SRCSET)).is_some();
    tree.all().filter(|id| tree.tag(*id) == Some(Tag::Img)).filter(has_address)
}

/// The pictures that the head names, then those of the page.
fn pictures(page: &Page, meta: &[(String, String)]) -> Vec<Picture> {
    let (tree, addresses) = (page.tree(), Addresses::for_page(page));
    let named = meta.iter().filter(|(name, _)| PICTURES.contains(&name.as_str()));
    let named = named.map(|(name, address)| Picture {
        address: address.clone(),
        source: name.clone(),
        ..Picture::default()
    });
    let shown = images(tree).filter_map(|id| {
        let number = |name: &str| tree.attr_named(id, name)?.trim().parse().ok();
        Some(Picture {
            address: addresses.source(id)?,
            source: "img".to_owned(),
            size: number("width").zip(number("height")),
            alt: tree.attr(id, Attr::ALT).unwrap_or_default().trim().to_owned(),
        })
    });
    named.chain(shown).collect()
}

#[cfg(test)]
mod tests {
    use scutch_page::{Hints, Limits};

    use super::*;

    fn shown(html: &str, detail: Detail) -> Shown {
        let hints = Hints { url: Some("http://a.example/b/c"), ..Hints::default() };
        gather(&Page::parse(html.as_bytes(), &hints, &Limits::default()), "the text", detail)
    }

    const PAGE: &str = "<meta property='og:title' content=' The  fog '><meta name='twitter:title' \
        content='Fog'><meta name=Description content='x'><meta name=empty content=' '>\
        <meta property=og:image content='http://a.example/fog.jpg'>\
        <meta property='article:published_time' content='2014-01-27T10:00:00Z'>\
        <h1>The fog</h1><p>The ferry left late.<img src=fog.png width=20 height=10 alt=' Fog '>\
        <img srcset='x.png 2x'><img alt=nothing><img src='javascript:x' width=9>";

    #[test]
    fn pages_are_counted_and_dated() {
        let found = shown(PAGE, Detail::Dated);
        assert_eq!(found.published.as_deref(), Some("2014-01-27T10:00:00Z"));
        assert_eq!(shown(PAGE, Detail::Numbers), Shown { published: None, ..found.clone() });
        assert_eq!((found.images, found.card_parts, found.card()), (3, 2, 0.5));
        assert_eq!((found.text.as_str(), found.meta.len(), found.pictures.len()), ("", 0, 0));
        assert_eq!(
            shown("<p>x", Detail::Whole),
            Shown { text: "the text".into(), ..Shown::default() }
        );
    }

    #[test]
    fn pictures_and_meta_elements_are_kept_in_order() {
        let found = shown(PAGE, Detail::Whole);
        let names: Vec<&str> = found.meta.iter().map(|(name, _)| name.as_str()).collect();
        let expected =
            ["og:title", "twitter:title", "description", "og:image", "article:published_time"];
        assert_eq!(names, expected);
        assert_eq!(found.meta[0].1, "The fog");
        let pictures: Vec<(&str, &str)> =
            found.pictures.iter().map(|p| (p.source.as_str(), p.address.as_str())).collect();
        assert_eq!(
            pictures,
            [
                ("og:image", "http://a.example/fog.jpg"),
                ("img", "http://a.example/b/fog.png"),
                ("img", "http://a.example/b/x.png"),
            ]
        );
        assert_eq!(
            (found.pictures[1].size, found.pictures[1].alt.as_str()),
            (Some((20, 10)), "Fog")
        );
    }
}
