#!/usr/bin/env python3
"""Checks Plimsoll's receipts, public log, liabilities and tape without trusting its server.

Python 3.9's standard library alone, written from docs/PROOF.md; it shares no code with the platform.

  verify.py receipt FILE --vkey V [--witness VKEY] [--policy FILE] [--seen FILE] [--log URL] [--member ID] [--id ID]
  verify.py log URL [--vkey V] [--witness VKEY] [--policy FILE] [--from N] [--seen FILE] [--app URL]
  verify.py liabilities FILE --vkey V [--witness VKEY] [--policy FILE] [--owner NAME] [--has COIN=AMOUNT]
  verify.py tape URL MARKET FROM TO
  verify.py vectors FOLDER

V is a verifier key's line, or a file of them; it may be given again for more. --policy is a C2SP tlog-policy: logs,
witnesses, and who of them must have cosigned. --app is where the app is open: its files must be those in the log.
Exit 0: everything holds, a sentence for each step. 1: the name of what is wrong. 2: nothing answers, or bad use.
"""

import argparse
import base64
import binascii
import contextlib
import datetime
import functools
import hashlib
import hmac
import io
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

MAX_INT = 2**53 - 1
MAX_ENTRY = 16384
TILE = 256
AMOUNT_LIMIT = 2**128
PROMISE_MS = 12_000
WITNESS_CLOCK_MS = 60_000
# An entry that is in no checkpoint may be dated this much after the reader's clock.
AHEAD_MS = 60_000
# An option's settlement may come this much after the last moment that can decide it.
SETTLED_WITHIN_MS = 60_000
# So many marks are read at once in front of the log's first head.
LEAD_MARKS = 500
ZEROS = "0" * 64


class Finding(Exception):
    """Something does not hold."""

    def __init__(self, name, sentence):
        super().__init__(sentence)
        self.name = name


class Unreachable(Exception):
    """Nothing answers."""


def need(holds, name, sentence):
    if not holds:
        raise Finding(name, sentence)


def step(sentence):
    print(f"ok  {sentence}")


# --- Canonical JSON (PROOF 1) ---------------------------------------------------------------------------------------


def sha(*parts):
    return hashlib.sha256(b"".join(p.encode() if isinstance(p, str) else p for p in parts)).digest()


def canonical(value):
    """RFC 8785 for strings, integers, booleans, null, lists and objects; ValueError for anything else."""
    if value is None:
        return "null"
    if value is True:
        return "true"
    if value is False:
        return "false"
    if isinstance(value, int):
        if not 0 <= value <= MAX_INT:
            raise ValueError("not an integer from 0 to 2^53-1")
        return str(value)
    if isinstance(value, str):
        value.encode("utf-8")  # UnicodeEncodeError, a ValueError, for a lone surrogate
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join(canonical(each) for each in value) + "]"
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    raise ValueError("not canonical")


def read_canonical(text):
    """The value of canonical JSON; None for any other spelling."""
    try:
        value = json.loads(text)
        return value if canonical(value) == text else None
    except (ValueError, RecursionError):
        return None


# --- Ed25519 (RFC 8032, 5.1.7) --------------------------------------------------------------------------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def recover_x(y, sign):
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    if square == 0:
        return None if sign else 0
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P:
        return None
    return P - x if x & 1 != sign else x


def decode_point(data):
    if len(data) != 32:
        return None
    number = int.from_bytes(data, "little")
    y, sign = number & (2**255 - 1), number >> 255
    x = recover_x(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def add_points(a, b):
    e, f = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    g, h = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = f - e, h - g, h + g, f + e
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def multiply(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = add_points(result, point)
        point = add_points(point, point)
        scalar >>= 1
    return result


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = recover_x(BASE_Y, 0)
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def signature_holds(key, message, signature):
    if len(signature) != 64:
        return False
    a, r = decode_point(key), decode_point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    left, right = multiply(s, BASE), add_points(r, multiply(h, a))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


# --- Signed notes (C2SP signed-note, tlog-cosignature) --------------------------------------------------------------


def from_base64(text):
    try:
        data = base64.b64decode(text, validate=True)
        return data if base64.b64encode(data).decode() == text else None
    except (binascii.Error, ValueError, TypeError):
        return None


def hash_from_base64(text):
    data = from_base64(text) if isinstance(text, str) else None
    return data if data is not None and len(data) == 32 else None


class Key:
    """A verifier key: type 1 signs notes, type 4 cosigns checkpoints with a time."""

    def __init__(self, line):
        name, _, rest = line.partition("+")
        ident, _, encoded = rest.partition("+")
        data = from_base64(encoded)
        if not name or re.search(r"\s", name) or data is None or len(data) != 33 or data[0] not in (1, 4):
            raise ValueError(f"not a verifier key: {line}")
        self.name, self.kind, self.public = name, data[0], data[1:]
        self.id = sha(name + "\n", data)[:4]
        if self.id.hex() != ident:
            raise ValueError(f"the id of a verifier key is another key's: {line}")


def read_keys(values):
    """Keys of lines or files. One without a key is refused: it would be as if it had not been given."""
    keys = []
    for value in values or []:
        text = value
        if os.path.exists(value):
            with open(value, encoding="utf-8") as file:
                text = file.read()
        lines = [line.strip() for line in text.splitlines() if line.strip()]
        if not lines:
            raise ValueError(f"{value.strip() or 'what was given'} has no key")
        keys += [Key(line) for line in lines]
    return keys


def open_note(note, keys):
    """The text of a note and [(key, seconds or None)]; None for what is no note or has a wrong signature."""
    end = note.rfind("\n\n")
    if end < 0 or not note.endswith("\n") or re.search("[\x00-\x09\x0b-\x1f]", note):
        return None
    text, found = note[: end + 1], []
    for line in note[end + 2 : -1].split("\n"):
        match = re.fullmatch("— ([^\\s+]+) ([A-Za-z0-9+/]+={0,2})", line)
        data = from_base64(match.group(2)) if match else None
        if data is None or len(data) <= 4:
            return None
        for key in keys:
            if key.name != match.group(1) or key.id != data[:4] or any(key is each for each, _ in found):
                continue
            signature, seconds, signed = data[4:], None, text
            if key.kind == 4:
                if len(signature) != 72:
                    return None
                seconds = int.from_bytes(signature[:8], "big")
                signature, signed = signature[8:], f"cosignature/v1\ntime {seconds}\n{text}"
            if not signature_holds(key.public, signed.encode(), signature):
                return None
            found.append((key, seconds))
    return text, found


class Checkpoint:
    def __init__(self, note, log_keys, witnesses):
        opened = open_note(note, log_keys + witnesses)
        need(opened, "checkpoint-signature", "the checkpoint is no note, or a known key's signature on it is wrong")
        self.note, (text, signatures) = note, opened
        lines = text.split("\n")
        root = hash_from_base64(lines[2]) if len(lines) > 3 else None
        need(
            root and lines[0] and re.fullmatch(r"0|[1-9]\d{0,15}", lines[1]),
            "checkpoint",
            "the checkpoint's text is malformed",
        )
        self.origin, self.size, self.root = lines[0], int(lines[1]), root
        need(
            any(key.kind == 1 and key.name == self.origin for key, _ in signatures),
            "checkpoint-signature",
            "no known key of the log signed the checkpoint",
        )
        self.times = [seconds for _, seconds in signatures if seconds is not None]
        self.cosigners = [key for key, seconds in signatures if seconds is not None]


class Policy:
    """Which logs and witnesses are known, and who of them must have cosigned (C2SP tlog-policy)."""

    def __init__(self, path):
        self.logs, self.known, self.used, self.quorum = [], {}, set(), None
        with open(path, encoding="utf-8") as file:
            for line in file.read().split("\n"):
                words = re.split("[ \t]+", line.strip(" \t"))
                if words != [""] and not words[0].startswith("#"):
                    self.read(line, *words)
        if self.quorum is None:
            raise ValueError("the policy has no quorum")

    def read(self, line, word, *rest):
        if word == "log" and len(rest) in (1, 2):
            self.logs.append(Key(rest[0]))
        elif word == "witness" and len(rest) in (2, 3) and self.is_new(rest[0]):
            # A witness that signs otherwise cannot be checked here, and counts for nothing.
            data = from_base64(rest[1].partition("+")[2].partition("+")[2])
            key = Key(rest[1]) if data is None or data[:1] in (b"", b"\1", b"\4") else None
            if key and (key.kind != 4 or any(key.public == each.public for each in self.witnesses())):
                raise ValueError(f"not a line of a policy: {line}")
            self.known[rest[0]] = key
        elif word == "group" and len(rest) > 2 and self.is_new(rest[0]):
            name, count, *members = rest
            number = {"all": len(members), "any": 1}.get(count) or (int(count) if re.fullmatch("[1-9][0-9]*", count) else 0)
            if not 1 <= number <= len(members) or len(set(members)) < len(members):
                raise ValueError(f"not a line of a policy: {line}")
            if any(each not in self.known or each in self.used for each in members):
                raise ValueError(f"a group's members are named before it, and in one group: {line}")
            self.used.update(members)
            self.known[name] = (number, members)
        elif word == "quorum" and len(rest) == 1 and self.quorum is None and (rest[0] == "none" or rest[0] in self.known):
            self.quorum = rest[0]
        else:
            raise ValueError(f"not a line of a policy: {line}")

    def is_new(self, name):
        return name != "none" and name not in self.known

    def witnesses(self):
        return [each for each in self.known.values() if isinstance(each, Key)]

    def holds(self, name, cosigners):
        member = self.known[name]
        if isinstance(member, tuple):
            return sum(self.holds(each, cosigners) for each in member[1]) >= member[0]
        return member is not None and any(member is each for each in cosigners)

    def check(self, checkpoint):
        """Of what is in no checkpoint yet nobody cosigned one."""
        cosigners = checkpoint.cosigners if checkpoint else []
        if self.quorum == "none":
            step("policy: asks for no witness")
            return
        found = sum(any(each is key for key in cosigners) for each in self.witnesses())
        sentence = f"{found} of the policy's {len(self.witnesses())} witnesses cosigned the checkpoint"
        need(self.holds(self.quorum, cosigners), "quorum", f"{sentence}, which is not its quorum {self.quorum}")
        step(f"policy: {sentence}, which is its quorum {self.quorum}")


def read_trust(args):
    """The keys of logs and witnesses that are trusted, and the policy or None."""
    policy = Policy(args.policy) if args.policy else None
    log_keys, witnesses = read_keys(args.vkey), read_keys(args.witness)
    if policy:
        known = {key.public for key in policy.witnesses()}
        log_keys += policy.logs
        # A key is found once in a note: the policy's own must be the one.
        witnesses = policy.witnesses() + [key for key in witnesses if key.public not in known]
    return log_keys, witnesses, policy


# --- The tree (RFC 6962, RFC 9162 2.1) ------------------------------------------------------------------------------


def leaf_hash(data):
    return sha(b"\0", data)


def node_hash(left, right):
    return sha(b"\1", left, right)


def root_by_path(index, size, leaf, path):
    """The root that a path leads to; None when it has not the length of that tree."""
    if not 0 <= index < size:
        return None
    place, last, result = index, size - 1, leaf
    for sibling in path:
        if last == 0:
            return None
        if place & 1 or place == last:
            result = node_hash(sibling, result)
            while not place & 1 and place:
                place, last = place >> 1, last >> 1
        else:
            result = node_hash(result, sibling)
        place, last = place >> 1, last >> 1
    return result if last == 0 else None


def subtrees(start, end):
    """The complete subtrees of a range as (level, index), from the left."""
    while start < end:
        level = (end - start).bit_length() - 1
        yield level, start >> level
        start += 1 << level


def join(hashes):
    if not hashes:
        return sha()
    result = hashes[-1]
    for left in reversed(hashes[:-1]):
        result = node_hash(left, result)
    return result


def root_of_row(row):
    """The root of up to 256 hashes."""
    return join([top_of(row[index << level : (index + 1) << level]) for level, index in subtrees(0, len(row))])


def top_of(row):
    while len(row) > 1:
        row = [node_hash(row[at], row[at + 1]) for at in range(0, len(row), 2)]
    return row[0]


# --- Entries (PROOF 2.1) --------------------------------------------------------------------------------------------

HASH = re.compile(r"[0-9a-f]{64}")
AMOUNT = re.compile(r"(?:0|[1-9]\d*)\.\d{8}")
SIGNED = re.compile(r"(?:-(?!0\.0{8}$))?(?:0|[1-9]\d*)\.\d{8}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
SYMBOL = re.compile(r"[a-z0-9]{1,32}")


def text(value):
    return isinstance(value, str)


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def flag(value):
    return isinstance(value, bool)


def like(pattern):
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


def one_of(*values):
    return lambda value: isinstance(value, str) and value in values


def fields(**shape):
    return lambda value: isinstance(value, dict) and set(value) == set(shape) and all(shape[n](value[n]) for n in shape)


def list_of(form):
    return lambda value: isinstance(value, list) and all(form(each) for each in value)


def or_none(form):
    return lambda value: value is None or form(value)


def any_fields(value):
    return isinstance(value, dict)


hash_, amount, moment, market_ = like(HASH), like(AMOUNT), like(TIME), like(SYMBOL)
direction_ = one_of("up", "down")
PUBLIC = {
    "option-taken": dict(id=whole, market=market_, seconds=whole, accepted=moment, rate=amount, terms=whole,
                         rules=whole, settings=whole, choice=hash_, commit=hash_),
    "option-line": dict(id=whole, seq=whole, hash=hash_),
    "option-settled": dict(id=whole, exit=or_none(fields(seq=whole, hash=hash_)),
                           outcome=one_of("win", "lose", "tie", "void"), direction=direction_, salt=hash_, commit=hash_),
    "fill": dict(order=whole, n=whole, market=market_, side=one_of("buy", "sell"), price=amount, book=hash_,
                 fee_rate=amount, places=whole, commit=hash_),
    "journal": dict(kind=text, commit=hash_),
    "tape": dict(market=market_, seq=whole, hash=hash_, complete_to=moment),
    "ledger": dict(number=whole, hash=hash_),
    "operators": dict(number=whole, hash=hash_),
    "terms": dict(version=whole, values=list_of(fields(seconds=whole, min=amount, max=amount, rate=amount, enabled=flag))),
    "settings": dict(version=whole, values=any_fields),
    "market": dict(market=market_, version=whole, values=any_fields),
    "liabilities": dict(epoch=whole, root=hash_, coins=list_of(text), totals=list_of(amount), leaves=whole, batch=whole,
                        house=list_of(fields(name=text, amounts=list_of(amount)))),
    "key": dict(vkey=text),
    "build": dict(list=hash_, verifiers=list_of(fields(name=text, hash=hash_))),
}
LEVELS = list_of(lambda value: isinstance(value, list) and len(value) == 2 and all(amount(each) for each in value))
BOOK = fields(market=market_, seq=whole, time=moment, bids=LEVELS, asks=LEVELS, previous=hash_, hash=hash_)
COMMITTED = {
    "option-taken": dict(direction=direction_, stake=amount, member=whole),
    "option-settled": dict(stake=amount, profit=like(SIGNED)),
    "fill": dict(quantity=amount, paid=amount, fee=amount, member=whole),
    "journal": dict(id=whole, lines=list_of(fields(**{"from": text, "to": text, "coin": text, "amount": amount}))),
}


def read_entry(line):
    value = read_canonical(line)
    need(
        isinstance(value, dict)
        and len(line.encode()) <= MAX_ENTRY
        and value.get("v") == 1
        and moment(value.get("at"))
        and isinstance(value.get("t"), str)
        and value["t"] in PUBLIC,
        "entry",
        f"not an entry of a known type and version: {line[:120]}",
    )
    rest = {name: each for name, each in value.items() if name not in ("t", "v", "at")}
    need(fields(**PUBLIC[value["t"]])(rest), "entry", f"an entry's fields are not those of its type: {line[:120]}")
    return value


def ms_of(iso):
    at = datetime.datetime.strptime(iso, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=datetime.timezone.utc)
    return round(at.timestamp() * 1000)


def units(figure):
    """A figure of eight decimals in units of 10^-8."""
    return int(figure.replace(".", ""))


# --- Receipts (PROOF 3) ---------------------------------------------------------------------------------------------


def path_of(path, name):
    hashes = [hash_from_base64(each) for each in path] if isinstance(path, list) else [None]
    need(all(each is not None for each in hashes), name, "a path has something else than hashes in base64")
    return hashes


def check_commitment(entry, salt, opened):
    kind = entry["t"]
    if kind not in COMMITTED:
        need(salt is None and opened is None, "commitment", f"a {kind} entry commits to nothing")
        return
    need(
        hash_(salt) and fields(**COMMITTED[kind])(opened),
        "commitment",
        f"what is opened has not the fields of a {kind} entry",
    )
    need(
        sha(canonical({**opened, "salt": salt})).hex() == entry["commit"],
        "commitment",
        "the entry does not commit to what is opened",
    )
    if kind == "option-taken":
        check_choice(entry, opened["direction"], sha("choice\n", bytes.fromhex(salt)).hex())


def check_choice(taken, direction, salt):
    need(
        sha(canonical({"direction": direction, "salt": salt})).hex() == taken["choice"],
        "direction",
        f"option {taken['id']}: the direction is not the one that was committed to when it was placed",
    )


def half_even(numerator, denominator):
    quotient, rest = divmod(numerator, denominator)
    return quotient + (1 if rest * 2 > denominator or (rest * 2 == denominator and quotient & 1) else 0)


def check_figures(entry, opened, rate):
    """PROOF 2.5; `rate` is the option's."""
    if entry["t"] == "fill":
        paid = units(entry["price"]) * units(opened["quantity"]) // 10**8
        need(units(opened["paid"]) == paid, "paid", f"paid is {opened['paid']}, price times quantity is {paid}e-8")
        received = opened["quantity"] if entry["side"] == "buy" else opened["paid"]
        need(0 <= entry["places"] <= 8, "fee", "a coin has 0 to 8 places")
        unit = 10 ** (8 - entry["places"])
        fee = units(received) * units(entry["fee_rate"]) // (10**8 * unit) * unit
        need(units(opened["fee"]) == fee, "fee", f"the fee is {opened['fee']}, by its rate it is {fee}e-8")
    if entry["t"] == "option-settled":
        stake, outcome = units(opened["stake"]), entry["outcome"]
        profit = half_even(stake * units(rate), 10**8) if outcome == "win" else -stake if outcome == "lose" else 0
        need(units(opened["profit"]) == profit, "profit", f"the profit is {opened['profit']}, by the terms {profit}e-8")


MAX_LEAN = 500_000


def check_book(entry, opened, base):
    """A fill against the book it names (PROOF 2.5), as it is served below `base`."""
    name = f"fill {entry['n']} of order {entry['order']}"
    body = fetch(f"{base}/api/book?hash={entry['book']}")
    answer = json.loads(body) if body else {}
    book = answer.get("data") if isinstance(answer, dict) else None
    need(isinstance(book, dict) and BOOK(book), "book", f"the book that {name} names is not there")
    rest = {field: each for field, each in book.items() if field != "hash"}
    computed = sha(canonical(rest)).hex()
    need(computed == entry["book"], "book", f"the book served for {name} has another hash than it names")
    need(book["market"] == entry["market"], "book", f"the book that {name} names is of {book['market']}")
    price, is_buy = units(entry["price"]), entry["side"] == "buy"

    def gave(level):
        away = (price - units(level[0])) * (1 if is_buy else -1)
        most = -(-units(level[0]) * MAX_LEAN // 10**8)
        return 0 <= away <= most and (opened is None or units(opened["quantity"]) <= units(level[1]))

    levels = book["asks" if is_buy else "bids"]
    need(any(gave(level) for level in levels), "fill-price", f"no level of its book gave {name} its price and quantity")
    step(f"book: snapshot {book['seq']} of {book['market']}, of {book['time']}, had the price of {name}")


def check_receipt(receipt, log_keys, witnesses, now_ms):
    names = {"entry", "salt", "opened", "signature", "index", "proof", "checkpoint"}
    need(isinstance(receipt, dict) and set(receipt) == names, "receipt", "a receipt has other fields than its own")
    need(isinstance(receipt["entry"], str), "entry", "the entry is no line")
    entry = read_entry(receipt["entry"])
    step(f"entry: {entry['t']} of {entry['at']}")
    check_commitment(entry, receipt["salt"], receipt["opened"])
    if receipt["opened"] is not None:
        step("commitment: the entry commits to " + canonical(receipt["opened"]))

    signature, leaf = receipt["signature"], leaf_hash(receipt["entry"].encode())
    need(
        isinstance(signature, dict) and set(signature) == {"i", "path", "note"} and whole(signature["i"]) and text(signature["note"]),
        "signature",
        "the signature has other fields than its own",
    )
    opened = open_note(signature["note"], log_keys)
    lines = opened[0].split("\n") if opened else []
    need(
        len(lines) == 5 and lines[0] == "receipt/v1" and re.fullmatch(r"[1-9]\d{0,9}", lines[2]) and lines[4] == "",
        "signature",
        "the batch's note is malformed, or signed wrongly",
    )
    origin = lines[1]
    need(any(key.name == origin for key, _ in opened[1]), "signature", "no known key of the log signed the batch")
    root = root_by_path(signature["i"], int(lines[2]), leaf, path_of(signature["path"], "signature"))
    need(root is not None and root == hash_from_base64(lines[3]), "signature", "the entry is not in the signed batch")
    step(f"signature: {origin} signed it in a batch of {lines[2]}")

    place = (receipt["index"], receipt["proof"], receipt["checkpoint"])
    if place == (None, None, None):
        need(
            now_ms <= ms_of(entry["at"]) + PROMISE_MS,
            "not-logged",
            "12 s after its commit the entry is still in no checkpoint: a broken promise",
        )
        need(
            ms_of(entry["at"]) <= now_ms + AHEAD_MS,
            "not-logged",
            f"the entry is dated {entry['at']}, which is yet to come: so dated, no promise is ever broken",
        )
        step("inclusion: not in the log yet; within its time")
        return entry, None
    need(whole(place[0]) and isinstance(place[1], list) and text(place[2]), "inclusion", "half a place in the log")
    checkpoint = Checkpoint(place[2], log_keys, witnesses)
    need(checkpoint.origin == origin, "inclusion", "the checkpoint is another log's")
    root = root_by_path(place[0], checkpoint.size, leaf, path_of(place[1], "inclusion"))
    need(root == checkpoint.root, "inclusion", "the entry is not in the checkpoint's tree at that place")
    step(f"inclusion: entry {place[0]} of {checkpoint.size}")
    check_time(entry["at"], checkpoint)
    return entry, checkpoint


def check_time(at, checkpoint):
    for seconds in checkpoint.times:
        need(
            ms_of(at) <= seconds * 1000 + WITNESS_CLOCK_MS,
            "time",
            f"an entry of {at} is in a checkpoint that a witness saw at {seconds}",
        )
    if checkpoint.times:
        step(f"witnesses: {len(checkpoint.times)} saw the checkpoint")
    else:
        step("witnesses: none; order proven, time not")


def receipts_in(value):
    """A file holds one receipt, a list of them, or a whole answer of getReceipt."""
    for name in ("data", "list"):
        if isinstance(value, dict) and name in value:
            value = value[name]
    return value if isinstance(value, list) else [value]


def check_receipts(receipts, log_keys, witnesses, now_ms, member, ident):
    """Checks the receipts of one thing; the largest checkpoint among them."""
    need(receipts, "receipt", "there is no receipt: nothing was checked")
    checked, lines, newest = [], {}, None
    for receipt in receipts:
        entry, checkpoint = check_receipt(receipt, log_keys, witnesses, now_ms)
        checked.append((entry, receipt["opened"]))
        name = (entry["t"], entry.get("id", entry.get("order")), entry.get("n"))
        if name[1] is not None:
            line = lines.setdefault(name, receipt["entry"])
            need(line == receipt["entry"], "twice", f"two receipts of one {entry['t']} of {name[1]} differ")
        if checkpoint and (newest is None or checkpoint.size > newest.size):
            newest = checkpoint
    taken = {entry["id"]: (entry, opened) for entry, opened in checked if entry["t"] == "option-taken"}
    for entry, opened in checked:
        if entry["t"] == "option-settled":
            check_settled(entry, opened, taken.get(entry["id"]))
        elif opened is not None:
            check_figures(entry, opened, None)
    check_fills([entry for entry, _ in checked if entry["t"] == "fill"], ident is not None)
    check_wanted(checked, member, ident)
    return newest


def check_settled(settled, opened, began):
    """The end of an option against its beginning, which may stand anywhere among the receipts."""
    ident = f"option {settled['id']}"
    need(began is not None, "no-option-taken", f"{ident} is settled, and there is no receipt of its beginning")
    taken, staked = began
    check_choice(taken, settled["direction"], settled["salt"])
    need(opened["stake"] == staked["stake"], "stake", f"{ident} is settled for {opened['stake']}; its stake is {staked['stake']}")
    check_figures(settled, opened, taken["rate"])


def check_fills(fills, is_whole):
    """An order's fills are counted from 1; those of one bill begin where it does."""
    orders = {}
    for fill in fills:
        orders.setdefault(fill["order"], set()).add(fill["n"])
    for order, counts in orders.items():
        first = 1 if is_whole else max(1, min(counts))
        is_run = counts == set(range(first, first + len(counts)))
        need(is_run, "fill-missing", f"of order {order} there are receipts of fills {sorted(counts)}; others are left out")


def check_wanted(checked, member, ident):
    """That the receipts are of the member and the thing asked for; what is asked must be answered by one at least."""
    named = [names_member(*each, member) for each in checked]
    need(member is None or False not in named, "member", f"a receipt is not of member {member}")
    need(member is None or True in named, "member", f"no receipt names a member: nothing shows that they are of {member}")
    numbers = {opened["id"] if entry["t"] == "journal" else entry.get("id", entry.get("order")) for entry, opened in checked}
    numbers.discard(None)
    need(ident is None or numbers == {ident}, "id", f"the receipts are of {sorted(numbers)}, and not of {ident}")


def names_member(entry, opened, member):
    """Whether what is opened names a member; None where it names nobody."""
    if entry["t"] == "journal":
        accounts = [line[side] for line in opened["lines"] for side in ("from", "to")]
        return any(each.startswith(f"member/{member}/") for each in accounts)
    return opened["member"] == member if opened is not None and "member" in opened else None


def run_receipt(args):
    log_keys, witnesses, policy = read_trust(args)
    if not log_keys:
        raise ValueError("a receipt is checked against a key: --vkey")
    receipts = receipts_in(read_file(args.file))
    newest = check_receipts(receipts, log_keys, witnesses, time.time() * 1000, args.member, args.id)
    if args.log:
        for receipt in receipts:
            entry = read_entry(receipt["entry"])
            if entry["t"] == "fill":
                check_book(entry, receipt["opened"], api_of(args.log))
    if policy:
        policy.check(newest)
    if newest and args.log:
        log = Log(args.log, log_keys, witnesses)
        log.check_extends(newest, "log")
        step(f"log: the one served, of {log.checkpoint.size} entries, extends the receipt's")
    if newest and args.seen:
        keep_seen(args, newest, log_keys, witnesses)


# --- The log (PROOF 2) ----------------------------------------------------------------------------------------------


def fetch(url, binary=False):
    """The body of an answer 200; None of 404."""
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            data = answer.read()
            return data if binary else data.decode()
    except urllib.error.HTTPError as error:
        if error.code == 404:
            return None
        raise Unreachable(f"{url}: {error}") from error
    except (urllib.error.URLError, OSError) as error:
        raise Unreachable(f"{url}: {error}") from error


def tile_name(level, index, width):
    digits = str(index)
    digits = digits.zfill(-(-len(digits) // 3) * 3)
    parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
    name = "/".join(["x" + part for part in parts[:-1]] + parts[-1:])
    return f"tile/{level}/{name}" + ("" if width == TILE else f".p/{width}")


def cut_bundle(data, width):
    """The bytes of a bundle's first entries."""
    at = 0
    for _ in range(width):
        at += 2 + int.from_bytes(data[at : at + 2], "big")
    return data[:at]


class Log:
    """A log as it is served below `url`, at the size of its checkpoint."""

    def __init__(self, url, log_keys, witnesses):
        self.url = url.rstrip("/")
        if not log_keys:
            log_keys = read_keys([self.file("vkey")])
            step("the log's key came from its own server: without --vkey a forged log is not seen")
        self.log_keys = log_keys
        self.checkpoint = Checkpoint(self.file("checkpoint"), log_keys, witnesses)
        self.tiles = {}

    def file(self, name, binary=False):
        data = fetch(f"{self.url}/{name}", binary)
        need(data is not None, "missing", f"{self.url}/{name} is not there")
        return data

    def part(self, level, index, width):
        """A partial tile, or the beginning of the full one, which replaces it once it stands; in bytes or entries."""
        data = fetch(f"{self.url}/{tile_name(level, index, width)}", True)
        if data is None and width < TILE:
            full = fetch(f"{self.url}/{tile_name(level, index, TILE)}", True)
            if full is not None:
                return full[: 32 * width] if level != "entries" else cut_bundle(full, width)
        need(data is not None, "missing", f"{self.url}/{tile_name(level, index, width)} is not there")
        return data

    def tile(self, level, index):
        if (level, index) not in self.tiles:
            width = min(TILE, (self.checkpoint.size >> (8 * level)) - index * TILE)
            data = self.part(level, index, width)
            need(len(data) == 32 * width, "tile", f"tile {level}/{index} has {len(data)} bytes")
            if len(self.tiles) > 4096:
                self.tiles.clear()
            self.tiles[level, index] = [data[at : at + 32] for at in range(0, len(data), 32)]
        return self.tiles[level, index]

    def hash_at(self, level, index):
        first = index << (level % 8)
        row = self.tile(level // 8, first // TILE)
        return top_of(row[first % TILE : first % TILE + (1 << (level % 8))])

    def root(self, size):
        return join([self.hash_at(level, index) for level, index in subtrees(0, size)])

    def check_extends(self, old, name):
        need(old.origin == self.checkpoint.origin, name, "the checkpoint is another log's")
        need(old.size <= self.checkpoint.size, "rolled-back", f"the log had {old.size} entries, now {self.checkpoint.size}")
        sentence = f"the log of {self.checkpoint.size} entries does not extend the checkpoint of {old.size}"
        need(self.root(old.size) == old.root, "fork", sentence)

    def entries(self, start):
        """(index, line) from `start`; each bundle is compared with its tile, each tile with the one above."""
        size = self.checkpoint.size
        for bundle in range(start // TILE, -(-size // TILE)):
            width = min(TILE, size - bundle * TILE)
            data, lines = self.part("entries", bundle, width), []
            while data:
                length = int.from_bytes(data[:2], "big")
                need(len(data) >= 2 + length, "bundle", f"bundle {bundle} is cut off")
                lines.append(data[2 : 2 + length])
                data = data[2 + length :]
            need(len(lines) == width, "bundle", f"bundle {bundle} has {len(lines)} entries")
            row = [leaf_hash(line) for line in lines]
            need(row == self.tile(0, bundle), "tile", f"tile 0/{bundle} is not of the entries of its bundle")
            level, index = 0, bundle
            while width == TILE:
                above = self.tile(level + 1, index // TILE)
                need(above[index % TILE] == top_of(row), "tile", f"tile {level + 1}/{index // TILE} is not of those below")
                if (index + 1) % TILE or len(above) < TILE:
                    break
                level, index, row = level + 1, index // TILE, above
            for at, line in enumerate(lines):
                if bundle * TILE + at >= start:
                    try:
                        yield bundle * TILE + at, line.decode()
                    except UnicodeDecodeError as error:
                        raise Finding("entry", f"entry {bundle * TILE + at} is not UTF-8") from error
        need(self.root(size) == self.checkpoint.root, "root", "the tiles do not lead to the checkpoint's root")


def keep_seen(args, checkpoint, log_keys, witnesses):
    """Compares with the checkpoint kept from before, and keeps the new one."""
    if os.path.exists(args.seen):
        with open(args.seen, encoding="utf-8") as file:
            old = Checkpoint(file.read(), log_keys, witnesses)
        need(old.origin == checkpoint.origin, "seen", "the checkpoint kept from before is another log's")
        if old.size == checkpoint.size:
            need(old.root == checkpoint.root, "fork", f"two checkpoints of {old.size} entries have two roots")
        elif isinstance(getattr(args, "served", None), Log):
            args.served.check_extends(old, "seen")
        elif getattr(args, "log", None):
            log = Log(args.log, log_keys, witnesses)
            log.check_extends(old, "seen")
        else:
            sizes = f"{old.size} entries, the receipt's {checkpoint.size}"
            raise ValueError(f"the checkpoint in {args.seen} has {sizes}: whether one extends the other needs --log")
        if old.size >= checkpoint.size:
            return
    with open(args.seen + ".new", "w", encoding="utf-8") as file:
        file.write(checkpoint.note)
    os.replace(args.seen + ".new", args.seen)
    step(f"seen: {args.seen} holds the checkpoint of {checkpoint.size} entries")


class Option:
    def __init__(self, taken, index):
        self.taken, self.index, self.line, self.settled = taken, index, None, None


class World:
    """What the entries say, gathered in their order."""

    def __init__(self):
        self.options, self.heads, self.terms, self.settings, self.fills = {}, {}, {}, {}, set()
        # The times of entries that are later than all before them.
        self.times = []
        self.epoch = None
        self.build = None

    @property
    def latest(self):
        return self.times[-1] if self.times else None

    def add(self, index, entry):
        kind = entry["t"]
        if not self.times or entry["at"] > self.latest:
            self.times.append(entry["at"])
        if kind == "option-taken":
            need(entry["id"] not in self.options, "twice", f"option {entry['id']} is placed twice")
            self.options[entry["id"]] = Option(entry, index)
        elif kind in ("option-line", "option-settled"):
            option = self.options.get(entry["id"])
            need(option, "no-option-taken", f"entry {index}: option {entry['id']} was never placed before it")
            slot = "line" if kind == "option-line" else "settled"
            need(getattr(option, slot) is None, "twice", f"entry {index}: option {entry['id']} has a second {kind}")
            setattr(option, slot, entry)
        elif kind == "tape":
            heads = self.heads.setdefault(entry["market"], [])
            if heads:
                last = heads[-1][1]
                need(
                    entry["seq"] >= last["seq"] and ms_of(entry["complete_to"]) >= ms_of(last["complete_to"]),
                    "tape-head",
                    f"entry {index}: the tape of {entry['market']} runs backwards",
                )
                need(
                    entry["seq"] > last["seq"] or entry["hash"] == last["hash"],
                    "tape-head",
                    f"entry {index}: mark {entry['seq']} of {entry['market']} has two hashes",
                )
            heads.append((index, entry))
        elif kind in ("terms", "settings"):
            known = getattr(self, kind)
            need(entry["version"] not in known, "twice", f"entry {index}: version {entry['version']} of {kind} twice")
            known[entry["version"]] = (index, entry["values"])
        elif kind == "liabilities":
            follows = self.epoch is None or entry["epoch"] == self.epoch + 1
            need(follows, "epoch", f"entry {index}: epoch {entry['epoch']} of the liabilities follows epoch {self.epoch}")
            self.epoch = entry["epoch"]
        elif kind == "build":
            self.build = entry
        elif kind == "fill":
            name = (entry["order"], entry["n"])
            need(name not in self.fills, "twice", f"entry {index}: fill {name} twice")
            self.fills.add(name)

    def version_before(self, option, kind):
        """The values of the version that an option names, which were in the log before it."""
        sentence = f"option {option.taken['id']}: version {option.taken[kind]} of the {kind} is"
        index, values = getattr(self, kind).get(option.taken[kind], (None, None))
        need(index is not None, kind, f"{sentence} not in the log")
        need(index < option.index, kind, f"{sentence} in the log only after it, as entry {index}")
        return values

    def head_at(self, market, at_ms):
        """The first head of a market that is complete to a moment."""
        for index, head in self.heads.get(market, []):
            if ms_of(head["complete_to"]) >= at_ms:
                return index, head
        return None

    def head_before(self, market, at_ms):
        before = None
        for _, head in self.heads.get(market, []):
            if ms_of(head["complete_to"]) >= at_ms:
                break
            before = head
        return before


# --- The tape (PROOF 2, TAPE) ---------------------------------------------------------------------------------------


def median(sources):
    mids = sorted(units(each["bid"]) + units(each["ask"]) for each in sources)
    half = len(mids) // 2
    middle = [mids[half]] if len(mids) % 2 else mids[half - 1 : half + 1]
    return half_even(sum(middle), 2 * len(middle))


def check_marks(marks, market):
    before = None
    for mark in marks:
        seq = mark.get("seq")
        need(mark.get("market") == market, "tape", f"mark {seq} is not of {market}")
        rest = {name: each for name, each in mark.items() if name != "hash"}
        try:
            computed = sha(canonical(rest)).hex()
        except ValueError as error:
            raise Finding("tape", f"mark {seq} is not canonical") from error
        need(computed == mark["hash"], "tape", f"the hash of mark {seq} is not its own")
        need(units(mark["price"]) == median(mark["sources"]), "mark-price", f"mark {seq} is not the median of its sources")
        if before:
            need(mark["previous"] == before["hash"], "tape", f"mark {seq} does not follow mark {before['seq']}")
            need(ms_of(mark["time"]) >= ms_of(before["time"]), "tape", f"mark {seq} is before mark {before['seq']}")
        before = mark
    return marks


def api_of(log_url):
    return re.sub(r"/log$", "", log_url.rstrip("/"))


def fetch_marks(base, market, first, last):
    """Marks from one sequence to another, both included, checked."""
    marks = []
    while True:
        body = fetch(f"{base}/api/tape?symbol={market}&from={first}&to={last}")
        answer = json.loads(body) if body else {}
        data = answer.get("data") if isinstance(answer, dict) else None
        page = data.get("list") if isinstance(data, dict) else None
        if not page:
            break
        marks += page
        if page[-1]["seq"] >= last:
            break
        first = page[-1]["seq"] + 1
    return check_marks(marks, market)


# --- Settling every option again (RULES 4) --------------------------------------------------------------------------


def check_option(option, world, marks_since):
    """Settles one option again; False while the log does not yet show what decides it."""
    taken, market = option.taken, option.taken["market"]
    ident = f"option {taken['id']}"
    settings = world.version_before(option, "settings")
    terms = world.version_before(option, "terms")
    need(
        any(each["seconds"] == taken["seconds"] and each["rate"] == taken["rate"] and each["enabled"] for each in terms),
        "rate",
        f"{ident}: its rate {taken['rate']} is not that of {taken['seconds']} s in version {taken['terms']}",
    )
    delay, fresh = settings["line_delay"], settings["fresh_seconds"] * 1000
    from_ms = ms_of(taken["accepted"]) + delay
    line_until = from_ms + settings["line_within"]
    if world.head_at(market, line_until) is None:
        return False
    marks = marks_since(market, from_ms, world.head_at(market, line_until)[1]["seq"])
    line = next((m for m in marks if not m.get("held") and from_ms <= ms_of(m["time"]) <= line_until), None)
    named = option.line
    need(
        (named is None) == (line is None) and (line is None or (line["seq"], line["hash"]) == (named["seq"], named["hash"])),
        "line",
        f"{ident}: its line is mark {named and named['seq']}, the rules name {line and line['seq']}",
    )
    if line is None:
        return check_outcome(option, None, None)
    expiry = ms_of(line["time"]) + taken["seconds"] * 1000
    complete = world.head_at(market, expiry)
    if complete is None:
        return False
    need(
        option.index < complete[0],
        "no-option-taken",
        f"{ident} is placed in the log only after its expiry was known",
    )
    marks = marks_since(market, from_ms, complete[1]["seq"])
    last = next((m for m in reversed(marks) if not m.get("held") and ms_of(m["time"]) <= expiry), None)
    if last is not None and expiry - ms_of(last["time"]) <= fresh:
        return check_outcome(option, line, last)
    late = world.head_at(market, expiry + settings["next_within"])
    upto = late or (world.heads[market][-1] if option.settled and option.settled["exit"] else None)
    if upto is None:
        return False
    marks = marks_since(market, from_ms, upto[1]["seq"])
    later = (m for m in marks if not m.get("held") and expiry < ms_of(m["time"]) <= expiry + settings["next_within"])
    following = next(later, None)
    if following is None and late is None:
        return False
    return check_outcome(option, line, following)


def check_outcome(option, line, exit_):
    ident, settled = f"option {option.taken['id']}", option.settled
    if settled is None:
        return False
    check_choice(option.taken, settled["direction"], settled["salt"])
    if line is None or exit_ is None:
        need(settled["outcome"] == "void", "void", f"{ident} was settled as {settled['outcome']}; it is void")
        need(settled["exit"] is None, "exit", f"{ident} is void and names an exit")
        return True
    need(settled["outcome"] != "void", "void", f"{ident} is declared void; mark {exit_['seq']} decides it")
    need(
        settled["exit"] and (settled["exit"]["seq"], settled["exit"]["hash"]) == (exit_["seq"], exit_["hash"]),
        "exit",
        f"{ident}: its exit is mark {settled['exit'] and settled['exit']['seq']}, the rules name {exit_['seq']}",
    )
    start, end = units(line["price"]), units(exit_["price"])
    rose = "tie" if start == end else "win" if (end > start) == (settled["direction"] == "up") else "lose"
    need(settled["outcome"] == rose, "outcome", f"{ident} was settled as {settled['outcome']}; by its marks it is {rose}")
    return True


def check_heads(world, marks_between):
    """Every head names the last mark up to its moment."""
    count = 0
    for market, heads in world.heads.items():
        for (_, head), (_, following) in zip(heads, heads[1:]):
            if following["seq"] == head["seq"]:
                continue
            marks = marks_between(market, head["seq"], following["seq"])
            need(
                ms_of(marks[0]["time"]) <= ms_of(head["complete_to"]) < ms_of(marks[1]["time"]),
                "complete-to",
                f"the tape of {market} is stated to be complete to {head['complete_to']} at mark {head['seq']}, and is not",
            )
            count += 1
    return count


def marks_reader(base, world):
    """Reads the tape of a market between two heads and since a moment, each stretch from head to head once."""
    kept = {}

    def stretch(market, first, last):
        if (market, first["seq"], last["seq"]) not in kept:
            marks = fetch_marks(base, market, first["seq"], last["seq"])
            need(
                marks and (marks[0]["seq"], marks[-1]["seq"]) == (first["seq"], last["seq"]),
                "tape-short",
                f"the tape of {market} is served without marks that the log names ({first['seq']} to {last['seq']})",
            )
            for head, mark in ((first, marks[0]), (last, marks[-1])):
                sentence = f"mark {head['seq']} of {market} is not the one that the log names"
                need(mark["hash"] == head["hash"], "tape-head", sentence)
            kept[market, first["seq"], last["seq"]] = marks
        return kept[market, first["seq"], last["seq"]]

    def lead(market, from_ms, head):
        """Marks from one before a moment, or the first of all, to the log's first head."""
        first = head["seq"]
        while (market, from_ms) not in kept:
            first = max(1, first - LEAD_MARKS)
            marks = fetch_marks(base, market, first, head["seq"])
            enough = marks and (ms_of(marks[0]["time"]) < from_ms or marks[0]["previous"] == ZEROS)
            need(
                marks and marks[-1]["seq"] == head["seq"] and (enough or first > 1),
                "tape-short",
                f"the tape of {market} is served without marks that lead to mark {head['seq']}",
            )
            sentence = f"mark {head['seq']} of {market} is not the one that the log names"
            need(marks[-1]["hash"] == head["hash"], "tape-head", sentence)
            if enough:
                kept[market, from_ms] = marks
        return kept[market, from_ms]

    def between(market, first, last):
        """Marks from the sequence of one head to that of another."""
        heads = []
        for _, head in world.heads[market]:
            if (not heads or head["seq"] > heads[-1]["seq"]) and first <= head["seq"] <= last:
                heads.append(head)
        if len(heads) == 1:
            return stretch(market, heads[0], heads[0])
        marks = []
        for start, end in zip(heads, heads[1:]):
            marks += stretch(market, start, end)[1 if marks else 0 :]
        return marks

    def since(market, from_ms, last):
        """Marks since a moment, to the sequence of a head. The line of an option may be older than the first head."""
        before = world.head_before(market, from_ms)
        if before is not None:
            return between(market, before["seq"], last)
        first = world.heads[market][0][1]
        return lead(market, from_ms, first) + between(market, first["seq"], last)[1:]

    return between, since


def run_log(args):
    log_keys, witnesses, policy = read_trust(args)
    log = args.served = Log(args.url, log_keys, witnesses)
    step(f"checkpoint: {log.checkpoint.origin}, {log.checkpoint.size} entries")
    if policy:
        policy.check(log.checkpoint)
    if args.seen:
        # Before anything else, so that a log that was rolled back is named as such.
        if os.path.exists(args.seen):
            with open(args.seen, encoding="utf-8") as file:
                log.check_extends(Checkpoint(file.read(), log.log_keys, witnesses), "seen")
    world, count = World(), 0
    for index, line in log.entries(args.start):
        world.add(index, read_entry(line))
        count += 1
    step(f"tree: {count} entries, every bundle and tile above it, lead to the checkpoint's root")
    if world.latest:
        check_time(world.latest, log.checkpoint)
    marks_between, marks_since = marks_reader(api_of(args.url), world)
    step(f"tape: {check_heads(world, marks_between)} heads are complete to what they say")
    agreed, waiting = 0, 0
    for option in world.options.values():
        if check_option(option, world, marks_since):
            agreed += 1
        elif option.settled:
            waiting += 1
            late = ms_of(world.latest) > ms_of(option.settled["at"]) + PROMISE_MS
            need(not late, "tape-missing", f"option {option.taken['id']} is settled; no tape entry shows what decided it")
        else:
            check_running(option, world)
    running = len(world.options) - agreed - waiting
    step(f"options: {agreed} of {len(world.options)} settled again, all agree; {waiting} wait, {running} still run")
    if args.app:
        check_build(args.app.rstrip("/"), log, world.build)
    if args.seen:
        keep_seen(args, log.checkpoint, log.log_keys, witnesses)


def check_running(option, world):
    """An option that is not settled is not long past all that could decide it."""
    taken, settings = option.taken, world.version_before(option, "settings")
    waits = settings["line_delay"] + settings["line_within"] + settings["next_within"] + taken["seconds"] * 1000
    last = ms_of(taken["accepted"]) + waits
    # A platform that was down then settles after it is back: its time counts from its first entry.
    since = next((ms_of(at) for at in world.times if ms_of(at) > last), None)
    late = since is not None and ms_of(world.latest) > since + SETTLED_WITHIN_MS
    need(not late, "unsettled", f"option {taken['id']} of {taken['accepted']} is not settled by {world.latest}")


def check_build(app, log, build):
    """Each file of the newest build in the log is the one that is served (PROOF 2.7)."""
    need(build is not None, "build", "no build is among the entries that were read")
    data = log.file(f"build/{build['list']}", True)
    need(hashlib.sha256(data).hexdigest() == build["list"], "build", "the list of the build is not the one in the log")
    lines = [re.fullmatch(r"([0-9a-f]{64})  (\S+)", line) for line in data.decode(errors="replace").split("\n")[:-1]]
    need(data.endswith(b"\n") and all(lines), "build", "the list of the build is malformed")
    listed = [(line.group(2), line.group(1)) for line in lines]
    files = [each for each in listed if each[0].startswith("/")]
    verifiers = [{"name": name, "hash": found} for name, found in listed if not name.startswith("/")]
    need(verifiers == build["verifiers"], "build", "the verifiers of the build's list are not those of its entry")
    for path, found in files:
        content = fetch(app + urllib.parse.quote(path), True)
        need(content is not None, "build", f"{path} of the build in the log is not served")
        need(hashlib.sha256(content).hexdigest() == found, "build", f"{path} is served, and is not the file in the log")
    step(f"build: the {len(files)} files of {app} are those in the log since {build['at']}")
    with open(__file__, "rb") as file:
        own = hashlib.sha256(file.read()).hexdigest()
    is_known = any(each["hash"] == own for each in verifiers)
    step("build: this verifier is one in the log" if is_known else "build: this verifier is not one of those in the log")


def run_tape(args):
    marks = fetch_marks(args.url.rstrip("/"), args.market, args.first, args.last)
    need(
        marks and (marks[0]["seq"], marks[-1]["seq"]) == (args.first, args.last),
        "tape-short",
        "marks are missing from what is served",
    )
    step(f"tape: {len(marks)} marks of {args.market}, each the median of its sources, chained to {marks[-1]['hash']}")


# --- Liabilities (PROOF 5) ------------------------------------------------------------------------------------------


def amounts_of(values, coins):
    need(isinstance(values, list) and len(values) == coins, "amount", "the number of amounts is not that of the coins")
    for value in values:
        need(amount(value), "amount", f"not an amount of eight decimals without a sign: {value}")
        need(units(value) < AMOUNT_LIMIT, "overflow", f"an amount at or above 2^128: {value}")
    return [units(value) for value in values]


def packed(amounts):
    return b"".join(each.to_bytes(16, "big") for each in amounts)


def leaf_nonce(epoch, owner, part, parts, salt):
    return sha(f"leaf/v1\n{epoch}\n{owner}\n{part}/{parts}\n{salt}")


def sum_leaf(nonce, amounts):
    return sha(b"\0", nonce, packed(amounts)), amounts


def sum_node(left, right):
    """The hash and sums over two nodes."""
    sums = [a + b for a, b in zip(left[1], right[1])]
    need(all(each < AMOUNT_LIMIT for each in sums), "overflow", "a sum at or above 2^128")
    return sha(b"\1", left[0], packed(left[1]), right[0], packed(right[1])), sums


def check_leaf(proof, owner, parts, leaf, head):
    """The amounts and the place of one leaf that leads to the root."""
    coins = len(head["coins"])
    need(fields(part=whole, salt=hash_, amounts=list_of(text), path=list_of(any_fields))(leaf), "leaf", "malformed leaf")
    amounts = amounts_of(leaf["amounts"], coins)
    nonce = leaf_nonce(proof["epoch"], owner, leaf["part"], parts, leaf["salt"])
    node, place = sum_leaf(nonce, amounts), 0
    need(1 << len(leaf["path"]) == head["leaves"], "path", "a path is not as long as the tree is high")
    for height, sibling in enumerate(leaf["path"]):
        need(
            set(sibling) == {"side", "hash", "amounts"} and sibling["side"] in ("left", "right"),
            "path",
            "a step of a path is malformed",
        )
        other = (hash_from_base64(sibling["hash"]), amounts_of(sibling["amounts"], coins))
        need(other[0] is not None, "path", "a step of a path has no hash")
        if sibling["side"] == "left":
            place |= 1 << height
        node = sum_node(other, node) if sibling["side"] == "left" else sum_node(node, other)
    need(node[0].hex() == head["root"], "leaf", f"part {leaf['part']} does not lead to the root")
    need(node[1] == amounts_of(head["totals"], coins), "totals", "the sums at the top are not the totals")
    return amounts, place


def run_liabilities(args):
    log_keys, witnesses, policy = read_trust(args)
    if not log_keys:
        raise ValueError("a proof of liabilities is checked against a key: --vkey")
    content = read_file(args.file)
    proof = content.get("data", content) if isinstance(content, dict) else {}
    check_liabilities(proof, log_keys, witnesses, args.owner, args.has)
    if args.owner is None:
        step("owner: not compared; without --owner another's proof is taken for one's own")
    if not args.has:
        step("amounts: not compared; without --has a balance that is too small is not seen")
    if policy:
        policy.check(Checkpoint(proof["checkpoint"], log_keys, witnesses))


def check_liabilities(proof, log_keys, witnesses, wanted, has=None):
    names = {"epoch", "coins", "owner", "leaves", "root", "entry", "index", "proof", "checkpoint"}
    need(isinstance(proof, dict) and set(proof) == names, "liabilities", "the proof has other fields than its own")
    head = read_entry(proof["entry"])
    need(head["t"] == "liabilities", "entry", f"the entry is a {head['t']}")
    named = (proof["epoch"], proof["coins"], proof["root"])
    need(named == (head["epoch"], head["coins"], head["root"]), "entry", "the proof and its entry differ")
    step(f"entry: liabilities of epoch {head['epoch']}, {head['leaves']} leaves")
    checkpoint = Checkpoint(proof["checkpoint"], log_keys, witnesses)
    leaf = leaf_hash(proof["entry"].encode())
    need(whole(proof["index"]), "inclusion", "the place in the log is no whole number")
    root = root_by_path(proof["index"], checkpoint.size, leaf, path_of(proof["proof"], "inclusion"))
    need(root == checkpoint.root, "inclusion", "the entry is not in the checkpoint's tree at that place")
    step(f"inclusion: entry {proof['index']} of {checkpoint.size}")
    check_time(head["at"], checkpoint)
    owner = proof["owner"]
    need(wanted in (None, owner), "owner", f"the proof is of {owner}")
    need(isinstance(proof["leaves"], list) and proof["leaves"], "leaf", "the owner has no leaf: left out")
    total, places = [0] * len(head["coins"]), set()
    for at, each in enumerate(proof["leaves"]):
        need(isinstance(each, dict) and each.get("part") == at + 1, "leaf", "a part is missing, or out of order")
        amounts, place = check_leaf(proof, owner, len(proof["leaves"]), each, head)
        need(place not in places, "leaf-twice", "two leaves are in one place")
        places.add(place)
        total = [a + b for a, b in zip(total, amounts)]
    for each in has or []:
        coin, _, known = each.partition("=")
        if not amount(known):
            raise ValueError(f"not COIN=AMOUNT with eight decimals: {each}")
        held = total[head["coins"].index(coin)] if coin in head["coins"] else 0
        need(held >= units(known), "short", f"{owner} is owed {known} {coin}; the leaves hold {held}e-8")
    shown = ", ".join(f"{each // 10**8}.{each % 10**8:08d} {coin}" for coin, each in zip(head["coins"], total) if each)
    step(f"leaves: {len(places)} of {owner}, together {shown or 'nothing'}")


# --- Vectors for other verifiers (PROOF 6.1) ------------------------------------------------------------------------


def finding_of(check, *args):
    """The name of what a check finds; None when everything holds."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            check(*args)
    except Finding as finding:
        return finding.name
    return None


def canonical_vectors(file):
    for each in file["canonical"]:
        text = canonical(json.loads(each["json"]))
        yield each["json"], (text, sha(text).hex()) == (each["canonical"], each["sha256"])
        yield text, canonical(json.loads(text)) == text
    for each in file["refused"]:
        yield each["why"], read_canonical(each["text"]) is None


def entry_vectors(file):
    for each in file["entries"]:
        yield each["line"], finding_of(read_entry, each["line"]) is None
        yield each["line"], leaf_hash(each["line"].encode()).hex() == each["leaf"]
    for each in file["refused"]:
        yield each["why"], finding_of(read_entry, each["line"]) == "entry"


def commitment_vectors(file):
    for each in file["commitments"]:
        name = f"{each['t']}\n{each['id']}\n{each['n']}"
        yield name, hmac.new(bytes.fromhex(file["key"]), name.encode(), hashlib.sha256).hexdigest() == each["salt"]
        yield name, fields(**COMMITTED[each["t"]])(each["opened"])
        yield name, sha(canonical({**each["opened"], "salt": each["salt"]})).hex() == each["commit"]
    for each in file["choices"]:
        published = sha("choice\n", bytes.fromhex(each["salt"])).hex()
        yield each["direction"], published == each["published"]
        choice = sha(canonical({"direction": each["direction"], "salt": published})).hex()
        yield each["direction"], choice == each["choice"]


def vector_entry(index):
    return f"entry {index}".encode()


def split_of(start, end):
    """The largest power of two below the number of leaves (RFC 6962, 2.1)."""
    return start + (1 << ((end - start - 1).bit_length() - 1))


@functools.lru_cache(maxsize=None)
def defined_root(start, end):
    """RFC 6962, 2.1, by its definition."""
    if end - start < 2:
        return leaf_hash(vector_entry(start)) if end > start else sha()
    middle = split_of(start, end)
    return node_hash(defined_root(start, middle), defined_root(middle, end))


def defined_path(index, start, end):
    """RFC 6962, 2.1.1."""
    if end - start == 1:
        return []
    middle = split_of(start, end)
    if index < middle:
        return defined_path(index, start, middle) + [defined_root(middle, end)]
    return defined_path(index, middle, end) + [defined_root(start, middle)]


def defined_consistency(old, start, end, is_whole=True):
    """RFC 6962, 2.1.2."""
    if old == end:
        return [] if is_whole else [defined_root(start, end)]
    middle = split_of(start, end)
    if old <= middle:
        return defined_consistency(old, start, middle, is_whole) + [defined_root(middle, end)]
    return defined_consistency(old, middle, end, False) + [defined_root(start, middle)]


def tree_vectors(file):
    def proof_of(each):
        return [bytes.fromhex(one) for one in each["proof"]]

    def led(each):
        index, size = each["index"], each["size"]
        return root_by_path(index, size, leaf_hash(vector_entry(index)), proof_of(each)) == defined_root(0, size)

    for each in file["roots"]:
        yield each["size"], defined_root(0, each["size"]).hex() == each["root"]
    for each in file["inclusion"]["proofs"]:
        yield each, defined_path(each["index"], 0, each["size"]) == proof_of(each)
        yield each, led(each)
    for each in file["inclusion"]["refused"]:
        yield each["why"], not led(each)
    for group, holds in (("proofs", True), ("refused", False)):
        for each in file["consistency"][group]:
            defined = defined_consistency(each["old"], 0, each["size"]) if each["old"] else []
            yield each, (defined == proof_of(each)) == holds


def tile_vectors(file):
    for each in file["paths"]:
        yield each["path"], tile_name(each["level"], each["index"], each["width"]) == each["path"]
    for log in file["logs"]:
        for each in log["tiles"]:
            _, level, *name = each["path"].split(".p/")[0].split("/")
            index, height = int("".join(name).replace("x", "")), 0 if level == "entries" else 8 * int(level)
            places = range(index * TILE, min((index + 1) * TILE, log["size"] >> height))
            if level == "entries":
                lines = [vector_entry(place) for place in places]
                data = b"".join(len(line).to_bytes(2, "big") + line for line in lines)
            else:
                data = b"".join(defined_root(place << height, (place + 1) << height) for place in places)
            yield each["path"], tile_name(level, index, len(places)) == each["path"]
            yield each["path"], (len(data), sha(data).hex()) == (each["bytes"], each["sha256"])


def note_vectors(file):
    log_keys, witnesses = read_keys(file["log_keys"]), read_keys(file["witnesses"])
    for each in file["refused_keys"]:
        try:
            yield each["why"], not Key(each["line"])
        except ValueError:
            yield each["why"], True
    for each in file["notes"]:
        opened = open_note(each["note"], log_keys + witnesses)
        found = [{"name": key.name, "time": seconds} for key, seconds in opened[1]] if opened else None
        yield each["note"], opened is not None and (opened[0], found) == (each["text"], each["signatures"])
    for each in file["refused_notes"]:
        yield each["why"], open_note(each["note"], log_keys + witnesses) is None
    for each in file["checkpoints"]:
        read = Checkpoint(each["note"], log_keys, witnesses)
        root = base64.b64encode(read.root).decode()
        yield each["note"], (read.origin, read.size, root) == (each["origin"], each["size"], each["root"])
    for each in file["refused_checkpoints"]:
        yield each["why"], finding_of(Checkpoint, each["note"], log_keys, witnesses) == each["wrong"]


def receipt_vectors(file):
    keys = read_keys(file["log_keys"]), read_keys(file["witnesses"])
    for each in file["cases"]:
        wanted = ms_of(each["now"]), each.get("member"), each.get("id")
        yield each["what"], finding_of(check_receipts, each["receipts"], *keys, *wanted) == each["wrong"]


def liability_vectors(file):
    def node_of(each):
        return bytes.fromhex(each["hash"]), [units(one) for one in each["amounts"]]

    for each in file["amounts"]:
        yield each["amount"], packed([units(each["amount"])]).hex() == each["bytes"]
    for each in file["leaves"]:
        nonce = leaf_nonce(*(each[name] for name in ("epoch", "owner", "part", "parts", "salt")))
        yield each["owner"], nonce.hex() == each["nonce"]
        yield each["owner"], sum_leaf(nonce, node_of(each)[1]) == node_of(each)
    for each in file["nodes"]:
        left, right = node_of(each["left"]), node_of(each["right"])
        finding = finding_of(sum_node, left, right)
        yield each, finding == ("overflow" if each["node"] is None else None)
        yield each, finding is not None or sum_node(left, right) == node_of(each["node"])
    keys = read_keys(file["log_keys"]), read_keys(file["witnesses"])
    for each in file["cases"]:
        yield each["what"], finding_of(check_liabilities, each["proof"], *keys, each.get("owner")) == each["wrong"]


VECTORS = {
    "canonical-json": canonical_vectors,
    "entries": entry_vectors,
    "commitments": commitment_vectors,
    "trees": tree_vectors,
    "tiles": tile_vectors,
    "notes": note_vectors,
    "receipts": receipt_vectors,
    "liabilities": liability_vectors,
}


def run_vectors(args):
    for name, checks in VECTORS.items():
        count = 0
        for what, holds in checks(read_file(os.path.join(args.folder, f"{name}.json"))):
            need(holds, "vector", f"{name}: {what}")
            count += 1
        step(f"{name}: {count} checks")


def read_file(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)


COMMANDS = {
    "receipt": run_receipt,
    "log": run_log,
    "liabilities": run_liabilities,
    "tape": run_tape,
    "vectors": run_vectors,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    receipt = commands.add_parser("receipt")
    receipt.add_argument("file")
    receipt.add_argument("--log")
    receipt.add_argument("--member", type=int)
    receipt.add_argument("--id", type=int)
    log = commands.add_parser("log")
    log.add_argument("url")
    log.add_argument("--from", dest="start", type=int, default=0)
    log.add_argument("--app")
    liabilities = commands.add_parser("liabilities")
    liabilities.add_argument("file")
    liabilities.add_argument("--owner")
    liabilities.add_argument("--has", action="append")
    for command in (receipt, log, liabilities):
        command.add_argument("--vkey", action="append")
        command.add_argument("--witness", action="append")
        command.add_argument("--policy")
    for command in (receipt, log):
        command.add_argument("--seen")
    tape = commands.add_parser("tape")
    tape.add_argument("url")
    tape.add_argument("market")
    tape.add_argument("first", type=int)
    tape.add_argument("last", type=int)
    vectors = commands.add_parser("vectors")
    vectors.add_argument("folder")
    args = parser.parse_args()
    try:
        COMMANDS[args.command](args)
    except Finding as finding:
        print(f"WRONG {finding.name}: {finding}")
        return 1
    except (Unreachable, OSError, ValueError) as error:
        print(f"cannot check: {error}", file=sys.stderr)
        return 2
    print("everything holds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
