//! Contract 1, shown: records = rows + out of scope + quarantined, with a line per reason.

use maud::{Markup, html};
use scutch_folder::config::scope::Filter;
use scutch_folder::decisions::DecisionTally;
use scutch_folder::reasons;
use scutch_folder::tally::{Counter, Ranges, Tally};
use scutch_plot::number::{counted, plural, share, size, thousands};
use scutch_plot::{Part, Stack, Table, Tone, foreign};

use super::counters::total;
use super::report::Report;

/// Reasons listed per kind; the rest is one sum.
const REASONS: usize = 100;

/// The sum of the account, in numbers that cannot overflow.
struct Account {
    /// Records that the archives delivered.
    records: u128,
    /// Those that became rows.
    rows: u128,
    /// Those that a named filter dropped.
    out_of_scope: u128,
    /// Those that could not be used.
    quarantined: u128,
}

impl Account {
    /// Splits the records of a tally into rows, quarantined and dropped ones.
    fn from_tally(tally: &Tally) -> Self {
        Self {
            records: u128::from(tally.records),
            rows: u128::from(tally.rows),
            out_of_scope: total(&tally.out_of_scope),
            quarantined: total(&tally.quarantined),
        }
    }

    /// Records that are accounted for. It equals the records read, unless the program is at fault.
    fn sum(&self) -> u128 {
        self.rows + self.out_of_scope + self.quarantined
    }

    /// Whether no record is missing and none is counted twice.
    fn adds_up(&self) -> bool {
        self.sum() == self.records
    }
}

/// True when every delivered record is accounted for; [`Tally::adds_up`] without overflow.
pub(super) fn adds_up(tally: &Tally) -> bool {
    Account::from_tally(tally).adds_up()
}

/// The section: every record read is a row, out of scope, or in the quarantine.
pub(super) fn body(report: &Report<'_>) -> Markup {
    let account = Account::from_tally(report.tally);
    html! {
        p {
            "Each record the archives delivered went exactly one way: it became a row, a named \
             filter put it out of scope, or it was quarantined as lost or unusable."
        }
        (equation(&account))
        (verdict(&account))
        (Stack { id: "account-bar", title: "Where the records went", noun: "record", parts: &[
            Part { name: "Rows", value: account.rows, tone: Tone::Main },
            Part { name: "Out of scope", value: account.out_of_scope, tone: Tone::Second },
            Part { name: "Quarantined", value: account.quarantined, tone: Tone::Third },
        ] })
        (ledger(report, &account))
        (damage(report))
        @if let Some(decisions) = &report.manifest.decisions { (of_decisions(decisions)) }
    }
}

/// Unknown rows that are shown; `run.json` names more.
const UNKNOWN: usize = 20;

/// What became of the decisions of people.
fn of_decisions(decisions: &DecisionTally) -> Markup {
    let DecisionTally { rows, unknown, unknown_rows } = decisions;
    html! {
        p {
            "People decided on " (counted(*rows, "row")) "."
            @if *unknown > 0 {
                " " (thousands(u128::from(*unknown))) " of them "
                (plural(u128::from(*unknown), "is", "are"))
                " not among the rows of this run: of other archives, or out of scope for another reason."
            }
        }
        @if !unknown_rows.is_empty() {
            ul {
                @for row in unknown_rows.iter().take(UNKNOWN) {
                    li { (foreign::shown(&row.id)) " (line " (row.line) ")" }
                }
                @if unknown_rows.len() > UNKNOWN { li { code { "run.json" } " lists more." } }
            }
        }
    }
}

/// The account as an equation in large digits.
fn equation(account: &Account) -> Markup {
    // Shown as it is: an account that is wrong must not look right.
    let equals = if account.adds_up() { "=" } else { "≠" };
    let parts = [
        (equals, account.rows, "rows", Tone::Main),
        ("+", account.out_of_scope, "out of scope", Tone::Second),
        ("+", account.quarantined, "quarantined", Tone::Third),
    ];
    html! {
        div.equation.wrong[!account.adds_up()] {
            (term("", account.records, &html! { "records" }))
            @for (sign, n, name, tone) in parts {
                (term(sign, n, &html! { span.swatch.(tone.class()) {} (name) }))
            }
        }
    }
}

/// One term of the equation, with its sign and its name below.
fn term(sign: &str, n: u128, name: &Markup) -> Markup {
    html! {
        div.term {
            span.sign { (sign) }
            span.value { (thousands(n)) }
            span.name { (name) }
        }
    }
}

/// The sentence that says whether the equation holds.
fn verdict(account: &Account) -> Markup {
    if account.adds_up() {
        return html! { p { "The account adds up: no record is missing, none counted twice." } };
    }
    let (sum, records) = (account.sum(), account.records);
    html! {
        p.alarm {
            // Never expected: it means that records were lost or counted twice.
            strong { "The account does not add up." }
            @if sum < records {
                " " (counted(records - sum, "record")) " of " (thousands(records))
                " are in none of the three."
            } @else {
                " The three hold " (counted(sum - records, "record")) " more than were delivered."
            }
            " Do not rely on this corpus; please report it as a defect of the program."
        }
    }
}

/// The head of a table: a key column, then columns of numbers.
fn columns(key: &str, numbers: &[&str]) -> Markup {
    html! {
        thead {
            tr {
                th scope="col" { (key) }
                @for name in numbers { th.n scope="col" { (name) } }
            }
        }
    }
}

/// Both lists of reasons: records out of scope, and records in the quarantine. Shares are of all
/// records delivered.
fn ledger(report: &Report<'_>, account: &Account) -> Markup {
    let line = |n| (thousands(n), share(n, account.records));
    let sum = |name: &str, n: u128| {
        let (number, share) = line(n);
        html! { tr.sum { th scope="rowgroup" { (name) } td.n { (number) } td.n { (share) } } }
    };
    html! {
        div.scroll { table.ledger {
            caption { "Records by what became of them" }
            (columns("Outcome and reason", &["Records", "Share"]))
            tbody { (sum("Rows", account.rows)) }
            tbody {
                (sum("Out of scope", account.out_of_scope))
                // What is out of scope is kept nowhere.
                (reasons(&with_all_filters(&report.tally.out_of_scope), account, &|_| None))
            }
            tbody {
                (sum("Quarantined", account.quarantined))
                (reasons(&report.tally.quarantined.ranked(), account, &|id| report.quarantine_at(id)))
            }
            // Two lines that are equal, so that the reader can see it.
            tfoot { (sum("Sum", account.sum())) (sum("Records delivered", account.records)) }
        } }
    }
}

/// Every filter that all runs apply, in the order they are asked, those that dropped nothing too;
/// filters that were asked for and dropped something; then what else the manifest names.
fn with_all_filters(counter: &Counter) -> Vec<(&str, u64)> {
    let count = |id: &'static str| (id, counter.0.get(id).copied().unwrap_or(0));
    let all = Filter::all().map(|filter| (filter, count(filter.id())));
    // A zero of a filter that nobody asked for would tell nothing.
    let shown = all.filter(|(filter, (_, n))| filter.is_default() || *n > 0);
    let mut list: Vec<(&str, u64)> = shown.map(|(_, line)| line).collect();
    // A manifest of another version may name filters that this one does not have.
    let known = |key: &str| Filter::all().any(|f| f.id() == key);
    list.extend(counter.ranked().into_iter().filter(|(key, _)| !known(key)));
    list
}

/// The rows of a list of reasons, with links where `link` has some. What is beyond the limit of the
/// table is one sum.
fn reasons(
    list: &[(&str, u64)],
    account: &Account,
    link: &dyn Fn(&str) -> Option<String>,
) -> Markup {
    let (shown, rest) = list.split_at(list.len().min(REASONS));
    let together: u128 = rest.iter().map(|(_, n)| u128::from(*n)).sum();
    html! {
        @for (id, n) in shown {
            // A zero is shown: it tells that the filter was applied and dropped nothing.
            tr.zero[*n == 0] {
                th scope="row" { (reason(id, link(id))) }
                td.n { (thousands(*n)) }
                td.n { (share(u128::from(*n), account.records)) }
            }
        }
        @if !rest.is_empty() {
            tr.rest {
                th scope="row" { "Further " (counted(rest.len() as u64, "reason")) ", together" }
                td.n { (thousands(together)) }
                td.n { (share(together, account.records)) }
            }
        }
    }
}

/// A reason id with its sentence, if this version knows one, and its link.
fn reason(id: &str, link: Option<String>) -> Markup {
    let name = html! { code { (foreign::shown(id)) } };
    html! {
        @match link {
            Some(link) => a href=(link) { (name) },
            None => (name),
        }
        @if let Some(sentence) = reasons::sentence(id) { " " span.gloss { (sentence) } }
    }
}

/// Damaged byte ranges by cause. They are no records, so no term of the equation.
fn damage(report: &Report<'_>) -> Markup {
    let damage = &report.tally.damage;
    if damage.is_empty() {
        let none =
            "No byte range was lost between records. Damage within records is counted above.";
        return html! { p { (none) } };
    }
    let mut list: Vec<(&str, Ranges)> = damage.iter().map(|(k, r)| (k.as_str(), *r)).collect();
    // By bytes: one range of a gigabyte matters more than a hundred of a few bytes.
    list.sort_by(|a, b| b.1.bytes.cmp(&a.1.bytes).then(a.0.cmp(b.0)));
    let (shown, rest) = list.split_at(list.len().min(REASONS));
    let together: u128 = rest.iter().map(|(_, r)| u128::from(r.ranges)).sum();
    let mut table =
        Table::new("Damaged byte ranges by cause").text("Cause").numbers(&["Ranges", "Size"]);
    for (cause, ranges) in shown {
        let size = html! { span title=(counted(ranges.bytes, "byte")) { (size(ranges.bytes)) } };
        table.keyed(
            reason(cause, report.quarantine_at(cause)),
            [html! { (thousands(ranges.ranges)) }, size],
        );
    }
    if !rest.is_empty() {
        table.rest(
            format!("Further {}", counted(rest.len() as u64, "cause")),
            [thousands(together)],
        );
    }
    html! {
        h3 { "Damaged byte ranges" }
        p {
            "Stretches of the archive files that no record came out of. They are no records and \
             stand outside the sum above; " code { "quarantine.jsonl" }
            " has file, offset and length of each."
        }
        (table)
    }
}
