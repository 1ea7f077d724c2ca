//! Names of inputs in full, so that they mean the same files in any working folder.

use std::io;
use std::path::{Path, absolute};

use scutch_archive::is_address;

use super::file::{STDIN, display_name};
use crate::config::Config;

/// A configuration whose relative names are those of files in `folder`, wherever it is read; an empty path is
/// the working folder.
///
/// # Errors
/// When the working folder is needed and cannot be found out.
pub fn located(config: &Config, folder: &Path) -> io::Result<Config> {
    let mut config = config.clone();
    for name in config.inputs.iter_mut().chain(&mut config.input.index) {
        // Standard input and addresses are the same everywhere.
        if name != STDIN && !is_address(Path::new(name)) {
            *name = display_name(&absolute(folder.join(&*name))?);
        }
    }
    for path in config.annotations.iter_mut().chain(&mut config.decisions) {
        *path = absolute(folder.join(&*path))?;
    }
    Ok(config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_a_folder() {
        let folder = Path::new("/data/crawls");
        let cases = [
            ("a.warc", "/data/crawls/a.warc"),
            ("./2019/*.warc.gz", "/data/crawls/2019/*.warc.gz"),
            ("../\\xff", "/data/crawls/../\\xff"),
            ("/a/", "/a/"),
            ("-", "-"),
            ("s3://bucket/a.warc", "s3://bucket/a.warc"),
        ];
        for (name, expected) in cases {
            let mut config = Config { inputs: vec![name.to_owned()], ..Config::default() };
            config.input.index = Some(name.to_owned());
            config.decisions = Some("decisions.jsonl".into());
            let found = located(&config, folder).expect("no working folder is needed");
            assert_eq!(
                (&*found.inputs[0], found.input.index.as_deref()),
                (expected, Some(expected))
            );
            assert_eq!(found.decisions.as_deref(), Some(&*folder.join("decisions.jsonl")));
            assert_eq!(located(&found, Path::new("/elsewhere")).expect("none is needed"), found);
        }
    }

    #[test]
    fn an_empty_path_is_the_working_folder() {
        let config = Config { inputs: vec!["a.warc".to_owned()], ..Config::default() };
        let here = std::env::current_dir().expect("a working folder");
        assert_eq!(located(&config, Path::new("")).ok(), located(&config, &here).ok());
    }
}
