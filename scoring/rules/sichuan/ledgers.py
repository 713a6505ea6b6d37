"""What is settled apart in 血战到底: kongs 刮风下雨, their transfer 呼叫转移, and the end of the wall."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.errors import HandError, TooManyCopies, WinError, placed
from scoring.facts import Facts, Holding
from scoring.hand import MeldKind
from scoring.readings import readings
from scoring.round import KongMade, Round, Transfer, Unfinished
from scoring.rules.claims import steps_from
from scoring.rules.sichuan.options import NO_CAP_PIG, SichuanOptions
from scoring.rules.sichuan.points import SHAPES, appraise, refused, suits_of
from scoring.seats import Seat
from scoring.sentences import listing, sentence
from scoring.shapes import WHOLE, Held, Reading
from scoring.sheet import NOTHING, Ledger, Payments
from scoring.tiles import KIND_TILES, Tile
from scoring.win import Win

ADDED_KONG, CONCEALED_KONG = 1, 2
"""The units that each still in pays for a kong made by adding to a pung, and for a concealed one."""


def ledgers(table: Round, options: SichuanOptions) -> tuple[Ledger, ...]:
    """Kongs, their transfers, and the end of the wall where it is told of."""
    found = [*_kongs(table, options), *_transfers(table, options)]
    if table.ready is not None or table.unfinished:
        found += _end_of_wall(table, options)
    return tuple(_times(ledger, options.unit) for ledger in found)


def _times(ledger: Ledger, unit: int) -> Ledger:
    """The ledger of units in what a unit is worth."""
    payments = Payments(*(amount * unit for amount in ledger.payments))
    return replace(ledger, payments=payments, points=ledger.points * unit)


# Kongs ---------------------------------------------------------------------------------------------------------------


def _kongs(table: Round, options: SichuanOptions) -> Iterator[Ledger]:
    for number, kong in enumerate(table.kongs):
        with placed(f"kongs.{number}"):
            check_in_play(kong.meld.tiles)
            if kong.robbed and kong.meld.kind is not MeldKind.KONG_ADDED:
                raise WinError("contradictory_events", f"{kong.meld}: only a kong added to a pung can be robbed")
            found = None if kong.robbed else _kong_ledger(kong, options)
        if found:
            yield found


def kong_shares(kong: KongMade, options: SichuanOptions) -> dict[Seat, int]:
    """The units that each pays for a kong: the feeder alone, or all who are still in."""
    if kong.seat in kong.already_won:
        raise WinError("contradictory_events", f"{kong.meld}: {kong.seat} has won and left")
    if kong.meld.kind is MeldKind.KONG_EXPOSED:
        if kong.source is None or kong.source in kong.already_won:
            raise WinError("kong_without_feeder", f"{kong.meld}: who is still in and discarded the fourth tile?")
        return {kong.source: options.fed_kong}
    units = CONCEALED_KONG if kong.meld.kind is MeldKind.KONG_CONCEALED else ADDED_KONG
    return {seat: units for seat in Seat if seat is not kong.seat and seat not in kong.already_won}


_KONG_NAMES = {
    MeldKind.KONG_EXPOSED: ("fed_kong", "直杠", "Kong from a discard"),
    MeldKind.KONG_ADDED: ("added_kong", "补杠", "Kong added to a pung"),
    MeldKind.KONG_CONCEALED: ("concealed_kong", "暗杠", "Concealed kong"),
}


def _kong_ledger(kong: KongMade, options: SichuanOptions) -> Ledger:
    if kong.meld.kind not in _KONG_NAMES:
        raise WinError("no_kong", f"{kong.meld} is no kong in 四川麻将 Sichuan Bloody Battle")
    key, name, english = _KONG_NAMES[kong.meld.kind]
    shares = kong_shares(kong, options)
    units = max(shares.values(), default=0)
    paid = {"seat": kong.seat, "kong": kong.meld, "points": units}
    reason = sentence("{seat} {kong}: {points} from {payer}", payer=listing(shares), **paid)
    return Ledger(key, name, english, Payments.to(kong.seat, shares), units, str(units), reason)


def _transfers(table: Round, options: SichuanOptions) -> Iterator[Ledger]:
    for transfer in (*table.transfers, *seen_transfers(table, options)):
        if transfer.income:
            yield _transfer_ledger(transfer)


def seen_transfers(table: Round, options: SichuanOptions) -> Iterator[Transfer]:
    """What goes from a discarder to those who won on the discard after a kong of his."""
    for winners, kongs in _moved(table, options):
        discarder = winners[0].discarder
        if discarder is not None:
            income = sum(sum(kong_shares(kong, options).values()) for kong in kongs)
            yield Transfer(discarder, tuple(win.winner for win in winners), income)


def _moved(table: Round, options: SichuanOptions) -> Iterator[tuple[list[Win], list[KongMade]]]:
    """The wins on each discard after a kong, with the discarder's kongs whose income they take along."""
    for turn in table.turns:
        wins = [win for _, win in turn]
        if any(win.circumstances.kong_discard for win in wins):
            yield wins, moved_kongs(table, wins[0], options)


def moved_kongs(table: Round, win: Win, options: SichuanOptions) -> list[KongMade]:
    """The discarder's kongs whose income a win on his discard after a kong takes along."""
    before = [
        kong
        for kong in table.kongs
        if kong.seat is win.discarder and not kong.robbed and win.winner not in kong.already_won
    ]
    return {"kong": before[-1:], "all": before, "none": []}[options.kong_transfer]


def _transfer_ledger(transfer: Transfer) -> Ledger:
    """The income in equal parts, what is left over to the winner nearest after who made the kong."""
    share, rest = divmod(transfer.income, len(transfer.winners))
    nearest = min(transfer.winners, key=lambda seat: steps_from(transfer.seat, seat))
    payments = NOTHING
    for winner in transfer.winners:
        payments += Payments.to(winner, {transfer.seat: share + (rest if winner is nearest else 0)})
    shared = listing(sentence("{seat} {points}", seat=seat, points=payments[seat]) for seat in transfer.winners)
    reason = sentence(
        "{seat} discarded after a kong, whose income goes to the winners: {shared}", seat=transfer.seat, shared=shared
    )
    return Ledger(
        "kong_transfer", "呼叫转移", "Kong transferred", payments, transfer.income, str(transfer.income), reason
    )


# The end of the wall -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _End:
    """Who is what when the wall is empty."""

    still: tuple[Seat, ...]
    """Who is still in play."""
    pigs: frozenset[Seat]
    best: Mapping[Seat, int]
    """The units of the best wait of each who is ready."""

    @property
    def ready(self) -> list[Seat]:
        """Who is ready."""
        return [seat for seat in self.still if seat in self.best]

    @property
    def unready(self) -> list[Seat]:
        """Who is neither ready nor a pig."""
        return [seat for seat in self.still if seat not in self.best and seat not in self.pigs]


def best_wait(unfinished: Unfinished, options: SichuanOptions) -> int | None:
    """The units of the best tile that the hand waits for, won by discard; ``None`` when it is not ready."""
    hand, seat = unfinished.hand, unfinished.seat
    giver = Seat((seat + 1) % len(Seat))
    found = []
    for tile in KIND_TILES[:27]:
        whole = replace(hand, concealed=(*hand.concealed, tile))
        try:
            whole.check_copies()
        except TooManyCopies:
            continue
        if refused(whole, unfinished.missing_suit) is None:
            held = Held(whole, Win(tile, seat, giver), (), SHAPES)
            found += [appraise(_facts(held, reading), options).value for reading in readings(held, WHOLE)]
    return max(found, default=None)


def _facts(held: Held, reading: Reading) -> Facts:
    return Facts(Holding(held.hand, held.win, SHAPES.names, held, reading), reading.division, reading.joined)


def is_pig(unfinished: Unfinished) -> bool:
    """Whether the hand has three suits, or tiles of the suit declared missing (花猪)."""
    suits = suits_of(unfinished.hand)
    return len(suits) > 2 or unfinished.missing_suit in suits


def _end(table: Round, options: SichuanOptions) -> _End:
    left = {*table.left, *table.winners}
    pigs, best = set(table.pigs), {}
    for seat in table.ready or ():
        best[seat] = table.best[seat] if table.best else 0
    for number, unfinished in enumerate(table.unfinished):
        with placed(f"unfinished.{number}"):
            _check_unfinished(unfinished, left)
        pigs.discard(unfinished.seat)
        best.pop(unfinished.seat, None)
        value = best_wait(unfinished, options)
        if is_pig(unfinished):
            pigs.add(unfinished.seat)
        elif value is not None:
            best[unfinished.seat] = value
    still = tuple(seat for seat in Seat if seat not in left)
    return _End(still, frozenset(pigs), {seat: value for seat, value in best.items() if seat not in pigs})


def _check_unfinished(unfinished: Unfinished, left: set[Seat]) -> None:
    """Raise ``HandError`` or ``WinError`` for a hand that cannot be held at the end of the wall."""
    unfinished.hand.check(13)
    if unfinished.seat in left:
        raise WinError("contradictory_events", f"{unfinished.seat} has won and left")
    check_in_play((*unfinished.hand.tiles, *unfinished.hand.flowers))


def check_in_play(tiles: Iterable[Tile]) -> None:
    """Raise ``HandError`` for a tile that is not played with."""
    for tile in tiles:
        if tile.is_honour or tile.is_flower:
            raise HandError("not_in_play", f"{tile} is no tile of 四川麻将 Sichuan Bloody Battle")


def _end_of_wall(table: Round, options: SichuanOptions) -> Iterator[Ledger]:
    """查花猪, 查大叫 and 退税; nothing once three have won."""
    end = _end(table, options)
    if len(end.still) < 2:
        return
    yield from _pigs(end, options)
    yield from _waits(end, options)
    yield from _returned(table, end, options)


def _pigs(end: _End, options: SichuanOptions) -> Iterator[Ledger]:
    """A pig pays the cap to every other who is none."""
    units = options.units(options.cap or NO_CAP_PIG)
    takers = [seat for seat in Seat if seat in end.still or options.winners_collect_pigs]
    for pig in sorted(end.pigs & set(end.still)):
        payments = NOTHING
        for taker in takers:
            if taker not in end.pigs:
                payments += Payments.to(taker, {pig: units})
        if payments != NOTHING:
            reason = sentence(
                "{seat} holds three suits or the missing one and pays the cap to all who do not", seat=pig
            )
            yield Ledger("pigs", "查花猪", "Pig", payments, units, str(units), reason)


def _waits(end: _End, options: SichuanOptions) -> Iterator[Ledger]:
    """Each who is not ready pays each who is the best value of his wait."""
    payers = [*end.unready, *(sorted(end.pigs & set(end.still)) if options.pigs_pay_ready else ())]
    for seat in end.ready if payers else ():
        units = end.best[seat]
        if units < 1:
            raise WinError("best_unknown", f"best: what {seat}'s wait is worth at most is not told")
        shares = dict.fromkeys(payers, units)
        reason = sentence("{seat} was ready, {others} not", seat=seat, others=listing(payers))
        yield Ledger("waits", "查大叫", "Not ready", Payments.to(seat, shares), units, str(units), reason)


def _returned(table: Round, end: _End, options: SichuanOptions) -> Iterator[Ledger]:
    """Each who is not ready gives back what kongs earned."""
    for seat in end.still:
        paid = [] if seat in end.best else list(_income(table, seat, options))
        whole = sum(units for _, units in paid)
        if whole:
            payments = NOTHING
            for payer, units in paid:
                payments += Payments.to(payer, {seat: units})
            reason = sentence("{seat} was not ready and gives back what kongs earned", seat=seat)
            formula = "+".join(str(units) for _, units in paid)
            yield Ledger("kongs_returned", "退税", "Kongs returned", payments, whole, formula, reason)


def _income(table: Round, seat: Seat, options: SichuanOptions) -> Iterator[tuple[Seat, int]]:
    """Who paid a seat for kongs, and how much, but for what went on to winners."""
    yield from ((payer, units) for taker, payer, units in table.kong_income if taker is seat)
    gone = [kong for _, kongs in _moved(table, options) for kong in kongs]
    for kong in table.kongs:
        if kong.seat is seat and not kong.robbed and not any(kong is other for other in gone):
            yield from kong_shares(kong, options).items()
