//! The outcome as one JSON object.

use serde_json::{Map, Value, json};

use super::TemplateArgs;
use super::scored::{Numbers, Row, Scored, Unit};
use super::table::{gap_name, readings};
use super::thesis::Table;

/// `tables` are those that were asked for by name.
pub(super) fn object(all: &[Scored], tables: &[Table], args: &TemplateArgs) -> Value {
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
        object["tables"] = tables.iter().map(Table::object).collect();
    }
    object
}

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
const _: () = assert!(KEYS.len() == Numbers::NAMES.len());

fn named(numbers: Row, unit: Unit) -> Map<String, Value> {
    let named = KEYS.iter().zip(numbers).take(unit.columns());
    named.map(|(key, number)| ((*key).to_owned(), number.into())).collect()
}

fn method(scored: &Scored, gain: &Option<Value>) -> Value {
    // Those of nodes, then those of tokens.
    let numbers = |of: &dyn Fn(Unit) -> Row| {
        let mut row = named(of(Unit::Nodes), Unit::Nodes);
        row.insert("tokens".to_owned(), named(of(Unit::Tokens), Unit::Tokens).into());
        row
    };
    let readings = readings(scored).iter().map(|reading| {
        let sites = scored.sites.iter().map(|site| {
            let mut row = numbers(&|unit| Scored::of_site(site, *reading, unit));
            row.insert("site".to_owned(), site.name.clone().into());
            row.insert("pages".to_owned(), site.pages.into());
            row.insert("no_cross".to_owned(), site.alone.into());
            row
        });
        json!({
            "reading": reading,
            "micro": numbers(&|unit| scored.micro(*reading, unit)),
            "macro": numbers(&|unit| scored.macro_mean(*reading, unit)),
            "sites": sites.collect::<Vec<_>>(),
        })
    });
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
