//! Declarations and elements of a page that tell its type, counted in one walk over the tree.

use std::sync::LazyLock;

use super::words::{self, LookupPlace, Tally};
use crate::Page;
use crate::structured::jsonld;
use crate::structured::schema_types::{self, SchemaType};
use crate::tree::{Attr, NodeId, Tag, Tree};

/// Features to which Schema.org types count, in the order of the row.
const DECLARED: [&str; 25] = [
    "article",
    "analysis",
    "posting",
    "science",
    "techarticle",
    "recipe",
    "product",
    "offer",
    "rating",
    "forum",
    "question",
    "faq",
    "collection",
    "list",
    "blog",
    "service",
    "software",
    "business",
    "website",
    "webpage",
    "about",
    "breadcrumb",
    "person",
    "video",
    "event",
];

/// Beginnings of `name=value` of `meta` elements, with their features.
const METAS: &[(&str, &str)] = &[
    ("og-article", "og:type=article"),
    ("og-blog", "og:type=blog"),
    ("og-product", "og:type=product"),
    ("og-product", "og:type=og:product"),
    ("og-group", "og:type=product.group"),
    ("og-website", "og:type=website"),
    ("og-any", "og:type="),
    ("meta-published", "article:published_time="),
    ("meta-section", "article:section="),
    ("meta-article", "article:"),
    ("meta-price", "product:price"),
    ("meta-price", "og:price"),
    ("meta-author", "author="),
    ("meta-description", "description="),
    ("meta-citation", "citation_"),
    ("meta-label", "twitter:label1="),
];

/// Counted elements.
const COUNTED: &[(&str, &[Tag])] = &[
    ("article", &[Tag::Article]),
    ("section", &[Tag::Section]),
    ("main", &[Tag::Main]),
    ("aside", &[Tag::Aside]),
    ("form", &[Tag::Form]),
    ("input", &[Tag::Input]),
    ("select", &[Tag::Select]),
    ("textarea", &[Tag::Textarea]),
    ("button", &[Tag::Button]),
    ("img", &[Tag::Img]),
    ("video", &[Tag::Video, Tag::Iframe]),
    ("time", &[Tag::Time]),
    ("code", &[Tag::Code, Tag::Kbd, Tag::Samp, Tag::Tt]),
    ("pre", &[Tag::Pre]),
    ("table", &[Tag::Table]),
    ("h1", &[Tag::H1]),
    ("h2", &[Tag::H2]),
    ("h3", &[Tag::H3]),
    ("p", &[Tag::P]),
    ("li", &[Tag::Li]),
    ("dl", &[Tag::Dl]),
    ("a", &[Tag::A]),
    ("quote", &[Tag::Blockquote]),
    ("label", &[Tag::Label]),
    ("figure", &[Tag::Figure]),
];

/// Counted links and attributes.
const HINTS: [(&str, &str); 9] = [
    ("link-next", "Links to a next or previous page in the head."),
    ("link-feed", "Links to feeds in the head."),
    ("anchor-own", "Links within the page."),
    ("anchor-user", "Links to profiles of users."),
    ("anchor-nofollow", "Links that are marked `nofollow` or `ugc`."),
    ("id-anchors", "Links to single posts or comments."),
    ("input-checkbox", "Check boxes."),
    ("input-number", "Number fields."),
    ("anchor-call", "Telephone and mail links."),
];

/// Index into [`COUNTED`] by the number of a tag.
static COUNTERS: LazyLock<Vec<Option<u8>>> = LazyLock::new(|| {
    let last = Tag::ALL.iter().map(|(_, tag)| *tag as usize).max().unwrap_or(0);
    let mut counters = vec![None; last + 1];
    for (place, (_, tags)) in COUNTED.iter().enumerate() {
        tags.iter().for_each(|tag| counters[*tag as usize] = Some(place as u8));
    }
    counters
});

/// Path segments of user profiles.
const PEOPLE: &[&str] = &[
    "user",
    "users",
    "u",
    "member",
    "members",
    "member.php",
    "memberlist.php",
    "profile",
    "profiles",
    "author",
    "people",
];
/// Link relations of resources that belong to the page's software.
const LOADED: &[&str] = &["stylesheet", "icon", "preconnect", "dns-prefetch"];

/// Longest class or address that is cut into words, in bytes.
const LONG: usize = 600;

/// Counts over the tree of one page.
#[derive(Debug, Clone)]
pub(super) struct Markup {
    declared: Vec<f32>,
    metas: Vec<f32>,
    elements: Vec<f32>,
    hints: [f32; HINTS.len()],
    pub(super) title: String,
}

pub(super) fn names() -> impl Iterator<Item = String> {
    let declared = DECLARED.iter().map(|name| format!("declared-{name}"));
    let metas = METAS.iter().map(|(name, place)| format!("{name}:{place}"));
    let elements = COUNTED.iter().map(|(name, _)| format!("tag-{name}"));
    declared.chain(metas).chain(elements).chain(HINTS.iter().map(|(name, _)| (*name).to_owned()))
}

/// What each feature is, in a sentence, in the order of [`names`].
pub(super) fn sentences() -> impl Iterator<Item = String> {
    let declared = DECLARED.iter().map(|name| format!("Declared Schema.org types: {name}."));
    let metas =
        METAS.iter().map(|(_, place)| format!("A `meta` element that begins with `{place}`."));
    let elements = COUNTED.iter().map(|(name, _)| format!("Elements: {name}."));
    let hints = HINTS.iter().map(|(_, sentence)| (*sentence).to_owned());
    declared.chain(metas).chain(elements).chain(hints)
}

impl Markup {
    pub(super) fn count(page: &Page, tally: &mut Tally) -> Self {
        let tree = page.tree();
        let mut markup = Self {
            declared: vec![0.0; DECLARED.len()],
            metas: vec![0.0; METAS.len()],
            elements: vec![0.0; COUNTED.len()],
            hints: [0.0; HINTS.len()],
            title: String::new(),
        };
        for object in jsonld::objects(page.structured()) {
            jsonld::types(object)
                .filter_map(schema_types::by_name)
                .for_each(|known| markup.declare(known));
        }
        let mut systems = 0;
        for id in tree.all() {
            let Some(tag) = tree.tag(id) else { continue };
            markup.element(tree, id, tag, tally, &mut systems);
        }
        // Each system counts once: a theme may repeat its name in every stylesheet.
        tally.add(systems);
        markup
    }

    pub(super) fn values(&self) -> impl Iterator<Item = f32> + '_ {
        let counts = self.declared.iter().chain(&self.metas).chain(&self.elements);
        counts.chain(&self.hints).copied()
    }

    fn declare(&mut self, known: &SchemaType) {
        if let Some(place) = DECLARED.iter().position(|name| *name == known.feature) {
            self.declared[place] += 1.0;
        }
    }

    fn element(&mut self, tree: &Tree, id: NodeId, tag: Tag, tally: &mut Tally, systems: &mut u64) {
        if let Some(place) = COUNTERS.get(tag as usize).copied().flatten() {
            self.elements[usize::from(place)] += 1.0;
        }
        match tag {
            Tag::Meta => self.meta(tree, id, systems),
            Tag::Link => self.link(tree, id, systems),
            Tag::Html | Tag::Body => body(tree, id, tally, systems),
            Tag::Title if self.title.is_empty() => self.title = tree.text_content(id),
            Tag::A => self.anchor(tree, id),
            Tag::Input => self.input(tree, id),
            _ => {}
        }
        schema_types::types_of_element(tree, id).for_each(|known| self.declare(known));
    }

    fn meta(&mut self, tree: &Tree, id: NodeId, systems: &mut u64) {
        let name = tree.attr(id, Attr::PROPERTY).or_else(|| tree.attr(id, Attr::NAME));
        let (Some(name), Some(content)) = (name, tree.attr(id, Attr::CONTENT)) else { return };
        if name.eq_ignore_ascii_case("generator") || name.eq_ignore_ascii_case("application-name") {
            *systems |= named(content);
        }
        let start = &content[..content.floor_char_boundary(20)];
        let property = format!("{name}={start}").to_ascii_lowercase();
        for (count, (_, beginning)) in self.metas.iter_mut().zip(METAS) {
            *count = f32::max(*count, f32::from(u8::from(property.starts_with(beginning))));
        }
    }

    fn link(&mut self, tree: &Tree, id: NodeId, systems: &mut u64) {
        let rel = tree.attr(id, Attr::REL).unwrap_or_default();
        let kind = tree.attr(id, Attr::TYPE).unwrap_or_default();
        self.hints[0] += f32::from(u8::from(rel.contains("next") || rel.contains("prev")));
        self.hints[1] += f32::from(u8::from(kind.contains("rss") || kind.contains("atom")));
        // Scripts and style sheets come from the system; other links lead anywhere.
        if LOADED.iter().any(|loaded| rel.contains(loaded)) {
            *systems |= named(tree.attr(id, Attr::HREF).unwrap_or_default());
        }
    }

    fn anchor(&mut self, tree: &Tree, id: NodeId) {
        let href = tree.attr(id, Attr::HREF).unwrap_or_default();
        let rel = tree.attr(id, Attr::REL).unwrap_or_default();
        let one = |holds: bool| f32::from(u8::from(holds));
        self.hints[2] += one(href.starts_with('#') && href.len() > 1);
        let mut parts = href.as_bytes().split(|b| matches!(b, b'/' | b'?' | b'&' | b'='));
        let person = |part: &[u8]| PEOPLE.iter().any(|known| known.as_bytes() == part);
        self.hints[3] += one(parts.any(person));
        let distrusted = |rel: &str| rel.contains("nofollow") || rel.contains("ugc");
        self.hints[4] += one(!rel.is_empty() && distrusted(rel));
        self.hints[8] += one(href.starts_with("tel:") || href.starts_with("mailto:"));
        // Forums link each post and comment by its own fragment.
        let reply = href.rsplit_once('#').map(|(_, fragment)| fragment);
        self.hints[5] +=
            one(reply.is_some_and(|id| id.starts_with("post") || id.starts_with("comment")));
    }

    fn input(&mut self, tree: &Tree, id: NodeId) {
        let one = |kind: &str| {
            let own = tree.attr(id, Attr::TYPE).is_some_and(|own| own.eq_ignore_ascii_case(kind));
            f32::from(u8::from(own))
        };
        self.hints[6] += one("checkbox");
        self.hints[7] += one("number");
    }
}

/// Counts class words of `html` and `body`, which name the template of a page.
fn body(tree: &Tree, id: NodeId, tally: &mut Tally, systems: &mut u64) {
    for attr in [Attr::CLASS, Attr::ID] {
        let Some(value) = tree.attr(id, attr) else { continue };
        let value = value[..value.floor_char_boundary(LONG)].to_lowercase();
        for name in value.split_ascii_whitespace() {
            tally.add(words::word(LookupPlace::Body, name));
        }
        *systems |= named(&value);
    }
}

/// The systems named by words of a text, as a set of lists.
fn named(text: &str) -> u64 {
    let text = text[..text.floor_char_boundary(LONG)].to_ascii_lowercase();
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
    // `wp-content` is looked up as a whole and in parts.
    let lists = parts.flat_map(|part| part.split('-').chain([part]));
    lists.fold(0, |all, part| all | words::word(LookupPlace::System, part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits};

    fn found(html: &str) -> Vec<String> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let mut tally = Tally::new();
        let markup = Markup::count(&page, &mut tally);
        let own = names().zip(markup.values());
        let listed = words::LISTS.iter().map(|list| (*list).to_owned()).zip(tally.0);
        own.chain(listed).filter(|(_, value)| *value > 0.0).map(|(name, _)| name).collect()
    }

    /// The model was fitted on these.
    #[test]
    fn types_count_towards_the_features_they_did() {
        let fitted = [
            ("article", "article newsarticle opinionnewsarticle reportagenewsarticle"),
            ("analysis", "analysisnewsarticle backgroundnewsarticle liveblogposting review"),
            ("posting", "blogposting"),
            ("science", "medicalscholarlyarticle medicalwebpage scholarlyarticle"),
            ("techarticle", "apireference howto softwaresourcecode techarticle"),
            ("recipe", "recipe"),
            ("product", "individualproduct product productgroup productmodel"),
            ("offer", "aggregateoffer offer"),
            ("rating", "aggregaterating"),
            ("forum", "comment discussionforumposting socialmediaposting"),
            ("question", "answer qapage question"),
            ("faq", "faqpage"),
            ("collection", "collectionpage offercatalog"),
            ("list", "datafeed itemlist listitem searchresultspage"),
            ("blog", "blog"),
            ("service", "course offerforpurchase product_service professionalservice service"),
            ("software", "mobileapplication softwareapplication videogame webapplication"),
            ("business", "corporation educationalorganization localbusiness organization"),
            ("website", "searchaction website"),
            ("webpage", "itempage webpage"),
            ("about", "aboutpage contactpage profilepage"),
            ("breadcrumb", "breadcrumblist"),
            ("person", "person"),
            ("video", "movie podcastseries tvseries videoobject"),
            ("event", "event"),
        ];
        assert_eq!(fitted.map(|(feature, _)| feature), DECLARED);
        for (feature, types) in fitted {
            assert_eq!(schema_types::names(|known| known.feature == feature), types, "{feature}");
        }
        let of_these: usize = fitted.iter().map(|(_, types)| types.split(' ').count()).sum();
        let all = schema_types::names(|known| known.feature != "-");
        assert_eq!(all.split(' ').count(), of_these, "and no others");
    }

    #[test]
    fn declarations_elements_and_systems_are_counted() {
        for (html, name) in [
            ("<meta property=og:type content=product>", "og-product:og:type=product"),
            ("<meta name=generator content='phpBB 3'>", "system forum"),
            (
                "<link rel=stylesheet href='https://cdn.example/_static/alabaster.css'>",
                "system documentation",
            ),
            ("<body class='home single-product'>", "body product"),
            ("<div itemscope itemtype='http://schema.org/QAPage'>x</div>", "declared-question"),
            (
                "<script type=application/ld+json>{\"@type\":\"Product\"}</script>",
                "declared-product",
            ),
            ("<article>x</article>", "tag-article"),
            ("<link rel=next href=2>", "link-next"),
        ] {
            let found = found(html);
            assert!(found.iter().any(|n| n == name), "{html}: {found:?}");
        }
    }
}
