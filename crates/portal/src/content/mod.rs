//! What of an article's page is the article, by declaration.
//!
//! A *content rule set* names the elements that hold the text (*roots*), what in them is not text, and what
//! elements become. A portal's design changes: sets follow one another, each with the pages it is for, and the first
//! that fits a page and finds a root counts.

mod file;
mod meta;

use regex::Regex;
use rustc_hash::FxHashMap;
use scutch_page::{
    Edit, ExtractConfig, Extraction, Label, Metadata, NodeId, Page, Reason, Selector, Tag,
};

pub use self::file::{ContentFile, MetaFile, ScriptFile};
use self::meta::MetaRule;
use crate::document::Document;
use crate::file::{Fault, Many, RuleFile};
use crate::rule::{Rules, regex, selector, selectors};
use crate::tags::{pair, signature};

/// Name and version of the method.
const METHOD: &str = "rules/1";

/// Content rule sets, in order.
#[derive(Debug, Clone, Default)]
pub struct Content {
    sets: Vec<Set>,
    files: Vec<ContentFile>,
}

#[derive(Debug, Clone)]
struct Set {
    /// First and last day.
    from: Option<jiff::civil::Date>,
    to: Option<jiff::civil::Date>,
    when: Option<Regex>,
    require: Option<Selector>,
    roots: Vec<Selector>,
    remove: Vec<Selector>,
    script: Option<Rules>,
    comments: Vec<Selector>,
    tags: Vec<(Selector, Edit)>,
    table: FxHashMap<String, Edit>,
    /// Whether the table has elements by their parents.
    pairs: bool,
    meta: Vec<MetaRule>,
}

/// A page whose article was found by rules.
#[derive(Debug, Clone)]
pub struct Ruled {
    /// The page after the edits that the rules ask for.
    pub page: Page,
    /// Its blocks with labels.
    pub extraction: Extraction,
    /// Number of the rule set, from 0.
    set: usize,
}

impl Content {
    /// # Errors
    /// When a rule means nothing.
    pub(crate) fn compile(sets: &[ContentFile]) -> Result<Self, Fault> {
        let set = |(number, file)| Set::compile(file).map_err(|fault| fault.number(number));
        let compiled = sets.iter().enumerate().map(set).collect::<Result<_, _>>()?;
        Ok(Self { sets: compiled, files: sets.to_vec() })
    }

    /// Compiles rule sets that are known to be good from a portal file.
    ///
    /// # Errors
    /// With what is wrong, as a sentence.
    pub fn new(sets: &[ContentFile]) -> Result<Self, String> {
        Self::compile(sets).map_err(|fault| fault.message)
    }

    /// The rule sets as they are written.
    pub fn files(&self) -> &[ContentFile] {
        &self.files
    }

    /// Whether there are no rules.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The article of a page; `None` where no rule set fits it. `whole` is the page with its scripts, asked for where a
    /// rule set looks into them.
    pub fn extract(
        &self,
        page: &Page,
        whole: &dyn Fn() -> Option<Document>,
        config: &ExtractConfig,
    ) -> Option<Ruled> {
        let mut sets = self.sets.iter().enumerate().filter(|(_, set)| set.fits(page));
        sets.find_map(|(number, set)| {
            let told = set.script.as_ref().and_then(|script| unfold(page, script, &whole()?));
            let (page, extraction) = set.extract(told.as_ref().unwrap_or(page), config)?;
            Some(Ruled { page, extraction, set: number })
        })
    }

    /// The elements that hold the article of a page, by the first rule set that fits.
    pub fn roots(&self, page: &Page) -> Vec<NodeId> {
        let sets = self.sets.iter().filter(|set| set.fits(page));
        let mut roots = sets.flat_map(|set| &set.roots);
        let found = |root: &Selector| root.select(page.tree(), NodeId::DOCUMENT);
        roots.find_map(|root| Some(found(root)).filter(|f| !f.is_empty())).unwrap_or_default()
    }

    /// Puts what the rules say about the page before what was found otherwise. `page` is the page as it was read.
    pub fn describe(&self, ruled: &Ruled, page: &Page, metadata: &mut Metadata) {
        for rule in self.sets.get(ruled.set).into_iter().flat_map(|set| &set.meta) {
            rule.apply(page, metadata);
        }
    }
}

impl Set {
    fn compile(file: &ContentFile) -> Result<Self, Fault> {
        let below = |fault: Fault, key: &str| fault.below(key).below("tags");
        let tag = |(key, operator): (&String, &String)| {
            let edit = edit(operator).map_err(|fault| below(fault, key))?;
            let selector = selector(key, "").map_err(|fault| {
                let Fault { message, hint, .. } = fault;
                below(Fault::new(message, hint), key)
            })?;
            Ok((selector, edit))
        };
        let row = |(key, operator): (&String, &String)| {
            let edit = edit(operator).map_err(|fault| fault.below(key).below("table"))?;
            Ok((key.clone(), edit))
        };
        let meta = |(field, rule): (&String, &MetaFile)| {
            MetaRule::compile(field, rule).map_err(|fault| fault.below(field).below("meta"))
        };
        if file.root.is_empty() {
            return Err(Fault::new("a rule set without `root` finds nothing", "name selectors"));
        }
        if let (Some(from), Some(to)) = (&file.from, &file.to)
            && from.0 > to.0
        {
            return Err(Fault::new("no day is after `from` and before `to`", "").below("to"));
        }
        let table: FxHashMap<String, Edit> =
            file.table.iter().map(row).collect::<Result<_, _>>()?;
        Ok(Self {
            from: file.from.map(|day| day.0),
            to: file.to.map(|day| day.0),
            when: file.when.as_deref().map(|text| regex(text, "when")).transpose()?,
            require: file.require.as_deref().map(|text| selector(text, "require")).transpose()?,
            roots: selectors(&file.root, "root")?,
            remove: selectors(&file.remove, "remove")?,
            script: file.script.as_ref().map(script).transpose()?,
            comments: selectors(&file.comments, "comments")?,
            tags: file.tags.iter().map(tag).collect::<Result<_, _>>()?,
            pairs: table.keys().any(|key| key.contains(" > ")),
            table,
            meta: file.meta.iter().map(meta).collect::<Result<_, _>>()?,
        })
    }

    /// The day is that in the address, else that of the capture.
    fn fits(&self, page: &Page) -> bool {
        let day = || day(page);
        let url = page.url().unwrap_or_default();
        self.when.as_ref().is_none_or(|when| when.is_match(url))
            && self.from.is_none_or(|from| day().is_some_and(|day| day >= from))
            && self.to.is_none_or(|to| day().is_some_and(|day| day <= to))
            && self
                .require
                .as_ref()
                .is_none_or(|s| s.first(page.tree(), NodeId::DOCUMENT).is_some())
    }

    fn extract(&self, page: &Page, config: &ExtractConfig) -> Option<(Page, Extraction)> {
        let tree = page.tree();
        let found = |list: &[Selector]| -> Vec<NodeId> {
            list.iter().flat_map(|s| s.select(tree, NodeId::DOCUMENT)).collect()
        };
        let roots = self.roots.iter().map(|root| root.select(tree, NodeId::DOCUMENT));
        let roots = roots.into_iter().find(|found| !found.is_empty())?;
        let comments = found(&self.comments);
        let mut edits: FxHashMap<NodeId, Edit> = FxHashMap::default();
        if !self.table.is_empty() {
            let whole = |root: &NodeId| std::iter::once(*root).chain(tree.descendants(*root));
            for id in roots.iter().flat_map(whole) {
                let in_parent = || self.table.get(&pair(tree, id)).filter(|_| self.pairs);
                let edit = in_parent().or_else(|| self.table.get(&signature(tree, id)));
                edits.extend(edit.map(|edit| (id, *edit)));
            }
        }
        for (selector, edit) in &self.tags {
            edits.extend(selector.select(tree, NodeId::DOCUMENT).into_iter().map(|id| (id, *edit)));
        }
        edits.extend(found(&self.remove).into_iter().map(|id| (id, Edit::Remove)));
        let (edited, places) = page.edited(&edits);
        let places_of = |ids: &[NodeId]| -> Vec<NodeId> {
            ids.iter().filter_map(|id| places.get(*id)).collect()
        };
        let (roots, comments) = (places_of(&roots), places_of(&comments));
        let tree = edited.tree();
        let within = |ids: &[NodeId], node| ids.iter().any(|id| tree.contains(*id, node));
        let labels = edited.blocks().iter().map(|block| {
            let comment = within(&comments, block.node);
            let content = if comment { config.comments } else { within(&roots, block.node) };
            let reason = if comment { Reason::Comment } else { Reason::Method };
            Label { content, score: f32::from(u8::from(content)), reason }
        });
        let labels: Vec<Label> = labels.collect();
        let any =
            edited.blocks().iter().zip(&labels).any(|(b, label)| label.content && b.chars > 0);
        let config = config.clone();
        let extraction = Extraction {
            labels,
            pulls: Vec::new(),
            unshown: false,
            threshold: None,
            flags: Vec::new(),
            method: METHOD,
            config,
        };
        any.then_some((edited, extraction))
    }
}

fn day(page: &Page) -> Option<jiff::civil::Date> {
    let in_path = page.url().and_then(scutch_url::date_in_path).and_then(|(year, month, day)| {
        let part = |part: Option<u8>| i8::try_from(part.unwrap_or(1)).ok();
        jiff::civil::Date::new(year, part(month)?, part(day)?).ok()
    });
    in_path.or_else(|| {
        let time = jiff::Timestamp::from_millisecond(page.capture_ms()?).ok()?;
        Some(jiff::tz::TimeZone::UTC.to_datetime(time).date())
    })
}

/// The page with what its scripts hold at its end; none where they hold nothing.
fn unfold(page: &Page, script: &Rules, whole: &Document) -> Option<Page> {
    let found = script.texts(whole);
    (!found.is_empty()).then(|| page.reread(&[whole.text(), found.concat().as_str()].concat()))
}

/// The rule for texts that a script means.
fn script(file: &ScriptFile) -> Result<Rules, Fault> {
    let rule = RuleFile {
        within: Some(file.within.clone().unwrap_or_else(|| "script".to_owned())),
        json: file.json.clone(),
        capture: file.capture.clone(),
        template: file.template.clone(),
        ..RuleFile::default()
    };
    Rules::compile(&Many(vec![rule])).map_err(|fault| fault.below("script"))
}

/// What an operator of the tag table does.
pub(crate) fn edit(operator: &str) -> Result<Edit, Fault> {
    match operator {
        "remove" => Ok(Edit::Remove),
        "unwrap" => Ok(Edit::Unwrap),
        "unwrap-all" => Ok(Edit::UnwrapAll),
        names => match names.split_once(' ') {
            Some((outer, inner)) => Ok(Edit::Pair(element(outer)?, element(inner)?)),
            None => element(names).map(Edit::Rename),
        },
    }
}

fn element(name: &str) -> Result<Tag, Fault> {
    let known = Tag::ALL.iter().find(|(known, _)| *known == name);
    let message = || format!("`{name}` is no operator and no element");
    let hint =
        "write `remove`, `unwrap`, `unwrap-all`, an element such as `blockquote`, or two of them";
    known.map(|(_, tag)| *tag).ok_or_else(|| Fault::new(message(), hint))
}

#[cfg(test)]
mod tests;
