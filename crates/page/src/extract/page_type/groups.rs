//! The repeated elements that say most about the type of a page.

use crate::extract::groups::Group;
use crate::extract::surroundings::Surroundings;

/// What is measured of a group.
const MEASURES: [(&str, &str); 12] = [
    ("members", "members"),
    ("share", "share of the page's text"),
    ("length", "characters of a member"),
    ("links", "share of text that is linked"),
    ("running", "share of running text"),
    ("pictured", "share of members with a picture"),
    ("priced", "share of members with a price"),
    ("dated", "share of members with a date"),
    ("headed", "share of members with a heading"),
    ("linked", "share of members with a link"),
    ("talk", "share of members with class words of posts"),
    ("goods", "share of members with class words of goods"),
];
/// The groups that are measured, each with the most of something.
const CHOSEN: [(&str, &str); 5] = [
    ("posts", "most running text"),
    ("cards", "most linked pictures"),
    ("offers", "most prices"),
    ("entries", "most linked text"),
    ("dates", "most dates"),
];

pub(super) const COUNT: usize = MEASURES.len() * CHOSEN.len();

pub(super) fn names() -> impl Iterator<Item = String> {
    let of_group = |group: &'static str| MEASURES.iter().map(move |m| format!("{group}-{}", m.0));
    CHOSEN.iter().flat_map(move |(group, _)| of_group(group))
}

/// What each feature is, in a sentence, in the order of [`names`].
pub(super) fn sentences() -> impl Iterator<Item = String> {
    let of_group = |most: &'static str| {
        MEASURES.iter().map(move |(_, what)| format!("Group with {most}: {what}."))
    };
    CHOSEN.iter().flat_map(move |(_, most)| of_group(most))
}

/// Measures the groups.
pub(super) fn measure(around: &Surroundings<'_>) -> [f32; COUNT] {
    let groups = &around.groups().all;
    let total = around.total.chars.max(1.0);
    let best = |worth: &dyn Fn(&Group) -> f32| {
        let mut best = Group::default();
        // Single elements are in the list, too, since groups are collected by look.
        for group in groups.iter().filter(|group| group.members > 1.5) {
            if worth(group) > worth(&best) {
                best = *group;
            }
        }
        values(&best, total)
    };
    let chosen = [
        best(&|group| group.sum.running_share() * group.sum.chars),
        best(&|group| group.pictured.min(group.linked)),
        best(&|group| group.priced),
        best(&|group| group.sum.link_density() * group.sum.chars),
        best(&|group| group.dated),
    ];
    let mut values = [0.0; COUNT];
    for (slot, value) in values.iter_mut().zip(chosen.into_iter().flatten()) {
        *slot = value;
    }
    values
}

fn values(group: &Group, total: f32) -> [f32; MEASURES.len()] {
    let members = group.members.max(1.0);
    [
        group.members,
        group.sum.chars / total,
        group.sum.chars / members,
        group.sum.link_density(),
        group.sum.running_share(),
        group.pictured / members,
        group.priced / members,
        group.dated / members,
        group.headed / members,
        group.linked / members,
        group.talk / members,
        group.goods / members,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    #[test]
    fn groups_are_chosen_by_what_they_have_most_of() {
        let card = "<li class=card><img src=a.jpg><h3><a href=/b>Stick</a></h3><p>12 \u{20ac}</li>";
        let post = "<div class=post><p>17 May 2019<p>The ferry left ten minutes late, with everybody who had waited \
            for it on the pier, and two dogs.</div>";
        let html = format!("<ul>{}</ul>{}", card.repeat(5), post.repeat(3));
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let around = Surroundings::new(&page);
        let measured: Vec<(String, f32)> = names().zip(measure(&around)).collect();
        let value =
            |name: &str| measured.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        for (name, expected) in [
            ("cards-members", 5.0),
            ("cards-pictured", 1.0),
            ("cards-priced", 1.0),
            ("offers-members", 5.0),
            ("posts-members", 3.0),
            ("posts-pictured", 0.0),
            ("dates-members", 3.0),
            ("dates-dated", 1.0),
        ] {
            assert_eq!(value(name), Some(expected), "{name}");
        }
    }

    #[test]
    fn a_page_without_groups_has_zeros() {
        let page = Page::parse(b"<p>x", &Hints::default(), &Limits::default());
        assert!(measure(&Surroundings::new(&page)).iter().all(|value| *value == 0.0));
        assert_eq!(names().count(), COUNT);
    }
}
