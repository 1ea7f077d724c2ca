//! The outcome as one JSON object.

use serde_json::{Map, Value, json};

use super::TemplateArgs;
use super::scored::{Numbers, Scored};
use super::table::{gap_name, readings};

pub(super) fn object(all: &[Scored], args: &TemplateArgs) -> Value {
    let methods = all.iter().map(|scored| {
        let gain = scored.gain(&all[0], args.rounds as usize, args.seed);
        let gain = gain.map(|gain| json!({"mean": gain.mean, "low": gain.low, "high": gain.high}));
        method(scored, &gain)
    });
    json!({
        "gold": args.gold.display().to_string(),
        "rounds": args.rounds,
        "seed": args.seed,
        "methods": methods.collect::<Vec<_>>(),
    })
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

fn method(scored: &Scored, gain: &Option<Value>) -> Value {
    let numbers = |numbers: [f64; 9]| -> Map<String, Value> {
        KEYS.iter().zip(numbers).map(|(key, number)| ((*key).to_owned(), number.into())).collect()
    };
    let readings = readings(scored).iter().map(|reading| {
        let sites = scored.sites.iter().map(|site| {
            let mut row = numbers(Scored::of_site(site, *reading).all());
            row.insert("site".to_owned(), site.name.clone().into());
            row.insert("pages".to_owned(), site.pages.into());
            row.insert("no_cross".to_owned(), site.alone.into());
            row
        });
        json!({
            "reading": reading,
            "micro": numbers(scored.micro(*reading).all()),
            "macro": numbers(scored.macro_mean(*reading)),
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
