//! Published methods of extraction, to compare with our own on the same blocks.
//!
//! Each is the published rule applied to our blocks; page, score and reason say which method it
//! was.

mod article;
mod boilerpipe;
mod bte;
mod justext;
mod words;

use crate::extract::{drop_tables, extract};
use crate::{Cuts, ExtractConfig, Extraction, Label, Method, Page, PageFlag, Reason};

/// The methods that [`Method::Union`] and [`Method::Agreement`] ask.
const VOTERS: [Method; 3] = [Method::Page, Method::Article, Method::Boilerpipe];

impl Method {
    /// Labels the blocks of a page.
    pub fn extract(self, page: &Page, config: &ExtractConfig) -> Extraction {
        let kept = match self {
            Method::Page => return extract(page, config),
            Method::Article => article::content(page),
            Method::Justext => justext::content(page),
            Method::Boilerpipe => boilerpipe::content(page),
            Method::Bte => bte::content(page),
            Method::AllText => page.blocks().iter().map(|block| !block.hidden).collect(),
            Method::Union => votes(page, config).into_iter().map(|votes| votes > 0).collect(),
            Method::Agreement => {
                // More than half of them.
                let most = VOTERS.len() / 2;
                votes(page, config).into_iter().map(|votes| votes > most).collect()
            }
        };
        let labels = kept.into_iter().zip(page.blocks()).map(|(content, block)| {
            // Pictures are kept with the text around them by our own method only.
            let content = content && block.chars > 0;
            Label { content, score: f32::from(u8::from(content)), reason: Reason::Method }
        });
        let mut labels: Vec<Label> = labels.collect();
        if !config.tables {
            drop_tables(page.blocks(), &mut labels);
        }
        let flags = flags(page, &labels);
        let (method, config) = (self.id(), config.clone());
        let contributions = Vec::new();
        Extraction {
            labels,
            contributions,
            cuts: Cuts::new(),
            script_text: false,
            threshold: None,
            flags,
            method,
            config,
        }
    }
}

/// Why nothing is kept, if so.
fn flags(page: &Page, labels: &[Label]) -> Vec<PageFlag> {
    let visible = page.blocks().iter().any(|block| block.chars > 0 && !block.hidden);
    match (labels.iter().any(|label| label.content), visible) {
        (true, _) => Vec::new(),
        (false, true) => vec![PageFlag::NoContent],
        (false, false) => vec![PageFlag::NoVisibleText],
    }
}

/// How many of the methods asked take each block.
fn votes(page: &Page, config: &ExtractConfig) -> Vec<usize> {
    let mut votes = vec![0; page.blocks().len()];
    for method in VOTERS {
        for (votes, label) in votes.iter_mut().zip(method.extract(page, config).labels) {
            *votes += usize::from(label.content);
        }
    }
    votes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Limits, render};

    const PAGE: &str = "<html lang=en><title>Fog</title><body><nav><ul><li><a \
        href=/>Home</a><li><a href=/b>\
        Boats</a><li><a href=/c>Contact</a></ul></nav><div class=article><h1>The fog lifts</h1>\
        <p>The fog lifted from the harbour this morning, and the ferry left ten minutes late with \
        everybody \
        who had waited for it on the pier, among them the keeper of the light and his two dogs, \
        and it was not at all clear to them when it would be back.</p>\
        <p>Nobody at the pier could say when the bell had rung last, or who had rung it on that \
        day, but all of \
        them had heard it, and some of them were sure that it was not the first time this year \
        that it had been heard from the sea.</p></div>\
        <div class=footer><a href=/imprint>Imprint</a> <a href=/terms>Terms</a> &copy; \
        2019</div></body>";

    #[test]
    fn every_method_finds_the_article_and_leaves_the_menu() {
        let page = Page::parse(PAGE.as_bytes(), &Hints::default(), &Limits::default());
        for method in Method::ALL {
            let extraction = method.extract(&page, &ExtractConfig::default());
            let text = render::text(&page, &extraction);
            assert_eq!(extraction.method, method.id());
            assert!(text.contains("Nobody at the pier"), "{}: {text}", method.id());
            assert!(text.contains("The fog lifted"), "{}: {text}", method.id());
            let menu = text.contains("Boats") || text.contains("Imprint");
            assert_eq!(menu, method == Method::AllText, "{}: {text}", method.id());
        }
    }

    /// The same in scripts without spaces: menu, title, two paragraphs, a line below.
    const PAGES: [[&str; 5]; 3] = [
        [
            "首页 船只 联系我们",
            "雾散了",
            "今天早上港口的雾散了，渡轮比平时晚了十分钟才离开，码头上等候的人都上了船，其中有灯塔看守人和他的两条狗，\
             谁也不知道它什么时候会回来，不过大家都不着急，因为天气很好，海面也很平静。",
            "码头上没有人说得出钟上一次是什么时候敲响的，也没有人知道那天是谁敲的，但是所有人都听见了，有些人肯定地说，\
             今年已经不是第一次听到从海上传来的钟声了，以后大概还会再听到。",
            "版权信息 使用条款",
        ],
        [
            "ホーム 船 お問い合わせ",
            "霧が晴れる",
            "今朝、港の霧が晴れて、渡し船は桟橋で待っていた人たち全員を乗せ、十分遅れて出発した。その中には灯台守と彼の二匹の\
             犬もいたが、船がいつ戻ってくるのか、誰にもはっきりとは分からなかった。",
            "桟橋にいた誰も、最後に鐘が鳴ったのがいつだったのか、その日に誰が鳴らしたのかを言えなかったが、全員がその音を\
             聞いており、今年それが海から聞こえたのは初めてではないと確信している人もいた。",
            "会社概要 利用規約",
        ],
        [
            "หน้าแรก เรือ ติดต่อเรา",
            "หมอกจางหาย",
            "เช้านี้หมอกที่ท่าเรือจางหายไป \
                เรือข้ามฟากออกช้ากว่ากำหนดสิบนาทีพร้อมกับทุกคนที่รออยู่บนท่า \
                รวมทั้งคนเฝ้าประภาคารกับ\
             สุนัขสองตัวของเขา และไม่มีใครรู้แน่ว่าเรือจะกลับมาเมื่อไร \
             แต่ก็ไม่มีใครรีบร้อนเพราะอากาศดีและทะเลสงบมาก",
            "ไม่มีใครที่ท่าเรือบอกได้ว่าระฆังดังครั้งสุดท้ายเมื่อใด หรือใครเป็นคนตีในวันนั้น \
                แต่ทุกคนได้ยินเสียงระฆัง และบางคนมั่นใจว่า\
             นี่ไม่ใช่ครั้งแรกของปีที่ได้ยินเสียงนั้นจากทะเล และคงจะได้ยินอีกในวันข้างหน้า",
            "นโยบาย เงื่อนไข",
        ],
    ];

    #[test]
    fn methods_that_count_words_find_articles_in_scripts_without_spaces() {
        for [menu, title, first, second, below] in PAGES {
            let links = |names: &str| -> String {
                names.split(' ').map(|name| format!("<li><a href=/{name}>{name}</a>")).collect()
            };
            let html = format!(
                "<body><nav><ul>{}</ul></nav><div \
                    class=article><h1>{title}</h1><p>{first}</p><p>{second}</p></div>\
                 <div class=footer><ul>{}</ul></div></body>",
                links(menu),
                links(below)
            );
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            for method in [Method::Justext, Method::Boilerpipe, Method::Bte] {
                let extraction = method.extract(&page, &ExtractConfig::default());
                let text = render::text(&page, &extraction);
                let told = format!("{}: {text}", method.id());
                assert!(text.contains(first) && text.contains(second), "{told}");
                let of_site = menu.split(' ').chain(below.split(' '));
                assert!(
                    !text.lines().any(|line| of_site.clone().any(|name| line == name)),
                    "{told}"
                );
            }
        }
    }

    #[test]
    fn pages_without_text_are_no_trouble() {
        for html in ["", "<p>", "<img src=x>", "<p>x"] {
            let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
            for method in Method::ALL {
                let extraction = method.extract(&page, &ExtractConfig::default());
                assert_eq!(extraction.labels.len(), page.blocks().len());
            }
        }
    }

    #[test]
    fn methods_that_vote_take_what_one_or_two_take() {
        let page = Page::parse(PAGE.as_bytes(), &Hints::default(), &Limits::default());
        let config = ExtractConfig::default();
        let content = |method: Method| -> Vec<bool> {
            method.extract(&page, &config).labels.iter().map(|label| label.content).collect()
        };
        let voters = VOTERS.map(content);
        let (union, agreement) = (content(Method::Union), content(Method::Agreement));
        for at in 0..page.blocks().len() {
            let votes = voters.iter().filter(|content| content[at]).count();
            assert_eq!((union[at], agreement[at]), (votes > 0, votes > 1), "block {at}");
        }
    }

    #[test]
    fn tables_are_left_out_where_they_are_not_asked_for() {
        let html = "<p>a</p><table><tr><th>b<th>c<tr><td>d<td>e</table>";
        let page = Page::parse(html.as_bytes(), &Hints::default(), &Limits::default());
        for (tables, expected) in [(true, "a\nb | c\nd | e"), (false, "a")] {
            let config = ExtractConfig { tables, ..ExtractConfig::default() };
            let extraction = Method::AllText.extract(&page, &config);
            assert_eq!(render::text(&page, &extraction), expected);
        }
    }
}
