//! The outcome as one JSON object.

use scutch_evaluate::thesis::ThesisTable;
use scutch_evaluate::{NUMBERS, NumberRow, Reading, RunScores, Unit};
use serde_json::{Map, Value, json};

use super::TemplateArgs;
use super::table::{gap_name, readings};

/// `tables` are the ones asked for by name.
pub(super) fn object(all: &[RunScores], tables: &[ThesisTable], args: &TemplateArgs) -> Value {
    let methods = all.iter().map(|scored| {
        let gain = scored.gain(&all[0], args.rounds as usize, args.seed);
        let gain = gain.map(|gain| {
            let (low, high) = gain.bounds.unzip();
            json!({"mean": gain.mean, "low": low, "high": high})
        });
        method(scored, &gain)
    });
    let mut object = json!({
        "gold": args.gold.display().to_string(),
        "rounds": args.rounds,
        "seed": args.seed,
        "methods": methods.collect::<Vec<_>>(),
    });
    if args.table.is_some() {
        object["tables"] = tables.iter().map(ThesisTable::object).collect();
    }
    object
}

/// Keys of [`NUMBERS`], in their order.
const KEYS: [&str; 9] = [
    "content_precision",
    "content_recall",
    "content_f1",
    "boilerplate_precision",
    "boilerplate_recall",
    "boilerplate_f1",
    "accuracy",
    "token_f1",
    "bag_f1",
];
// A number without a key would be left out without a word, so the compiler compares.
const _: () = assert!(KEYS.len() == NUMBERS.len());

/// Numbers by their keys, as many as the unit has.
fn named(numbers: NumberRow, unit: Unit) -> Map<String, Value> {
    let named = KEYS.iter().zip(numbers).take(unit.columns());
    named.map(|(key, number)| ((*key).to_owned(), number.into())).collect()
}

/// The numbers in nodes, and those in tokens under a key of their own.
fn in_both_units(row: impl Fn(Unit) -> NumberRow) -> Map<String, Value> {
    let mut numbers = named(row(Unit::Nodes), Unit::Nodes);
    numbers.insert("tokens".to_owned(), named(row(Unit::Tokens), Unit::Tokens).into());
    numbers
}

/// The scores of a run under a reading: over all nodes, over sites, and of each site.
fn by_reading(scored: &RunScores, reading: Reading) -> Value {
    let sites = scored.sites.iter().map(|site| {
        let mut row = in_both_units(|unit| RunScores::site_row(site, reading, unit));
        row.insert("site".to_owned(), site.name.clone().into());
        row.insert("pages".to_owned(), site.pages.into());
        row.insert("no_cross".to_owned(), site.alone.into());
        row
    });
    json!({
        "reading": reading,
        "micro": in_both_units(|unit| scored.micro(reading, unit)),
        "macro": in_both_units(|unit| scored.macro_mean(reading, unit)),
        "sites": sites.collect::<Vec<_>>(),
    })
}

/// A run as JSON.
fn method(scored: &RunScores, gain: &Option<Value>) -> Value {
    let readings = readings(scored).iter().map(|reading| by_reading(scored, *reading));
    let (nodes, _) = scored.pooled();
    let crosses = scored.by_cross().into_iter();
    let crosses =
        crosses.map(|(cross, (pages, bag))| json!({"cross": cross, "pages": pages, "bag_f1": bag}));
    let gaps = scored.by_gap().into_iter();
    let gaps = gaps
        .map(|(gap, (pages, bag))| json!({"gap": gap_name(gap), "pages": pages, "bag_f1": bag}));
    let gaps: Vec<Value> = gaps.collect();
    json!({
        "method": scored.name,
        "title": scored.title,
        "threshold": scored.threshold.as_ref().map(|threshold| threshold.value),
        "pages": scored.pages.len(),
        "missing": scored.pages.iter().filter(|page| page.missing).count(),
        "no_cross": scored.pages.iter().filter(|page| page.is_alone()).count(),
        "invalid": nodes.share(2),
        "unaligned": nodes.share(3),
        "confusion": nodes.cells,
        "readings": readings.collect::<Vec<_>>(),
        "crosses": crosses.collect::<Vec<_>>(),
        "gaps": scored.gaps.then_some(gaps),
        "gain_over_first": gain,
    })
}
