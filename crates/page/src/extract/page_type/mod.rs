//! What type of page it is: learned from pages that people sorted.

mod address;
mod features;
mod groups;
mod markup;
mod price;
mod words;

use super::surroundings::Surroundings;
use crate::Page;

/// The features of a page.
pub(super) fn measure(page: &Page, around: &Surroundings<'_>) -> Vec<f32> {
    features::measure(page, around)
}

/// The names of the features, in order.
pub(super) fn names() -> Vec<String> {
    features::names()
}
