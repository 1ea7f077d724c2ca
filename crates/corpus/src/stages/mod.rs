//! Group stages: what a row depends on besides its record. Each reads all inputs before the first row. `topics` sees
//! every capture, the others those whose status and type are in scope, whether or not they become rows.

pub(crate) mod continued;
pub(crate) mod joint;
pub(crate) mod labels;
pub(crate) mod opened;
pub(crate) mod revisits;
pub(crate) mod shelf;
pub(crate) mod topics;

use scutch_topic::Profile;

use crate::config::Config;
use crate::config::rules::Rules;
use crate::flow::Watch;
use crate::folder::RunError;
use crate::inputs::InputFile;
use crate::stages::continued::Continued;
use crate::stages::joint::{Gathered, Hosts};
use crate::stages::revisits::Revisits;
use crate::stages::topics::Topics;

/// What the configuration asks for of it.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    pub(crate) hosts: Option<Hosts>,
    pub(crate) topics: Option<Topics>,
    pub(crate) rules: Rules,
    pub(crate) continued: Continued,
}

impl Groups {
    /// Reads the inputs where the configuration asks for that. `None` when interrupted.
    pub(crate) fn gather(
        files: &[InputFile],
        revisits: Option<&Revisits>,
        config: &Config,
        jobs: usize,
        watch: &dyn Watch,
    ) -> Result<Option<Self>, RunError> {
        let hosts = match Hosts::gather(files, revisits, config, jobs, watch)? {
            Gathered::Interrupted => return Ok(None),
            gathered => gathered.hosts(),
        };
        let topics = match config.topic.as_deref().and_then(Profile::named) {
            None => None,
            Some(profile) => match Topics::gather(files, &profile, config, jobs, watch)? {
                None => return Ok(None),
                gathered => gathered,
            },
        };
        // The configuration was checked: its rules mean something.
        let rules = Rules::new(&config.portals).unwrap_or_default();
        let continued = Continued::gather(files, config, &rules, jobs, watch)?;
        Ok(continued.map(|continued| Self { hosts, topics, rules, continued }))
    }
}
