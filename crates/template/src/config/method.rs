//! Methods by name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::choices::CrossRule;

/// A method of joint boilerplate detection. All but `learned` and `occurrence` begin with bit
/// patterns of words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Trees and a network that correct the single-page score by partners and snapshots.
    #[default]
    Learned,
    /// Bit patterns of the thesis; what they leave open stays open, and is not in the text.
    T001,
    /// Bit patterns of the thesis; what they leave open is boilerplate.
    T002,
    /// Five nearest neighbours trained on the nodes that the patterns decide; a node and its
    /// siblings.
    T003,
    /// The same with the layer above.
    T004,
    /// The same with two layers above.
    T005,
    /// Random forest trained on what the patterns decide, with two layers above.
    T006,
    /// Bit patterns; what they leave open is content between two dense siblings that are content.
    Context,
    /// Bit patterns; what they leave open is content.
    KeepInvalid,
    /// What no more than half of the partners of the template have is content.
    Occurrence,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 10] = [
        Self::Learned,
        Self::T001,
        Self::T002,
        Self::T003,
        Self::T004,
        Self::T005,
        Self::T006,
        Self::Context,
        Self::KeepInvalid,
        Self::Occurrence,
    ];

    /// Name and version. The version rises whenever the labels of some page change.
    pub fn id(self) -> &'static str {
        // Ids are stored in corpora: a method never gets the id that another one had.
        match self {
            Self::Learned => "template/19",
            Self::T001 => "template-t001/6",
            Self::T002 => "template-t002/6",
            Self::T003 => "template-t003/6",
            Self::T004 => "template-t004/6",
            Self::T005 => "template-t005/6",
            Self::T006 => "template-t006/6",
            Self::Context => "template-context/6",
            Self::KeepInvalid => "template-keep-invalid/6",
            Self::Occurrence => "template-occurrence/6",
        }
    }

    /// Whether summaries must keep words.
    pub(crate) fn compares_words(self) -> bool {
        // These two compare blocks by hashes of their texts.
        !matches!(self, Self::Learned | Self::Occurrence)
    }

    /// The default rule for crosses. Methods that the thesis tried have its cross.
    pub fn cross(self) -> CrossRule {
        match self {
            Self::T001 | Self::T002 | Self::T003 | Self::T004 | Self::T005 | Self::T006 => {
                CrossRule::Thesis
            }
            Self::Learned | Self::Context | Self::KeepInvalid | Self::Occurrence => {
                CrossRule::Repaired
            }
        }
    }

    /// The learner that is trained on nodes which the patterns decide, if the method has one.
    pub(crate) fn learner(self) -> Option<Learner> {
        match self {
            Self::T003 => Some(Learner::Neighbours { layers: 1 }),
            Self::T004 => Some(Learner::Neighbours { layers: 2 }),
            Self::T005 => Some(Learner::Neighbours { layers: 3 }),
            Self::T006 => Some(Learner::Forest),
            _ => None,
        }
    }
}

/// A learner and the layers of a node that it gets as features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Learner {
    Neighbours { layers: usize },
    Forest,
}

impl Learner {
    /// Layers of a node, from 1.
    pub(crate) fn layers(self) -> usize {
        match self {
            Self::Neighbours { layers } => layers,
            Self::Forest => 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_an_id_and_a_name_of_its_own() {
        let mut ids = Method::ALL.map(Method::id).to_vec();
        let mut names = Method::ALL.map(|m| serde_json::to_string(&m).expect("a name")).to_vec();
        for method in Method::ALL {
            let name = serde_json::to_string(&method).expect("a name");
            assert_eq!(serde_json::from_str::<Method>(&name).expect("a method"), method);
            let id = method.id();
            let (_, version) = id.rsplit_once('/').expect("a version");
            assert!(version.parse::<u32>().is_ok() && id.starts_with("template"), "{id}");
        }
        for all in [&mut ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>(), &mut names] {
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), Method::ALL.len());
        }
        ids.clear();
    }

    #[test]
    fn learners_look_at_one_to_three_layers() {
        let layers = Method::ALL.map(|method| method.learner().map(Learner::layers));
        let learning = [Some(1), Some(2), Some(3), Some(3)];
        assert_eq!(layers[3..7], learning);
        assert!(layers[..3].iter().chain(&layers[7..]).all(Option::is_none));
    }
}
