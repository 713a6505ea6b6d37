"""A photo's reading as it goes over the wire, there and back again."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from scoring.hand import MeldKind
from service.reader import Read
from service.wire import ErrorOut, Out, Rounded, Written
from vision.detection import Box, Detection
from vision.hand_reading import Alternative, Change, Doubt, HandReading, ReadTile
from vision.labels import LABELS
from vision.layout import FoundMeld, Role
from vision.quality import Light, TileQuality

MAX_TILES = 400
"""Most tiles of a reading that is sent back."""

MAX_FACES = 8
"""Most other faces of a tile that is sent back."""

FAR = 1e6
"""No pixel lies farther off."""


class UnreadOut(Out):
    """A photo that could not be read."""

    photo: Written
    error: ErrorOut


class LightOut(Out):
    """How the photo or a tile is lit; shares, 0 to 1."""

    level: Rounded
    """Brightness of the tile's ground, or of the photo's bright parts, as a share of white."""
    contrast: Rounded
    dark: Rounded
    """Share that is as good as black."""
    blown: Rounded
    """Share that is as good as white."""


class QualityOut(Out):
    """How a tile is photographed."""

    length: Rounded
    """Longer side in pixels."""
    blur: Rounded | None
    """Standard deviation of the blur in tile lengths; ``null`` where there are no edges to see."""
    light: LightOut
    glare: Rounded
    """Share that is blown out beyond what is usual in the hand."""
    shown: Rounded
    """Share that the photo's edge leaves."""


class TileOut(Out):
    """A tile seen in a photo."""

    tile: str
    """What it is taken for: a code such as ``5m``, ``back`` for a tile that lies face down, ``none`` for no tile."""
    box: tuple[float, float, float, float]
    """Left, top, right, bottom in pixels of the upright photo."""
    confidence: float
    """Of what it seems to show on its own, 0 to 1."""
    row: int
    """0 is the top row."""
    index: int
    """Place in its row, from the left."""
    role: str
    """What it is to the hand: ``concealed``, ``meld``, ``flower``, ``winning``, ``indicator`` or ``other``."""
    rotated: bool
    """Lies on its side among upright neighbours."""
    doubtful: bool
    quality: QualityOut | None
    """How it is photographed; ``null`` for tiles that are not the hand's."""
    seen: str
    """What it seems to show on its own; another tile than ``tile`` where that follows from the others."""
    chance: Rounded
    """How likely it is what it is taken for, all tiles looked at together; 0 to 1."""
    runners_up: tuple[tuple[str, Rounded], ...]
    """What else it may show on its own, with chances, best first."""
    up: Rounded | None
    """Where the face's upper edge points, in degrees clockwise from the photo's upper edge, where that is known."""
    there: Rounded
    """Chance that there is a tile at all."""
    fixed: tuple[str, ...]
    """What of it was corrected: ``face``, ``role``, ``turn``."""

    @classmethod
    def of(cls, tile: ReadTile) -> Self:
        """What is told of ``tile``."""
        one = tile.detection
        left, top, right, bottom = (round(float(side), 1) for side in one.box)
        return cls(
            tile=tile.face,
            box=(left, top, right, bottom),
            confidence=round(float(one.confidence), 4),
            row=tile.row,
            index=tile.index,
            role=tile.role.value,
            rotated=tile.rotated,
            doubtful=tile.doubtful,
            quality=None if tile.quality is None else QualityOut.model_validate(tile.quality),
            seen=one.face,
            chance=tile.chance,
            runners_up=one.runners_up,
            up=one.up,
            there=one.tile,
            fixed=tuple(sorted(tile.fixed)),
        )


class DoubtOut(Out):
    """Something a person should look at."""

    code: str
    message: str
    tiles: tuple[int, ...]
    """Indices into the reading's tiles."""


class MeldOut(Out):
    """A set laid down."""

    kind: MeldKind
    tiles: tuple[int, ...]
    """Indices into the reading's tiles, from left to right; of an added kong the last one is the tile added."""
    giver: str | None
    """Whose discard was claimed, where a turned tile shows it: ``left``, ``across`` or ``right``."""
    turned: int | None
    """The tile laid on its side."""
    confidence: Rounded
    """Chance that these tiles are this set, given that they show what they seem to; 0 to 1."""
    told: bool
    """Whether a correction said so."""

    @classmethod
    def of(cls, meld: FoundMeld) -> Self:
        """What is told of ``meld``."""
        giver = None if meld.giver is None else meld.giver.value
        return cls(
            kind=meld.kind,
            tiles=meld.tiles,
            giver=giver,
            turned=meld.turned,
            confidence=meld.confidence,
            told=meld.told,
        )


class ChangeOut(Out):
    """A tile that is taken for something else than it seems on its own."""

    tile: int
    """Index into the reading's tiles."""
    seen: str
    chance: Rounded
    """How likely that was on its own, 0 to 1."""
    now: str
    """What it is taken for; ``none`` for no tile."""
    reason: str
    """``too_many_copies``, ``no_meld``, ``tile_count`` or ``complete_hand``: what would be wrong otherwise."""
    message: str

    @classmethod
    def of(cls, change: Change) -> Self:
        """What is told of ``change``."""
        return cls(
            tile=change.tile,
            seen=change.seen,
            chance=change.chance,
            now=change.now,
            reason=change.reason.value,
            message=change.message,
        )


class AlternativeOut(Out):
    """Another hand that the photo may show."""

    hand: str
    winning: str | None
    """The winning tile, where it is set apart."""
    chance: Rounded
    tiles: dict[int, str]
    """The tiles that are taken for something else than in the reading: what each is, by its index."""
    roles: dict[int, str]
    """Those that have another role."""

    @classmethod
    def of(cls, other: Alternative) -> Self:
        """What is told of ``other``."""
        return cls(
            hand=str(other.hand),
            winning=None if other.winning is None else other.winning.code,
            chance=other.chance,
            tiles=dict(other.faces),
            roles={number: role.value for number, role in other.roles},
        )


class TroubleOut(Out):
    """Why there is no hand, and what to do."""

    code: str
    message: str
    tiles: tuple[int, ...]


class ModelOut(Out):
    """The model that read."""

    name: str
    sha256: str


class ReadingOut(Out):
    """What was read from a photo."""

    photo: Written
    """Name of the file."""
    width: int
    height: int
    """Pixels of the upright photo."""
    tiles: tuple[TileOut, ...]
    """In reading order."""
    hand: str | None
    """In notation, when the tiles make a hand."""
    winning: int | None
    """Index into ``tiles`` of the winning tile, when it is set apart."""
    light: LightOut
    """Of the whole photo."""
    doubts: tuple[DoubtOut, ...]
    model: ModelOut
    ms: dict[str, float]
    """Milliseconds by stage."""
    melds: tuple[MeldOut, ...]
    """The sets laid down, as they lie."""
    confidence: Rounded
    """How likely the whole hand is right, 0 to 1."""
    changed: tuple[ChangeOut, ...]
    """The tiles that are taken for something else than they seem on their own."""
    alternatives: tuple[AlternativeOut, ...]
    """Other hands that the photo may show, the likeliest first."""
    trouble: TroubleOut | None
    """Why there is no hand; ``null`` when there is one."""
    sha256: str
    """Of the photo's bytes as they came, in hexadecimal digits."""

    @classmethod
    def of(cls, read: Read) -> Self:
        """What is told of a photo that was read."""
        reading = read.reading
        model = ModelOut.model_validate(read.model)
        return cls.told(reading, read.name, model, read.sha256)

    @classmethod
    def told(cls, reading: HandReading, name: str, model: ModelOut, sha256: str) -> Self:
        """What is told of a reading of the photo called ``name``."""
        return cls(
            photo=name,
            sha256=sha256,
            width=reading.width,
            height=reading.height,
            tiles=tuple(map(TileOut.of, reading.tiles)),
            hand=None if reading.hand is None else str(reading.hand),
            winning=reading.winning,
            light=LightOut.model_validate(reading.light),
            doubts=tuple(map(DoubtOut.model_validate, reading.doubts)),
            model=model,
            ms={stage: round(ms, 1) for stage, ms in reading.ms.items()},
            melds=tuple(map(MeldOut.of, reading.melds)),
            confidence=reading.confidence,
            changed=tuple(map(ChangeOut.of, reading.changed)),
            alternatives=tuple(map(AlternativeOut.of, reading.alternatives)),
            trouble=None if reading.trouble is None else TroubleOut.model_validate(reading.trouble),
        )


class ReadingsOut(Out):
    """What was read from several photos, in the order they came."""

    readings: tuple[ReadingOut | UnreadOut, ...]


# And back again -------------------------------------------------------------------------------------------------------


def _known(face: str) -> str:
    if face not in LABELS:
        raise ValueError(f"no face {face[:8]!r}")
    return face


Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Pixel = Annotated[float, Field(ge=-FAR, le=FAR, allow_inf_nan=False)]
Degrees = Annotated[float, Field(ge=-360, le=360, allow_inf_nan=False)]
Face = Annotated[str, Field(max_length=8), AfterValidator(_known)]
Index = Annotated[int, Field(ge=0, lt=MAX_TILES)]


class Told(BaseModel):
    """A part of a reading that is sent back; what is not needed of it may be there and is not looked at."""

    model_config = ConfigDict(frozen=True, extra="ignore", str_max_length=200)


class LightTold(Told):
    """How the photo or a tile is lit."""

    level: Share = 0.5
    contrast: Share = 0.5
    dark: Share = 0.0
    blown: Share = 0.0

    def light(self) -> Light:
        """The value."""
        return Light(self.level, self.contrast, self.dark, self.blown)


class QualityTold(Told):
    """How a tile is photographed."""

    length: Pixel
    blur: Pixel | None = None
    light: LightTold = LightTold()
    glare: Share = 0.0
    shown: Share = 1.0

    def quality(self) -> TileQuality:
        """The value."""
        return TileQuality(self.length, self.blur, self.light.light(), self.glare, self.shown)


class TileTold(Told):
    """A tile of a reading."""

    tile: str = Field(max_length=8)
    box: tuple[Pixel, Pixel, Pixel, Pixel]
    confidence: Share = 1.0
    row: Index = 0
    index: Index = 0
    role: Role = Role.OTHER
    rotated: bool = False
    quality: QualityTold | None = None
    seen: Face | None = None
    runners_up: tuple[tuple[Face, Share], ...] = Field(default=(), max_length=MAX_FACES)
    up: Degrees | None = None
    there: Share = 1.0
    fixed: frozenset[Literal["face", "role", "turn"]] = frozenset()

    def read_tile(self) -> ReadTile:
        """The value; raises ``ValueError`` for a face that there is not."""
        face = _known(self.seen or self.tile)
        if "face" in self.fixed:
            _known(self.tile)
        seen = Detection(face, Box(*self.box), self.confidence, self.runners_up, self.up, self.there)
        quality = None if self.quality is None else self.quality.quality()
        fixed = frozenset[str](self.fixed)
        return ReadTile(
            seen, self.row, self.index, self.role, self.rotated, False, quality, self.tile, self.confidence, fixed
        )


class MeldTold(Told):
    """A set of a reading."""

    kind: MeldKind
    tiles: tuple[Index, ...] = Field(max_length=8)
    told: bool = False


class DoubtTold(Told):
    """A doubt of a reading."""

    code: str
    tiles: tuple[Index, ...] = Field(default=(), max_length=MAX_TILES)


class ReadingTold(Told):
    """A reading as it was answered."""

    photo: str = Field(default="photo", max_length=1000)
    sha256: str = Field(default="", pattern=r"^([0-9a-f]{64})?$")
    width: int = Field(ge=1, le=int(FAR))
    height: int = Field(ge=1, le=int(FAR))
    tiles: tuple[TileTold, ...] = Field(max_length=MAX_TILES)
    light: LightTold = LightTold()
    doubts: tuple[DoubtTold, ...] = Field(default=(), max_length=MAX_TILES)
    melds: tuple[MeldTold, ...] = Field(default=(), max_length=16)
    ms: dict[str, float] = Field(default={}, max_length=16)
    model: ModelOut = ModelOut(name="", sha256="")

    def reading(self) -> HandReading:
        """The tiles and sets of it, from which all the rest follows; raises ``ValueError`` naming what is at fault."""
        tiles = []
        for number, tile in enumerate(self.tiles):
            try:
                tiles.append(tile.read_tile())
            except ValueError as error:
                raise ValueError(f"tiles.{number}.tile: {error}") from None
        melds = tuple(FoundMeld(meld.kind, meld.tiles, told=meld.told) for meld in self.melds)
        for number, meld in enumerate(melds):
            if any(at >= len(tiles) for at in meld.tiles):
                raise ValueError(f"melds.{number}.tiles: the reading has {len(tiles)} tiles, counted from 0")
        doubts = tuple(Doubt(doubt.code, "", doubt.tiles) for doubt in self.doubts)
        return HandReading(
            self.width, self.height, tuple(tiles), None, None, self.light.light(), doubts, dict(self.ms), melds
        )
