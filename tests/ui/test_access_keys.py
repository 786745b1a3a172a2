"""Which letter reaches which part of a page."""

from momentry_desk.ui.access_keys import with_keys


def test_each_label_has_a_letter_of_its_own_that_no_menu_has() -> None:
    made = with_keys(["Videos at once", "Give way", "Keep awake", "Give up", "Fee"])
    assert made == ["Videos &at once", "&Give way", "&Keep awake", "Give &up", "Fee"]


def test_where_no_letter_can_be_marked_one_stands_behind() -> None:
    assert with_keys(["主题", "语言"]) == ["主题(&A)", "语言(&B)"]


def test_an_ampersand_of_the_label_stays_one() -> None:
    assert with_keys(["R&B music"]) == ["&R&&B music"]
