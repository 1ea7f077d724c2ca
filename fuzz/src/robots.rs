//! Any bytes as a robots.txt, asked about a path.

use scutch_url::robots::Robots;

/// One execution.
pub fn run(data: &[u8]) {
    let (path, rules) = data.split_at(data.len().min(40));
    let robots = Robots::parse(rules);
    let path = std::str::from_utf8(path).unwrap_or("/");
    for agent in ["scutch", "*", ""] {
        let _ = (robots.allows(agent, path), robots.crawl_delay(agent));
    }
    let _ = robots.sitemaps();
}
