//! Which input a name in an index means.
//!
//! Indexes name files by paths of other machines, so the last parts of a path decide. An index never makes the
//! program open a path that is not among the inputs.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::file::{InputFile, display_name};

/// Why names in an index do not lead to one input each.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NameConflict {
    /// Several inputs are as much like a name.
    #[error("`{name}` may be each of the inputs `{first}` and `{second}`")]
    Inputs {
        /// The name in the index.
        name: String,
        /// Names of inputs.
        first: String,
        /// Another one.
        second: String,
    },
    /// Several names are as much like an input.
    #[error("the input `{input}` may be `{first}` and `{second}`; name the folder it lies in")]
    Names {
        /// Name of the input.
        input: String,
        /// A name in the index.
        first: String,
        /// Another one.
        second: String,
    },
}

/// The numbers of the inputs that names of an index mean. Names of other files are left out.
///
/// Of several inputs that end with the same part, the one with the most parts in common is meant, and of several
/// names for one input the one with the most. Other names are other files, unless one ends with the other.
///
/// # Errors
/// Names or inputs that cannot be told apart.
pub fn inputs_by_name<'n>(
    names: impl IntoIterator<Item = &'n str>,
    files: &[InputFile],
) -> Result<HashMap<&'n str, usize>, NameConflict> {
    let spellings: Vec<[String; 2]> = files.iter().map(spellings).collect();
    let mut by_last: HashMap<&str, Vec<usize>> = HashMap::new();
    for (number, file) in files.iter().enumerate() {
        by_last.entry(parts(&file.name).next().unwrap_or_default()).or_default().push(number);
    }
    let mut candidates: HashMap<usize, Vec<Candidate<'n>>> = HashMap::new();
    for name in names {
        let last = parts(name).next().unwrap_or_default();
        let numbers = by_last.get(last).map(Vec::as_slice).unwrap_or_default();
        let liked = numbers
            .iter()
            .map(|number| (likeness(name, &files[*number].name, &spellings[*number]), *number));
        match most_alike(liked) {
            Ok(None) => {}
            Ok(Some((likeness, number))) => {
                candidates.entry(number).or_default().push(Candidate { name, likeness });
            }
            Err(alike) => {
                let [first, second] = alike.map(|number| files[number].name.clone());
                return Err(NameConflict::Inputs { name: name.to_owned(), first, second });
            }
        }
    }
    let mut found = HashMap::new();
    // In order, so that of several conflicts the same one is told each time.
    let mut candidates: Vec<_> = candidates.into_iter().collect();
    candidates.sort_by_key(|(number, _)| *number);
    for (number, candidates) in candidates {
        let names = of_one_file(candidates, &files[number].name)?;
        found.extend(names.into_iter().map(|name| (name, number)));
    }
    Ok(found)
}

/// The input that is most like a name. Two that are so alike are the error.
fn most_alike(
    inputs: impl Iterator<Item = (Likeness, usize)>,
) -> Result<Option<(Likeness, usize)>, [usize; 2]> {
    let mut best: Option<(Likeness, usize)> = None;
    let mut rival = None;
    for (likeness, number) in inputs {
        match best {
            Some((most, _)) if likeness < most => {}
            Some((most, _)) if likeness == most => rival = Some(number),
            _ => (best, rival) = (Some((likeness, number)), None),
        }
    }
    match (best, rival) {
        (Some((_, number)), Some(rival)) => Err([number, rival]),
        _ => Ok(best),
    }
}

/// A name that may mean an input.
struct Candidate<'n> {
    name: &'n str,
    likeness: Likeness,
}

/// How much a name is like an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// So many parts at the end are the same.
    Parts(usize),
    Same,
}

/// The names that mean one input, of all that end as its name does.
fn of_one_file<'n>(
    mut candidates: Vec<Candidate<'n>>,
    input: &str,
) -> Result<Vec<&'n str>, NameConflict> {
    candidates.sort_by_key(|c| (Reverse((c.likeness, parts(c.name).count())), c.name));
    let mut taken: Vec<Candidate<'n>> = Vec::new();
    for candidate in candidates {
        let other = taken.iter().find(|taken| !ends_with_other(taken.name, candidate.name));
        match other {
            None => taken.push(candidate),
            // A better name says that this one is another file.
            Some(other) if other.likeness > candidate.likeness => {}
            Some(other) => {
                let [first, second] = [other.name, candidate.name].map(str::to_owned);
                return Err(NameConflict::Names { input: input.to_owned(), first, second });
            }
        }
    }
    Ok(taken.into_iter().map(|taken| taken.name).collect())
}

/// The name of an input, and its path, which may have more folders. A copy of standard input has no path.
fn spellings(file: &InputFile) -> [String; 2] {
    let path = if file.is_spool() { file.name.clone() } else { display_name(&file.path) };
    [file.name.clone(), path]
}

fn likeness(name: &str, input: &str, spellings: &[String; 2]) -> Likeness {
    if name == input {
        return Likeness::Same;
    }
    let common = |spelling: &String| {
        parts(name).zip(parts(spelling)).take_while(|(one, other)| one == other).count()
    };
    Likeness::Parts(spellings.iter().map(common).max().unwrap_or_default())
}

/// Whether one of two names ends with the other.
fn ends_with_other(one: &str, other: &str) -> bool {
    parts(one).zip(parts(other)).all(|(one, other)| one == other)
}

/// The parts of a name, from the last on.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.rsplit(['/', '\\']).filter(|part| !matches!(*part, "" | "."))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inputs with these names, in a folder `in`.
    fn files(names: &str) -> Vec<InputFile> {
        let file = |name: &str| InputFile {
            name: name.to_owned(),
            path: format!("/home/in/{name}").into(),
            ..InputFile::default()
        };
        names.split(' ').map(file).collect()
    }

    #[test]
    fn names_mean_the_inputs_that_are_most_like_them() {
        for (names, inputs, expected) in [
            ("a.warc", "a.warc b.warc", Ok("a.warc=a.warc")),
            ("far/away/a.warc c.warc", "a.warc b.warc", Ok("far/away/a.warc=a.warc")),
            ("crawl/b/x.warc", "a/x.warc b/x.warc", Ok("crawl/b/x.warc=b/x.warc")),
            (r"C:\crawl\b\x.warc", "a/x.warc b/x.warc", Ok(r"C:\crawl\b\x.warc=b/x.warc")),
            ("x.warc", "x.warc b/x.warc", Ok("x.warc=x.warc")),
            // The folder in front of a name tells, too.
            ("out/x.warc in/x.warc", "x.warc", Ok("in/x.warc=x.warc")),
            ("a/x.warc b/x.warc", "b/x.warc", Ok("b/x.warc=b/x.warc")),
            (
                "./x.warc crawl/x.warc x.warc",
                "x.warc",
                Ok("./x.warc=x.warc crawl/x.warc=x.warc x.warc=x.warc"),
            ),
            (
                "x.warc",
                "a/x.warc b/x.warc",
                Err("`x.warc` may be each of the inputs `a/x.warc` and `b/x.warc`"),
            ),
            (
                "c/x.warc",
                "a/x.warc b/x.warc",
                Err("`c/x.warc` may be each of the inputs `a/x.warc` and `b/x.warc`"),
            ),
            (
                "a/x.warc b/x.warc",
                "x.warc",
                Err(
                    "the input `x.warc` may be `a/x.warc` and `b/x.warc`; name the folder it lies in",
                ),
            ),
        ] {
            let found = inputs_by_name(names.split(' '), &files(inputs));
            let found = found.map_err(|conflict| conflict.to_string()).map(|found| {
                let name = |number: usize| files(inputs)[number].name.clone();
                let mut pairs: Vec<String> =
                    found.into_iter().map(|(n, number)| format!("{n}={}", name(number))).collect();
                pairs.sort_unstable();
                pairs.join(" ")
            });
            assert_eq!(found, expected.map(str::to_owned).map_err(str::to_owned), "{names}");
        }
    }

    #[test]
    fn the_folder_of_a_copy_of_standard_input_tells_nothing() {
        let copy = InputFile { spool: true, ..files("x.warc").remove(0) };
        let conflict = inputs_by_name(["out/x.warc", "in/x.warc"], &[copy]);
        assert!(matches!(conflict, Err(NameConflict::Names { .. })), "{conflict:?}");
    }
}
