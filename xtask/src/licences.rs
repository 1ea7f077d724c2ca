//! `cargo xtask licences`: no dependency with a licence or a source that `deny.toml` does not
//! allow. The same policy as cargo-deny's, for machines that do not have it.

mod expression;

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// Checks every dependency of the workspace for this machine's platform.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if !arguments.is_empty() {
        bail!("expected no arguments, got {arguments:?}");
    }
    let path = crate::root::repository().join("deny.toml");
    let source = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let policy = Policy::parse(&source)?;
    let packages: Vec<Package> = packages()?.into_iter().filter(|p| p.source.is_some()).collect();
    let faults: Vec<String> = packages.iter().filter_map(|p| policy.fault(p)).collect();
    if !faults.is_empty() {
        bail!("deny.toml does not allow:\n  {}", faults.join("\n  "));
    }
    println!("licences: {} dependencies, all as deny.toml allows", packages.len());
    Ok(())
}

/// A package as `cargo metadata` describes it.
#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
}

fn packages() -> Result<Vec<Package>> {
    #[derive(Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    Ok(serde_json::from_slice::<Metadata>(&crate::root::metadata()?)?.packages)
}

/// The parts of `deny.toml` that are enforced here.
struct Policy {
    allow: BTreeSet<String>,
    /// Further licences allowed for one crate.
    exceptions: BTreeMap<String, BTreeSet<String>>,
}

impl Policy {
    fn parse(source: &str) -> Result<Self> {
        #[derive(Deserialize)]
        struct File {
            licenses: Licences,
        }
        #[derive(Deserialize)]
        struct Licences {
            allow: BTreeSet<String>,
            #[serde(default)]
            exceptions: Vec<Exception>,
        }
        #[derive(Deserialize)]
        struct Exception {
            #[serde(rename = "crate")]
            name: String,
            allow: BTreeSet<String>,
        }
        let File { licenses } = toml::from_str(source).context("in deny.toml")?;
        let exceptions = licenses.exceptions.into_iter().map(|e| (e.name, e.allow)).collect();
        Ok(Self { allow: licenses.allow, exceptions })
    }

    /// What is wrong with a package, if anything.
    fn fault(&self, package: &Package) -> Option<String> {
        let Package { name, version, license, source } = package;
        let source = source.as_deref().unwrap_or_default();
        if !source.starts_with("registry+") && !source.starts_with("sparse+") {
            return Some(format!("{name} {version}: comes from {source}, not from a registry"));
        }
        let Some(license) = license else {
            return Some(format!("{name} {version}: states no licence"));
        };
        let exceptions = self.exceptions.get(name);
        let allowed = |id: &str| {
            self.allow.contains(id) || exceptions.is_some_and(|exceptions| exceptions.contains(id))
        };
        match expression::holds(license, &allowed) {
            Some(true) => None,
            Some(false) => Some(format!("{name} {version}: {license}")),
            None => Some(format!("{name} {version}: {license:?} is no licence expression")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(license: Option<&str>, source: &str) -> Package {
        Package {
            name: "gleaner".into(),
            version: "1.0.0".into(),
            license: license.map(str::to_owned),
            source: Some(source.into()),
        }
    }

    #[test]
    fn faults_say_which_crate_and_why() {
        let policy = Policy::parse(
            "[licenses]\nallow = ['MIT']\nexceptions = [{ crate = 'gleaner', allow = ['CC0-1.0'] }]",
        )
        .unwrap();
        let fault = |license, source| policy.fault(&package(license, source));
        assert_eq!(fault(Some("MIT"), "registry+x"), None);
        assert_eq!(fault(Some("CC0-1.0"), "sparse+x"), None);
        assert_eq!(fault(Some("GPL-3.0"), "registry+x").unwrap(), "gleaner 1.0.0: GPL-3.0");
        assert!(fault(None, "registry+x").unwrap().contains("no licence"));
        assert!(fault(Some("MIT"), "git+x").unwrap().contains("not from a registry"));
    }
}
