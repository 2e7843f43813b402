"""How a table calls a person who looks elsewhere."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from visitor import Visitor, wait_until

Visit = Callable[..., Visitor]

CALLS = """
window.called = [];
navigator.serviceWorker.ready.then((worker) => {
  worker.showNotification = async (title, words) => { window.called.push([title, words.body]); };
  return true;
})
"""
"""A message of the browser is written down instead of shown: a headless browser shows none."""

HIDE = """
Object.defineProperty(document, 'hidden', { get: () => true, configurable: true });
"""


ASKING = """
window.asked = 0;
Object.defineProperty(Notification, 'permission', {
  get: () => sessionStorage.getItem('leave') ?? 'default',
});
Notification.requestPermission = async () => {
  window.asked += 1;
  sessionStorage.setItem('leave', 'granted');
  return 'granted';
};
"""
"""A headless browser refuses without asking; this one says yes when it is asked."""


def open_table(page: Page) -> None:
    page.goto("/new/cat-royal")
    page.get_by_label("Your nickname").fill("Ann")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Code: ")).to_be_visible()


def icon(page: Page) -> str | None:
    return page.locator("link[rel=icon]").get_attribute("href")


def test_title_and_icon_tell_whose_turn_it_is(visit: Visit) -> None:
    ann, bob = visit(), visit()
    open_table(ann.page)
    bob.page.goto(ann.page.url)
    bob.page.get_by_label("Your nickname").fill("Bob")
    bob.page.get_by_role("button", name="Sit down").click()
    ann.page.get_by_role("button", name="Start").click()
    expect(ann.page).to_have_title("Your turn · Cat Royal · Purrlor")
    assert icon(ann.page) == "/icon-your-turn.svg"
    expect(bob.page).to_have_title("Cat Royal · Purrlor")
    assert icon(bob.page) == "/icon.svg"
    ann.page.get_by_role("link", name="To the parlour").click()
    expect(ann.page).not_to_have_title("Your turn · Cat Royal · Purrlor")
    assert icon(ann.page) == "/icon.svg"


def test_message_comes_when_the_page_is_hidden(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.add_init_script(ASKING)
    open_table(page)
    page.get_by_role("button", name="Fill with bots").click()
    page.evaluate("sessionStorage.setItem('leave', 'granted')")
    page.reload()
    page.evaluate(CALLS)
    page.evaluate(HIDE)
    page.get_by_role("button", name="Start").click()
    wait_until(page, "window.called.length === 1")
    title, body = page.evaluate("window.called[0]")
    assert title == "Your turn"
    assert "Cat Royal" in body


def test_leave_is_asked_for_by_a_tap_only(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.add_init_script(ASKING)
    page.goto("/")
    page.locator("[data-game=rat-a-tat-cat]").get_by_role("button", name="Play now").click()
    expect(page.locator(".board button:enabled").first).to_be_visible()
    page.get_by_role("button", name="Table menu").click()
    box = page.get_by_label("Tell me when it is my turn")
    expect(box).not_to_be_checked()
    assert page.evaluate("window.asked") == 0
    box.check()
    assert page.evaluate("window.asked") == 1
    box.uncheck()
    page.reload()
    page.get_by_role("button", name="Table menu").click()
    expect(box).not_to_be_checked()


def test_screen_stays_awake_during_play(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.add_init_script("""
        window.locks = 0;
        const request = navigator.wakeLock.request.bind(navigator.wakeLock);
        navigator.wakeLock.request = (kind) => { window.locks += 1; return request(kind); };
    """)
    page.goto("/")
    assert page.evaluate("window.locks") == 0
    page.locator("[data-game=cattitude]").get_by_role("button", name="Play now").click()
    expect(page.locator(".board button:enabled").first).to_be_visible()
    wait_until(page, "window.locks > 0")


def test_sounds_are_off_until_turned_on_and_stay_so(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.add_init_script("""
        window.tones = 0;
        const make = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () {
          window.tones += 1;
          return make.call(this);
        };
    """)
    page.goto("/")
    page.locator("[data-game=rat-a-tat-cat]").get_by_role("button", name="Play now").click()
    page.get_by_role("button", name="I have seen them").click()
    expect(page).to_have_title("Your turn · Rat-a-Tat Cat · Purrlor")
    assert page.evaluate("window.tones") == 0
    page.get_by_role("button", name="Table menu").click()
    page.get_by_label("Sounds").check()
    wait_until(page, "window.tones > 0")
    page.reload()
    page.get_by_role("button", name="Table menu").click()
    expect(page.get_by_label("Sounds")).to_be_checked()
