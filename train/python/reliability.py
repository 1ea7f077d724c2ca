"""How true the joint scores of pages held out are: what share of the text with a score is content."""

import numpy

TENTHS = 10


def reliability(scored):
    """Of pages with their scores, prints for labelled sites and for known texts tenths of scores: share of all words, mean score, share of content;
    then the Brier score beside that of the share of content said of all. Planted pages are left out by the caller."""
    for name, known in (("labelled", False), ("known text", True)):
        some = [(page, score) for page, score in scored if page.site.startswith("human") == known]
        if not some:
            continue
        words = numpy.concatenate(
            [[0 if skip else len(block) for block, skip in zip(page.blocks, page.skipped)] for page, _ in some]
        ).astype(float)
        truth = numpy.concatenate([page.share for page, _ in some])
        said = numpy.concatenate([score for _, score in some])
        print(f"reliability, {name}: score, share of words, mean score, share that is content")
        tenth = numpy.minimum((said * TENTHS).astype(int), TENTHS - 1)
        for at in range(TENTHS):
            here = words * (tenth == at)
            if here.sum() > 0:
                mean, true = (here * said).sum() / here.sum(), (here * truth).sum() / here.sum()
                print(f"  {at / TENTHS:.1f}  {here.sum() / words.sum():.4f}  {mean:.3f}  {true:.3f}")
        weight = words / words.sum()
        share = (weight * truth).sum()
        brier, base = (weight * (said - truth) ** 2).sum(), (weight * (share - truth) ** 2).sum()
        print(f"  Brier score {brier:.4f}; of the share of content, {share:.3f}, {base:.4f}")
