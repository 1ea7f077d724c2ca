//! Choices of the methods of the thesis: what can be typed, and what it means.

use clap::ValueEnum;
use scutch_template::annotate::Comparison;
use scutch_template::cross::{CrossRule, LshBands};
use scutch_template::diff::Diff;
use scutch_template::retrain::{Balance, Lesson};
use scutch_template::{Method, TemplateConfig, Tokens};

use crate::named::named;
use crate::verbs::extraction::share;

/// Named sets of choices for the methods `t001` to `t006`.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Preset {
    /// As the thesis had it: its tokens, cross and LSH index, chain, difflib, lessons of the page.
    Thesis,
}

// How the methods of the thesis work.
#[derive(Debug, clap::Args)]
pub(crate) struct ThesisArgs {
    /// A set of choices; flags win over it.
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<Preset>,
    /// What the structure of a page is made of [default: path].
    #[arg(long, value_name = "NAME", value_parser = named::<Tokens>())]
    pub(crate) tokens: Option<Tokens>,
    /// Who is compared with whom [default: repaired; t001 to t006: thesis].
    #[arg(long, value_name = "RULE", value_parser = named::<CrossRule>())]
    pub(crate) cross: Option<CrossRule>,
    /// Which captures are alike where the cross is that of the thesis [default: verified].
    #[arg(long, value_name = "HOW", value_parser = named::<LshBands>())]
    pub(crate) lsh_bands: Option<LshBands>,
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
    #[arg(long, value_name = "HOW", value_parser = named::<Comparison>())]
    pub(crate) compare: Option<Comparison>,
    /// What finds the words that two pages share [default: histogram].
    #[arg(long, value_name = "NAME", value_parser = named::<Diff>())]
    pub(crate) diff: Option<Diff>,
    /// Which nodes t003 to t006 learn from [default: host].
    #[arg(long, value_name = "WHICH", value_parser = named::<Lesson>())]
    pub(crate) lesson: Option<Lesson>,
    /// What t003 to t006 do about a rare class [default: none].
    #[arg(long, value_name = "HOW", value_parser = named::<Balance>())]
    pub(crate) balance: Option<Balance>,
    /// Do not train t003 to t006 on nodes that readers do not see.
    #[arg(long)]
    pub(crate) skip_hidden: bool,
    /// Seed of training samples and forests [default: 0].
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
}

/// `0.6`, or `chefkoch.de=0.3` for one host.
fn parse_threshold(typed: &str) -> Result<(Option<String>, f32), String> {
    // From the right: the host may be a pattern with `=` in it, the number may not.
    let (host, number) = match typed.rsplit_once('=') {
        Some((host, number)) => (Some(host.to_owned()), number),
        None => (None, typed),
    };
    Ok((host, share(number)?))
}

/// Seconds from `30d`, `12h`, `15m`, `90s` or `90`.
fn parse_gap(typed: &str) -> Result<u64, String> {
    /// Units of a duration, in seconds.
    const UNITS: [(char, u64); 4] = [('s', 1), ('m', 60), ('h', 60 * 60), ('d', 24 * 60 * 60)];
    let unit = UNITS.iter().find_map(|(unit, n)| Some((typed.strip_suffix(*unit)?, *n)));
    let (number, seconds) = unit.unwrap_or((typed, 1));
    let number = number.parse::<u64>().ok().and_then(|number| number.checked_mul(seconds));
    number.ok_or_else(|| "expected a time such as 90s, 12h or 30d".to_owned())
}

impl ThesisArgs {
    /// The configuration of a method: what was typed over the preset over the file.
    pub(crate) fn over(&self, file: TemplateConfig, method: Option<Method>) -> TemplateConfig {
        let mut config = self.without_implied(file, method);
        config.method = method.unwrap_or(config.method);
        if let Some(Preset::Thesis) = self.preset {
            config = config.as_in_the_thesis();
        }
        // After the preset: flags win over it.
        set(&mut config.tokens, self.tokens);
        config.cross = self.cross.or(config.cross);
        // The index belongs to the cross of the thesis: another cross does without.
        if config.cross() != CrossRule::Thesis {
            config.lsh_bands = LshBands::default();
        }
        set(&mut config.lsh_bands, self.lsh_bands);
        set(&mut config.compare, self.compare);
        set(&mut config.diff, self.diff);
        set(&mut config.lesson, self.lesson);
        set(&mut config.balance, self.balance);
        for (host, threshold) in &self.threshold {
            match host {
                Some(host) => drop(config.host_thresholds.insert(host.clone(), *threshold)),
                None => config.threshold = Some(*threshold),
            }
        }
        config.min_gap = self.min_gap.or(config.min_gap);
        config.max_gap = self.max_gap.or(config.max_gap);
        config.skip_hidden |= self.skip_hidden;
        config.seed = self.seed.unwrap_or(config.seed);
        config
    }

    /// What a file says over the defaults, without what follows from a choice that was typed.
    fn without_implied(&self, mut file: TemplateConfig, method: Option<Method>) -> TemplateConfig {
        // `--emit-config` writes every value. One that only followed from the file's method must
        // follow the typed one instead.
        if method.is_some() && file.cross == Some(file.method.cross()) {
            file.cross = None;
        }
        let is_other = method.is_some() || self.tokens.is_some();
        if is_other && file.threshold == Some(file.tokens.threshold()) {
            file.threshold = None;
        }
        file
    }
}

/// Sets a value if one was typed.
fn set<T>(to: &mut T, typed: Option<T>) {
    if let Some(typed) = typed {
        *to = typed;
    }
}
