//! Lists the articles that a portal file finds on a page: `links PORTAL.toml PAGE.html URL`.

use scutch_portal::{Document, Portal};
use scutch_url::Url;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, page, url] = arguments.as_slice() else {
        return Err("name a portal file, a page and its address".into());
    };
    let portal = Portal::load(&std::fs::read_to_string(file)?, Some(url))?;
    let url = Url::parse(url).map_err(scutch_url::ParseError::sentence)?;
    let page = Document::new(url, std::fs::read(page)?, None);
    let (links, next) = match portal.route_of_page(&page) {
        Some(route) => (&portal.routes[route].links, &portal.routes[route].next),
        None => portal.rules(),
    };
    links.addresses(&page).iter().for_each(|address| println!("{address}"));
    next.addresses(&page).iter().for_each(|address| println!("next: {address}"));
    Ok(())
}
