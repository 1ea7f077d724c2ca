//! Boxes set into pages: adverts, teasers, letters to subscribe to. Pages of today fill theirs by
//! scripts, so that pages with known text rarely hold one with text in it; archived pages do.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// Boxes for one page, at most.
const BOXES: u64 = 4;
/// Sentences of these lengths, in characters, serve as texts of boxes.
const TEXT: std::ops::Range<usize> = 60..240;
const TITLE: std::ops::Range<usize> = 20..60;

/// Phrases and sentences that boxes are made of.
pub(crate) struct Stock {
    /// By kind of signpost.
    adverts: Vec<String>,
    related: Vec<String>,
    signups: Vec<String>,
    titles: Vec<String>,
    texts: Vec<String>,
}

impl Stock {
    /// `signposts` is the table of phrases; `texts` are true texts of pages.
    pub(crate) fn new<'a>(signposts: &str, texts: impl Iterator<Item = &'a str>) -> Self {
        let phrases = |kind: &str| -> Vec<String> {
            let lines = signposts.lines().filter_map(|line| line.split_once('\t'));
            let lines = lines.filter(|(name, _)| *name == kind);
            let phrases = lines.flat_map(|(_, list)| list.split(" | "));
            phrases.map(|p| capital(p.trim_end_matches('*'))).collect()
        };
        let (mut titles, mut long) = (Vec::new(), Vec::new());
        for (number, text) in texts.enumerate() {
            let sentences: Vec<&str> =
                text.split_inclusive(['.', '!', '?', '\n', '\u{3002}']).collect();
            // A few of each text, so that no long text is all of the stock.
            for step in 1..6 {
                let Some(sentence) = sentences.get(number % 7 + step * 3) else { break };
                let sentence = sentence.trim();
                match sentence.chars().count() {
                    n if TEXT.contains(&n) => long.push(sentence.to_owned()),
                    n if TITLE.contains(&n) => {
                        titles.push(sentence.trim_end_matches('.').to_owned());
                    }
                    _ => {}
                }
            }
        }
        let (adverts, related) = (phrases("advert"), phrases("related"));
        Self { adverts, related, signups: phrases("signup"), titles, texts: long }
    }

    /// `html` with boxes after some of its paragraphs; the same seed gives the same boxes.
    pub(crate) fn plant(&self, html: &str, seed: u64, old: bool) -> String {
        let ends: Vec<usize> = html.match_indices("</p>").map(|(at, _)| at + 4).collect();
        let mut dice = Dice(seed);
        if ends.is_empty() || self.texts.is_empty() || self.titles.is_empty() {
            return html.to_owned();
        }
        let mut places: Vec<usize> =
            (0..=dice.roll(BOXES)).map(|_| ends[dice.roll(ends.len() as u64) as usize]).collect();
        places.sort_unstable();
        places.dedup();
        let mut out = String::with_capacity(html.len() + 2000);
        let mut from = 0;
        for place in places {
            out.push_str(&html[from..place]);
            out.push_str(&self.one(&mut dice, old));
            from = place;
        }
        out + &html[from..]
    }

    fn one(&self, dice: &mut Dice, old: bool) -> String {
        let class = |dice: &mut Dice, words: &[&str]| match dice.roll(3) {
            0 => String::new(),
            1 => format!(" class=\"b{}\"", dice.roll(90)),
            _ => format!(" class=\"{}\"", dice.pick(words)),
        };
        let (title, text) = (dice.pick(&self.titles).as_str(), dice.pick(&self.texts).as_str());
        let head = match dice.roll(3) {
            0 => format!("<p><b>{title}</b></p>"),
            1 => format!("<h3>{title}</h3>"),
            _ => format!("<b>{title}</b><br>"),
        };
        let linked = format!("<a href=\"/x/{}\">{title}</a>", dice.roll(1000));
        let (class, body) = match dice.roll(4) {
            0 | 1 => {
                let label = dice.pick(&self.adverts);
                let label = match dice.roll(3) {
                    0 => format!("<span>{label}</span>"),
                    1 => format!("<small>{label}</small><br>"),
                    _ => format!("<p>{label}</p>"),
                };
                let more =
                    format!(" <a href=\"/go/{}\">{}</a>", dice.roll(1000), dice.pick(&self.titles));
                let more = if dice.roll(2) == 0 { more } else { String::new() };
                let words = ["promo", "ad-slot", "advert", "sponsor-box", "banner"];
                (class(dice, &words), format!("{label}{head}<p>{text}{more}</p>"))
            }
            2 => {
                let label = dice.pick(&self.related);
                let body = match dice.roll(3) {
                    0 => format!("<p><strong>{label}:</strong> {linked}</p><p>{text}</p>"),
                    1 => format!("<h4>{label}</h4><p>{linked}</p><p>{text}</p>"),
                    _ => format!("<b>{label}</b><p>{linked}<br>{text}</p>"),
                };
                (class(dice, &["related", "read-more", "inset", "more-box"]), body)
            }
            _ => {
                let button = dice.pick(&self.signups);
                let form = format!("<form><input type=email><button>{button}</button></form>");
                (
                    class(dice, &["signup", "newsletter", "box"]),
                    format!("{head}<p>{text}</p>{form}"),
                )
            }
        };
        if old {
            let colour = if dice.roll(2) == 0 { " bgcolor=\"#ffeeee\"" } else { "" };
            format!("<table{colour}><tr><td>{body}</td></tr></table>")
        } else {
            format!("<{0}{class}>{body}</{0}>", dice.pick(&["div", "div", "aside", "section"]))
        }
    }
}

fn capital(phrase: &str) -> String {
    let mut chars = phrase.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// Numbers that depend on a seed alone.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, of: u64) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        self.0 = hasher.finish();
        (self.0 >> 11) % of.max(1)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.roll(from.len() as u64) as usize]
    }
}
