//! Portal files for everything that one program publishes.

use crate::file::{Fault, PortalFile};

/// The presets: name and portal file.
pub const PRESETS: &[(&str, &str)] = &[
    ("blogger", include_str!("../data/blogger.toml")),
    ("drupal", include_str!("../data/drupal.toml")),
    ("ghost", include_str!("../data/ghost.toml")),
    ("hexo", include_str!("../data/hexo.toml")),
    ("typo3", include_str!("../data/typo3.toml")),
    ("wordpress", include_str!("../data/wordpress.toml")),
];

/// The file of a preset.
pub(crate) fn file(name: &str) -> Result<PortalFile, Fault> {
    let found = PRESETS.iter().find(|(known, _)| *known == name);
    let (_, text) = found.ok_or_else(|| {
        let names: Vec<_> = PRESETS.iter().map(|(name, _)| *name).collect();
        Fault::new(format!("there is no preset {name}"), format!("there are {}", names.join(", ")))
    })?;
    PortalFile::parse(text).map_err(|error| Fault::new(error.to_string(), error.hint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Portal;

    #[test]
    fn presets_mean_something() {
        for (name, _) in PRESETS {
            let portal = Portal::of_preset(name, "https://x.example/");
            let portal = portal.unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(!portal.routes.is_empty(), "{name}");
        }
        assert!(Portal::of_preset("none", "https://x.example/").is_err());
    }
}
