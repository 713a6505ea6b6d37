"""Every code that an error has: its HTTP status, what it means, and what to do about it. The one place that lists them.

``docs/errors.md`` is written from it, and a test finds codes that are raised anywhere and missing here.
"""

from dataclasses import dataclass
from http import HTTPStatus

BAD, GONE, LARGE, LATE = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.REQUEST_TIMEOUT,
)
FAULT, BUSY, CONFLICT = HTTPStatus.UNPROCESSABLE_ENTITY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.CONFLICT


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of error."""

    meaning: str
    """In a few words."""
    hint: str
    """What whoever sent the request can do."""
    status: HTTPStatus = FAULT


_HAND = "Compare the hand with the table: hupai reads 123m 55p (777z) [1111s] 15f."
_HELD = "Look at the rule under GET /v1/rules/{name}; the hand is complete, and may not win like this."
_TOLD = "GET /v1/rules/{name} lists under asks what the rule system asks about, and the form of each answer."
_LATER = "Try again after the seconds that Retry-After names."
_MODEL = "Nothing that a request can change: whoever runs the service looks at HUPAI_MODELS and its log."
_TABLE = "Send the table as it was answered the last time; GET it again when in doubt."
_STORE = "Nothing of it was stored. Whoever runs the service makes room; then send it again."
_RIGHT = "Correct it as field and detail say, and send it again."

CODES: dict[str, Code] = {
    # The request
    "value_invalid": Code("a value is missing or no good", _RIGHT),
    "not_found": Code("nothing is there", "Look at the address; GET /openapi.json lists them all.", GONE),
    "join_code_unknown": Code(
        "no table has this join code",
        "Look at the code once more on the phone that began the table; it has eight letters and digits.",
        GONE,
    ),
    "method_not_allowed": Code(
        "the address takes another method", "The header Allow names it.", HTTPStatus.METHOD_NOT_ALLOWED
    ),
    "bad_request": Code("the request cannot be understood", "GET /openapi.json tells how it is written.", BAD),
    "form_invalid": Code("the form is cut short or wrongly written", "Send it as multipart/form-data, whole.", BAD),
    "client_gone": Code("the client went away before its request was complete", "Send it again.", BAD),
    "unauthorized": Code(
        "a key is needed, and none or a wrong one came",
        "Send Authorization: Bearer KEY; the page takes it as its address's #key=KEY. Ask whoever runs the service.",
        HTTPStatus.UNAUTHORIZED,
    ),
    "body_too_large": Code(
        "the body has too many bytes",
        "Send fewer or smaller photos, 4000 pixels are more than enough; or a shorter video.",
        LARGE,
    ),
    "upload_too_slow": Code("the body did not arrive in time", "Send a smaller photo, or find a better network.", LATE),
    "busy": Code("too much waits already", _LATER, BUSY),
    "self_test_failed": Code("the self-test picture is not read as it should be", _MODEL, BUSY),
    "internal": Code(
        "a mistake of ours",
        "Send it again; if it stays so, tell whoever runs the service the request_id.",
        HTTPStatus.INTERNAL_SERVER_ERROR,
    ),
    # The photo
    "photo_absent": Code("no photo came", "Send it as the field photo of a form, or as the whole body."),
    "photo_empty": Code("the photo has no bytes", "Choose it again; it may not be on the phone yet."),
    "photo_missing": Code("there is no such file, or it may not be read", "Look at its name and permissions."),
    "photo_unknown": Code(
        "not a picture in a known format",
        "Send JPEG, PNG, WebP, HEIC, AVIF, TIFF, BMP or GIF.",
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    ),
    "photo_broken": Code("the picture is cut short or damaged", "Take or send it again."),
    "photo_too_many_bytes": Code("the photo has too many bytes", "Send it smaller or more compressed.", LARGE),
    "photo_too_large": Code("the photo has too many pixels", "Send it smaller: 4000 pixels across are enough."),
    "photo_too_small": Code("the photo has too few pixels", "Send the photo itself, not its thumbnail."),
    "too_many_photos": Code("more photos than are taken at once", "Send one photo in each request."),
    "no_hand": Code("no hand can be read from the photo", "Lay and photograph it as docs/photo-guide.md shows."),
    "drawing_failed": Code("the drawing cannot be written", "Look at the folder's permissions and space."),
    # The stream
    "stream_missing": Code("there is no such video or folder, or it may not be read", "Look at its name."),
    "stream_empty": Code("the video has no bytes, or the folder no pictures", "Choose it again."),
    "stream_unknown": Code(
        "no video in a known format", "Send MP4, MOV, MKV, WebM, AVI or MPEG.", HTTPStatus.UNSUPPORTED_MEDIA_TYPE
    ),
    "stream_no_video": Code("the file has no video track", "Choose the one with the pictures."),
    "stream_broken": Code("the video is cut short or damaged", "Record or send it again."),
    "stream_unsupported": Code("a video or an address of a kind that is not read", "Save it as MP4 with H.264."),
    "stream_too_large": Code("the pictures are too large", "Record with 4K at most.", LARGE),
    "stream_too_small": Code("the pictures are too small", "Send the video itself, not its thumbnail."),
    "stream_unreachable": Code("the camera cannot be opened", "Look at its address, and whether another has it."),
    "stream_lost": Code("the camera has been silent for too long", "Look at its network, and open it again."),
    "video_absent": Code("no video came", "Send it as the field video of a form, or as the whole body."),
    "video_too_long": Code("the video is longer than is taken", "Send the part that shows the hand.", LARGE),
    "video_too_slow": Code("the video was not judged in time", "Send a shorter one, or one of smaller pictures.", BUSY),
    "video_broke_worker": Code(
        "the video could not be worked on to its end", "Record it anew, or save it as MP4 with H.264."
    ),
    "not_ready": Code("it is not judged yet", "GET the job again in a moment; progress tells how far it is.", CONFLICT),
    "no_evidence": Code("there is no frame to show: no hand was seen", "Look at the verdict's reasons.", GONE),
    # The live stream
    "websocket_wanted": Code(
        "the address takes a WebSocket", "Open it with ws:// or wss://.", HTTPStatus.UPGRADE_REQUIRED
    ),
    "forbidden_origin": Code(
        "pages of other sites may not open streams", "HUPAI_CORS_ORIGINS names those that may.", HTTPStatus.FORBIDDEN
    ),
    "frames_too_fast": Code("frames come too fast", "Send 10 in a second; only the newest is read."),
    "stopping": Code("the service stops", "Open the stream again in a moment.", BUSY),
    "frame_broken": Code("a frame is no JPEG that can be read", "Send each frame as one binary message, a JPEG."),
    "frame_too_large": Code("a frame has too many bytes or pixels", "Send it smaller: 1280 pixels are enough.", LARGE),
    "stream_idle": Code("no frame came for too long", "Open the stream again.", LATE),
    "stream_over": Code("the stream has lasted as long as one may", "Open it again."),
    # The model
    "model_missing": Code("there is no model to read with", _MODEL, BUSY),
    "model_card": Code("the model's card is no good", _MODEL, BUSY),
    "model_checksum": Code("the model's file is not the one its card names", _MODEL, BUSY),
    "model_shape": Code("the model cannot be run", _MODEL, BUSY),
    # Readings and corrections
    "bad_reading": Code("the reading that was sent back makes no sense", "Send it as it was answered."),
    "bad_correction": Code("a correction makes no sense", "Tiles are numbered from 0 as in the reading that is sent."),
    "bad_hint": Code("a hint about the layout makes no sense", "Hints look like melds=2 kongs=1 winning=5z."),
    # Records
    "record_invalid": Code("the record is none, or of a later version", "Send or name it as it was answered."),
    # Notation
    "bad_notation": Code("the hand cannot be read", _HAND),
    "unknown_tile": Code("there is no such tile", "Tiles are 1m-9m, 1p-9p, 1s-9s, 1z-7z, 1f-8f and 0m 0p 0s."),
    "unknown_seat": Code("there is no such seat", "Seats are east, south, west and north."),
    "unknown_event": Code("there is no such event", "Events are last_tile, after_kong, robbed_kong and last_copy."),
    "unknown_rules": Code("there is no such rule system", "GET /v1/rules lists them."),
    "unknown_option": Code("the rules have no such option", "GET /v1/rules/{name} lists them under options."),
    "bad_option": Code("the option cannot have this value", "GET /v1/rules/{name} tells what each option can be."),
    "unknown_circumstance": Code("the rules do not ask about this", _TOLD),
    "bad_circumstance": Code("the answer to what the rules ask cannot be read", _TOLD),
    # The hand
    "wrong_tile_count": Code("too few or too many tiles", "Count them; a kong counts as three, flowers not at all."),
    "too_many_copies": Code("more of a tile than a set of tiles has", _HAND),
    "not_a_meld": Code("the tiles are no chow, pung or kong", _HAND),
    "not_a_flower": Code("a tile that is no flower", "Flowers are 1f-8f."),
    "flower_in_hand": Code("a flower among the concealed tiles", "Name flowers apart, as in 15f."),
    "bad_indicator": Code("the tile turned up cannot be one", _TOLD),
    "bad_wild_tiles": Code("these tiles cannot be wild", _TOLD),
    "too_many_wilds": Code("more wild tiles than there are", _TOLD),
    "not_in_play": Code("a tile that the rules do not play with", "GET /v1/rules/{name} tells which there are."),
    # The win
    "win_tile_unknown": Code("it is not known which tile won", "Name it with win, or lay it apart from the others."),
    "win_tile_missing": Code(
        "the winning tile is not in the hand", "It is one of the concealed tiles; write it there."
    ),
    "winner_is_discarder": Code("the winner gave the tile", "Name another seat with from, or say self_drawn."),
    "contradictory_events": Code("what was told cannot be true together", "detail names both; leave one out."),
    "not_liable": Code("these rules make nobody pay for the others here", _TOLD),
    "not_a_win": Code(
        "the hand is no win", "distance tells how many tiles are wrong; look at each tile, and at the melds."
    ),
    "below_minimum": Code(
        "worth less than the rules ask for", "points and minimum tell how much; the option minimum changes it."
    ),
    # Complete hands that may not win like this
    "self_draw_only": Code("only a self-drawn tile wins here", _HELD),
    "lone_wild_on_discard": Code("a hand waiting on any tile wins on a self-draw only", _HELD),
    "missing_suit": Code("a suit that has to be there is not, or one that may not be is", _HELD),
    "three_suits": Code("three suits, where two at most may win", _HELD),
    "not_opened": Code("no set was claimed, and one has to be", _HELD),
    "no_terminal_or_honour": Code("no 1, no 9 and no honour", _HELD),
    "no_triplet": Code("no triplet, and one is needed", _HELD),
    "down_to_one_tile": Code("all sets are claimed, and one may not be", _HELD),
    "no_wild_tiles": Code("these rules have no wild tiles in the hand", _HELD),
    "missing_wind": Code("a kong of winds lacks one", _HELD),
    "wild_only_set": Code("a set of wild tiles only", _HELD),
    "wild_in_meld": Code("a wild tile in a meld", _HELD),
    "wild_tile_limited": Code("no wild tile may stand for another here", _HELD),
    "too_many_wild": Code("too many wild tiles in the hand", _HELD),
    "flower_claimed": Code("a flower was discarded, and stands for no other tile then", _HELD),
    "wrong_pair": Code("the pair has to be another", _HELD),
    "dragon_held": Code("a dragon is left in the hand that has to be discarded", _HELD),
    "skin_held": Code("a skin tile is left in the hand that has to be discarded", _HELD),
    "special_tile_melded": Code("a tile in a meld that can be in none", _HELD),
    "kong_tile_claimed": Code("a discarded wild tile is a kong, and nobody wins on it", _HELD),
    "concealed_kong_not_robbed": Code("a concealed kong cannot be robbed for this hand", _HELD),
    "north_not_robbed": Code("a north set aside cannot be won on with this hand", _HELD),
    # A hand of play and the table
    "not_settled": Code("the rules settle nothing for this", "Leave it out, or look at the rules' options."),
    "payments_unknown": Code(
        "the worth of a win does not tell who pays what",
        "Tell payments with the win, what each of the others pays, or its tiles under wins.",
    ),
    "no_abortive_draws": Code("these rules know no such draw", "Look at the rules' options."),
    "best_unknown": Code("it is not told what the hands in play would be worth", "Tell best, or unfinished."),
    "no_kong": Code("no such kong was told", "Name it under kongs."),
    "kong_without_feeder": Code("it is not told who gave the tile of a kong", "Name from with the kong."),
    "discarder_unknown": Code("it is not told who gave the tile", "Name from with the win."),
    "bad_players": Code("so many cannot play by these rules", "Name four players, or three where the rules have it."),
    "table_invalid": Code("a table that cannot have come about", _TABLE),
    "riichi_not_ready": Code(
        "riichi of somebody who is said not to have been ready",
        "Name all in ready who declared riichi; for a riichi without a wait tell the offender.",
    ),
    "contradicts_table": Code("told otherwise than the table knows it", _TABLE),
    "game_over": Code("the game is over", "Start a new table, or take the last hand back."),
    "nothing_played": Code("there is nothing to take back", _TABLE),
    "too_many_points": Code("more points than anybody can have", _RIGHT),
    # A table that is kept here
    "version_missing": Code(
        "it is not told which version of the table was seen",
        'Send If-Match: "version", as the ETag of the last answer had it.',
        HTTPStatus.PRECONDITION_REQUIRED,
    ),
    "table_changed": Code(
        "another phone has changed the table meanwhile",
        "GET the table, look at what happened, and send it again with the new version.",
        HTTPStatus.PRECONDITION_FAILED,
    ),
    "key_reused": Code("an Idempotency-Key that another request had", "Make a new key for each act, as by a UUID."),
    "hand_no_longer_fits": Code("a later hand does not follow from the edited one", "Edit that hand too, or undo it."),
    "nothing_to_undo": Code("there is nothing to take back", "GET the table; undo tells what it would do.", CONFLICT),
    "nothing_to_redo": Code("nothing was taken back", "GET the table; redo tells what it would do.", CONFLICT),
    "too_many_tries": Code("too many wrong join codes", _LATER, HTTPStatus.TOO_MANY_REQUESTS),
    "store_busy": Code("the store is busy", _LATER, BUSY),
    "store_unavailable": Code("the store cannot be reached", _LATER, BUSY),
    "store_full": Code("there is no room to store anything", _STORE, HTTPStatus.INSUFFICIENT_STORAGE),
    "store_too_new": Code("the store was written by a later version", "Install that version of Hupai again.", BUSY),
    "store_unknown": Code(
        "HUPAI_DATABASE_URL names no database that is kept",
        "Write sqlite:////path/to/file or postgresql://user@host/name.",
    ),
    "table_full": Code("more acts than an evening may have", "Start a new table."),
}
"""By code; the order is that of the documentation."""


def code_of(name: str) -> Code:
    """The row of a code; of one that is not listed, a value at fault."""
    return CODES.get(name, Code(name.replace("_", " "), _RIGHT))


def codes_text() -> str:
    """The table in Markdown."""
    rows = [f"| `{name}` | {int(code.status)} | {code.meaning} | {code.hint} |" for name, code in CODES.items()]
    return "\n".join(
        (
            "# Errors",
            "",
            "An error is problem JSON (RFC 9457): `type`, `title`, `status`, a `detail` for people that names the",
            "value at fault, `field` where one is, a `code` that stays the same in every version, a `hint` what to do,",
            "and the `request_id` that is in the log too. Commands print the sentence and the code.",
            "`make docs` writes this page.",
            "",
            "| code | status | meaning | hint |",
            "|---|---|---|---|",
            *rows,
            "",
        )
    )
