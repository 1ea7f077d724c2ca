//! The bill of materials: every package that is compiled into the program or the wheel, as
//! [CycloneDX 1.6](https://cyclonedx.org/docs/1.6/json/).

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::root;

/// A package that is compiled in.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq)]
pub(super) struct Package {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) version: String,
    pub(super) license: Option<String>,
    /// Where it comes from; `None` for our own.
    pub(super) source: Option<String>,
    pub(super) repository: Option<String>,
    pub(super) manifest_path: PathBuf,
    /// Ids of the packages it uses.
    #[serde(skip)]
    pub(super) uses: Vec<String>,
}

impl Package {
    /// Its [package URL](https://github.com/package-url/purl-spec).
    fn purl(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }

    fn component(&self) -> Value {
        let mut component = json!({
            "type": "library",
            "bom-ref": self.purl(),
            "name": self.name,
            "version": self.version,
            "purl": self.purl(),
        });
        if let Some(license) = &self.license {
            // The old spelling of "or", which the standard of expressions does not have.
            let expression = license.replace('/', " OR ");
            component["licenses"] = json!([{ "expression": expression }]);
        }
        if let Some(repository) = &self.repository {
            component["externalReferences"] = json!([{ "type": "vcs", "url": repository }]);
        }
        component
    }
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// `None` for what is compiled in; `dev` and `build` are not.
    kind: Option<String>,
}

/// All packages of the program and of the Python module, both included, sorted by name and version.
pub(super) fn packages() -> Result<Vec<Package>> {
    compiled(serde_json::from_slice(&root::metadata()?)?, &["scutch", "scutch-python"])
}

/// The packages that these of ours are compiled from.
fn compiled(metadata: Metadata, ours: &[&str]) -> Result<Vec<Package>> {
    let used = |node: &Node| {
        let compiled = node.deps.iter().filter(|d| d.dep_kinds.iter().any(|k| k.kind.is_none()));
        compiled.map(|dependency| dependency.pkg.clone()).collect::<Vec<_>>()
    };
    let uses: BTreeMap<String, Vec<String>> =
        metadata.resolve.nodes.iter().map(|node| (node.id.clone(), used(node))).collect();
    let id_of = |name: &&str| {
        let own = metadata.packages.iter().find(|p| p.name == **name && p.source.is_none());
        own.map(|own| own.id.clone()).with_context(|| format!("{name} is no package"))
    };
    let mut pending = ours.iter().map(id_of).collect::<Result<Vec<_>>>()?;
    let mut reached = BTreeSet::new();
    while let Some(id) = pending.pop() {
        if reached.insert(id.clone()) {
            pending.extend(uses.get(&id).into_iter().flatten().cloned());
        }
    }
    let mut packages: Vec<Package> =
        metadata.packages.into_iter().filter(|p| reached.contains(&p.id)).collect();
    for package in &mut packages {
        package.uses = uses.get(&package.id).cloned().unwrap_or_default();
    }
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(packages)
}

/// The bill as JSON. It has neither a time nor a serial number: both may be left out.
pub(super) fn bill(packages: &[Package], version: &str) -> Result<String> {
    let by_id: BTreeMap<&str, &Package> = packages.iter().map(|p| (&*p.id, p)).collect();
    let dependency = |package: &Package| {
        let uses = package.uses.iter().filter_map(|id| Some(by_id.get(&**id)?.purl()));
        let uses: BTreeSet<String> = uses.collect();
        json!({ "ref": package.purl(), "dependsOn": uses })
    };
    let (own, others): (Vec<&Package>, Vec<&Package>) =
        packages.iter().partition(|package| package.name == "scutch");
    let mut program = own.first().context("the program is no package")?.component();
    program["type"] = "application".into();
    let bill = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "component": program,
            "tools": { "components": [{ "type": "application", "name": "cargo xtask dist", "version": version }] },
        },
        "components": others.iter().map(|package| package.component()).collect::<Vec<_>>(),
        "dependencies": packages.iter().map(dependency).collect::<Vec<_>>(),
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metadata() -> Metadata {
        let package = |name: &str, source: Option<&str>| {
            json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT/Apache-2.0",
                    "source": source, "repository": null, "manifest_path": "/x/Cargo.toml" })
        };
        let node = |id: &str, deps: &[(&str, Option<&str>)]| {
            let deps = deps
                .iter()
                .map(|(pkg, kind)| json!({ "pkg": pkg, "dep_kinds": [{ "kind": kind }] }));
            json!({ "id": id, "deps": deps.collect::<Vec<_>>() })
        };
        serde_json::from_value(json!({
            "packages": [
                package("scutch", None), package("url", Some("registry")), package("deep", Some("registry")),
                package("tests", Some("registry")), package("builder", Some("registry")),
            ],
            "resolve": { "nodes": [
                node("scutch", &[("url", None), ("tests", Some("dev")), ("builder", Some("build"))]),
                node("url", &[("deep", None)]), node("deep", &[]), node("tests", &[]), node("builder", &[]),
            ] },
        }))
        .unwrap()
    }

    #[test]
    fn what_is_compiled_in_is_listed_with_its_licence() {
        let packages = compiled(metadata(), &["scutch"]).unwrap();
        let names: Vec<&str> = packages.iter().map(|p| &*p.name).collect();
        assert_eq!(names, ["deep", "scutch", "url"]);
        let bill: Value = serde_json::from_str(&bill(&packages, "1.0.0").unwrap()).unwrap();
        assert_eq!(bill["metadata"]["component"]["purl"], "pkg:cargo/scutch@1.0.0");
        assert_eq!(bill["components"][1]["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(bill["dependencies"][1]["dependsOn"], json!(["pkg:cargo/url@1.0.0"]));
        assert_eq!(bill["dependencies"][2]["dependsOn"], json!(["pkg:cargo/deep@1.0.0"]));
    }

    #[test]
    fn a_program_that_is_no_package_is_an_error() {
        assert!(compiled(metadata(), &["scutch", "another"]).is_err());
    }
}
