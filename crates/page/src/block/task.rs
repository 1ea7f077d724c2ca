//! Boxes of task lists: whether a task is done.

use crate::tree::{Attr, NodeId, Tag, Tree};

/// The box of a task that is done, and of one that is open.
pub(crate) const BOXES: [char; 2] = ['\u{2611}', '\u{2610}'];
/// Elements around a box among which the list is.
const REACH: usize = 5;
/// Class words of task lists and their items: GitHub, Pandoc, Asciidoctor, editors.
const LISTS: &[&str] = &[
    "task-list",
    "task-list-item",
    "contains-task-list",
    "tasklist",
    "checklist",
    "todo-list",
    "to-do-list",
    "todo",
];
/// Classes of icons that are boxes (Asciidoctor with Font Awesome).
const ICONS: [&[&str]; 2] = [&["fa-check-square-o", "fa-check-square"], &["fa-square-o"]];

/// The sign for the box that an element is in a task list. `None` for other controls: a form that
/// asks for something is no list of tasks.
pub(super) fn sign(tree: &Tree, id: NodeId, tag: Tag) -> Option<char> {
    match tag {
        Tag::Input => {
            let kind = tree.attr(id, Attr::TYPE).unwrap_or_default();
            let is_box = kind.trim().eq_ignore_ascii_case("checkbox");
            let is_shown =
                || tree.attr_named(id, "disabled").is_some() || is_in_task_list(tree, id);
            let is_done = || tree.attr_named(id, "checked").is_some();
            (is_box && is_shown()).then(|| BOXES[usize::from(!is_done())])
        }
        Tag::I | Tag::Span => {
            let is = |names: &[&str]| tree.classes(id).any(|word| names.contains(&word));
            let place = ICONS.iter().position(|names| is(names))?;
            Some(BOXES[place])
        }
        _ => None,
    }
}

fn is_in_task_list(tree: &Tree, id: NodeId) -> bool {
    let mut around = tree.ancestors(id).take(REACH);
    around.any(|id| tree.classes(id).any(|word| LISTS.contains(&word)))
}

#[cfg(test)]
mod tests {
    use crate::{Hints, Limits, Page};

    #[test]
    fn boxes_say_whether_a_task_is_done() {
        for (item, expected) in [
            (
                "<li class=task-list-item><input type=checkbox checked disabled> done",
                "\u{2611} done",
            ),
            ("<li class=task-list-item><input type=checkbox disabled> open", "\u{2610} open"),
            ("<li><p><input type=CHECKBOX disabled> open", "\u{2610} open"),
            ("<li><label><input type=checkbox disabled checked=''>done</label>", "\u{2611} done"),
            ("<li><i class='fa fa-check-square-o'></i> done", "\u{2611} done"),
            // Controls of a form.
            ("<li><input type=checkbox name=size> small", "small"),
            ("<li>before <input type=checkbox disabled> open", "before open"),
            ("<li><input type=text disabled> open", "open"),
        ] {
            let html = format!("<ul>{item}</ul>");
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            assert_eq!(page.blocks()[0].text, expected, "{item}");
        }
        let html = "<ul class=task-list><li><input type=checkbox checked> done</ul>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        assert_eq!(page.blocks()[0].text, "\u{2611} done");
    }
}
