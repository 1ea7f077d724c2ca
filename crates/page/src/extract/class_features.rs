//! Features of words: of the classes around a block, and of the signpost it stands below.

use super::row::{Feature, KINDS, MEANINGS, NAMED, Row, SIGNS, scaled_log};
use super::signpost::{BlockSigns, SignKind};
use super::surroundings::Surroundings;
use crate::block::{Block, Meaning, Meanings};

/// Sets the meanings of class words near a block and further out. `thread`: the page is one.
pub(super) fn words(row: &mut Row, around: &Surroundings<'_>, block: &Block, thread: bool) {
    let near = posts(around.near(block.container).or(block.inline), thread);
    let far = posts(around.inherited[block.container as usize].meanings, thread);
    for (place, meaning) in Meaning::ALL.iter().enumerate() {
        let (near, far) = (near.has(*meaning), far.has(*meaning));
        row.0[NAMED.len() + place] = f32::from(u8::from(near));
        // Far excludes near, so that the two weights of a word do not add up.
        row.0[NAMED.len() + MEANINGS + place] = f32::from(u8::from(far && !near));
    }
}

/// The meanings of an element; in a thread comments are posts.
fn posts(meanings: Meanings, thread: bool) -> Meanings {
    if thread && meanings.has(Meaning::Comment) {
        meanings.without(Meaning::Comment).with(Meaning::Forum)
    } else {
        meanings
    }
}

/// Sets the signposts that a block is or stands below. `thread`: the page is one.
pub(super) fn signs(row: &mut Row, signs: BlockSigns, thread: bool) {
    // "Comments" above the posts of a thread announces its text.
    let tells = |kind: &SignKind| !(thread && *kind == SignKind::Comments);
    if let Some(kind) = signs.own.filter(tells) {
        row.0[SIGNS + kind as usize] = 1.0;
    }
    if let Some(kind) = signs.under.filter(tells) {
        row.0[SIGNS + KINDS + kind as usize] = 1.0;
        row.set(Feature::SignSince, scaled_log(signs.since as f32));
        row.flag(Feature::SignLed, signs.led);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::row::{COUNT, names};
    use crate::{Hints, Limits, Page};

    fn set(fill: impl Fn(&mut Row)) -> Vec<String> {
        let mut row = Row([0.0; COUNT]);
        fill(&mut row);
        names().into_iter().zip(row.0).filter(|(_, value)| *value != 0.0).map(|(n, _)| n).collect()
    }

    #[test]
    fn comments_are_posts_in_a_thread() {
        let html = "<div class=comments><p>a<p>b</div>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let around = Surroundings::new(&page);
        for (thread, expected) in [(false, "near-comment"), (true, "near-forum")] {
            let found = set(|row| words(row, &around, &page.blocks()[0], thread));
            assert_eq!(found, [expected], "{thread}");
        }
    }

    #[test]
    fn signposts_count_for_themselves_and_for_what_follows() {
        let own = BlockSigns { own: Some(SignKind::Related), ..BlockSigns::default() };
        assert_eq!(set(|row| signs(row, own, false)), ["sign-related"]);
        let under = BlockSigns { under: Some(SignKind::Comments), since: 2, led: true, own: None };
        let found = set(|row| signs(row, under, false));
        assert_eq!(found, ["since-signpost", "signpost-led", "under-comments"]);
        assert_eq!(set(|row| signs(row, under, true)), [""; 0]);
        assert_eq!(set(|row| signs(row, BlockSigns::default(), false)), [""; 0]);
    }
}
