"""Recomputes a settled option from the public tape of marks. See README.md."""
import argparse
import hashlib
import json
import sys
from datetime import datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from pathlib import Path
from time import sleep
from urllib.parse import urlencode
from urllib.request import Request, urlopen

MARKS_BEFORE_LINE = 10


def ask(url, call, fields, token=None):
    body = urlencode(fields)
    request = Request(f"{url}/api/{call}", body.encode(), {"Token": token}) if token else f"{url}/api/{call}?{body}"
    answer = json.load(urlopen(request))
    if answer["code"] != 1:
        sys.exit(f"{call} was refused: {answer.get('reason')} ({answer['msg']})")
    return answer["data"]


def at(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def hash_of(mark):
    """SHA-256 of the canonical JSON (RFC 8785) of all of a mark but its hash."""
    text = json.dumps({**mark, "hash": None}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.replace('"hash":null,', "").encode()).hexdigest()


def median_mid(sources):
    mids = sorted((Decimal(each["bid"]) + Decimal(each["ask"])) / 2 for each in sources)
    return ((mids[(len(mids) - 1) // 2] + mids[len(mids) // 2]) / 2).quantize(Decimal("0.00000001"), ROUND_HALF_EVEN)


def stretch(url, symbol, first, until):
    """The marks from a sequence on, up to the first that lies beyond a moment, which may be some seconds in coming."""
    marks, waits = [], 10
    while waits and (not marks or at(marks[-1]["time"]) <= until):
        page = ask(url, "tape", {"symbol": symbol, "from": marks[-1]["seq"] + 1 if marks else first})["list"]
        marks += page
        waits -= 0 if page else 1
        sleep(0 if page else 1)
    return marks


def is_chained(marks):
    follow = all(a["hash"] == b["previous"] for a, b in zip(marks, marks[1:]))
    return follow and all(hash_of(m) == m["hash"] and median_mid(m["sources"]) == Decimal(m["price"]) for m in marks)


def recompute(order, url):
    entry, stated_exit = order["entry_tick"] or {}, order["exit_tick"] or {}
    begin = at(order["buytime"]) + timedelta(milliseconds=order["line_delay"])
    line_until = begin + timedelta(milliseconds=order["line_within"])
    next_within = timedelta(milliseconds=order["next_within"])
    first = max(1, entry["seq"] - MARKS_BEFORE_LINE) if entry else (order["last_tick"] or {"seq": 1})["seq"]
    until = at(order["selltime"]) + (timedelta(0) if stated_exit else next_within) if entry else line_until
    marks = stretch(url, order["symbol"], first, until)
    usable = [mark for mark in marks if not mark.get("held")]
    line = next((m for m in usable if begin <= at(m["time"]) <= line_until), {})
    exit_mark, outcome, profit = {}, "void", Decimal(0)
    if line:
        expiry = at(line["time"]) + timedelta(seconds=order["time"])
        exit_mark = next((m for m in reversed(usable) if at(m["time"]) <= expiry), {})
        if not exit_mark or expiry - at(exit_mark["time"]) > timedelta(seconds=order["fresh_seconds"]):
            exit_mark = next((m for m in usable if expiry < at(m["time"]) <= expiry + next_within), {})
    if exit_mark:
        rise = Decimal(exit_mark["price"]) - Decimal(line["price"])
        outcome = "tie" if rise == 0 else "win" if (rise > 0) == (order["hyzd"] == 1) else "lose"
        stake = Decimal(order["num"])
        won = (stake * Decimal(order["rate"])).quantize(Decimal(1).scaleb(-order["decimals"]), ROUND_HALF_EVEN)
        profit = {"tie": Decimal(0), "win": won, "lose": -stake}[outcome]
    starts = bool(marks) and (at(marks[0]["time"]) < begin or set(marks[0]["previous"]) == {"0"})
    yield "the tape is chained, each price is the median of its sources", bool(marks) and is_chained(marks)
    yield "the stretch covers all that could decide", starts and at(marks[-1]["time"]) > until
    yield f"the line is {line.get('price')}", entry.get("hash") == line.get("hash")
    yield f"the exit is {exit_mark.get('price')}", stated_exit.get("hash") == exit_mark.get("hash")
    yield f"the outcome is {outcome}", order["outcome"] == outcome
    yield f"the profit is {profit}", Decimal(order["ploss"]) == profit


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:3000")
    parser.add_argument("--order", help="id of a settled option")
    parser.add_argument("--token", help="of its owner's session")
    parser.add_argument("--order-file", help="a saved answer of getHyOrderInfo, in place of id and token")
    options = parser.parse_args()
    saved = options.order_file and json.loads(Path(options.order_file).read_text(encoding="utf-8"))
    settled = saved or ask(options.url, "getHyOrderInfo", {"order_id": options.order}, options.token)
    if settled["outcome"] is None or settled["rules"] != 2:
        sys.exit("this option is still open, or older than marks")
    steps = list(recompute(settled, options.url))
    print("\n".join(f"{'ok   ' if holds else 'WRONG'} {step}" for step, holds in steps))
    sys.exit(0 if all(holds for _, holds in steps) else 1)
