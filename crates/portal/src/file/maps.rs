//! Files with maps of addresses, which rules may name.

use std::io;

use super::{Fault, OneOrMany, PortalFile, RuleFile};

/// Reads a file that a portal file names.
pub type ReadFile<'r> = &'r dyn Fn(&str) -> io::Result<String>;

impl PortalFile {
    /// Reads the map files of all rules into the rules.
    pub(crate) fn read_maps(&mut self, read: ReadFile<'_>) -> Result<(), Fault> {
        read_rules(self.links.as_mut(), read, "links")?;
        read_rules(self.next.as_mut(), read, "next")?;
        for (name, route) in &mut self.archive {
            let below = |fault: Fault| fault.below(name).below("archive");
            read_rules(route.links.as_mut(), read, "links").map_err(below)?;
            read_rules(route.next.as_mut(), read, "next").map_err(below)?;
        }
        let article = &mut self.article;
        let all = [
            ("id", &mut article.id),
            ("alias", &mut article.alias),
            ("next", &mut article.next),
            ("neighbours", &mut article.neighbours),
        ];
        for (key, many) in all {
            read_rules(many.as_mut(), read, key).map_err(|fault| fault.below("article"))?;
        }
        Ok(())
    }
}

fn read_rules(
    many: Option<&mut OneOrMany<RuleFile>>,
    read: ReadFile<'_>,
    key: &str,
) -> Result<(), Fault> {
    for (number, rule) in many.into_iter().flat_map(|many| many.0.iter_mut()).enumerate() {
        let Some(name) = &rule.map_file else { continue };
        let fault = |message: String| {
            let hint = "a line for each address: the address, a tab, what it is in truth";
            Fault::new(format!("{name}: {message}"), hint)
                // The lines of the map are in another file, so the fault is at its name.
                .below("map_file")
                .number(number)
                .below(key)
        };
        let text = read(name).map_err(|error| fault(error.to_string()))?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (at, line) in lines {
            let (from, to) = line
                .split_once('\t')
                .ok_or_else(|| fault(format!("line {} has no tab", at + 1)))?;
            rule.map.insert(from.trim().to_owned(), to.trim().to_owned());
        }
    }
    Ok(())
}
