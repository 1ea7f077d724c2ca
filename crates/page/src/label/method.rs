//! The methods of single-page extraction, by name and version.

/// A method of single-page extraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Method {
    /// Our own: a vote of trees over everything measured of a block, and a network that reads the
    /// page.
    Page,
    /// Containers scored by their paragraphs, commas and names; the best with its siblings.
    /// (Arc90 Readability, 2009.)
    Article,
    /// Length, links and commonest words, then the neighbours.
    /// (Pomikálek, "Removing Boilerplate and Duplicate Content from Web Corpora", 2011, chapter 3.)
    Justext,
    /// Words and link density of a block and its two neighbours. (Kohlschütter et al., "Boilerplate
    /// Detection using Shallow Text Features", 2010, algorithm 2.)
    Boilerpipe,
    /// The stretch of the page with most words and fewest tags.
    /// (Finn et al., "Fact or fiction: content classification for digital libraries", 2001.)
    Bte,
    /// All visible text.
    AllText,
    /// What any of page, article and boilerpipe takes.
    Union,
    /// What two of page, article and boilerpipe take.
    Agreement,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 8] = [
        Method::Page,
        Method::Article,
        Method::Justext,
        Method::Boilerpipe,
        Method::Bte,
        Method::AllText,
        Method::Union,
        Method::Agreement,
    ];

    /// Name and version.
    pub fn id(self) -> &'static str {
        match self {
            Method::Page => "page/17",
            Method::Article => "article/2",
            Method::Justext => "justext/3",
            Method::Boilerpipe => "boilerpipe/3",
            Method::Bte => "bte/3",
            Method::AllText => "all-text/2",
            Method::Union => "union/3",
            Method::Agreement => "agreement/3",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_names_with_versions() {
        let mut names = Vec::new();
        for method in Method::ALL {
            let (name, version) = method.id().split_once('/').expect("a version");
            assert!(version.parse::<u32>().is_ok_and(|version| version > 0), "{version}");
            names.push(name);
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Method::ALL.len());
    }
}
