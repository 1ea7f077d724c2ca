//! Template groups as small multiples: the groups of each host, each with outlines of some pages.

use std::collections::BTreeMap;

use maud::{Markup, html};
use scutch_plot::foreign;
use scutch_plot::number::{counted, thousands};

use super::form::rows_with;
use super::frame::{Frame, Subject};
use crate::review::{HOSTS, HostGroups, TemplateGroup};

/// A row of a group, as it is shown.
#[derive(Debug, Clone)]
pub struct GroupRow {
    /// Its id.
    pub id: String,
    /// Its title, or its address.
    pub name: String,
}

/// The view of template groups.
#[derive(Debug)]
pub struct GroupsPage<'a> {
    /// Hosts of the page.
    pub hosts: &'a [HostGroups],
    /// All hosts with groups.
    pub count: usize,
    /// Number of the page, from 1.
    pub page: usize,
    /// By number of the row what is shown of it.
    pub rows: &'a BTreeMap<usize, GroupRow>,
}

impl GroupsPage<'_> {
    /// The page.
    pub fn render(&self) -> Markup {
        let body = html! {
            main id="main" tabindex="-1" {
                h1 { "Template groups" }
                p.lede { (counted(self.count as u64, "host")) " with pages of the same template." }
                @if self.count == 0 {
                    p.nothing { "The corpus has no template groups: " code { "--extractor template" } " finds them." }
                } @else {
                    p.gloss {
                        "Each picture is a page as an outline: a bar per block, as long as its text. Filled blocks are in the text of the
                        row, the others are not."
                    }
                }
                @for host in self.hosts { (self.host(host)) }
                (self.pages())
            }
        };
        Frame { subject: Subject::Corpus, up: "", title: "Template groups", view: "groups", body }
            .render()
    }

    fn host(&self, host: &HostGroups) -> Markup {
        html! {
            section.host {
                h2 { bdi { (foreign::shown(&host.host)) } " " span.gloss { (counted(host.rows as u64, "row")) } }
                @for group in &host.groups { (self.group(group)) }
                @if host.further > 0 { p.nothing { (counted(host.further as u64, "smaller group")) "." } }
            }
        }
    }

    fn group(&self, group: &TemplateGroup) -> Markup {
        html! {
            section.multiples {
                h3 {
                    a href=(rows_with("", "template_group", &group.name)) { bdi { (foreign::shown(&group.name)) } }
                    " " span.gloss { (counted(group.count as u64, "row")) }
                }
                ul {
                    @for row in group.rows.iter().filter_map(|row| self.rows.get(row)) {
                        li {
                            a href={ "row/" (row.id) } title=(foreign::plain(&row.name)) {
                                img src={ "outline/" (row.id) } width="72" height="180" loading="lazy"
                                    alt={ "Outline of " (foreign::plain(&row.name)) };
                            }
                        }
                    }
                }
            }
        }
    }

    fn pages(&self) -> Markup {
        let last = self.count.div_ceil(HOSTS).max(1);
        html! {
            nav.pages aria-label="Pages of hosts" {
                @if self.page > 1 { a rel="prev" href={ "groups?page=" ((self.page - 1).min(last)) } { "Previous" } " " }
                span { "Page " (thousands(self.page as u64)) " of " (thousands(last as u64)) }
                @if self.page < last { " " a rel="next" href={ "groups?page=" (self.page + 1) } { "Next" } }
            }
        }
    }
}
