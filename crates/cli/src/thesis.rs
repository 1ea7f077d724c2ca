//! Choices of the methods of the thesis: what can be typed, and what it means.

use clap::ValueEnum;
use scutch_template::annotate::Comparison;
use scutch_template::cross::CrossRule;
use scutch_template::diff::Diff;
use scutch_template::retrain::{Balance, Lesson};
use scutch_template::{Method, TemplateConfig, Tokens};

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Preset {
    /// As the thesis had it: tokens and cross of the thesis, chain, difflib, lessons of the page.
    Thesis,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum TokensName {
    /// Tags and classes from the root down.
    Path,
    /// Names with numbers in group, layer and page.
    Thesis,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum CrossName {
    /// Addresses with query; copies of the page are no partners.
    Repaired,
    /// Paths of addresses; the most similar pages, whatever they are.
    Thesis,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ComparisonName {
    /// The page with each other by itself.
    Star,
    /// Each page of the cross with the next, as the original program.
    Chain,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum DiffName {
    /// Rare words first; linear in practice.
    Histogram,
    /// As Python's difflib under lxml's html_annotate; slow on long pages.
    Difflib,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum LessonName {
    /// The nodes of the host's pages with a cross of the same shape.
    Host,
    /// The nodes of the page itself.
    Page,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum BalanceName {
    /// Nothing is done.
    None,
    /// Rows of the rarer class are drawn again.
    Over,
    /// Rows of the commoner class are left out.
    Under,
    /// Rows of the rarer class weigh more.
    Weight,
}

/// How the methods of the thesis work.
#[derive(Debug, clap::Args)]
pub(crate) struct ThesisArgs {
    /// A set of choices; flags win over it.
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<Preset>,
    /// What the structure of a page is made of [default: path].
    #[arg(long, value_name = "NAME")]
    pub(crate) tokens: Option<TokensName>,
    /// Who is compared with whom [default: repaired].
    #[arg(long, value_name = "RULE")]
    pub(crate) cross: Option<CrossName>,
    /// Least similarity of structure, 0 to 1, or HOST=N for one host [default: 0.5; thesis tokens: 0.6].
    #[arg(long, value_name = "N", value_parser = parse_threshold)]
    pub(crate) threshold: Vec<(Option<String>, f32)>,
    /// Least time between a page and its snapshots: 90 seconds, 90s, 15m, 12h or 30d.
    #[arg(long, value_name = "TIME", value_parser = parse_gap)]
    pub(crate) min_gap: Option<u64>,
    /// Greatest time between them.
    #[arg(long, value_name = "TIME", value_parser = parse_gap)]
    pub(crate) max_gap: Option<u64>,
    /// How the pages of a cross are compared [default: star].
    #[arg(long, value_name = "HOW")]
    pub(crate) compare: Option<ComparisonName>,
    /// What finds the words that two pages share [default: histogram].
    #[arg(long, value_name = "NAME")]
    pub(crate) diff: Option<DiffName>,
    /// Which nodes t003 to t006 learn from [default: host].
    #[arg(long, value_name = "WHICH")]
    pub(crate) lesson: Option<LessonName>,
    /// What t003 to t006 do about a rare class [default: none].
    #[arg(long, value_name = "HOW")]
    pub(crate) balance: Option<BalanceName>,
    /// Do not train t003 to t006 on nodes that readers do not see.
    #[arg(long)]
    pub(crate) skip_hidden: bool,
    /// Seed of training samples and forests [default: 0].
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// `0.6`, or `chefkoch.de=0.3` for one host.
fn parse_threshold(typed: &str) -> Result<(Option<String>, f32), String> {
    let (host, number) = match typed.rsplit_once('=') {
        Some((host, number)) => (Some(host.to_owned()), number),
        None => (None, typed),
    };
    let number: f32 = number.parse().map_err(|_| "expected a number from 0 to 1".to_owned())?;
    if (0.0..=1.0).contains(&number) {
        Ok((host, number))
    } else {
        Err("expected a number from 0 to 1".to_owned())
    }
}

/// Seconds from `30d`, `12h`, `15m`, `90s` or `90`.
fn parse_gap(typed: &str) -> Result<u64, String> {
    const UNITS: [(char, u64); 4] = [('s', 1), ('m', 60), ('h', 60 * 60), ('d', 24 * 60 * 60)];
    let unit = UNITS.iter().find_map(|(unit, n)| Some((typed.strip_suffix(*unit)?, *n)));
    let (number, seconds) = unit.unwrap_or((typed, 1));
    let number = number.parse::<u64>().ok().and_then(|number| number.checked_mul(seconds));
    number.ok_or_else(|| "expected a time such as 90s, 12h or 30d".to_owned())
}

impl ThesisArgs {
    /// The configuration of a method.
    pub(crate) fn meaning(&self, method: Method) -> TemplateConfig {
        let mut config = match self.preset {
            Some(Preset::Thesis) => TemplateConfig::thesis(method),
            None => TemplateConfig { method, ..TemplateConfig::default() },
        };
        set(&mut config.tokens, self.tokens, tokens);
        set(&mut config.cross, self.cross, cross);
        set(&mut config.compare, self.compare, comparison);
        set(&mut config.diff, self.diff, diff);
        set(&mut config.lesson, self.lesson, lesson);
        set(&mut config.balance, self.balance, balance);
        for (host, threshold) in &self.threshold {
            match host {
                Some(host) => drop(config.host_thresholds.insert(host.clone(), *threshold)),
                None => config.threshold = Some(*threshold),
            }
        }
        (config.min_gap, config.max_gap) = (self.min_gap, self.max_gap);
        config.skip_hidden = self.skip_hidden;
        config.seed = self.seed.unwrap_or(config.seed);
        config
    }
}

fn set<A, B>(to: &mut A, typed: Option<B>, meaning: fn(B) -> A) {
    if let Some(typed) = typed {
        *to = meaning(typed);
    }
}

fn tokens(typed: TokensName) -> Tokens {
    match typed {
        TokensName::Path => Tokens::Path,
        TokensName::Thesis => Tokens::Thesis,
    }
}

fn cross(typed: CrossName) -> CrossRule {
    match typed {
        CrossName::Repaired => CrossRule::Repaired,
        CrossName::Thesis => CrossRule::Thesis,
    }
}

fn comparison(typed: ComparisonName) -> Comparison {
    match typed {
        ComparisonName::Star => Comparison::Star,
        ComparisonName::Chain => Comparison::Chain,
    }
}

fn diff(typed: DiffName) -> Diff {
    match typed {
        DiffName::Histogram => Diff::Histogram,
        DiffName::Difflib => Diff::Difflib,
    }
}

fn lesson(typed: LessonName) -> Lesson {
    match typed {
        LessonName::Host => Lesson::Host,
        LessonName::Page => Lesson::Page,
    }
}

fn balance(typed: BalanceName) -> Balance {
    match typed {
        BalanceName::None => Balance::None,
        BalanceName::Over => Balance::Over,
        BalanceName::Under => Balance::Under,
        BalanceName::Weight => Balance::Weight,
    }
}
