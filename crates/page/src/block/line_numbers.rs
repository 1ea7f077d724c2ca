//! Numbers that a page shows beside lines of code. They are not part of the code, but whoever wants
//! the page as readers see it can have them.

use std::fmt::Write as _;

use crate::tree::{NodeId, Tree};

/// Digits that the number of a line has at most.
const DIGITS: usize = 16;

/// The number of a line of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineNumber {
    /// The text node that shows it.
    pub node: NodeId,
    /// Which line of its block it stands beside, from 0.
    pub line: u32,
    /// The number.
    pub number: u32,
    /// How many digits it is written with; zeros before it are among them.
    pub digits: u8,
}

/// The numbers that an element shows, for the lines from `first` on. `None` if it shows anything
/// else.
pub(super) fn shown(tree: &Tree, id: NodeId, first: u32) -> Option<Vec<LineNumber>> {
    let words = |node| tree.text(node).split_whitespace().map(move |word| (node, word));
    let words = tree.descendants(id).flat_map(words).zip(first..);
    let number = |((node, word), line): ((NodeId, &str), u32)| {
        // Sixteen digits are no number of a line but of an account or a product.
        let is_number = word.len() <= DIGITS && word.bytes().all(|byte| byte.is_ascii_digit());
        let number = word.parse().ok().filter(|_| is_number)?;
        Some(LineNumber { node, line, number, digits: word.len() as u8 })
    };
    words.map(number).collect()
}

/// Code with numbers at the beginning of its lines. Numbers beyond the last line stand alone: empty
/// lines at the end of code are cut off.
pub(crate) fn numbered(code: &str, numbers: &[LineNumber]) -> String {
    let mut out = String::with_capacity(code.len() + numbers.len() * 4);
    let mut numbers = numbers.iter().peekable();
    let mut lines = code.lines().zip(0_u32..);
    let mut is_first = true;
    loop {
        let line = lines.next();
        let last = line.map(|(_, at)| at).or_else(|| numbers.peek().map(|number| number.line));
        let Some(last) = last else { return out };
        if !is_first {
            out.push('\n');
        }
        is_first = false;
        let beginning = out.len();
        while let Some(number) = numbers.next_if(|number| number.line <= last) {
            let (number, digits) = (number.number, usize::from(number.digits));
            let _ = write!(out, "{number:0digits$} ");
        }
        let line = line.map_or("", |(line, _)| line);
        if line.is_empty() && out.len() > beginning {
            // No space behind a number that stands alone.
            out.pop();
        }
        out.push_str(line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, Page};

    fn texts(html: &str) -> Vec<String> {
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        let text = |block: &crate::Block| numbered(&block.text, &block.line_numbers);
        page.blocks().iter().map(text).collect()
    }

    #[test]
    fn numbers_in_a_column_of_their_own_come_before_their_lines() {
        let rouge = "<table><tr><td class=gutter><pre><span class=line-number>1</span>\n<span \
            class=line-number>2</span>\n\
            <span class=line-number>3</span>\n</pre><td class=code><pre>let tide = \
            2;\n\ngo()</pre></table>";
        assert_eq!(texts(rouge), ["1 let tide = 2;\n2\n3 go()"]);
        // Hugo: the column is code, too, and so is what is in it.
        let chroma = "<table class=lntable><tr><td class=lntd><pre><code><span \
            class=lnt>7\n</span><span class=lnt>8\n</span></code>\
            </pre><td class=lntd><pre><code>let tide = 2;\ngo()</code></pre></table>";
        assert_eq!(texts(chroma), ["7 let tide = 2;\n8 go()"]);
        let columns = "<table><tr><td class=lntd><pre><span class=lnt>7\n</span></pre><pre><span \
            class=lnt>8\n</span></pre>\
            <pre></pre><td><pre>a\nb</pre></table>";
        assert_eq!(texts(columns), ["7 a\n8 b"]);
        let lines = "<table><tr><td class=gutter><div class=line>1</div><div class=line>2</div><td \
            class=code>\
            <div class=container><div class=line><code>a</code></div><div \
            class=line><code>b</code></div></div></table>";
        assert_eq!(texts(lines), ["1 a\n2 b"]);
    }

    /// As in changes: the number of a line before and after.
    #[test]
    fn columns_of_numbers_stand_beside_each_other() {
        let html = "<table><tr><td class=gutter><pre>08\n09\n10</pre><td \
            class=gutter><pre>7\n8\n9</pre>\
            <td><pre>a\nb\nc</pre></table>";
        assert_eq!(texts(html), ["08 7 a\n09 8 b\n10 9 c"]);
        let column = |numbers: [u8; 2]| {
            let numbers = numbers.map(|n| format!("<span class=lineno>{n}</span>\n"));
            format!("<td><pre>{}</pre>", numbers.concat())
        };
        let code = "<td><img src=copy.png alt=Copy><pre>a\nb</pre>";
        let html = format!("<table><tr>{}{}{code}</table>", column([1, 2]), column([7, 8]));
        assert_eq!(texts(&html).last().map(String::as_str), Some("1 7 a\n2 8 b"));
    }

    #[test]
    fn numbers_among_lines_stay_where_they_are() {
        let html = "<pre><span class=lineno>3</span> let tide = 2;\n  then\n<span \
            class=lineno>5</span>   go()\n<span class=lineno>6</span></pre>";
        assert_eq!(texts(html), ["3  let tide = 2;\n  then\n5    go()\n6"]);
        let doxygen = "<div class=fragment><div class=line><span class=lineno> 1</span>a</div>\
            <div class=line><span class=lineno> 2</span>b</div></div>";
        assert_eq!(texts(doxygen), ["1 a\n2 b"]);
    }

    /// Jekyll: the table is code as a whole.
    #[test]
    fn a_column_within_code_counts_its_lines() {
        let jekyll = "<pre class=highlight><code><table class=rouge-table><tbody><tr><td \
            class='gutter gl'><pre class=lineno>1\n2\n3\n</pre>\
            <td class=code><pre>a\nb\nc\n</pre></table></code></pre>";
        assert_eq!(texts(jekyll), ["1 a\n2 b\n3 c"]);
    }

    #[test]
    fn hidden_numbers_are_not_shown() {
        let html = "<pre><span class=lineno hidden>1</span>a\n<span class=lineno \
            style='display:none'>2</span>b</pre>\
            <table><tr><td class=gutter hidden><pre>1\n2</pre><td><pre>c\nd</pre></table>";
        assert_eq!(texts(html), ["a\nb", "c\nd"]);
    }

    /// What is written of a line does not depend on what stands before it.
    #[test]
    fn empty_lines_are_no_work() {
        let lines = 300_000;
        let html = format!("<pre><i class=lineno>1</i>a{}b</pre>", "\n".repeat(lines));
        assert_eq!(texts(&html), [format!("1 a{}b", "\n".repeat(lines))]);
        // Nor do numbers depend on those of columns before theirs.
        let html = "<pre><i class=lineno>1</i></pre>".repeat(lines / 3);
        assert_eq!(texts(&html), [""; 0]);
    }

    #[test]
    fn numbers_that_nothing_follows_number_nothing() {
        for html in [
            "<table><tr><td class=gutter><pre>1\n2</pre></table><p>One",
            "<table><tr><td class=gutter><pre>1\n2</pre></table><p>One<pre>two</pre>",
            "<table><tr><td class=gutter>+1<td><pre>two</pre></table>",
            "<table><tr><td class=gutter>Of the sea<td><pre>two</pre></table>",
            "<table><tr><td class=gutter>99999999999999999999<td><pre>two</pre></table>",
        ] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            assert!(page.blocks().iter().all(|block| block.line_numbers.is_empty()), "{html}");
        }
    }

    #[test]
    fn two_numbers_of_a_line_stand_before_it() {
        let number = |line, number| LineNumber { node: NodeId::DOCUMENT, line, number, digits: 1 };
        let both = [number(0, 4), number(0, 5), number(2, 6), number(4, 7), number(4, 8)];
        assert_eq!(numbered("a\nb\nc", &both), "4 5 a\nb\n6 c\n7 8");
        assert_eq!(numbered("a\n\nb", &[]), "a\n\nb");
        assert_eq!(numbered("\n\na", &[number(2, 3)]), "\n\n3 a");
    }
}
