//! Where results go: a file, or standard output, which `-` names too. Never onto what is read.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use scutch_corpus::inputs::{self, STDIN};

use crate::exit::UsageError;

/// Opens what was named.
pub(crate) fn output(path: Option<&Path>) -> anyhow::Result<Box<dyn Write>> {
    Ok(match path.filter(|path| *path != Path::new("-")) {
        Some(path) => {
            let cannot = || format!("{}: cannot be written", path.display());
            Box::new(BufWriter::new(File::create(path).with_context(cannot)?))
        }
        None => Box::new(BufWriter::new(io::stdout().lock())),
    })
}

/// Fails where a file that is to be written is among those that are read, under whatever name; to be asked
/// before anything is written. Inputs may be files, patterns, folders of archives, or `-`; what is none of these
/// on disk is passed over.
pub(crate) fn guarded<P: AsRef<Path>>(
    path: Option<&Path>,
    inputs: impl IntoIterator<Item = P>,
) -> Result<(), UsageError> {
    let path = path.filter(|path| *path != Path::new("-"));
    let Some((path, file)) = path.and_then(|path| Some((path, identity(path)?))) else {
        return Ok(());
    };
    for input in inputs {
        if let Some(read) = read_as(input.as_ref(), file) {
            let (path, read) = (path.display(), read.display());
            return Err(UsageError(format!(
                "{path}: would be overwritten, but is read as the input {read}; name another file"
            )));
        }
    }
    Ok(())
}

/// Device and number of a file. What is no file, such as a pipe or `/dev/null`, loses nothing when written.
type Identity = (u64, u64);

fn identity(path: &Path) -> Option<Identity> {
    let meta = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((meta.dev(), meta.ino()))
}

/// The name under which an input stands for the file.
fn read_as(input: &Path, file: Identity) -> Option<PathBuf> {
    let is_it = |input: &Path| identity(input) == Some(file);
    if input == Path::new(STDIN) {
        return is_it(Path::new("/dev/stdin")).then(|| input.to_owned());
    }
    if input.is_file() {
        return is_it(input).then(|| input.to_owned());
    }
    let listed = inputs::list(&[input.to_str()?.to_owned()], None).ok()?;
    listed.files.into_iter().map(|file| file.path).find(|archive| is_it(archive))
}
