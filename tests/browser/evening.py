"""What people do at a table with their phones."""

from typing import Any

NAMES = ("Anna", "Ben", "陈", "Dora")
STRAIGHT = "123456789m123p55s"
WINDS = "11122233344455z"


def start(phone: Any, rules: str = "mcr", names: tuple[str, ...] = NAMES) -> str:
    """Start a table; its id."""
    phone.open("/#/tables/new")
    phone.see("[name='player-0']")
    phone.pick("[name='rules']", rules)
    phone.until(lambda: phone.see("[name='rules']").get_attribute("value") == rules, "the rules")
    for number, name in enumerate(names):
        phone.see(f"[name='player-{number}']").send_keys(name)
    phone.press("#actions button.main")
    phone.see(".standings")
    return table_id(phone)


def table_id(phone: Any) -> str:
    """The id in the address."""
    return str(phone.browser.current_url).rsplit("#/table/", 1)[1].split("/")[0]


def visit(phone: Any, table: str) -> None:
    """Open the table and wait until it is heard live."""
    phone.open(f"/#/table/{table}")
    phone.see(".connection.live")


def join(phone: Any, code: str) -> None:
    """Come to a table by its code, typed as people type."""
    phone.open("/#/tables")
    phone.see("#join-code").send_keys(code.lower().replace("-", " "))
    phone.press("form.card button")
    phone.see(".standings")
    phone.see(".connection.live")


def choose(phone: Any, css: str, words: str) -> None:
    """Tap the choice that has these words."""

    def tapped() -> bool:
        bar = phone.see(css)
        label = next(one for one in bar.find_elements("css selector", ".choice") if words in one.text)
        phone.browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", label)
        label.click()
        return True

    phone.until(tapped, f"{words} in {css}")


def fill(phone: Any, winner: str, source: str, hand: str, tile: str, win: int = 0) -> None:
    """Tell a win in the form that is open: by whom, from whom, with what."""
    part = f"[data-win='{win}']"
    choose(phone, f"{part} [data-part='winner']", winner)
    choose(phone, f"{part} [data-part='from']", source)
    text = phone.see(f"{part} input.notation")
    text.clear()
    text.send_keys(hand + "\t")
    phone.press(f"{part} .winning .choice:has([value='{tile}'])")
    phone.until(lambda: phone.all(f"{part} .winning [value='{tile}']:checked"), "the winning tile")


def add(phone: Any, winner: str, source: str, hand: str, tile: str) -> None:
    """Tell a win and store it."""
    phone.press("#add")
    phone.see(".hand-form")
    fill(phone, winner, source, hand, tile)
    phone.press("#store")


def rows(phone: Any) -> list[list[str]]:
    """The sheet as it is seen, the last hand first: what each player got and paid."""
    script = (
        "return [...document.querySelectorAll('.sheet-table tbody tr')]"
        ".map((row) => [...row.querySelectorAll('td')].map((cell) => cell.firstChild.textContent))"
    )
    return list(phone.browser.execute_script(script))


def totals(phone: Any) -> list[str]:
    """What each player has, in the order of the cards."""
    return [one.text for one in phone.all(".standing .has")]


def connect(phone: Any, wanted: bool) -> None:
    """Take the network away, or give it back."""
    phone.browser.execute_cdp_cmd("Network.enable", {})
    speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    phone.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": not wanted, **speed})
