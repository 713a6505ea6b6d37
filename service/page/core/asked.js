// Which questions of the rules make sense for a win, as far as it is known.

/** Where earthly is the own first draw; elsewhere it is the dealer's first discard. */
const EARTHLY_DRAWN = new Set(["riichi", "sichuan", "taiwan16"]);

const three = ({ players }) => players === 3;
const drawn = (win) => win.drawn;
const claimed = (win) => win.claimed;
const closed = (win) => !win.open;
const riichi = ({ told }) => told("riichi") || told("double_riichi") || told("open_riichi");
const others = (win) => !win.dealer;

const WHEN = {
  robbed_kong: (win) => claimed(win) && !win.onlyRobs,
  after_kong: drawn,
  kong_discard: claimed,
  kong_bloom_from: (win) => drawn(win) && win.told("after_kong") > 0,
  two_tan_before: (win) => drawn(win) && win.told("after_kong") > 0,
  heavenly: (win) => drawn(win) && win.dealer && closed(win),
  earthly: (win) => others(win) && closed(win) && (EARTHLY_DRAWN.has(win.rules) ? drawn(win) : claimed(win) && win.fromDealer),
  human: (win) => others(win) && closed(win) && (win.rules !== "riichi" || claimed(win)),
  heavenly_ready: closed,
  earthly_ready: closed,
  lucky_drawn: drawn,
  discarder_ready: claimed,
  riichi: closed,
  double_riichi: closed,
  open_riichi: closed,
  ippatsu: riichi,
  ura_indicators: riichi,
  norths: three,
  rob_north: (win) => three(win) && claimed(win),
  concealed_kong: (win) => claimed(win) && Boolean(win.told("robbed_kong")),
};

/**
 * Whether a question makes sense for a win: `{rules, drawn, claimed, dealer, fromDealer, players, open, onlyRobs, told}`, the
 * name of the rules, whether the tile was drawn or claimed (neither while that is not told), whether the dealer won, or
 * gave the tile, how many play, whether sets were claimed, whether a tile of another wins only by robbing a kong, and the
 * answers to the other questions, `told(field)`.
 */
export const makesSense = (field, win) => !(field in WHEN) || Boolean(WHEN[field](win));

/** Whether a discard wins only as the tile of a robbed kong, by the rules with the `options` that are set. */
export function onlyRobs({ options }, set = {}) {
  const option = options.find(({ name }) => name === "discard_wins");
  return option !== undefined && String(set.discard_wins ?? option.default) !== "true";
}
