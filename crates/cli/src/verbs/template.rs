//! `scutch template`: joint boilerplate detection.

use scutch_corpus::pages::{Labelled, MARKUP, NODES, PAGES, write_pages};
use scutch_corpus::{Config, Ended, Extractor, Format, Request, run as run_corpus};
use scutch_template::annotate::Comparison;
use scutch_template::cross::CrossRule;
use scutch_template::diff::Diff;
use scutch_template::nodes::Markup;
use scutch_template::retrain::{Balance, Lesson};
use scutch_template::{Method, TemplateConfig, Tokens};

use super::corpus::{cores, extraction, scope, summary};
use crate::args::{
    TemplateArgs, TemplateBalance, TemplateComparison, TemplateCross, TemplateDiff, TemplateLesson,
    TemplateMarkup, TemplateMethod, TemplatePreset, TemplateTokens,
};
use crate::exit::Exit;
use crate::progress::Progress;
use crate::talk::Talk;

fn template(args: &TemplateArgs) -> TemplateConfig {
    let method = method(args.method);
    let typed = &args.thesis;
    let mut config = match typed.preset {
        Some(TemplatePreset::Thesis) => TemplateConfig::thesis(method),
        None => TemplateConfig { method, ..TemplateConfig::default() },
    };
    set(&mut config.tokens, typed.tokens, tokens);
    set(&mut config.cross, typed.cross, cross);
    set(&mut config.compare, typed.compare, comparison);
    set(&mut config.diff, typed.diff, diff);
    set(&mut config.lesson, typed.lesson, lesson);
    set(&mut config.balance, typed.balance, balance);
    for (host, threshold) in &typed.threshold {
        match host {
            Some(host) => drop(config.host_thresholds.insert(host.clone(), *threshold)),
            None => config.threshold = Some(*threshold),
        }
    }
    config.nodes = args.nodes;
    config.markup = args.markup.map(markup);
    config.skip_hidden = typed.skip_hidden;
    config.seed = typed.seed.unwrap_or(config.seed);
    config
}

fn set<A, B>(to: &mut A, typed: Option<B>, meaning: fn(B) -> A) {
    if let Some(typed) = typed {
        *to = meaning(typed);
    }
}

fn method(typed: TemplateMethod) -> Method {
    match typed {
        TemplateMethod::Learned => Method::Learned,
        TemplateMethod::T001 => Method::T001,
        TemplateMethod::T002 => Method::T002,
        TemplateMethod::T003 => Method::T003,
        TemplateMethod::T004 => Method::T004,
        TemplateMethod::T005 => Method::T005,
        TemplateMethod::T006 => Method::T006,
        TemplateMethod::Context => Method::Context,
        TemplateMethod::KeepInvalid => Method::KeepInvalid,
        TemplateMethod::Occurrence => Method::Occurrence,
    }
}

fn tokens(typed: TemplateTokens) -> Tokens {
    match typed {
        TemplateTokens::Path => Tokens::Path,
        TemplateTokens::Thesis => Tokens::Thesis,
    }
}

fn cross(typed: TemplateCross) -> CrossRule {
    match typed {
        TemplateCross::Repaired => CrossRule::Repaired,
        TemplateCross::Thesis => CrossRule::Thesis,
    }
}

fn comparison(typed: TemplateComparison) -> Comparison {
    match typed {
        TemplateComparison::Star => Comparison::Star,
        TemplateComparison::Chain => Comparison::Chain,
    }
}

fn diff(typed: TemplateDiff) -> Diff {
    match typed {
        TemplateDiff::Histogram => Diff::Histogram,
        TemplateDiff::Difflib => Diff::Difflib,
    }
}

fn lesson(typed: TemplateLesson) -> Lesson {
    match typed {
        TemplateLesson::Host => Lesson::Host,
        TemplateLesson::Page => Lesson::Page,
    }
}

fn markup(typed: TemplateMarkup) -> Markup {
    match typed {
        TemplateMarkup::Span => Markup::Span,
        TemplateMarkup::Dbce => Markup::Dbce,
        TemplateMarkup::Content => Markup::Content,
    }
}

fn balance(typed: TemplateBalance) -> Balance {
    match typed {
        TemplateBalance::None => Balance::None,
        TemplateBalance::Over => Balance::Over,
        TemplateBalance::Under => Balance::Under,
        TemplateBalance::Weight => Balance::Weight,
    }
}

pub(crate) fn run(args: &TemplateArgs, talk: Talk) -> anyhow::Result<Exit> {
    let mut config = Config {
        inputs: args.inputs.clone(),
        formats: vec![Format::Jsonl],
        extractor: Extractor::Template,
        template: template(args),
        ..Config::default()
    };
    scope(&args.scope, &mut config);
    // A page without text has its labels too.
    config.scope.keep_empty = true;
    extraction(&args.extraction, &mut config.extract);
    config.check()?;
    let jobs = args.jobs.map_or_else(cores, std::num::NonZeroUsize::get);
    let request = Request { config, output: args.output.clone(), jobs, overwrite: args.overwrite };
    let progress = Progress::new(talk);
    let ended = run_corpus(&request, &progress);
    progress.clear();
    let folder = request.output.display();
    let manifest = match ended? {
        Ended::Interrupted { .. } => {
            talk.say(format_args!("interrupted; the same command goes on from there"));
            return Ok(Exit::Interrupted);
        }
        Ended::AlreadyComplete(manifest) => {
            talk.say(format_args!("{folder}: already complete"));
            manifest
        }
        Ended::Complete(manifest) => manifest,
    };
    let Labelled { jointly, alone } = write_pages(&request.output)?;
    talk.say(summary(&manifest, talk.verbose));
    talk.say(format_args!(
        "{jointly} pages labelled jointly, {alone} without partners by themselves"
    ));
    let texts = format!("{folder}/{PAGES} holds the texts, {folder}/docs the rows with evidence");
    talk.say(texts);
    if args.nodes {
        talk.say(format_args!("{folder}/{NODES} holds the labels of all nodes"));
    }
    if args.markup.is_some() {
        talk.say(format_args!("{folder}/{MARKUP} holds the pages with their labels"));
    }
    Ok(if manifest.counts.rows == 0 { Exit::Nothing } else { Exit::Done })
}
