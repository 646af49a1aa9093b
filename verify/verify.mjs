#!/usr/bin/env node
// Checks Plimsoll's receipts, public log, liabilities and tape without trusting its server.
//
// node:crypto and Node's own modules alone, written from docs/PROOF.md; it shares no code with the platform.
//
//   verify.mjs receipt FILE --vkey V [--witness VKEY] [--policy FILE] [--seen FILE] [--log URL] [--member ID] [--id ID]
//   verify.mjs log URL [--vkey V] [--witness VKEY] [--policy FILE] [--from N] [--seen FILE] [--app URL]
//   verify.mjs liabilities FILE --vkey V [--witness VKEY] [--policy FILE] [--owner NAME] [--has COIN=AMOUNT]
//   verify.mjs tape URL MARKET FROM TO
//   verify.mjs vectors FOLDER
//
// V is a verifier key's line, or a file of them; it may be given again for more. --policy is a C2SP tlog-policy: logs,
// witnesses, and who of them must have cosigned. --app is where the app is open: its files must be those in the log.
// Exit 0: everything holds, a sentence for each step. 1: the name of what is wrong. 2: nothing answers, or bad use.

import { createHash, createHmac, createPublicKey, verify as verifySignature } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import { parseArgs } from 'node:util';

const TILE = 256;
const MAX_ENTRY = 16384;
const AMOUNT_LIMIT = 1n << 128n;
const PROMISE_MS = 12_000;
const WITNESS_CLOCK_MS = 60_000;
/** An entry that is in no checkpoint may be dated this much after the reader's clock. */
const AHEAD_MS = 60_000;
/** An option's settlement may come this much after the last moment that can decide it. */
const SETTLED_WITHIN_MS = 60_000;
/** What the first mark of a market names as the one before it. */
const FIRST_PREVIOUS = '0'.repeat(64);
/** So many marks are read at once in front of the log's first head. */
const LEAD_MARKS = 500;

class Finding extends Error {
  constructor(name, sentence) {
    super(sentence);
    this.finding = name;
  }
}
class Unreachable extends Error {}

function need(holds, name, sentence) {
  if (!holds) throw new Finding(name, sentence);
}
let isQuiet = false;
function step(sentence) {
  if (!isQuiet) console.log(`ok  ${sentence}`);
}

// --- Canonical JSON (PROOF 1) ---

const sha = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 8785 of what JSON.parse gives; a RangeError for a number that is no integer from 0 to 2^53 − 1. */
function canonical(value) {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || value < 0 || Object.is(value, -0)) throw new RangeError('not canonical');
    return String(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new RangeError('not canonical');
    return JSON.stringify(value);
  }
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${canonical(name)}:${canonical(value[name])}`).join(',')}}`;
}

/** The value of canonical JSON; undefined for any other spelling. */
function readCanonical(text) {
  try {
    const value = JSON.parse(text);
    return canonical(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

// --- Signed notes (C2SP signed-note, tlog-cosignature) ---

const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

function signatureHolds(key, message, signature) {
  if (signature.length !== 64) return false;
  try {
    return verifySignature(
      null,
      message,
      createPublicKey({ key: Buffer.concat([SPKI, key]), format: 'der', type: 'spki' }),
      signature,
    );
  } catch {
    return false;
  }
}

function fromBase64(text) {
  const data = Buffer.from(text, 'base64');
  return data.toString('base64') === text ? data : undefined;
}
function hashFromBase64(text) {
  const data = typeof text === 'string' ? fromBase64(text) : undefined;
  return data?.length === 32 ? data : undefined;
}

/** A verifier key: kind 1 signs notes, kind 4 cosigns checkpoints with a time. */
function readKey(line) {
  const [name = '', id, ...rest] = line.split('+');
  const data = fromBase64(rest.join('+'));
  if (name === '' || /\s/u.test(name) || data?.length !== 33 || (data[0] !== 1 && data[0] !== 4))
    throw new Error(`not a verifier key: ${line}`);
  const key = { name, kind: data[0], public: data.subarray(1), id: sha(`${name}\n`, data).subarray(0, 4) };
  if (key.id.toString('hex') !== id) throw new Error(`the id of a verifier key is another key's: ${line}`);
  return key;
}

/** Keys of lines or files. One without a key is refused: it would be as if it had not been given. */
const readKeys = (values = []) =>
  values.flatMap((value) => {
    const text = existsSync(value) ? readFileSync(value, 'utf8') : value;
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length === 0) throw new Error(`${value.trim() || 'what was given'} has no key`);
    return lines.map((line) => readKey(line.trim()));
  });

/** The text of a note and its signatures; undefined for what is no note or has a wrong signature. */
function openNote(note, keys) {
  const end = note.lastIndexOf('\n\n');
  // eslint-disable-next-line no-control-regex
  if (end < 0 || !note.endsWith('\n') || /[\u0000-\u0009\u000b-\u001f]/.test(note)) return undefined;
  const text = note.slice(0, end + 1);
  const found = [];
  for (const line of note.slice(end + 2, -1).split('\n')) {
    const match = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u.exec(line);
    const data = match && fromBase64(match[2]);
    if (!data || data.length <= 4) return undefined;
    for (const key of keys) {
      if (key.name !== match[1] || !key.id.equals(data.subarray(0, 4)) || found.some((each) => each.key === key))
        continue;
      let signature = data.subarray(4);
      let signed = text;
      let seconds;
      if (key.kind === 4) {
        if (signature.length !== 72) return undefined;
        seconds = Number(signature.readBigUInt64BE(0));
        signature = signature.subarray(8);
        signed = `cosignature/v1\ntime ${seconds}\n${text}`;
      }
      if (!signatureHolds(key.public, Buffer.from(signed), signature)) return undefined;
      found.push({ key, seconds });
    }
  }
  return { text, signatures: found };
}

function readCheckpoint(note, logKeys, witnesses) {
  const opened = openNote(note, [...logKeys, ...witnesses]);
  need(opened, 'checkpoint-signature', "the checkpoint is no note, or a known key's signature on it is wrong");
  const lines = opened.text.split('\n');
  const root = lines.length > 3 ? hashFromBase64(lines[2]) : undefined;
  need(
    root && lines[0] !== '' && /^(?:0|[1-9]\d{0,15})$/.test(lines[1]),
    'checkpoint',
    "the checkpoint's text is malformed",
  );
  const origin = lines[0];
  need(
    opened.signatures.some(({ key }) => key.kind === 1 && key.name === origin),
    'checkpoint-signature',
    'no known key of the log signed the checkpoint',
  );
  const times = opened.signatures.flatMap(({ seconds }) => (seconds === undefined ? [] : [seconds]));
  const cosigners = opened.signatures.flatMap(({ key, seconds }) => (seconds === undefined ? [] : [key]));
  return { note, origin, size: Number(lines[1]), root, times, cosigners };
}

// --- Policies (C2SP tlog-policy) ---

/** Which logs and witnesses are known, and who of them must have cosigned. */
class Policy {
  logs = [];
  #known = new Map();
  #used = new Set();
  /** @type {string | undefined} */
  #quorum;

  constructor(file) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const words = line.replace(/^[ \t]+|[ \t]+$/g, '').split(/[ \t]+/);
      if (words[0] === '' || words[0].startsWith('#')) continue;
      if (!this.#read(words)) throw new Error(`not a line of a policy: ${line}`);
    }
    if (this.#quorum === undefined) throw new Error('the policy has no quorum');
  }

  #read([word, ...rest]) {
    const isNew = rest[0] !== 'none' && !this.#known.has(rest[0]);
    if (word === 'log' && (rest.length === 1 || rest.length === 2)) {
      this.logs.push(readKey(rest[0]));
      return true;
    }
    if (word === 'witness' && (rest.length === 2 || rest.length === 3)) return isNew && this.#readWitness(rest);
    if (word === 'group' && rest.length > 2) return isNew && this.#readGroup(rest);
    const isKnown = rest[0] === 'none' || this.#known.has(rest[0]);
    if (word !== 'quorum' || rest.length !== 1 || this.#quorum !== undefined || !isKnown) return false;
    this.#quorum = rest[0];
    return true;
  }

  #readWitness([name, vkey]) {
    // A witness that signs otherwise cannot be checked here, and counts for nothing.
    const kind = fromBase64(vkey.split('+').slice(2).join('+'))?.[0] ?? 0;
    const key = kind === 0 || kind === 1 || kind === 4 ? readKey(vkey) : undefined;
    if (key && (key.kind !== 4 || this.witnesses().some((each) => each.public.equals(key.public)))) return false;
    this.#known.set(name, { key });
    return true;
  }

  #readGroup([name, count, ...members]) {
    const number =
      count === 'all' ? members.length : count === 'any' ? 1 : /^[1-9]\d*$/.test(count) ? Number(count) : 0;
    const isFree = members.every((each, at) => {
      return this.#known.has(each) && !this.#used.has(each) && members.indexOf(each) === at;
    });
    if (!isFree || number < 1 || number > members.length) return false;
    for (const member of members) this.#used.add(member);
    this.#known.set(name, { number, members });
    return true;
  }

  witnesses() {
    return [...this.#known.values()].flatMap(({ key }) => (key ? [key] : []));
  }

  #holds(name, cosigners) {
    const { key, members, number } = this.#known.get(name);
    if (members) return members.filter((each) => this.#holds(each, cosigners)).length >= number;
    return cosigners.includes(key);
  }

  /** Of what is in no checkpoint yet nobody cosigned one. */
  check(checkpoint) {
    const cosigners = checkpoint?.cosigners ?? [];
    if (this.#quorum === 'none') {
      step('policy: asks for no witness');
      return;
    }
    const all = this.witnesses();
    const found = all.filter((key) => cosigners.includes(key)).length;
    const sentence = `${found} of the policy's ${all.length} witnesses cosigned the checkpoint`;
    need(this.#holds(this.#quorum, cosigners), 'quorum', `${sentence}, which is not its quorum ${this.#quorum}`);
    step(`policy: ${sentence}, which is its quorum ${this.#quorum}`);
  }
}

/** The keys of logs and witnesses that are trusted, and the policy, if one is given. */
function readTrust(options) {
  const policy = options.policy === undefined ? undefined : new Policy(options.policy);
  const own = policy?.witnesses() ?? [];
  // A key is found once in a note: the policy's own must be the one.
  const others = readKeys(options.witness).filter((key) => !own.some((each) => each.public.equals(key.public)));
  return { policy, logKeys: [...readKeys(options.vkey), ...(policy?.logs ?? [])], witnesses: [...own, ...others] };
}

// --- The tree (RFC 6962, RFC 9162 2.1) ---

const leafHash = (data) => sha(Buffer.of(0), data);
const nodeHash = (left, right) => sha(Buffer.of(1), left, right);
const half = (n) => Math.floor(n / 2);

/** The root that a path leads to; undefined when it has not the length of that tree. */
function rootByPath(index, size, leaf, path) {
  if (!(index >= 0 && index < size)) return undefined;
  let [place, last, result] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      result = nodeHash(sibling, result);
      while (place % 2 === 0 && place > 0) [place, last] = [half(place), half(last)];
    } else {
      result = nodeHash(result, sibling);
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? result : undefined;
}

/** The complete subtrees of a range as [level, index], from the left. */
function subtrees(start, end) {
  const found = [];
  for (let at = start; at < end;) {
    let level = 0;
    while (2 ** (level + 1) <= end - at) level += 1;
    found.push([level, at / 2 ** level]);
    at += 2 ** level;
  }
  return found;
}

const join = (hashes) => (hashes.length === 0 ? sha() : hashes.reduceRight((right, left) => nodeHash(left, right)));

function topOf(hashes) {
  let row = hashes;
  while (row.length > 1)
    row = Array.from({ length: row.length / 2 }, (_, at) => nodeHash(row[2 * at], row[2 * at + 1]));
  return row[0];
}

// --- Entries (PROOF 2.1) ---

const like = (pattern) => (value) => typeof value === 'string' && pattern.test(value);
const oneOf =
  (...values) =>
  (value) =>
    values.includes(value);
const text = (value) => typeof value === 'string';
const whole = (value) => Number.isInteger(value);
const flag = (value) => typeof value === 'boolean';
const isFields = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const fields = (shape) => (value) =>
  isFields(value) &&
  Object.keys(value).length === Object.keys(shape).length &&
  Object.entries(shape).every(([name, form]) => Object.hasOwn(value, name) && form(value[name]));
const listOf = (form) => (value) => Array.isArray(value) && value.every(form);
const orNull = (form) => (value) => value === null || form(value);

const hash = like(/^[0-9a-f]{64}$/);
const amount = like(/^(?:0|[1-9]\d*)\.\d{8}$/);
const signed = like(/^(?:-(?!0\.0{8}$))?(?:0|[1-9]\d*)\.\d{8}$/);
const moment = like(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
const market = like(/^[a-z0-9]{1,32}$/);
const direction = oneOf('up', 'down');
const PUBLIC = {
  'option-taken': {
    id: whole,
    market,
    seconds: whole,
    accepted: moment,
    rate: amount,
    terms: whole,
    rules: whole,
    settings: whole,
    choice: hash,
    commit: hash,
  },
  'option-line': { id: whole, seq: whole, hash },
  'option-settled': {
    id: whole,
    exit: orNull(fields({ seq: whole, hash })),
    outcome: oneOf('win', 'lose', 'tie', 'void'),
    direction,
    salt: hash,
    commit: hash,
  },
  fill: {
    order: whole,
    n: whole,
    market,
    side: oneOf('buy', 'sell'),
    price: amount,
    book: hash,
    fee_rate: amount,
    places: whole,
    commit: hash,
  },
  journal: { kind: text, commit: hash },
  tape: { market, seq: whole, hash, complete_to: moment },
  ledger: { number: whole, hash },
  operators: { number: whole, hash },
  terms: {
    version: whole,
    values: listOf(fields({ seconds: whole, min: amount, max: amount, rate: amount, enabled: flag })),
  },
  settings: { version: whole, values: isFields },
  market: { market, version: whole, values: isFields },
  liabilities: {
    epoch: whole,
    root: hash,
    coins: listOf(text),
    totals: listOf(amount),
    leaves: whole,
    batch: whole,
    house: listOf(fields({ name: text, amounts: listOf(amount) })),
  },
  key: { vkey: text },
  build: { list: hash, verifiers: listOf(fields({ name: text, hash })) },
};
const levels = listOf((value) => Array.isArray(value) && value.length === 2 && value.every((each) => amount(each)));
const BOOK = fields({ market, seq: whole, time: moment, bids: levels, asks: levels, previous: hash, hash });
const COMMITTED = {
  'option-taken': { direction, stake: amount, member: whole },
  'option-settled': { stake: amount, profit: signed },
  fill: { quantity: amount, paid: amount, fee: amount, member: whole },
  journal: { id: whole, lines: listOf(fields({ from: text, to: text, coin: text, amount })) },
};

function readEntry(line) {
  const value = readCanonical(line);
  need(
    isFields(value) &&
      Buffer.byteLength(line) <= MAX_ENTRY &&
      value.v === 1 &&
      moment(value.at) &&
      text(value.t) &&
      Object.hasOwn(PUBLIC, value.t),
    'entry',
    `not an entry of a known type and version: ${line.slice(0, 120)}`,
  );
  const { t, v: _v, at: _at, ...rest } = value;
  need(fields(PUBLIC[t])(rest), 'entry', `an entry's fields are not those of its type: ${line.slice(0, 120)}`);
  return value;
}

const msOf = (iso) => Date.parse(iso);
/** A figure of eight decimals in units of 10^-8. */
const units = (figure) => BigInt(figure.replace('.', ''));

// --- Receipts (PROOF 3) ---

function pathOf(path, name) {
  const hashes = Array.isArray(path) ? path.map(hashFromBase64) : [undefined];
  need(hashes.every(Boolean), name, 'a path has something else than hashes in base64');
  return hashes;
}

function checkCommitment(entry, salt, opened) {
  if (!Object.hasOwn(COMMITTED, entry.t)) {
    need(salt === null && opened === null, 'commitment', `a ${entry.t} entry commits to nothing`);
    return;
  }
  const isWhole = hash(salt) && fields(COMMITTED[entry.t])(opened);
  need(isWhole, 'commitment', `what is opened has not the fields of a ${entry.t} entry`);
  const computed = sha(canonical({ ...opened, salt })).toString('hex');
  need(computed === entry.commit, 'commitment', 'the entry does not commit to what is opened');
  if (entry.t === 'option-taken')
    checkChoice(entry, opened.direction, sha('choice\n', Buffer.from(salt, 'hex')).toString('hex'));
}

function checkChoice(taken, chosen, salt) {
  need(
    sha(canonical({ direction: chosen, salt })).toString('hex') === taken.choice,
    'direction',
    `option ${taken.id}: the direction is not the one that was committed to when it was placed`,
  );
}

function halfEven(numerator, denominator) {
  const quotient = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  return quotient + (twice > denominator || (twice === denominator && quotient % 2n === 1n) ? 1n : 0n);
}

/** PROOF 2.5; `rate` is the option's. */
function checkFigures(entry, opened, rate) {
  if (entry.t === 'fill') {
    const paid = (units(entry.price) * units(opened.quantity)) / 10n ** 8n;
    need(units(opened.paid) === paid, 'paid', `paid is ${opened.paid}, price times quantity is ${paid}e-8`);
    need(entry.places <= 8, 'fee', 'a coin has 0 to 8 places');
    const unit = 10n ** BigInt(8 - entry.places);
    const received = units(entry.side === 'buy' ? opened.quantity : opened.paid);
    const fee = ((received * units(entry.fee_rate)) / (10n ** 8n * unit)) * unit;
    need(units(opened.fee) === fee, 'fee', `the fee is ${opened.fee}, by its rate it is ${fee}e-8`);
  }
  if (entry.t === 'option-settled') {
    const stake = units(opened.stake);
    const profit =
      entry.outcome === 'win' ? halfEven(stake * units(rate), 10n ** 8n) : entry.outcome === 'lose' ? -stake : 0n;
    need(units(opened.profit) === profit, 'profit', `the profit is ${opened.profit}, by the terms ${profit}e-8`);
  }
}

const MAX_LEAN = 500_000n;

/** A fill against the book it names (PROOF 2.5), as it is served below `base`. */
async function checkBook(entry, opened, base) {
  const name = `fill ${entry.n} of order ${entry.order}`;
  const body = await get(`${base}/api/book?hash=${entry.book}`);
  const book = body === undefined ? undefined : JSON.parse(body.toString()).data;
  need(isFields(book) && BOOK(book), 'book', `the book that ${name} names is not there`);
  const { hash: _hash, ...rest } = book;
  const isOwn = sha(canonical(rest)).toString('hex') === entry.book;
  need(isOwn, 'book', `the book served for ${name} has another hash than it names`);
  need(book.market === entry.market, 'book', `the book that ${name} names is of ${book.market}`);
  const isBuy = entry.side === 'buy';
  const gave = ([price, size]) => {
    const away = isBuy ? units(entry.price) - units(price) : units(price) - units(entry.price);
    const most = (units(price) * MAX_LEAN + 10n ** 8n - 1n) / 10n ** 8n;
    return away >= 0n && away <= most && (opened === null || units(opened.quantity) <= units(size));
  };
  const isThere = (isBuy ? book.asks : book.bids).some(gave);
  need(isThere, 'fill-price', `no level of its book gave ${name} its price and quantity`);
  step(`book: snapshot ${book.seq} of ${book.market}, of ${book.time}, had the price of ${name}`);
}

const RECEIPT = ['checkpoint', 'entry', 'index', 'opened', 'proof', 'salt', 'signature'];
const hasNames = (value, names) => isFields(value) && Object.keys(value).sort().join() === names.join();

function checkReceipt(receipt, logKeys, witnesses, nowMs) {
  need(hasNames(receipt, RECEIPT), 'receipt', 'a receipt has other fields than its own');
  need(text(receipt.entry), 'entry', 'the entry is no line');
  const entry = readEntry(receipt.entry);
  step(`entry: ${entry.t} of ${entry.at}`);
  checkCommitment(entry, receipt.salt, receipt.opened);
  if (receipt.opened !== null) step(`commitment: the entry commits to ${canonical(receipt.opened)}`);

  const { signature } = receipt;
  const leaf = leafHash(receipt.entry);
  const isWhole = hasNames(signature, ['i', 'note', 'path']) && whole(signature.i) && text(signature.note);
  need(isWhole, 'signature', 'the signature has other fields than its own');
  const opened = openNote(signature.note, logKeys);
  const lines = opened?.text.split('\n') ?? [];
  need(
    lines.length === 5 && lines[0] === 'receipt/v1' && /^[1-9]\d{0,9}$/.test(lines[2]) && lines[4] === '',
    'signature',
    "the batch's note is malformed, or signed wrongly",
  );
  const origin = lines[1];
  const isSigned = opened.signatures.some(({ key }) => key.name === origin);
  need(isSigned, 'signature', 'no known key of the log signed the batch');
  const batch = rootByPath(signature.i, Number(lines[2]), leaf, pathOf(signature.path, 'signature'));
  need(batch?.toString('base64') === lines[3], 'signature', 'the entry is not in the signed batch');
  step(`signature: ${origin} signed it in a batch of ${lines[2]}`);

  const { index, proof, checkpoint: note } = receipt;
  if (index === null && proof === null && note === null) {
    const isLate = nowMs > msOf(entry.at) + PROMISE_MS;
    need(!isLate, 'not-logged', '12 s after its commit the entry is still in no checkpoint: a broken promise');
    const isAhead = msOf(entry.at) > nowMs + AHEAD_MS;
    const ahead = `the entry is dated ${entry.at}, which is yet to come: so dated, no promise is ever broken`;
    need(!isAhead, 'not-logged', ahead);
    step('inclusion: not in the log yet; within its time');
    return { entry };
  }
  need(whole(index) && Array.isArray(proof) && text(note), 'inclusion', 'half a place in the log');
  const checkpoint = readCheckpoint(note, logKeys, witnesses);
  need(checkpoint.origin === origin, 'inclusion', "the checkpoint is another log's");
  checkIncluded(index, checkpoint, leaf, proof);
  checkTime(entry.at, checkpoint);
  return { entry, checkpoint };
}

function checkIncluded(index, checkpoint, leaf, proof) {
  need(whole(index), 'inclusion', 'the place in the log is no whole number');
  const root = rootByPath(index, checkpoint.size, leaf, pathOf(proof, 'inclusion'));
  need(root?.equals(checkpoint.root), 'inclusion', "the entry is not in the checkpoint's tree at that place");
  step(`inclusion: entry ${index} of ${checkpoint.size}`);
}

function checkTime(at, { times }) {
  for (const seconds of times)
    need(
      msOf(at) <= seconds * 1000 + WITNESS_CLOCK_MS,
      'time',
      `an entry of ${at} is in a checkpoint that a witness saw at ${seconds}`,
    );
  step(times.length > 0 ? `witnesses: ${times.length} saw the checkpoint` : 'witnesses: none; order proven, time not');
}

/** A file holds one receipt, a list of them, or a whole answer of getReceipt. */
function receiptsIn(content) {
  const value = content?.data?.list ?? content?.list ?? content;
  return Array.isArray(value) ? value : [value];
}

/** Checks the receipts of one thing; the largest checkpoint among them. */
function checkReceipts(receipts, logKeys, witnesses, nowMs, wanted) {
  need(receipts.length > 0, 'receipt', 'there is no receipt: nothing was checked');
  const checked = [];
  const lines = new Map();
  let newest;
  for (const receipt of receipts) {
    const { entry, checkpoint } = checkReceipt(receipt, logKeys, witnesses, nowMs);
    checked.push({ entry, opened: receipt.opened });
    const number = entry.id ?? entry.order;
    if (number !== undefined) {
      const name = `${entry.t} ${number} ${entry.n}`;
      const line = lines.get(name) ?? receipt.entry;
      need(line === receipt.entry, 'twice', `two receipts of one ${entry.t} of ${number} differ`);
      lines.set(name, line);
    }
    if (checkpoint && !(newest?.size >= checkpoint.size)) newest = checkpoint;
  }
  const taken = new Map(checked.flatMap((each) => (each.entry.t === 'option-taken' ? [[each.entry.id, each]] : [])));
  for (const { entry, opened } of checked) {
    if (entry.t === 'option-settled') checkSettled(entry, opened, taken.get(entry.id));
    else if (opened !== null) checkFigures(entry, opened);
  }
  const fills = checked.flatMap(({ entry }) => (entry.t === 'fill' ? [entry] : []));
  checkFills(fills, wanted.id !== undefined);
  checkWanted(checked, wanted);
  return newest;
}

/** The end of an option against its beginning, which may stand anywhere among the receipts. */
function checkSettled(settled, opened, began) {
  const ident = `option ${settled.id}`;
  need(began, 'no-option-taken', `${ident} is settled, and there is no receipt of its beginning`);
  checkChoice(began.entry, settled.direction, settled.salt);
  const { stake } = began.opened;
  need(opened.stake === stake, 'stake', `${ident} is settled for ${opened.stake}; its stake is ${stake}`);
  checkFigures(settled, opened, began.entry.rate);
}

/** An order's fills are counted from 1; those of one bill begin where it does. */
function checkFills(fills, isWhole) {
  for (const order of new Set(fills.map((fill) => fill.order))) {
    const own = fills.filter((fill) => fill.order === order);
    const counts = [...new Set(own.map(({ n }) => n))].sort((a, b) => a - b);
    const first = isWhole ? 1 : Math.max(1, counts[0]);
    const isRun = counts.every((count, at) => count === first + at);
    need(isRun, 'fill-missing', `of order ${order} there are receipts of fills ${counts.join()}; others are left out`);
  }
}

/** That the receipts are of the member and the thing asked for; what is asked must be answered by one at least. */
function checkWanted(checked, { member, id }) {
  const named = checked.map(({ entry, opened }) => namesMember(entry, opened, member));
  need(member === undefined || !named.includes(false), 'member', `a receipt is not of member ${member}`);
  const sentence = `no receipt names a member: nothing shows that they are of ${member}`;
  need(member === undefined || named.includes(true), 'member', sentence);
  const numberOf = ({ entry, opened }) => (entry.t === 'journal' ? opened.id : (entry.id ?? entry.order));
  const numbers = [...new Set(checked.map(numberOf))].filter((each) => each !== undefined);
  const isAsked = id === undefined || (numbers.length === 1 && numbers[0] === Number(id));
  need(isAsked, 'id', `the receipts are of ${numbers.join()}, and not of ${id}`);
}

/** Whether what is opened names a member; undefined where it names nobody. */
function namesMember(entry, opened, member) {
  if (entry.t === 'journal')
    return opened.lines.some(({ from, to }) => [from, to].some((each) => each.startsWith(`member/${member}/`)));
  return opened?.member === undefined ? undefined : opened.member === Number(member);
}

async function runReceipt([file], options) {
  const { logKeys, witnesses, policy } = readTrust(options);
  if (logKeys.length === 0) throw new Error('a receipt is checked against a key: --vkey');
  const receipts = receiptsIn(readFile(file));
  const newest = checkReceipts(receipts, logKeys, witnesses, Date.now(), options);
  if (options.log !== undefined)
    for (const { entry: line, opened } of receipts) {
      const entry = readEntry(line);
      if (entry.t === 'fill') await checkBook(entry, opened, options.log.replace(/\/log\/*$/, ''));
    }
  policy?.check(newest);
  if (!newest) return;
  const log = options.log === undefined ? undefined : await openLog(options.log, logKeys, witnesses);
  if (log) {
    await log.checkExtends(newest, 'log');
    step(`log: the one served, of ${log.checkpoint.size} entries, extends the receipt's`);
  }
  if (options.seen !== undefined) await keepSeen(options.seen, newest, logKeys, witnesses, log);
}

// --- The log (PROOF 2) ---

/** The body of an answer 200; undefined of 404. */
async function get(url) {
  let answer;
  let data;
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(20_000) });
    data = Buffer.from(await answer.arrayBuffer());
  } catch (error) {
    throw new Unreachable(`${url}: ${error.cause?.message ?? error.message}`);
  }
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) throw new Unreachable(`${url}: ${answer.status}`);
  return data;
}

function tileName(level, index, width) {
  const digits = String(index);
  const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, '0');
  const parts = padded.match(/\d{3}/g);
  const name = [...parts.slice(0, -1).map((part) => `x${part}`), parts.at(-1)].join('/');
  return `tile/${level}/${name}${width === TILE ? '' : `.p/${width}`}`;
}

/** Reads a log's checkpoint, with its server's own key where none is given. */
async function openLog(address, keys, witnesses) {
  const url = address.replace(/\/+$/, '');
  let logKeys = keys;
  if (logKeys.length === 0) {
    logKeys = readKeys([(await fileOf(url, 'vkey')).toString()]);
    step("the log's key came from its own server: without --vkey a forged log is not seen");
  }
  return new Log(url, logKeys, readCheckpoint((await fileOf(url, 'checkpoint')).toString(), logKeys, witnesses));
}

async function fileOf(url, name) {
  const data = await get(`${url}/${name}`);
  need(data, 'missing', `${url}/${name} is not there`);
  return data;
}

/** The bytes of a bundle's first entries. */
function cutBundle(data, width) {
  let at = 0;
  for (let count = 0; count < width && at + 2 <= data.length; count += 1) at += 2 + data.readUInt16BE(at);
  return data.subarray(0, at);
}

/** A log as it is served below `url`, at the size of its checkpoint. */
class Log {
  #url;
  #tiles = new Map();

  constructor(url, logKeys, checkpoint) {
    this.#url = url;
    this.logKeys = logKeys;
    this.checkpoint = checkpoint;
  }

  /** A file of the log by its name. */
  async file(name) {
    return fileOf(this.#url, name);
  }

  /** A partial tile or bundle, or the beginning of the full one, which replaces it once it stands. */
  async #part(level, index, width, cut) {
    const name = tileName(level, index, width);
    const data = await get(`${this.#url}/${name}`);
    const full = data || width === TILE ? undefined : await get(`${this.#url}/${tileName(level, index, TILE)}`);
    need(data ?? full, 'missing', `${this.#url}/${name} is not there`);
    return data ?? cut(full, width);
  }

  async #tile(level, index) {
    const name = `${level}/${index}`;
    if (!this.#tiles.has(name)) {
      const width = Math.min(TILE, Math.floor(this.checkpoint.size / TILE ** level) - index * TILE);
      const data = await this.#part(level, index, width, (full) => full.subarray(0, 32 * width));
      need(data.length === 32 * width, 'tile', `tile ${name} has ${data.length} bytes`);
      if (this.#tiles.size > 4096) this.#tiles.clear();
      const hashes = Array.from({ length: width }, (_, at) => data.subarray(32 * at, 32 * at + 32));
      this.#tiles.set(name, hashes);
    }
    return this.#tiles.get(name);
  }

  async #hashAt(level, index) {
    const width = 2 ** (level % 8);
    const first = index * width;
    const row = await this.#tile(Math.floor(level / 8), Math.floor(first / TILE));
    return topOf(row.slice(first % TILE, (first % TILE) + width));
  }

  async #rootOf(size) {
    const hashes = [];
    for (const [level, index] of subtrees(0, size)) hashes.push(await this.#hashAt(level, index));
    return join(hashes);
  }

  async checkExtends(old, name) {
    const { origin, size } = this.checkpoint;
    need(old.origin === origin, name, "the checkpoint is another log's");
    need(old.size <= size, 'rolled-back', `the log had ${old.size} entries, now ${size}`);
    const sentence = `the log of ${size} entries does not extend the checkpoint of ${old.size}`;
    need((await this.#rootOf(old.size)).equals(old.root), 'fork', sentence);
  }

  /** A full tile must be one hash of the tile above it, and so on up as far as that one is full too. */
  async #checkAbove(hashes, index) {
    let [level, at, row] = [0, index, hashes];
    while (row.length === TILE) {
      const above = await this.#tile(level + 1, Math.floor(at / TILE));
      const isTop = above[at % TILE]?.equals(topOf(row));
      need(isTop, 'tile', `tile ${level + 1}/${Math.floor(at / TILE)} is not of those below it`);
      if ((at + 1) % TILE !== 0) return;
      [level, at, row] = [level + 1, Math.floor(at / TILE), above];
    }
  }

  async #bundle(index, width) {
    const data = await this.#part('entries', index, width, cutBundle);
    const lines = [];
    let at = 0;
    while (at < data.length) {
      const end = at + 2 + (at + 2 <= data.length ? data.readUInt16BE(at) : data.length);
      need(end <= data.length, 'bundle', `bundle ${index} is cut off`);
      lines.push(data.subarray(at + 2, end));
      at = end;
    }
    need(lines.length === width, 'bundle', `bundle ${index} has ${lines.length} entries`);
    return lines;
  }

  /** [index, line] from `start`; each bundle is compared with its tile, each tile with the one above. */
  async *entries(start) {
    const { size, root } = this.checkpoint;
    for (let bundle = Math.floor(start / TILE); bundle * TILE < size; bundle += 1) {
      const lines = await this.#bundle(bundle, Math.min(TILE, size - bundle * TILE));
      const row = lines.map((line) => leafHash(line));
      const served = await this.#tile(0, bundle);
      const isSame = row.every((each, at) => each.equals(served[at]));
      need(isSame, 'tile', `tile 0/${bundle} is not of the entries of its bundle`);
      await this.#checkAbove(row, bundle);
      for (const [at, line] of lines.entries())
        if (bundle * TILE + at >= start) yield [bundle * TILE + at, decode(line, bundle * TILE + at)];
    }
    need((await this.#rootOf(size)).equals(root), 'root', "the tiles do not lead to the checkpoint's root");
  }
}

function decode(line, index) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
  } catch {
    throw new Finding('entry', `entry ${index} is not UTF-8`);
  }
}

/** Compares with the checkpoint kept from before, and keeps the new one. */
async function keepSeen(file, checkpoint, logKeys, witnesses, log) {
  if (existsSync(file)) {
    const old = readCheckpoint(readFileSync(file, 'utf8'), logKeys, witnesses);
    need(old.origin === checkpoint.origin, 'seen', "the checkpoint kept from before is another log's");
    const sizes = `${old.size} entries, the receipt's ${checkpoint.size}`;
    if (old.size === checkpoint.size)
      need(old.root.equals(checkpoint.root), 'fork', `two checkpoints of ${old.size} entries have two roots`);
    else if (log) await log.checkExtends(old, 'seen');
    else throw new Error(`the checkpoint in ${file} has ${sizes}: whether one extends the other needs --log`);
    if (old.size >= checkpoint.size) return;
  }
  writeFileSync(`${file}.new`, checkpoint.note);
  renameSync(`${file}.new`, file);
  step(`seen: ${file} holds the checkpoint of ${checkpoint.size} entries`);
}

/** What the entries say, gathered in their order. */
class World {
  options = new Map();
  heads = new Map();
  terms = new Map();
  settings = new Map();
  #fills = new Set();
  /** The times of entries that are later than all before them. */
  times = [];
  build;
  #epoch;

  get latest() {
    return this.times.at(-1);
  }

  add(index, entry) {
    if (this.times.length === 0 || entry.at > this.latest) this.times.push(entry.at);
    const again = (isThere, what) => need(!isThere, 'twice', `entry ${index}: ${what} is there twice`);
    switch (entry.t) {
      case 'option-taken':
        again(this.options.has(entry.id), `option ${entry.id}`);
        this.options.set(entry.id, { taken: entry, index });
        return;
      case 'option-line':
      case 'option-settled': {
        const option = this.options.get(entry.id);
        need(option, 'no-option-taken', `entry ${index}: option ${entry.id} was never placed before it`);
        const slot = entry.t === 'option-line' ? 'line' : 'settled';
        again(option[slot], `${entry.t} of option ${entry.id}`);
        option[slot] = entry;
        return;
      }
      case 'tape':
        this.#addHead(index, entry);
        return;
      case 'terms':
      case 'settings':
        again(this[entry.t].has(entry.version), `version ${entry.version} of ${entry.t}`);
        this[entry.t].set(entry.version, { index, values: entry.values });
        return;
      case 'liabilities': {
        const follows = this.#epoch === undefined || entry.epoch === this.#epoch + 1;
        const sentence = `entry ${index}: epoch ${entry.epoch} of the liabilities follows epoch ${this.#epoch}`;
        need(follows, 'epoch', sentence);
        this.#epoch = entry.epoch;
        return;
      }
      case 'build':
        this.build = entry;
        return;
      case 'fill':
        again(this.#fills.has(`${entry.order}/${entry.n}`), `fill ${entry.n} of order ${entry.order}`);
        this.#fills.add(`${entry.order}/${entry.n}`);
    }
  }

  #addHead(index, head) {
    const heads = this.heads.get(head.market) ?? [];
    this.heads.set(head.market, heads);
    const last = heads.at(-1);
    if (last) {
      const isLater = head.seq >= last.seq && msOf(head.complete_to) >= msOf(last.complete_to);
      need(isLater, 'tape-head', `entry ${index}: the tape of ${head.market} runs backwards`);
      const isOne = head.seq > last.seq || head.hash === last.hash;
      need(isOne, 'tape-head', `entry ${index}: mark ${head.seq} of ${head.market} has two hashes`);
    }
    heads.push({ ...head, index });
  }

  /** The values of the version that an option names, which were in the log before it. */
  versionBefore({ taken, index }, kind) {
    const sentence = `option ${taken.id}: version ${taken[kind]} of the ${kind} is`;
    const version = this[kind].get(taken[kind]);
    need(version, kind, `${sentence} not in the log`);
    need(version.index < index, kind, `${sentence} in the log only after it, as entry ${version.index}`);
    return version.values;
  }

  /** The first head of a market that is complete to a moment. */
  headAt(symbol, atMs) {
    return this.heads.get(symbol)?.find((head) => msOf(head.complete_to) >= atMs);
  }

  /** The last head that is not. */
  headBefore(symbol, atMs) {
    return this.heads.get(symbol)?.findLast((head) => msOf(head.complete_to) < atMs);
  }
}

// --- The tape (PROOF 2, TAPE) ---

function median(sources) {
  const mids = sources.map(({ bid, ask }) => units(bid) + units(ask)).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = Math.floor(mids.length / 2);
  const middle = mids.length % 2 === 1 ? [mids[at]] : mids.slice(at - 1, at + 1);
  return halfEven(
    middle.reduce((a, b) => a + b),
    BigInt(2 * middle.length),
  );
}

function checkMarks(marks, symbol) {
  let before;
  for (const mark of marks) {
    need(mark.market === symbol, 'tape', `mark ${mark.seq} is not of ${symbol}`);
    const { hash: stated, ...rest } = mark;
    need(sha(canonical(rest)).toString('hex') === stated, 'tape', `the hash of mark ${mark.seq} is not its own`);
    need(units(mark.price) === median(mark.sources), 'mark-price', `mark ${mark.seq} is not the median of its sources`);
    if (before) {
      need(mark.previous === before.hash, 'tape', `mark ${mark.seq} does not follow mark ${before.seq}`);
      need(msOf(mark.time) >= msOf(before.time), 'tape', `mark ${mark.seq} is before mark ${before.seq}`);
    }
    before = mark;
  }
  return marks;
}

/** Marks from one sequence to another, both included, checked. */
async function fetchMarks(base, symbol, first, last) {
  const marks = [];
  for (let from = first; ;) {
    const body = await get(`${base}/api/tape?symbol=${symbol}&from=${from}&to=${last}`);
    const page = body === undefined ? undefined : JSON.parse(body.toString()).data?.list;
    if (!Array.isArray(page) || page.length === 0) break;
    marks.push(...page);
    if (page.at(-1).seq >= last) break;
    from = page.at(-1).seq + 1;
  }
  return checkMarks(marks, symbol);
}

/** Reads the tape of a market between two heads and since a moment, each stretch from one head to the next once. */
function marksReader(base, world) {
  const kept = new Map();
  async function stretch(symbol, first, last) {
    const name = `${symbol}/${first.seq}/${last.seq}`;
    if (kept.has(name)) return kept.get(name);
    const marks = await fetchMarks(base, symbol, first.seq, last.seq);
    need(
      marks.length > 0 && marks[0].seq === first.seq && marks.at(-1).seq === last.seq,
      'tape-short',
      `the tape of ${symbol} is served without marks that the log names (${first.seq} to ${last.seq})`,
    );
    for (const [head, mark] of [
      [first, marks[0]],
      [last, marks.at(-1)],
    ])
      need(mark.hash === head.hash, 'tape-head', `mark ${head.seq} of ${symbol} is not the one that the log names`);
    kept.set(name, marks);
    return marks;
  }
  /** Marks from one before a moment, or the first of all, to the log's first head. */
  async function lead(symbol, fromMs, head) {
    const name = `${symbol} ${fromMs}`;
    for (let from = head.seq; !kept.has(name);) {
      from = Math.max(1, from - LEAD_MARKS);
      const marks = await fetchMarks(base, symbol, from, head.seq);
      const isEnough = marks.length > 0 && (msOf(marks[0].time) < fromMs || marks[0].previous === FIRST_PREVIOUS);
      need(
        marks.at(-1)?.seq === head.seq && (isEnough || from > 1),
        'tape-short',
        `the tape of ${symbol} is served without marks that lead to mark ${head.seq}`,
      );
      need(
        marks.at(-1).hash === head.hash,
        'tape-head',
        `mark ${head.seq} of ${symbol} is not the one that the log names`,
      );
      if (isEnough) kept.set(name, marks);
    }
    return kept.get(name);
  }
  /** Marks from the sequence of one head to that of another. */
  const between = async (symbol, first, last) => {
    const heads = [];
    for (const head of world.heads.get(symbol))
      if (head.seq >= first && head.seq <= last && head.seq !== heads.at(-1)?.seq) heads.push(head);
    if (heads.length === 1) return stretch(symbol, heads[0], heads[0]);
    const marks = [];
    for (const [at, head] of heads.slice(0, -1).entries()) {
      const part = await stretch(symbol, head, heads[at + 1]);
      marks.push(...part.slice(marks.length > 0 ? 1 : 0));
    }
    return marks;
  };
  /** Marks since a moment, to the sequence of a head. The line of an option may be older than the log's first head. */
  const since = async (symbol, fromMs, last) => {
    const before = world.headBefore(symbol, fromMs);
    if (before) return between(symbol, before.seq, last);
    const [first] = world.heads.get(symbol);
    return [...(await lead(symbol, fromMs, first)), ...(await between(symbol, first.seq, last)).slice(1)];
  };
  return { between, since };
}

// --- Settling every option again (RULES 4) ---

/** Settles one option again; false while the log does not yet show what decides it. */
async function checkOption(option, world, marksSince) {
  const { taken } = option;
  const ident = `option ${taken.id}`;
  const settings = world.versionBefore(option, 'settings');
  const terms = world.versionBefore(option, 'terms');
  need(
    terms.some(({ seconds, rate, enabled }) => enabled && seconds === taken.seconds && rate === taken.rate),
    'rate',
    `${ident}: its rate ${taken.rate} is not that of ${taken.seconds} s in version ${taken.terms}`,
  );
  const fromMs = msOf(taken.accepted) + settings.line_delay;
  const untilMs = fromMs + settings.line_within;
  const atLine = world.headAt(taken.market, untilMs);
  if (!atLine) return false;
  const decides = ({ held }) => held !== true;
  const near = await marksSince(taken.market, fromMs, atLine.seq);
  const line = near.find((mark) => decides(mark) && msOf(mark.time) >= fromMs && msOf(mark.time) <= untilMs);
  const isNamed = line ? option.line?.seq === line.seq && option.line.hash === line.hash : !option.line;
  need(isNamed, 'line', `${ident}: its line is mark ${option.line?.seq}, the rules name ${line?.seq}`);
  if (!line) return checkOutcome(option);

  const expiryMs = msOf(line.time) + taken.seconds * 1000;
  const complete = world.headAt(taken.market, expiryMs);
  if (!complete) return false;
  const isBefore = option.index < complete.index;
  need(isBefore, 'no-option-taken', `${ident} is placed in the log only after its expiry was known`);
  const upTo = await marksSince(taken.market, fromMs, complete.seq);
  const last = upTo.findLast((mark) => decides(mark) && msOf(mark.time) <= expiryMs);
  if (last && expiryMs - msOf(last.time) <= settings.fresh_seconds * 1000) return checkOutcome(option, line, last);
  const lateMs = expiryMs + settings.next_within;
  const late = world.headAt(taken.market, lateMs);
  const end = late ?? (option.settled?.exit ? world.heads.get(taken.market).at(-1) : undefined);
  if (!end) return false;
  const all = await marksSince(taken.market, fromMs, end.seq);
  const next = all.find((mark) => decides(mark) && msOf(mark.time) > expiryMs && msOf(mark.time) <= lateMs);
  return next || late ? checkOutcome(option, line, next) : false;
}

function checkOutcome({ taken, settled }, line, exit) {
  if (!settled) return false;
  const ident = `option ${taken.id}`;
  checkChoice(taken, settled.direction, settled.salt);
  if (!line || !exit) {
    need(settled.outcome === 'void', 'void', `${ident} was settled as ${settled.outcome}; it is void`);
    need(settled.exit === null, 'exit', `${ident} is void and names an exit`);
    return true;
  }
  need(settled.outcome !== 'void', 'void', `${ident} is declared void; mark ${exit.seq} decides it`);
  const isNamed = settled.exit?.seq === exit.seq && settled.exit.hash === exit.hash;
  need(isNamed, 'exit', `${ident}: its exit is mark ${settled.exit?.seq}, the rules name ${exit.seq}`);
  const [start, end] = [units(line.price), units(exit.price)];
  const outcome = start === end ? 'tie' : end > start === (settled.direction === 'up') ? 'win' : 'lose';
  need(
    settled.outcome === outcome,
    'outcome',
    `${ident} was settled as ${settled.outcome}; by its marks it is ${outcome}`,
  );
  return true;
}

/** Every head names the last mark up to its moment. */
async function checkHeads(world, marksBetween) {
  let count = 0;
  for (const [symbol, heads] of world.heads)
    for (const [at, head] of heads.slice(0, -1).entries()) {
      const following = heads[at + 1];
      if (following.seq === head.seq) continue;
      const [first, second] = await marksBetween(symbol, head.seq, following.seq);
      const completeMs = msOf(head.complete_to);
      need(
        msOf(first.time) <= completeMs && completeMs < msOf(second.time),
        'complete-to',
        `the tape of ${symbol} is stated to be complete to ${head.complete_to} at mark ${head.seq}, and is not`,
      );
      count += 1;
    }
  return count;
}

async function runLog([url], options) {
  const { witnesses, policy, ...trusted } = readTrust(options);
  const log = await openLog(url, trusted.logKeys, witnesses);
  const { checkpoint, logKeys } = log;
  step(`checkpoint: ${checkpoint.origin}, ${checkpoint.size} entries`);
  policy?.check(checkpoint);
  // Before anything else, so that a log that was rolled back is named as such.
  if (options.seen !== undefined && existsSync(options.seen))
    await log.checkExtends(readCheckpoint(readFileSync(options.seen, 'utf8'), logKeys, witnesses), 'seen');
  const world = new World();
  let count = 0;
  for await (const [index, line] of log.entries(Number(options.from ?? 0))) {
    world.add(index, readEntry(line));
    count += 1;
  }
  step(`tree: ${count} entries, every bundle and tile above it, lead to the checkpoint's root`);
  if (world.latest !== undefined) checkTime(world.latest, checkpoint);
  const marks = marksReader(url.replace(/\/log\/*$/, ''), world);
  step(`tape: ${await checkHeads(world, marks.between)} heads are complete to what they say`);
  let [agreed, waiting] = [0, 0];
  for (const option of world.options.values()) {
    if (await checkOption(option, world, marks.since)) {
      agreed += 1;
    } else if (option.settled) {
      waiting += 1;
      const isLate = msOf(world.latest) > msOf(option.settled.at) + PROMISE_MS;
      need(!isLate, 'tape-missing', `option ${option.taken.id} is settled; no tape entry shows what decided it`);
    } else {
      checkRunning(option, world);
    }
  }
  const running = world.options.size - agreed - waiting;
  step(`options: ${agreed} of ${world.options.size} settled again, all agree; ${waiting} wait, ${running} still run`);
  if (options.app !== undefined) await checkBuild(options.app.replace(/\/+$/, ''), log, world.build);
  if (options.seen !== undefined) await keepSeen(options.seen, checkpoint, logKeys, witnesses, log);
}

/** An option that is not settled is not long past all that could decide it. */
function checkRunning(option, world) {
  const { id, accepted, seconds } = option.taken;
  const { line_delay, line_within, next_within } = world.versionBefore(option, 'settings');
  const lastMs = msOf(accepted) + line_delay + line_within + seconds * 1000 + next_within;
  // A platform that was down then settles after it is back: its time counts from its first entry.
  const since = world.times.find((at) => msOf(at) > lastMs);
  const isLate = since !== undefined && msOf(world.latest) > msOf(since) + SETTLED_WITHIN_MS;
  need(!isLate, 'unsettled', `option ${id} of ${accepted} is not settled by ${world.latest}`);
}

/** Each file of the newest build in the log is the one that is served (PROOF 2.7). */
async function checkBuild(app, log, build) {
  need(build, 'build', 'no build is among the entries that were read');
  const data = await log.file(`build/${build.list}`);
  need(hexOf(sha(data)) === build.list, 'build', 'the list of the build is not the one in the log');
  const lines = data.toString().split('\n');
  const listed = lines.slice(0, -1).map((line) => /^([0-9a-f]{64}) {2}(\S+)$/.exec(line));
  need(lines.at(-1) === '' && listed.every(Boolean), 'build', 'the list of the build is malformed');
  const files = listed.filter(([, , path]) => path.startsWith('/'));
  const verifiers = listed
    .filter(([, , name]) => !name.startsWith('/'))
    .map(([, found, name]) => ({ name, hash: found }));
  const isTheirs = canonical(verifiers) === canonical(build.verifiers);
  need(isTheirs, 'build', "the verifiers of the build's list are not those of its entry");
  for (const [, found, path] of files) {
    const content = await get(app + path.split('/').map(encodeURIComponent).join('/'));
    need(content, 'build', `${path} of the build in the log is not served`);
    need(hexOf(sha(content)) === found, 'build', `${path} is served, and is not the file in the log`);
  }
  step(`build: the ${files.length} files of ${app} are those in the log since ${build.at}`);
  const own = hexOf(sha(readFileSync(import.meta.filename)));
  const isKnown = verifiers.some((each) => each.hash === own);
  step(`build: this verifier is ${isKnown ? 'one in the log' : 'not one of those in the log'}`);
}

async function runTape([url, symbol, from, to]) {
  const [first, last] = [Number(from), Number(to)];
  const marks = await fetchMarks(url.replace(/\/+$/, ''), symbol, first, last);
  const isWhole = marks[0]?.seq === first && marks.at(-1)?.seq === last;
  need(isWhole, 'tape-short', 'marks are missing from what is served');
  step(`tape: ${marks.length} marks of ${symbol}, each the median of its sources, chained to ${marks.at(-1).hash}`);
}

// --- Liabilities (PROOF 5) ---

function amountsOf(values, coins) {
  need(Array.isArray(values) && values.length === coins, 'amount', 'the number of amounts is not that of the coins');
  return values.map((value) => {
    need(amount(value), 'amount', `not an amount of eight decimals without a sign: ${value}`);
    need(units(value) < AMOUNT_LIMIT, 'overflow', `an amount at or above 2^128: ${value}`);
    return units(value);
  });
}

const packed = (amounts) =>
  Buffer.concat(amounts.map((each) => Buffer.from(each.toString(16).padStart(32, '0'), 'hex')));

const leafNonce = (epoch, owner, part, parts, salt) => sha(`leaf/v1\n${epoch}\n${owner}\n${part}/${parts}\n${salt}`);
const sumLeaf = (nonce, sums) => ({ hash: sha(Buffer.of(0), nonce, packed(sums)), sums });

/** The hash and sums over two nodes. */
function sumNode(left, right) {
  const sums = left.sums.map((each, at) => each + right.sums[at]);
  const isBounded = sums.every((each) => each < AMOUNT_LIMIT);
  need(isBounded, 'overflow', 'a sum at or above 2^128');
  return { hash: sha(Buffer.of(1), left.hash, packed(left.sums), right.hash, packed(right.sums)), sums };
}

/** The amounts and the place of one leaf that leads to the root. */
function checkLeaf(proof, leaf, head) {
  const coins = head.coins.length;
  const isWhole = fields({ part: whole, salt: hash, amounts: listOf(text), path: listOf(isFields) })(leaf);
  need(isWhole, 'leaf', 'malformed leaf');
  const amounts = amountsOf(leaf.amounts, coins);
  const nonce = leafNonce(proof.epoch, proof.owner, leaf.part, proof.leaves.length, leaf.salt);
  let [node, place] = [sumLeaf(nonce, amounts), 0];
  need(2 ** leaf.path.length === head.leaves, 'path', 'a path is not as long as the tree is high');
  for (const [height, sibling] of leaf.path.entries()) {
    const isStep = hasNames(sibling, ['amounts', 'hash', 'side']) && ['left', 'right'].includes(sibling.side);
    const other = isStep ? hashFromBase64(sibling.hash) : undefined;
    need(other, 'path', 'a step of a path is malformed');
    const beside = { hash: other, sums: amountsOf(sibling.amounts, coins) };
    if (sibling.side === 'left') place += 2 ** height;
    node = sibling.side === 'left' ? sumNode(beside, node) : sumNode(node, beside);
  }
  need(node.hash.toString('hex') === head.root, 'leaf', `part ${leaf.part} does not lead to the root`);
  const totals = amountsOf(head.totals, coins);
  need(
    node.sums.every((each, at) => each === totals[at]),
    'totals',
    'the sums at the top are not the totals',
  );
  return { amounts, place };
}

const LIABILITIES = ['checkpoint', 'coins', 'entry', 'epoch', 'index', 'leaves', 'owner', 'proof', 'root'];

async function runLiabilities([file], options) {
  const { logKeys, witnesses, policy } = readTrust(options);
  if (logKeys.length === 0) throw new Error('a proof of liabilities is checked against a key: --vkey');
  const content = readFile(file);
  const proof = content?.data ?? content;
  checkLiabilities(proof, logKeys, witnesses, options.owner, options.has);
  if (options.owner === undefined) step("owner: not compared; without --owner another's proof is taken for one's own");
  if (!options.has) step('amounts: not compared; without --has a balance that is too small is not seen');
  policy?.check(readCheckpoint(proof.checkpoint, logKeys, witnesses));
}

function checkLiabilities(proof, logKeys, witnesses, owner, has = []) {
  need(hasNames(proof, LIABILITIES), 'liabilities', 'the proof has other fields than its own');
  const head = readEntry(proof.entry);
  need(head.t === 'liabilities', 'entry', `the entry is a ${head.t}`);
  const isSame =
    proof.epoch === head.epoch && proof.root === head.root && canonical(proof.coins) === canonical(head.coins);
  need(isSame, 'entry', 'the proof and its entry differ');
  step(`entry: liabilities of epoch ${head.epoch}, ${head.leaves} leaves`);
  const checkpoint = readCheckpoint(proof.checkpoint, logKeys, witnesses);
  checkIncluded(proof.index, checkpoint, leafHash(proof.entry), proof.proof);
  checkTime(head.at, checkpoint);
  need(owner === undefined || owner === proof.owner, 'owner', `the proof is of ${proof.owner}`);
  need(Array.isArray(proof.leaves) && proof.leaves.length > 0, 'leaf', 'the owner has no leaf: left out');
  let total = head.coins.map(() => 0n);
  const places = new Set();
  for (const [at, leaf] of proof.leaves.entries()) {
    need(leaf?.part === at + 1, 'leaf', 'a part is missing, or out of order');
    const { amounts, place } = checkLeaf(proof, leaf, head);
    need(!places.has(place), 'leaf-twice', 'two leaves are in one place');
    places.add(place);
    total = total.map((each, coin) => each + amounts[coin]);
  }
  const figure = (each) => `${each / 10n ** 8n}.${String(each % 10n ** 8n).padStart(8, '0')}`;
  for (const each of has) {
    const [coin, known] = each.split('=');
    if (!amount(known)) throw new Error(`not COIN=AMOUNT with eight decimals: ${each}`);
    const held = total[head.coins.indexOf(coin)] ?? 0n;
    need(held >= units(known), 'short', `${proof.owner} is owed ${known} ${coin}; the leaves hold ${figure(held)}`);
  }
  const shown = head.coins.flatMap((coin, at) => (total[at] > 0n ? [`${figure(total[at])} ${coin}`] : []));
  step(`leaves: ${places.size} of ${proof.owner}, together ${shown.join(', ') || 'nothing'}`);
}

// --- Vectors for other verifiers (PROOF 6.1) ---

/** The name of what a check finds; null when everything holds. */
function findingOf(check) {
  isQuiet = true;
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof Finding) return error.finding;
    throw error;
  } finally {
    isQuiet = false;
  }
}

const hexOf = (data) => data.toString('hex');
const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Each of these answers pairs of what was checked and whether it holds. */
function canonicalVectors({ canonical: good, refused }) {
  return [
    ...good.flatMap(({ json, canonical: spelled, sha256 }) => [
      [json, canonical(JSON.parse(json)) === spelled && hexOf(sha(spelled)) === sha256],
      [spelled, readCanonical(spelled) !== undefined],
    ]),
    ...refused.map(({ text, why }) => [why, readCanonical(text) === undefined]),
  ];
}

function entryVectors({ entries, refused }) {
  return [
    ...entries.map(({ line, leaf }) => [line, readEntry(line) && hexOf(leafHash(line)) === leaf]),
    ...refused.map(({ line, why }) => [why, findingOf(() => readEntry(line)) === 'entry']),
  ];
}

function commitmentVectors({ key, commitments, choices }) {
  return [
    ...commitments.flatMap(({ t, id, n, salt, opened, commit }) => {
      const name = `${t}\n${id}\n${n}`;
      return [
        [name, createHmac('sha256', Buffer.from(key, 'hex')).update(name).digest('hex') === salt],
        [name, fields(COMMITTED[t])(opened) && hexOf(sha(canonical({ ...opened, salt }))) === commit],
      ];
    }),
    ...choices.flatMap(({ direction: chosen, salt, published, choice }) => [
      [chosen, hexOf(sha('choice\n', Buffer.from(salt, 'hex'))) === published],
      [chosen, hexOf(sha(canonical({ direction: chosen, salt: published }))) === choice],
    ]),
  ];
}

const vectorEntry = (index) => Buffer.from(`entry ${index}`);
const definedRoots = new Map();

/** The largest power of two below the number of leaves, as a place (RFC 6962, 2.1). */
function splitOf(start, end) {
  let width = 1;
  while (width * 2 < end - start) width *= 2;
  return start + width;
}

/** RFC 6962, 2.1, by its definition. */
function definedRoot(start, end) {
  if (end - start < 2) return end > start ? leafHash(vectorEntry(start)) : sha();
  const name = `${start}/${end}`;
  const middle = splitOf(start, end);
  if (!definedRoots.has(name)) definedRoots.set(name, nodeHash(definedRoot(start, middle), definedRoot(middle, end)));
  return definedRoots.get(name);
}

/** RFC 6962, 2.1.1. */
function definedPath(index, start, end) {
  if (end - start === 1) return [];
  const middle = splitOf(start, end);
  return index < middle
    ? [...definedPath(index, start, middle), definedRoot(middle, end)]
    : [...definedPath(index, middle, end), definedRoot(start, middle)];
}

/** RFC 6962, 2.1.2. */
function definedConsistency(old, start, end, isFromLeft = true) {
  if (old === end) return isFromLeft ? [] : [definedRoot(start, end)];
  const middle = splitOf(start, end);
  return old <= middle
    ? [...definedConsistency(old, start, middle, isFromLeft), definedRoot(middle, end)]
    : [...definedConsistency(old, middle, end, false), definedRoot(start, middle)];
}

function treeVectors({ roots, inclusion, consistency }) {
  const leads = ({ index, size, proof }) => {
    const path = proof.map((each) => Buffer.from(each, 'hex'));
    return rootByPath(index, size, leafHash(vectorEntry(index)), path)?.equals(definedRoot(0, size)) === true;
  };
  const isDefined = ({ old, size, proof }) =>
    isSame(old === 0 ? [] : definedConsistency(old, 0, size).map(hexOf), proof);
  const nameOf = ({ index, old, size, why }) => why ?? `${index ?? old} of ${size}`;
  return [
    ...roots.map(({ size, root }) => [size, hexOf(definedRoot(0, size)) === root]),
    ...inclusion.proofs.map((each) => [
      nameOf(each),
      leads(each) && isSame(definedPath(each.index, 0, each.size).map(hexOf), each.proof),
    ]),
    ...inclusion.refused.map((each) => [nameOf(each), !leads(each)]),
    ...consistency.proofs.map((each) => [nameOf(each), isDefined(each)]),
    ...consistency.refused.map((each) => [nameOf(each), !isDefined(each)]),
  ];
}

/** What a tile of a log of `size` entries holds. */
function tileBytes(level, index, size) {
  const leaves = level === 'entries' ? 1 : TILE ** Number(level);
  const width = Math.min(TILE, Math.floor(size / leaves) - index * TILE);
  const places = Array.from({ length: width }, (_, at) => index * TILE + at);
  const parts = places.map((place) => {
    if (level !== 'entries') return definedRoot(place * leaves, (place + 1) * leaves);
    const line = vectorEntry(place);
    return Buffer.concat([Buffer.of(line.length >> 8, line.length & 255), line]);
  });
  return { name: tileName(level, index, width), bytes: Buffer.concat(parts) };
}

function tileVectors({ paths, logs }) {
  return [
    ...paths.map(({ level, index, width, path }) => [path, tileName(level, index, width) === path]),
    ...logs.flatMap(({ size, tiles }) =>
      tiles.map(({ path, bytes, sha256 }) => {
        const [, level, ...name] = path.replace(/\.p\/\d+$/, '').split('/');
        const tile = tileBytes(level, Number(name.join('').replaceAll('x', '')), size);
        return [path, tile.name === path && tile.bytes.length === bytes && hexOf(sha(tile.bytes)) === sha256];
      }),
    ),
  ];
}

function isKey(line) {
  try {
    readKey(line);
    return true;
  } catch {
    return false;
  }
}

function noteVectors(file) {
  const [logKeys, witnesses] = [readKeys(file.log_keys), readKeys(file.witnesses)];
  const keys = [...logKeys, ...witnesses];
  return [
    ...file.refused_keys.map(({ line, why }) => [why, !isKey(line)]),
    ...file.notes.map(({ note, text: signedText, signatures }) => {
      const opened = openNote(note, keys);
      const found = opened?.signatures.map(({ key, seconds }) => ({ name: key.name, time: seconds ?? null }));
      return [note, opened?.text === signedText && isSame(found, signatures)];
    }),
    ...file.refused_notes.map(({ note, why }) => [why, openNote(note, keys) === undefined]),
    ...file.checkpoints.map(({ note, origin, size, root }) => {
      const read = readCheckpoint(note, logKeys, witnesses);
      return [note, read.origin === origin && read.size === size && read.root.toString('base64') === root];
    }),
    ...file.refused_checkpoints.map(({ note, wrong, why }) => [
      why,
      findingOf(() => readCheckpoint(note, logKeys, witnesses)) === wrong,
    ]),
  ];
}

function receiptVectors({ log_keys, witnesses, cases }) {
  const keys = [readKeys(log_keys), readKeys(witnesses)];
  return cases.map(({ what, now, receipts, wrong, ...wanted }) => [
    what,
    findingOf(() => checkReceipts(receipts, ...keys, msOf(now), wanted)) === wrong,
  ]);
}

function liabilityVectors({ log_keys, witnesses, amounts, leaves, nodes, cases }) {
  const keys = [readKeys(log_keys), readKeys(witnesses)];
  const nodeOf = (each) => ({ hash: Buffer.from(each.hash, 'hex'), sums: each.amounts.map(units) });
  const isNode = (found, stated) =>
    hexOf(found.hash) === stated.hash && found.sums.every((each, at) => each === units(stated.amounts[at]));
  return [
    ...amounts.map((each) => [each.amount, hexOf(packed([units(each.amount)])) === each.bytes]),
    ...leaves.map((each) => {
      const nonce = leafNonce(each.epoch, each.owner, each.part, each.parts, each.salt);
      return [each.owner, hexOf(nonce) === each.nonce && isNode(sumLeaf(nonce, each.amounts.map(units)), each)];
    }),
    ...nodes.map(({ left, right, node }, at) => {
      const join = () => sumNode(nodeOf(left), nodeOf(right));
      const finding = findingOf(join);
      return [`node ${at}`, node === null ? finding === 'overflow' : finding === null && isNode(join(), node)];
    }),
    ...cases.map(({ what, proof, owner, wrong }) => [
      what,
      findingOf(() => checkLiabilities(proof, ...keys, owner)) === wrong,
    ]),
  ];
}

const VECTORS = {
  'canonical-json': canonicalVectors,
  entries: entryVectors,
  commitments: commitmentVectors,
  trees: treeVectors,
  tiles: tileVectors,
  notes: noteVectors,
  receipts: receiptVectors,
  liabilities: liabilityVectors,
};

function runVectors([folder]) {
  for (const [name, check] of Object.entries(VECTORS)) {
    const checks = check(readFile(joinPath(folder, `${name}.json`)));
    for (const [what, holds] of checks) need(holds, 'vector', `${name}: ${what}`);
    step(`${name}: ${checks.length} checks`);
  }
}

const readFile = (name) => JSON.parse(readFileSync(name, 'utf8'));

const many = { type: 'string', multiple: true };
const one = { type: 'string' };
const COMMANDS = {
  receipt: {
    run: runReceipt,
    takes: 1,
    options: { vkey: many, witness: many, policy: one, seen: one, log: one, member: one, id: one },
  },
  log: { run: runLog, takes: 1, options: { vkey: many, witness: many, policy: one, seen: one, from: one, app: one } },
  liabilities: {
    run: runLiabilities,
    takes: 1,
    options: { vkey: many, witness: many, policy: one, owner: one, has: many },
  },
  tape: { run: runTape, takes: 4, options: {} },
  vectors: { run: runVectors, takes: 1, options: {} },
};

async function main([name, ...args]) {
  const command = Object.hasOwn(COMMANDS, name ?? '') ? COMMANDS[name] : undefined;
  try {
    if (!command) throw new Error(`one of ${Object.keys(COMMANDS).join(', ')} is needed`);
    const { values, positionals } = parseArgs({ args, options: command.options, allowPositionals: true });
    if (positionals.length !== command.takes) throw new Error(`${name} takes ${command.takes} arguments`);
    await command.run(positionals, values);
  } catch (error) {
    if (!(error instanceof Finding)) {
      console.error(`cannot check: ${error.message}`);
      return 2;
    }
    console.log(`WRONG ${error.finding}: ${error.message}`);
    return 1;
  }
  console.log('everything holds');
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
