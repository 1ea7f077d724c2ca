//! A proposed portal file, tried on the pages that were looked at.

use anyhow::Context as _;
use scutch_plot::number::counted;
use scutch_portal::{Document, Exploration, Portal};

use crate::talk::Talk;

/// Tells what a crawl by the proposed file would get on the pages that were looked at.
///
/// # Errors
/// When the file does not load: a crawl by it could not begin.
pub(super) fn tell(seen: &Exploration, text: &str, talk: Talk) -> anyhow::Result<()> {
    let portal = Portal::load(text, None).context("the proposed file does not load")?;
    if portal.routes.is_empty() {
        talk.say("nothing stands out that lists articles; give a page that does");
        return Ok(());
    }
    let pages = seen.articles.len() + seen.others.len();
    let lists = counted(seen.lists.len() as u64, "list");
    let pages = counted(pages as u64, "other page");
    talk.say(format_args!("tried on {lists} and {pages}:"));
    for list in &seen.lists {
        talk.say(format_args!("  {}: {}", list.url().as_str(), listed(&portal, list)));
    }
    let told = |page: &Document, from: &str| {
        let verdict = if is_article(&portal, page) { "an article" } else { "no article" };
        talk.say(format_args!("  {}: {verdict} ({from})", page.url().as_str()));
    };
    seen.articles.iter().for_each(|page| told(page, "listed"));
    seen.others.iter().for_each(|page| told(page, "not listed"));
    Ok(())
}

/// What the rules find on a list.
fn listed(portal: &Portal, list: &Document) -> String {
    let (links, next) = portal.rules();
    let can_be = |address: &String| {
        let target = scutch_portal::Site::target(address);
        portal.article.can_be(target) && !portal.skips(target)
    };
    let links: Vec<String> = links.addresses(list).into_iter().filter(can_be).collect();
    let first = links.first().map(|first| format!(", first {first}")).unwrap_or_default();
    let next = next.addresses(list).into_iter().next();
    let next = next.map(|next| format!("; next page {next}")).unwrap_or_default();
    let links = counted(links.len() as u64, "link");
    format!("{links} to follow{first}{next}")
}

fn is_article(portal: &Portal, page: &Document) -> bool {
    let address = page.url().as_str();
    portal.article.is(page) && portal.article.can_be(scutch_portal::Site::target(address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proposal_that_does_not_load_is_an_error() {
        let talk = Talk { quiet: true, ..Talk::default() };
        let told = |text: &str| tell(&Exploration::default(), text, talk);
        for text in ["routes = 7", "[[", "no portal"] {
            let error = told(text).expect_err(text);
            assert_eq!(error.to_string(), "the proposed file does not load", "{text}");
        }
        let empty = Exploration::default().suggestion.to_portal_file("http://x.org/");
        told(&empty.expect("a file")).expect("nothing stands out");
    }
}
