"""The endpoints of an evening's table that is kept here, so that several phones see the same one.

What a phone has to know:

**Names.** A table lies under an id that cannot be guessed (22 signs, URL-safe). Its join code (8 signs of Crockford's
base 32, told as ``ABCD-EFGH``; case, hyphens and spaces do not matter, I and L are read as 1, O as 0) leads to the id.
The address in its QR is ``/#join=ABCD-EFGH`` at the service's own address: what follows ``#`` goes to no server's log.

**Endpoints.** All answer JSON, ``TableState`` unless something else is said; errors are problems with a ``code``.

    POST  /v1/tables                      {rules, options, players, game} -> 201, Location
    POST  /v1/tables/join                 {code}
    GET   /v1/tables/{id}                 If-None-Match: "version" -> 304
    PATCH /v1/tables/{id}                 {players, by?}          other names, in the same order
    POST  /v1/tables/{id}/rounds          {round, by?, photo_record?} -> 201
    GET   /v1/tables/{id}/rounds/{number} -> the hand with its record and all its earlier versions
    PUT   /v1/tables/{id}/rounds/{number} {round, by?, photo_record?}
    POST  /v1/tables/{id}/undo            {by?} or no body
    POST  /v1/tables/{id}/redo            {by?} or no body
    GET   /v1/tables/{id}/events          text/event-stream
    GET   /v1/tables/{id}/export.csv, /export.json, /qr.svg

``round`` is what ``POST /v1/table`` takes as ``round``; ``by`` is any name of up to 40 signs, kept with the act;
``photo_record`` is a ``hupai.record`` as the service answered it, kept with the hand.

**Versions.** Whatever changes a table (PATCH, rounds, undo, redo) says with ``If-Match: "version"`` which version it
has seen. Every answer with a ``TableState`` has that as its ``ETag``. Without it: 428 ``version_missing``. Where the
table has changed meanwhile: 412 ``table_changed`` with members ``version`` (the present one) and ``acts`` (those since
the version that was named), and nothing is stored.

**Retries.** With an ``Idempotency-Key`` (16 to 64 letters, digits, ``-`` or ``_``; a UUID does) the same request may be
sent as often as one likes, with whatever ``If-Match``: it is stored once, and answered each time as it was the first
time, that is with the table as it was after that act. Another request under the same key: 422 ``key_reused``. A request
that was refused has not used up its key.

**TableState.**

    {"id", "code": "ABCD-EFGH", "join": "/#join=ABCD-EFGH", "version": 3, "started_at",
     "table":   as POST /v1/table answers it: format, rules, options, players, game, deal, played, over, totals, standings
     "rounds":  [{"number": 1, "asked", "settlement", "hupai", "at", "edited_at": null, "has_record": false}]
     "acts":    [{"version": 1, "kind", "at", "number", "by": null, "resettled": []}]
     "running": [[25000, ...], ...]   totals at the start and after every hand: one more than there are hands
     "undo":    {"kind", "number"} or null    what undo would take back
     "redo":    {"kind", "number"} or null}   what redo would bring back

Times are UTC, ISO 8601, to the millisecond. ``kind`` is ``played``, ``edited``, ``undone``, ``redone`` or ``renamed``;
``number`` is the hand's (``null`` for ``renamed``); ``resettled`` the later hands that an edit settled anew. ``asked``
has what people told, without what the table knows; ``hupai`` is the version that settled the hand.

**Undo** takes back the last act that played or edited a hand and is not taken back itself; ``redo`` brings it back,
exactly as it was, until something is played or edited anew. With nothing there: 409 ``nothing_to_undo``,
``nothing_to_redo``. Nothing is ever deleted.

**Edit.** Hands after an edited one stay as they are where the deal before them is the same. Where it is not, they are
settled anew from what was told of them; their people stay, and sit where the new deal puts them. Where a later hand no
longer fits: 422 ``hand_no_longer_fits`` with ``number`` and the reason.

**Events.** ``event: table``, ``id`` and ``data: {"version": n}``, at once when connected and after every act; acts in
quick succession may be told as one. A comment every 15 seconds keeps the line open; the stream ends after an hour, and
``EventSource`` connects again by itself.

**Waiting.** 503 with ``Retry-After`` (``store_unavailable``, ``store_busy``, ``busy``) and 507 ``store_full`` have
stored nothing, or, where the answer was lost on the way, have it found again by the ``Idempotency-Key``: send the same
request again. 429 ``too_many_tries`` with ``Retry-After`` comes after many wrong join codes.
"""
