//! `scutch portal record`.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use scutch_crawl::portal::{fetch_page, open_recorded};
use scutch_fetch::{Clock as _, SystemClock};
use scutch_portal::{Case, CaseKind};

use crate::exit::Exit;
use crate::interrupt;
use crate::portal_file::read;
use crate::talk::Talk;
use crate::verbs::network::NetworkArgs;

#[derive(Debug, clap::Args)]
pub(crate) struct RecordArgs {
    /// Address of the page.
    url: String,
    /// The portal folder; its portal.toml says what is found now.
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Which rules the case is about; links and next where none is named.
    #[arg(long, value_enum, value_name = "KIND")]
    kind: Vec<KindArg>,
    #[command(flatten)]
    network: NetworkArgs,
}

/// Which rules a recorded case tests.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum KindArg {
    /// The articles of an archive page.
    Links,
    /// The archive page that comes next.
    Next,
    /// The next page of an article.
    ArticleNext,
}

impl From<KindArg> for CaseKind {
    fn from(kind: KindArg) -> Self {
        match kind {
            KindArg::Links => Self::Links,
            KindArg::Next => Self::Next,
            KindArg::ArticleNext => Self::ArticleNext,
        }
    }
}

/// Runs `scutch portal record`. What the rules find now is written as expected, for a person to
/// correct.
pub(super) fn run(args: &RecordArgs, talk: Talk) -> anyhow::Result<Exit> {
    // Before anything is fetched: a faulty portal file must not cost a request.
    let portal = read(&args.output.join("portal.toml"), None)?;
    let now = SystemClock::default().unix_ms();
    let store = open_recorded(&args.output, &args.network.user_agent(), now)?;
    let _heeded = interrupt::heeded();
    let settings = args.network.crawler_settings([&*args.url])?;
    let page = match fetch_page(args.network.client(settings), store, &args.url)? {
        Ok(page) => page,
        Err(problem) => bail!("{}: {}", problem.url, problem.sentence),
    };
    let kinds: Vec<CaseKind> = match args.kind.is_empty() {
        true => vec![CaseKind::Links, CaseKind::Next],
        false => args.kind.iter().map(|kind| (*kind).into()).collect(),
    };
    let path = args.output.join("expect.jsonl");
    let cannot = || format!("{}: cannot be written", path.display());
    // Cases are appended: a folder collects them over time.
    let mut file = OpenOptions::new().create(true).append(true).open(&path).with_context(cannot)?;
    for kind in kinds {
        // What nothing is expected of finds everything as something extra.
        let url = args.url.clone();
        let mut case = Case { kind, url, route: None, expected: Vec::new() };
        case.expected = case.judge(&portal, &page).extra;
        writeln!(file, "{}", serde_json::to_string(&case)?).with_context(cannot)?;
        let (name, found) = (kind.name(), case.expected.len());
        talk.say(format_args!("{name}: {found} found; read {} and mend it", path.display()));
    }
    Ok(Exit::Done)
}
