"""Drives the page in a headless Chromium: page.py PROGRAM. Exit code 1: a test failed."""

import base64
import json
import os
import pathlib
import re
import shutil
import sys
import unittest

from playwright.sync_api import Error, expect, sync_playwright

from radio import HOSTILE, ROOT, Radio

PAGES = ["now", "stations", "queue", "heard", "recordings", "sound"]
PHONE, WIDE = {"width": 390, "height": 844}, {"width": 1280, "height": 860}


class PageTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        expect.set_options(timeout=30_000)
        cls.radio = Radio(PROGRAM)
        cls.addClassCleanup(cls.radio.close)
        cls.playwright = cls.enterClassContext(sync_playwright())
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        cls.browser = cls.playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        cls.addClassCleanup(cls.browser.close)

    def setUp(self):
        self.radio.station.title = "Longwave Demo - Lights on the Pier"
        self.problems = []

    def tearDown(self):
        self.assertEqual(self.problems, [])

    def open(self, at="", size=PHONE, **options):
        """Opens the page as another device does: by the link. What must not happen is noted as a problem."""
        context = self.browser.new_context(viewport=size, **options)
        self.addCleanup(context.close)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("dialog", lambda dialog: self.problems.append(f"a dialog: {dialog.message}"))
        page.on("pageerror", lambda error: self.problems.append(f"an error: {error}"))
        page.on("console", lambda message: self.note(message))
        page.on("request", lambda request: self.problems.append(f"another host: {request.url}")
                if not request.url.startswith((self.radio.address, "data:")) else None)
        page.goto(self.radio.link)
        if at:
            page.goto(f"{self.radio.address}#{at}")
        return page

    def note(self, message):
        # A station without a picture, and a radio that was stopped, are no errors of the page.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.problems.append(f"on the console: {message.text}")

    def play(self, name="Pier Radio"):
        page = self.open("stations")
        page.get_by_role("button", name=re.compile(f"^{re.escape(name)}")).first.click()
        self.radio.wait_for(lambda state: state["status"] == "playing")
        page.get_by_role("link", name="Now").click()
        return page

    def test_the_link_signs_in_once(self):
        page = self.open()
        self.assertEqual(page.url, self.radio.address)
        cookie = page.context.cookies()[0]
        self.assertTrue(cookie["httpOnly"] and cookie["sameSite"] == "Strict")
        stranger = self.browser.new_context()
        self.addCleanup(stranger.close)
        self.assertEqual(stranger.request.get(self.radio.address).status, 401)

    def test_plays_pauses_and_shows_titles_as_they_are_heard(self):
        page = self.play()
        expect(page.locator("#title")).to_have_text("Lights on the Pier")
        expect(page.locator("#artist")).to_have_text("Longwave Demo")
        expect(page.locator("#station")).to_have_text("Pier Radio")
        expect(page.locator("#words")).to_have_text("playing")
        self.radio.station.title = "A & B - <b>Second</b> title"
        expect(page.locator("#title")).to_have_text("<b>Second</b> title")
        expect(page).to_have_title(re.compile("<b>Second</b> title · A & B · Pier Radio"))
        page.get_by_role("button", name="Pause").click()
        expect(page.locator("#words")).to_have_text("paused")
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("#words")).to_have_text("playing")
        page.get_by_role("button", name="Like", exact=True).click()
        expect(page.get_by_role("button", name="Like", exact=True)).to_have_attribute("aria-pressed", "true")
        page.get_by_role("link", name="Heard").click()
        page.get_by_role("button", name="<b>Second</b> title").click()
        expect(page.get_by_role("link", name="MusicBrainz").last).to_have_attribute("href", re.compile("^https://"))

    def test_text_of_strangers_stays_text(self):
        page = self.open("stations")
        for name in HOSTILE:
            self.radio.station.title = f"{name} - {name}"
            page.locator("#station-list button.pick").filter(has_text=name).click()
            expect(page.locator("#mini-title")).to_have_text(name)
        self.assertEqual(page.locator("main img:not(#picture), main script").count(), 0)

    def test_search_groups_and_favourites(self):
        page = self.open("stations")
        rows = page.locator("#station-list > li")
        expect(rows).to_have_count(100)
        page.get_by_role("button", name="Show more stations").click()
        expect(rows).to_have_count(155)
        page.get_by_role("searchbox").fill("pier")
        expect(rows).to_have_count(1)
        expect(page.get_by_role("button", name="Search radio-browser for “pier”")).to_be_visible()
        star = page.get_by_role("button", name="Favourite: Pier Radio")
        star.click()
        expect(star).to_have_attribute("aria-pressed", "true")
        page.get_by_role("searchbox").fill("")
        page.get_by_role("button", name="Favourites").click()
        expect(rows).to_have_count(1)
        page.get_by_role("button", name="Favourite: Pier Radio").click()
        page.get_by_role("button", name="Favourites").click()
        page.get_by_label("Group the stations").select_option("By genre")
        page.get_by_role("button", name=re.compile("^odd", re.I)).click()
        expect(rows).to_have_count(1 + len(HOSTILE))
        page.get_by_role("button", name=re.compile("All groups")).click()
        expect(page.get_by_role("button", name=re.compile("^filler", re.I))).to_contain_text("150 stations")

    def test_volume(self):
        page = self.play()
        slider = page.get_by_role("slider", name="Volume")
        slider.evaluate("slider => { slider.value = 40; slider.dispatchEvent(new Event('input')); }")
        self.radio.wait_for(lambda state: state["volume"] == 0.4)
        expect(page.locator("#percent")).to_have_text("40 %")
        slider.press("ArrowRight")
        self.radio.wait_for(lambda state: state["volume"] == 0.41)
        page.get_by_role("button", name="Mute").click()
        expect(page.locator("#percent")).to_have_text("muted")
        self.radio.command("mute", on=False)
        self.radio.command("volume", to=1)
        expect(page.locator("#percent")).to_have_text("100 %")

    def test_the_tape(self):
        page = self.play()
        expect(page.locator("#after")).to_have_text(re.compile("^live · 0:[1-9]"))
        before = self.radio.state()["liveOffset"]
        page.get_by_role("button", name="10 seconds back").click()
        self.radio.wait_for(lambda state: state["liveOffset"] > before + 0.5)
        page.get_by_role("button", name="Live", exact=True).click()
        self.radio.wait_for(lambda state: state["liveOffset"] <= before + 0.3)
        page.get_by_role("slider", name="Position").press("Home")
        self.radio.wait_for(lambda state: state["status"] == "playing" and state["liveOffset"] > before + 0.5)

    def test_queue(self):
        self.radio.command("queue.clear")
        page = self.open("stations")
        for number in range(3):
            page.get_by_role("button", name=f"Add to the queue: Filler {number}", exact=True).click()
        page.get_by_role("link", name="Queue").click()
        names = page.locator("#queue-list b")
        expect(names).to_have_text(["Filler 0", "Filler 1", "Filler 2"])
        later = page.get_by_role("button", name="Later: Filler 0")
        later.click()
        expect(names).to_have_text(["Filler 1", "Filler 0", "Filler 2"])
        expect(later).to_be_focused()
        page.get_by_role("button", name="Remove: Filler 1").click()
        expect(names).to_have_text(["Filler 0", "Filler 2"])
        page.get_by_role("button", name="Clear").click()
        expect(page.locator("#queue-list")).to_contain_text("The queue is empty")

    def test_keeps_a_title_that_can_be_heard_and_downloaded(self):
        page = self.play()
        page.get_by_role("button", name="Keep", exact=True).click()
        expect(page.get_by_text("The title is written to a file.")).to_be_visible()
        page.get_by_role("link", name="Recordings").click()
        link = page.get_by_role("link", name=re.compile("^Download: .*Pier.*mp3"))
        with page.expect_download() as download:
            link.click()
        self.assertGreater(pathlib.Path(download.value.path()).stat().st_size, 4000)
        page.get_by_role("button", name=re.compile("Pier.*mp3")).first.click()
        expect(page.locator("#recording")).to_be_visible()

    def test_equaliser_and_sleep(self):
        page = self.play()
        page.get_by_role("link", name="Sound").click()
        slider = page.get_by_label("bass")
        slider.press("ArrowRight")
        self.radio.wait_for(lambda state: state["equaliser"] == "bass=+1")
        page.get_by_role("button", name="Flat").click()
        expect(slider).to_have_value("0")
        page.locator("#sleep").select_option("after 15 minutes")
        expect(page.locator("#sleeps")).to_have_text(re.compile(r"The sound ends in 1[45]:\d\d\."))
        page.locator("#sleep").select_option("off")
        expect(page.locator("#sleeps")).to_have_text("")

    def test_shows_the_schedule(self):
        file = self.radio.folder / ".config/longwave/schedule.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"version": 1, "entries": [
            {"name": "morning", "days": ["mon"], "at": "07:00", "until": "12:00", "what": "pier", "volume": 0.6}]}))
        page = self.open("sound")
        expect(page.locator("#schedule-list")).to_contain_text("morning07:00–12:00 · mon · pier · next Mon")
        file.unlink()

    def test_says_that_the_connection_is_lost_and_returns(self):
        page = self.play()
        self.radio.stop()
        expect(page.get_by_role("alert")).to_contain_text("The connection to the radio is lost.")
        self.radio.start()
        expect(page.get_by_role("alert")).to_be_hidden()
        self.radio.command("play", what="pier")
        expect(page.locator("#words")).to_have_text("playing")

    def test_by_keyboard_alone(self):
        page = self.open()
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Go to the stations")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#stations")).to_be_focused()
        page.keyboard.press("/")
        expect(page.get_by_role("searchbox")).to_be_focused()
        page.keyboard.type("pier")
        expect(page.locator("#station-list > li")).to_have_count(1)
        for _ in range(10):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.dataset.key") == "spier":
                break
        page.keyboard.press("Enter")
        self.radio.wait_for(lambda state: state["status"] == "playing" and state["item"]["id"] == "pier")
        page.keyboard.press("m")
        self.radio.wait_for(lambda state: state["muted"])
        page.keyboard.press("m")
        self.radio.wait_for(lambda state: not state["muted"])
        page.locator("body").evaluate("document.activeElement.blur()")
        page.keyboard.press("Space")
        self.radio.wait_for(lambda state: state["status"] == "paused")

    def test_fits_a_phone(self):
        page = self.play()
        for at in PAGES:
            page.goto(f"{self.radio.address}#{at}")
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), PHONE["width"], at)
            small = page.evaluate(
                "[...document.querySelectorAll('button, select, nav a, input:not([type=checkbox])')].filter(one => {"
                "const box = one.getBoundingClientRect(); return box.width && (box.width < 40 || box.height < 44); })"
                ".map(one => one.outerHTML)")
            self.assertEqual(small, [], at)
        expect(page.locator("#mini-play")).to_be_visible()

    def test_dark_and_light(self):
        for scheme, is_dark in [("light", False), ("dark", True)]:
            page = self.open(color_scheme=scheme)
            color = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
            self.assertEqual(max(map(int, re.findall(r"\d+", color)[:3])) < 80, is_dark, color)

    def test_without_javascript(self):
        page = self.open(java_script_enabled=False)
        page.get_by_role("searchbox").fill("pier")
        page.get_by_role("button", name="Search").click()
        page.get_by_role("button", name="Pier Radio").click()
        self.radio.wait_for(lambda state: state["status"] == "playing" and state["item"]["id"] == "pier")
        expect(page).to_have_url(self.radio.address + "?q=pier")
        self.radio.wait_for(lambda state: state["nowPlaying"])
        page.get_by_role("link", name="Refresh").click()
        expect(page.get_by_role("heading", name="Lights on the Pier")).to_be_visible()
        page.get_by_role("button", name="Softer").click()
        self.radio.wait_for(lambda state: state["volume"] == 0.95)
        page.get_by_role("button", name="Louder").click()
        page.get_by_role("button", name="Pause").click()
        self.radio.wait_for(lambda state: state["status"] == "paused")
        page.get_by_role("button", name="Next station").click()
        self.assertEqual(page.get_by_role("alert").count(), 0)
        self.radio.command("stop")
        page.get_by_role("button", name="Keep this title").click()
        expect(page.get_by_role("alert")).not_to_be_empty()

    def test_axe_finds_nothing(self):
        from axe_playwright_python.sync_playwright import Axe
        page = self.play()
        for size, scheme in [(PHONE, "light"), (PHONE, "dark"), (WIDE, "light"), (WIDE, "dark")]:
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            for at in PAGES:
                page.goto(f"{self.radio.address}#{at}")
                expect(page.locator(f"#{at if size == PHONE or at != 'now' else 'stations'} h2")).to_have_count(1)
                found = Axe().run(page)
                self.assertEqual(found.violations_count, 0, f"{at}, {scheme}:\n{found.generate_report()}")

    def test_is_painted_after_one_answer(self):
        self.radio.command("play", what="pier")
        self.radio.wait_for(lambda state: state["status"] == "playing" and state["nowPlaying"])
        page = self.open()
        # Nothing but the document is answered: what plays stands in it.
        page.route(re.compile("/api/"), lambda route: route.abort())
        page.goto(self.radio.address)
        expect(page.locator("#title")).to_have_text("Lights on the Pier")
        self.assertLess(len(page.request.get(self.radio.address).body()), 60_000)

    @unittest.skipUnless("LONGWAVE_PICTURE" in os.environ, "writes the picture of README: bin/test-more web --picture")
    def test_picture(self):
        stations = json.loads((ROOT / "stations.json").read_text())["station"]
        radio = Radio(PROGRAM, more_stations=stations)
        self.addCleanup(radio.close)
        radio.command("play", what="pier")
        radio.wait_for(lambda state: state["status"] == "playing" and state["nowPlaying"])
        pictures = []
        for at, scheme in [("now", "light"), ("stations", "dark")]:
            context = self.browser.new_context(viewport=PHONE, color_scheme=scheme)
            self.addCleanup(context.close)
            page = context.new_page()
            page.goto(radio.link)
            page.goto(f"{radio.address}#{at}")
            expect(page.locator("#station-list li" if at == "stations" else "#artist").first).to_be_visible()
            pictures.append(base64.b64encode(page.screenshot()).decode())
        page = self.browser.new_page(viewport={"width": 2 * PHONE["width"], "height": PHONE["height"]})
        page.set_content("<body style='margin:0;display:flex'>" + "".join(
            f"<img src='data:image/png;base64,{picture}'>" for picture in pictures))
        page.screenshot(path=ROOT / "docs/pictures/page.jpg", type="jpeg", quality=80)


if __name__ == "__main__":
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
