//! The repeated elements that say most about the type of a page.

use crate::extract::groups::Group;
use crate::extract::surroundings::Surroundings;

/// What is measured of a group.
const MEASURES: [&str; 12] = [
    "members", "share", "length", "links", "running", "pictured", "priced", "dated", "headed",
    "linked", "talk", "goods",
];
/// The groups that are measured, each with the most of something.
const CHOSEN: [&str; 5] = ["posts", "cards", "offers", "entries", "dates"];

pub(super) const COUNT: usize = MEASURES.len() * CHOSEN.len();

pub(super) fn names() -> impl Iterator<Item = String> {
    CHOSEN.iter().flat_map(|group| MEASURES.iter().map(move |what| format!("{group}-{what}")))
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
