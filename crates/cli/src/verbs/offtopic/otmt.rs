//! The spelling of the Off-Topic Memento Toolkit, rewritten into ours before anything is parsed.

use std::ffi::OsString;
use std::path::Path;

use scutch_memento::Collection;

use crate::exit::UsageError;

/// Options of the toolkit with a value that name logs and caches of answers; we have no use for them.
const WITHOUT_USE: &[&str] = &["-l", "--logfile", "-cf", "--cachefile"];
/// Flags of the toolkit that ask for what is always so: lengths are written, simhashes only if they
/// are asked for, languages are no part of verdicts.
const ALWAYS_SO: &[&str] = &[
    "--compute-lengths",
    "--no-compute-lengths",
    "--no-compute-simhashes",
    "--no-detect-languages",
];

/// Arguments with the toolkit's spelling replaced, if they belong to `offtopic`.
pub(crate) fn rewritten(args: Vec<OsString>) -> Result<Vec<OsString>, UsageError> {
    // Flags such as -q may stand before the verb.
    let verb = args.iter().skip(1).find(|arg| !arg.to_string_lossy().starts_with('-'));
    if verb.is_none_or(|verb| verb != "offtopic") {
        return Ok(args);
    }
    let mut out = Vec::new();
    let mut rest = args.into_iter();
    while let Some(arg) = rest.next() {
        // File names need not be UTF-8; such an argument is none of the toolkit's options.
        let Some(text) = arg.to_str().map(str::to_owned) else {
            out.push(arg);
            continue;
        };
        let (name, attached) = match text.split_once('=') {
            Some((name, value)) if name.starts_with('-') => (name, Some(OsString::from(value))),
            _ => (text.as_str(), None),
        };
        // `--input=warc=a` and `-i warc=a` are both in use.
        let mut value = || attached.clone().or_else(|| rest.next()).unwrap_or_default();
        match name {
            "-tm" | "--timemap-measures" => {
                out.push("--measures".into());
                out.push(value());
            }
            "-ot" | "--output-type" => {
                out.push("--format".into());
                out.push(value());
            }
            "-i" | "--input" => out.extend(inputs(&value())?),
            // Accepted, so that commands copied from publications run.
            name if WITHOUT_USE.contains(&name) => drop(value()),
            name if ALWAYS_SO.contains(&name) => {}
            _ => out.push(arg),
        }
    }
    Ok(out)
}

/// `warc=a,b` as `a b`.
fn inputs(value: &OsString) -> Result<Vec<OsString>, UsageError> {
    let text = value.to_string_lossy();
    let Some((kind, list)) = text.split_once('=') else {
        let sentence = format!(
            "-i {text}: an input is a kind, `=` and names; for archives warc=a.warc.gz,b.warc.gz"
        );
        return Err(UsageError(sentence));
    };
    match kind {
        "warc" | "dir" => Ok(list.split(',').map(OsString::from).collect()),
        "timemap" => listed("--timemap", kind, list),
        "archiveit" => listed("--seed-list", kind, list),
        kind => Err(UsageError(format!(
            "-i {kind}=: no such kind of input; there are warc, dir, timemap and archiveit"
        ))),
    }
}

/// Lists that are files, TimeMaps by their addresses, collections by their numbers.
fn listed(option: &str, kind: &str, list: &str) -> Result<Vec<OsString>, UsageError> {
    let mut args = Vec::new();
    for name in names(list) {
        // A corpus folder is a list, too.
        let is_file = Path::new(&name).exists();
        if kind == "archiveit" && !is_file && Collection::id_in(&name).is_some() {
            args.extend([OsString::from("--archiveit"), OsString::from(name)]);
            continue;
        }
        let asked_for = kind == "timemap" && is_address(&name);
        if !asked_for && !is_file {
            return Err(UsageError(format!(
                "-i {kind}={name}: neither a file nor {}",
                match kind {
                    "timemap" => "an address",
                    _ => "the number or address of a collection",
                }
            )));
        }
        args.extend([OsString::from(option), OsString::from(name)]);
    }
    Ok(args)
}

/// Whether a name is an address rather than a file.
pub(super) fn is_address(name: &str) -> bool {
    name.starts_with("http://") || name.starts_with("https://")
}

/// Names between commas. An address may have commas too: it ends where another one begins.
fn names(list: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in list.split(',') {
        match names.last_mut().filter(|last| is_address(last) && !is_address(part)) {
            Some(last) => last.extend([",", part]),
            None => names.push(part.to_owned()),
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewrite(line: &str) -> Result<String, String> {
        let args = line.split(' ').map(OsString::from).collect();
        let words = rewritten(args).map_err(|error| error.to_string())?;
        let words: Vec<String> = words.iter().map(|w| w.to_string_lossy().into_owned()).collect();
        Ok(words.join(" "))
    }

    #[test]
    fn the_line_of_the_publication() {
        let line = "scutch offtopic -i warc=a.warc.gz,b.warc.gz -o out.json -tm jaccard=0.80,bytecount=-0.5";
        let ours = "scutch offtopic a.warc.gz b.warc.gz -o out.json --measures jaccard=0.80,bytecount=-0.5";
        assert_eq!(rewrite(line).unwrap(), ours);
        for (line, ours) in [
            ("-ot csv", "--format csv"),
            ("-l log.txt -cf cache --no-detect-languages -q", "-q"),
            ("--compute-lengths --no-compute-lengths --no-compute-simhashes", ""),
            ("--compute-simhashes -d folder", "--compute-simhashes -d folder"),
            ("-i warc=https://x/a.warc.gz,b.warc", "https://x/a.warc.gz b.warc"),
        ] {
            let (line, ours) =
                (format!("scutch offtopic {line}"), format!("scutch offtopic {ours}"));
            assert_eq!(rewrite(&line).unwrap(), ours.trim_end(), "{line}");
        }
    }

    #[test]
    fn other_verbs_and_words_stay() {
        assert_eq!(rewrite("scutch -q offtopic -i warc=x").unwrap(), "scutch -q offtopic x");
        for line in ["scutch corpus -i a", "scutch offtopic a --topics 3", "scutch"] {
            assert_eq!(rewrite(line).unwrap(), line);
        }
    }

    #[test]
    fn lists_and_addresses() {
        let collection = rewrite("scutch offtopic -i archiveit=7877").unwrap();
        assert_eq!(collection, "scutch offtopic --archiveit 7877");
        let by_address = "scutch offtopic -i archiveit=https://archive-it.org/collections/7877";
        assert_eq!(
            rewrite(by_address).unwrap(),
            "scutch offtopic --archiveit https://archive-it.org/collections/7877"
        );
        assert!(rewrite("scutch offtopic -i archiveit=x").unwrap_err().contains("number or"));
        assert!(
            rewrite("scutch offtopic -i timemap=no.link").unwrap_err().contains("neither a file")
        );
        assert_eq!(
            rewrite("scutch offtopic -i timemap=http://x/a,b,https://y/").unwrap(),
            "scutch offtopic --timemap http://x/a,b --timemap https://y/"
        );
        assert!(rewrite("scutch offtopic -i a.warc").unwrap_err().contains("warc=a.warc.gz"));
    }
}
