//! `metadata/mets.xml`: descriptive, rights, source, provenance and structural metadata in METS 1.12.
//!
//! Source of the rules: the schema of METS 1.12. Within it, Dublin Core describes the corpus, PREMIS 3 the
//! program. The time of the run is left out: the record would change from day to day.

use scutch_folder::config::Format;
use scutch_folder::inputs::Content;
use scutch_folder::manifest::{InputEntry, Manifest, OutputEntry};
use scutch_folder::names::{MANIFEST, REPORT};
use scutch_plot::number::counted;

use crate::citation::PROGRAM;
use crate::dublin_core;
use crate::media;
use crate::publication::Publication;
use crate::xml::Xml;

/// Where a validator finds METS and the schema of exactly this version.
const SCHEMA: &str =
    "http://www.loc.gov/METS/ http://www.loc.gov/standards/mets/version112/mets.xsd";
/// Files that the manifest does not list and the inventory names: itself, and the report that is made from it.
/// Times differ from day to day, and records would have to list one another.
const UNLISTED: [&str; 2] = [MANIFEST, REPORT];

/// The record.
pub(crate) fn render(publication: &Publication<'_>) -> String {
    let metadata = publication.metadata;
    let mut xml = Xml::new();
    let pid = metadata.pid().map(|pid| pid.url());
    let mut attributes = vec![
        ("xmlns", "http://www.loc.gov/METS/"),
        ("xmlns:xlink", "http://www.w3.org/1999/xlink"),
        ("xmlns:dc", dublin_core::NAMESPACE),
        ("xmlns:premis", "http://www.loc.gov/premis/v3"),
        ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
        ("xsi:schemaLocation", SCHEMA),
        ("TYPE", "text corpus"),
        ("LABEL", &metadata.title),
    ];
    attributes.extend(pid.as_deref().map(|pid| ("OBJID", pid)));
    xml.open("mets", &attributes);
    header(&mut xml, publication);
    xml.within("dmdSec", &[("ID", "description")], |xml| {
        wrapped(xml, "DC", |xml| dublin_core::elements(xml, publication));
    });
    xml.within("amdSec", &[("ID", "administration")], |xml| {
        xml.within("rightsMD", &[("ID", "rights")], |xml| {
            wrapped(xml, "DC", |xml| {
                publication.rights().iter().for_each(|line| xml.text("dc:rights", &[], line));
            });
        });
        let inputs = publication.manifest.inputs.iter().enumerate();
        inputs.for_each(|(number, input)| source(xml, number, input));
        provenance(xml, publication);
    });
    files(&mut xml, publication.manifest);
    structure(&mut xml, publication);
    xml.finish()
}

/// Who made the corpus, and by which program.
fn header(xml: &mut Xml, publication: &Publication<'_>) {
    xml.within("metsHdr", &[("RECORDSTATUS", "complete")], |xml| {
        for maker in &publication.metadata.makers {
            let kind = if maker.is_person() { "INDIVIDUAL" } else { "ORGANIZATION" };
            xml.within("agent", &[("ROLE", "CREATOR"), ("TYPE", kind)], |xml| {
                xml.text("name", &[], &maker.spoken_name());
                xml.text("note", &[], maker.role.responsibility());
            });
        }
        let software = [("ROLE", "CREATOR"), ("TYPE", "OTHER"), ("OTHERTYPE", "SOFTWARE")];
        xml.within("agent", &software, |xml| xml.text("name", &[], &publication.manifest.tool));
    });
}

/// Metadata of a type within the elements that METS asks for.
fn wrapped(xml: &mut Xml, kind: &str, inside: impl FnOnce(&mut Xml)) {
    xml.within("mdWrap", &[("MDTYPE", kind)], |xml| xml.within("xmlData", &[], inside));
}

/// An input: its name, digest and, where it could not be read, why.
fn source(xml: &mut Xml, number: usize, input: &InputEntry) {
    xml.within("sourceMD", &[("ID", &format!("input-{}", number + 1))], |xml| {
        wrapped(xml, "DC", |xml| {
            xml.text("dc:title", &[], &input.name);
            let kind = if matches!(input.content, Content::Table(_)) {
                "table of pages"
            } else {
                "web archive"
            };
            xml.text("dc:type", &[], kind);
            if let Some(digest) = &input.digest {
                xml.text("dc:identifier", &[], &format!("sha256:{}", digest.sha256));
                xml.text("dc:format", &[], &format!("{} bytes", digest.size));
            }
            if let Some(why) = &input.unreadable {
                xml.text("dc:description", &[], &format!("Could not be read: {why}"));
            }
        });
    });
}

/// The program, and what it did.
fn provenance(xml: &mut Xml, publication: &Publication<'_>) {
    xml.within("digiprovMD", &[("ID", "program")], |xml| {
        wrapped(xml, "PREMIS:AGENT", |xml| {
            xml.within("premis:agent", &[], |xml| {
                xml.within("premis:agentIdentifier", &[], |xml| {
                    xml.text("premis:agentIdentifierType", &[], "URI");
                    xml.text("premis:agentIdentifierValue", &[], PROGRAM);
                });
                xml.text("premis:agentName", &[], "scutch");
                xml.text("premis:agentType", &[], "software");
                xml.text("premis:agentVersion", &[], &publication.manifest.tool);
            });
        });
    });
    xml.within("digiprovMD", &[("ID", "method")], |xml| {
        wrapped(xml, "DC", |xml| xml.text("dc:description", &[], &publication.method()));
    });
}

/// Groups of files: one for each format, and one for the rest.
///
/// The rest is never empty: it has the files that the manifest does not list.
fn groups(manifest: &Manifest) -> Vec<(&'static str, Vec<(usize, &OutputEntry)>)> {
    let outputs: Vec<_> = manifest.outputs.iter().enumerate().collect();
    let of = |wanted: Option<&str>| -> Vec<(usize, &OutputEntry)> {
        let format = |output: &OutputEntry| media::format_of(output, manifest).map(Format::name);
        outputs.iter().filter(|(_, output)| format(output) == wanted).copied().collect()
    };
    let formats = manifest.config.formats.iter().map(|format| format.name());
    let mut groups: Vec<_> = formats.map(|name| (name, of(Some(name)))).collect();
    groups.push(("documentation", of(None)));
    groups.retain(|(name, files)| !files.is_empty() || *name == "documentation");
    groups
}

/// The inventory of files, with digests.
fn files(xml: &mut Xml, manifest: &Manifest) {
    xml.within("fileSec", &[], |xml| {
        for (name, outputs) in groups(manifest) {
            xml.within("fileGrp", &[("USE", name)], |xml| {
                outputs
                    .into_iter()
                    .for_each(|(number, output)| file(xml, manifest, number, output));
                if name == "documentation" {
                    UNLISTED.into_iter().for_each(|name| unlisted(xml, name));
                }
            });
        }
    });
}

/// A file, or a folder of files. The digest of a folder is that of a list, which is no digest of a file.
fn file(xml: &mut Xml, manifest: &Manifest, number: usize, output: &OutputEntry) {
    let (id, size) = (file_id(number), output.digest.size.to_string());
    let mut attributes = vec![("ID", id.as_str())];
    attributes.extend(media::of_output(output, manifest).map(|media| ("MIMETYPE", media)));
    // A folder has no digest of its bytes: attributes of files would mislead a checker.
    if output.files.is_none() {
        attributes.push(("SIZE", &size));
        attributes.push(("CHECKSUMTYPE", "SHA-256"));
        attributes.push(("CHECKSUM", &output.digest.sha256));
    }
    xml.within("file", &attributes, |xml| {
        // The record lies in a folder of its own.
        let href = format!("../{}{}", output.path, if output.files.is_some() { "/" } else { "" });
        let digest = &output.digest.sha256;
        let title = match output.files {
            Some(files) => format!(
                "folder of {}, {size} bytes; sha256 of what `sha256sum *` writes in it: {digest}",
                counted(files, "file")
            ),
            None => output.path.clone(),
        };
        let link = [("LOCTYPE", "URL"), ("xlink:href", &*href), ("xlink:title", &*title)];
        xml.empty("FLocat", &link);
    });
}

/// A file that the manifest does not list: METS names it without a digest.
fn unlisted(xml: &mut Xml, name: &'static str) {
    let (id, href) = (format!("file-{name}"), format!("../{name}"));
    let mut attributes = vec![("ID", id.as_str())];
    attributes.extend(media::media_type(name).map(|media| ("MIMETYPE", media)));
    xml.within("file", &attributes, |xml| {
        xml.empty("FLocat", &[("LOCTYPE", "URL"), ("xlink:href", &*href)]);
    });
}

/// The ID of the output at this position in the manifest, counted from one.
fn file_id(number: usize) -> String {
    format!("file-{}", number + 1)
}

/// The structure: the corpus, and its formats with their files.
fn structure(xml: &mut Xml, publication: &Publication<'_>) {
    xml.within("structMap", &[("TYPE", "logical")], |xml| {
        let corpus = [
            ("TYPE", "corpus"),
            ("LABEL", publication.metadata.title.as_str()),
            ("DMDID", "description"),
            ("ADMID", "rights program method"),
        ];
        xml.within("div", &corpus, |xml| {
            for (name, outputs) in groups(publication.manifest) {
                xml.within("div", &[("TYPE", "format"), ("LABEL", name)], |xml| {
                    for (number, _) in outputs {
                        xml.empty("fptr", &[("FILEID", &file_id(number))]);
                    }
                    if name == "documentation" {
                        for name in UNLISTED {
                            xml.empty("fptr", &[("FILEID", &format!("file-{name}"))]);
                        }
                    }
                });
            }
        });
    });
}
