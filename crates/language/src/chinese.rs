//! Simplified or traditional Chinese, by characters that only one of the two has.

use std::sync::OnceLock;

/// Frequent characters whose simplified form is not used in traditional text, each with its
/// traditional form behind it (Unicode 16, Unihan `kTraditionalVariant`; those with two are left out).
const PAIRS: &str = "这這们們来來时時国國说說会會学學对對过過还還样樣点點个個为為发發开開长長门門问問间間\
    见見现現电電车車东東马馬语語话話书書买買卖賣头頭气氣义義经經给給红紅网網业業产產动動机機关關实實体體\
    数數种種钟鐘轮輪迟遲岛島让讓从從边邊处處无無应應没沒两兩当當么麼万萬与與专專爱愛乐樂写寫区區华華单單\
    县縣双雙变變听聽员員图圖场場声聲师師带帶广廣张張总總战戰报報术術权權条條极極构構标標济濟热熱爷爺环環\
    离離积積稳穩级級线線组組统統维維联聯营營规規视視觉覺计計认認设設证證评評试試该該请請调調贵貴费費资資\
    转轉运運进進连連选選远遠适適邮郵释釋钱錢银銀错錯陆陸际際难難须須领領题題风風飞飛馆館验驗鱼魚鸟鳥龙龍";

/// The first character of the table of [`forms`], and the number of its places: the block of Chinese characters.
const FIRST: u32 = 0x4e00;
const PLACES: usize = 0x5200;

/// What each character of the block says: 1 simplified, -1 traditional, 0 neither.
fn forms() -> &'static [i8; PLACES] {
    static FORMS: OnceLock<Box<[i8; PLACES]>> = OnceLock::new();
    FORMS.get_or_init(|| {
        let mut forms = Box::new([0; PLACES]);
        for (at, c) in PAIRS.chars().enumerate() {
            if let Some(form) = place(c).and_then(|place| forms.get_mut(place)) {
                *form = if at % 2 == 0 { 1 } else { -1 };
            }
        }
        forms
    })
}

fn place(c: char) -> Option<usize> {
    usize::try_from(u32::from(c).checked_sub(FIRST)?).ok()
}

/// The tag of a Chinese text. `None` if it has as many characters of either form.
pub(crate) fn variant(text: &str) -> Option<&'static str> {
    let forms = forms();
    let form = |c| place(c).and_then(|place| forms.get(place)).copied().unwrap_or(0);
    let simplified: i64 = text.chars().map(|c| i64::from(form(c))).sum();
    match simplified.signum() {
        -1 => Some("zh-Hant"),
        1 => Some("zh-Hans"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_tell_the_form() {
        for (text, expected) in [
            ("渡轮今天早上晚了十分钟离开港口。", Some("zh-Hans")),
            ("渡輪今天早上晚了十分鐘離開港口。", Some("zh-Hant")),
            ("港口", None),
            ("fog", None),
            ("", None),
        ] {
            assert_eq!(variant(text), expected, "{text}");
        }
    }

    #[test]
    fn no_character_is_in_the_table_twice() {
        let mut known: Vec<char> = PAIRS.chars().collect();
        assert_eq!(known.len() % 2, 0);
        known.sort_unstable();
        assert!(known.windows(2).all(|pair| pair[0] != pair[1]), "{known:?}");
        assert!(known.iter().all(|c| place(*c).is_some_and(|place| place < PLACES)));
    }
}
