use super::{STORY, metadata};

/// What a thread of posts says, below the name of its board and a menu.
fn thread(head: &str, posts: &str) -> super::Metadata {
    let menu: String = (0..30).map(|n| format!("<li><a href=/b/{n}>Board {n}</a>")).collect();
    let html = format!(
        "<head><title>When does the fog lift?</title>{head}</head><body><h1>Harbour board</h1>
        <ul>{menu}</ul><div class=posts>{posts}</div>"
    );
    metadata(&html, Some("http://board.example/2019/05/17/fog"))
}

fn day(posts: &str) -> Option<String> {
    let html = format!("<body><h2>When does the fog lift?</h2><div>{posts}</div>");
    metadata(&html, None).date_published
}

#[test]
fn the_first_post_dates_a_thread() {
    for (first, second) in [
        ("by <a>Ada Reed</a> » Fri May 17, 2019 1:47 am", "by <a>Tom Hale</a> » May 18, 2019"),
        ("#1 · May 17, 2019", "#2 · May 18, 2019"),
        ("#1 2019-05-17 10:20", "#2 2019-05-18 09:00"),
    ] {
        let posts = format!("<p>{first}</p>{STORY}{STORY}<p>{second}</p>{STORY}");
        assert_eq!(day(&posts).as_deref(), Some("2019-05-17"), "{first}");
    }
    let second_page = format!("<p>#21 · May 17, 2019</p>{STORY}{STORY}");
    assert_eq!(day(&second_page), None);
}

#[test]
fn the_last_post_is_a_change() {
    let about = "<p class=time>1.9K views, 11 replies, last post by Tom Hale May 20, 2019</p>";
    let who = "<p>Ada Reed</p><p>Harbour master</p><p>Posts: 40</p><p>Follow</p><p>Quote</p>";
    let posts = format!("{about}{who}<p>#1 · May 17, 2019</p>{STORY}{STORY}");
    assert_eq!(day(&posts).as_deref(), Some("2019-05-17"));
}

#[test]
fn a_post_far_below_the_only_heading_dates_a_thread() {
    let posts = STORY.repeat(6);
    let posts = format!("<div>#1</div><div>2019-05-17, 09:14 PM</div>{posts}");
    let menu: String = (0..30).map(|n| format!("<li><a href=/b/{n}>Board {n}</a>")).collect();
    let html = format!("<body><h1>Harbour board</h1><ul>{menu}</ul><div>{posts}</div>");
    assert_eq!(metadata(&html, None).date_published.as_deref(), Some("2019-05-17"));
}

#[test]
fn a_hundred_comments_leave_room_for_other_dates() {
    let comments: String = (0..100)
        .map(|n| {
            format!("<p><time datetime=2019-05-18T10:{:02}:{:02}Z>{n}</time></p>", n / 60, n % 60)
        })
        .collect();
    let declared = "<meta property=article:published_time content=2019-05-18T01:30:00Z>";
    let thread = thread(declared, &format!("{STORY}{STORY}{comments}"));
    // The day of the place, which the address tells.
    assert_eq!(thread.date_published.as_deref(), Some("2019-05-17"));
    let known = &thread.candidates["date_published"];
    assert!((51..=100).contains(&known.len()), "{}", known.len());
}

#[test]
fn names_end_before_what_sets_off_the_date() {
    let posts = format!("<p>by <a>Ada Reed</a> » Fri May 17, 2019 1:47 am</p>{STORY}{STORY}");
    let html = format!("<body><h2>When does the fog lift?</h2><div>{posts}</div>");
    assert_eq!(metadata(&html, None).authors, ["Ada Reed"]);
}

#[test]
fn a_month_is_completed_by_a_day_of_publication() {
    let html = format!(
        "<head><meta name=dc.date content=2019-05-17></head>
        <script type=application/ld+json>{{\"@type\": \"Article\", \"datePublished\": \"2019-05\"}}</script>
        <h1>The fog lifts</h1>{STORY}{STORY}"
    );
    assert_eq!(metadata(&html, None).date_published.as_deref(), Some("2019-05-17"));
}
