//! One content rule set: which pages it is for, and what it does to them.

use regex::Regex;
use rustc_hash::FxHashMap;
use scutch_page::{
    Cuts, Edit, ExtractConfig, Extraction, Label, Metadata, NodeId, Page, Reason, Selector, Tree,
};

use super::meta::MetaRule;
use crate::document::Document;
use crate::file::{ContentFile, Fault, MetaFile, OneOrMany, RuleFile, ScriptFile};
use crate::operator::parse_operator;
use crate::rule::{Rules, regex, selector, selectors};
use crate::tags::{pair, signature};

/// Name and version of the extraction method.
const METHOD: &str = "rules/1";

#[derive(Debug, Clone)]
pub(super) struct RuleSet {
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
    /// Edits by signature.
    table: FxHashMap<String, Edit>,
    /// Whether the table has signatures with parents.
    has_pairs: bool,
    meta: Vec<MetaRule>,
}

impl RuleSet {
    pub(super) fn compile(file: &ContentFile) -> Result<Self, Fault> {
        if file.root.is_empty() {
            return Err(Fault::new("a rule set without `root` finds nothing", "name selectors"));
        }
        if let (Some(from), Some(to)) = (&file.from, &file.to)
            && from.0 > to.0
        {
            return Err(Fault::new("no day is after `from` and before `to`", "").below("to"));
        }
        let meta = |(field, rule): (&String, &MetaFile)| {
            MetaRule::compile(field, rule).map_err(|fault| fault.below(field).below("meta"))
        };
        let tag = |(key, operator): (&String, &String)| compile_tag(key, operator);
        let table = file.table.iter().map(|(key, operator)| {
            let edit = parse_operator(operator).map_err(|f| f.below(key).below("table"))?;
            Ok((key.clone(), edit))
        });
        let table: FxHashMap<String, Edit> = table.collect::<Result<_, _>>()?;
        Ok(Self {
            from: file.from.map(|day| day.0),
            to: file.to.map(|day| day.0),
            when: file.when.as_deref().map(|text| regex(text, "when")).transpose()?,
            require: file.require.as_deref().map(|text| selector(text, "require")).transpose()?,
            roots: selectors(&file.root, "root")?,
            remove: selectors(&file.remove, "remove")?,
            script: file.script.as_ref().map(script_rules).transpose()?,
            comments: selectors(&file.comments, "comments")?,
            tags: file.tags.iter().map(tag).collect::<Result<_, _>>()?,
            has_pairs: table.keys().any(|key| key.contains(" > ")),
            table,
            meta: file.meta.iter().map(meta).collect::<Result<_, _>>()?,
        })
    }

    /// Whether the set is for a page.
    pub(super) fn fits(&self, page: &Page) -> bool {
        // The cheap conditions first: most sets are for another year.
        let day = || day_of(page);
        let url = page.url().unwrap_or_default();
        self.when.as_ref().is_none_or(|when| when.is_match(url))
            && self.from.is_none_or(|from| day().is_some_and(|day| day >= from))
            && self.to.is_none_or(|to| day().is_some_and(|day| day <= to))
            && self
                .require
                .as_ref()
                .is_none_or(|s| s.first(page.tree(), NodeId::DOCUMENT).is_some())
    }

    /// The page with the texts of its scripts at its end; `None` if there are none.
    pub(super) fn unfold_scripts(
        &self,
        page: &Page,
        with_scripts: &dyn Fn() -> Option<Document>,
    ) -> Option<Page> {
        let rules = self.script.as_ref()?;
        let whole = with_scripts()?;
        let found = rules.texts(&whole);
        (!found.is_empty())
            .then(|| page.with_markup(&[whole.text(), found.concat().as_str()].concat()))
    }

    /// The elements that hold the article: those of the first selector that matches.
    pub(super) fn roots(&self, tree: &Tree) -> Option<Vec<NodeId>> {
        let found = self.roots.iter().map(|root| root.select(tree, NodeId::DOCUMENT));
        found.into_iter().find(|found| !found.is_empty())
    }

    /// Edits the page and labels its blocks; `None` if it has no root or no text in it.
    pub(super) fn extract(
        &self,
        page: &Page,
        config: &ExtractConfig,
    ) -> Option<(Page, Extraction)> {
        let tree = page.tree();
        let roots = self.roots(tree)?;
        let comments = select_all(tree, &self.comments);
        let (edited, places) = page.edited(&self.edits(tree, &roots));
        let moved = |ids: &[NodeId]| -> Vec<NodeId> {
            ids.iter().filter_map(|id| places.get(*id)).collect()
        };
        let labels = labels(&edited, &moved(&roots), &moved(&comments), config);
        let has_text =
            edited.blocks().iter().zip(&labels).any(|(b, label)| label.content && b.chars > 0);
        let extraction = Extraction {
            labels,
            contributions: Vec::new(),
            cuts: Cuts::new(),
            script_text: false,
            threshold: None,
            flags: Vec::new(),
            method: METHOD,
            config: config.clone(),
        };
        has_text.then_some((edited, extraction))
    }

    /// The edits of a page. Later ones win: the table by signature, selectors of `tags`, `remove`.
    fn edits(&self, tree: &Tree, roots: &[NodeId]) -> FxHashMap<NodeId, Edit> {
        let mut edits: FxHashMap<NodeId, Edit> = FxHashMap::default();
        // The table was made of elements in roots, so it holds for these alone.
        if !self.table.is_empty() {
            let whole = |root: &NodeId| std::iter::once(*root).chain(tree.descendants(*root));
            for id in roots.iter().flat_map(whole) {
                let in_parent = || self.table.get(&pair(tree, id)).filter(|_| self.has_pairs);
                let edit = in_parent().or_else(|| self.table.get(&signature(tree, id)));
                edits.extend(edit.map(|edit| (id, *edit)));
            }
        }
        for (selector, edit) in &self.tags {
            edits.extend(selector.select(tree, NodeId::DOCUMENT).into_iter().map(|id| (id, *edit)));
        }
        edits.extend(select_all(tree, &self.remove).into_iter().map(|id| (id, Edit::Remove)));
        edits
    }

    /// Overrides metadata with what the rules of this set find.
    pub(super) fn describe(&self, page: &Page, metadata: &mut Metadata) {
        self.meta.iter().for_each(|rule| rule.apply(page, metadata));
    }
}

/// A selector with its operator. The fault has no offset: the selector is a key, not a value.
fn compile_tag(key: &str, operator: &str) -> Result<(Selector, Edit), Fault> {
    let below = |fault: Fault| fault.below(key).below("tags");
    let edit = parse_operator(operator).map_err(below)?;
    let selector = selector(key, "").map_err(|fault| {
        let Fault { message, hint, .. } = fault;
        below(Fault::new(message, hint))
    })?;
    Ok((selector, edit))
}

fn select_all(tree: &Tree, list: &[Selector]) -> Vec<NodeId> {
    list.iter().flat_map(|s| s.select(tree, NodeId::DOCUMENT)).collect()
}

/// Labels blocks as content if they are in a root, or in comments if these are wanted.
fn labels(
    page: &Page,
    roots: &[NodeId],
    comments: &[NodeId],
    config: &ExtractConfig,
) -> Vec<Label> {
    let tree = page.tree();
    let is_in = |ids: &[NodeId], node| ids.iter().any(|id| tree.contains(*id, node));
    let label = |node| {
        // Comments are looked for first, because they may be inside of a root.
        let is_comment = is_in(comments, node);
        let content = if is_comment { config.comments } else { is_in(roots, node) };
        let reason = if is_comment { Reason::Comment } else { Reason::Method };
        Label { content, score: f32::from(u8::from(content)), reason }
    };
    page.blocks().iter().map(|block| label(block.node)).collect()
}

/// The day of a page: that in its address, or else that of the capture.
fn day_of(page: &Page) -> Option<jiff::civil::Date> {
    let in_path = page.url().and_then(scutch_url::date_in_path).and_then(|(year, month, day)| {
        let part = |part: Option<u8>| i8::try_from(part.unwrap_or(1)).ok();
        jiff::civil::Date::new(year, part(month)?, part(day)?).ok()
    });
    in_path.or_else(|| {
        let time = jiff::Timestamp::from_millisecond(page.capture_ms()?).ok()?;
        Some(jiff::tz::TimeZone::UTC.to_datetime(time).date())
    })
}

/// Rules for the texts in scripts.
fn script_rules(file: &ScriptFile) -> Result<Rules, Fault> {
    let rule = RuleFile {
        within: Some(file.within.clone().unwrap_or_else(|| "script".to_owned())),
        json: file.json.clone(),
        capture: file.capture.clone(),
        template: file.template.clone(),
        ..RuleFile::default()
    };
    Rules::compile(&OneOrMany(vec![rule])).map_err(|fault| fault.below("script"))
}
