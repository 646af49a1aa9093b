import { createHash } from 'node:crypto';
import {
  canonicalJson,
  choiceOf,
  choiceSalt,
  commitOf,
  entryLine,
  isCommitted,
  leafHash,
  parseCanonical,
  parseEntry,
  saltOf,
  type CommittedType,
  type Opened,
} from '@plimsoll/proof/log';
import { makeWorld, SALT_KEY } from '../verifiers/world.ts';

// Vectors of canonical JSON, entries and commitments (PROOF 1, 2.1, 2.2).

/** Any JSON, to be spelled canonically. */
const SPELLINGS = [
  '{}',
  '[]',
  'null',
  '"€"',
  '[0, 9007199254740991, true, false, null]',
  '{"b": 1, "a": {"d": [], "c": "x"}}',
  // By UTF-16 units, a surrogate sorts before U+FB33.
  '{"\\ufb33": 1, "\\ud83d\\ude00": 2, "\\u20ac": 3, "\\r": 4, "1": 5, "\\u0080": 6, "\\u00f6": 7}',
  '"\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\\\/\\u007f\\u2028"',
  '{"": "", "a": "0.80000000"}',
];
/** Texts that are not canonical JSON, each with the reason. */
const NOT_CANONICAL: readonly (readonly [text: string, why: string])[] = [
  ['{"b":1,"a":2}', 'names out of order'],
  ['{"a":1,"a":2}', 'a name twice'],
  ['{"a": 1}', 'a space'],
  ['{"a":1}\n', 'a newline at the end'],
  ['{"\\ud83d\\ude00":1}', 'a character escaped that needs no escape'],
  ['"\\ud83d"', 'a lone surrogate'],
  ['{"\\udc00":1}', 'a lone surrogate in a name'],
  ['"\\/"', 'a slash escaped'],
  ['"\\u001F"', 'an escape in capitals'],
  ['"\\u000a"', 'an escape longer than needed'],
  ['9007199254740992', 'a number above 2^53 - 1'],
  ['-1', 'a number below zero'],
  ['-0', 'a number below zero'],
  ['1.0', 'a fraction'],
  ['0.5', 'a fraction'],
  ['1e3', 'an exponent'],
  ['NaN', 'no JSON'],
  ['[1,]', 'no JSON'],
  ['', 'no JSON'],
  ['\ufeff1', 'a byte order mark'],
];

/** Canonical JSON: `canonical` spells `json`, and has that hash; `refused` texts are none. */
export function canonicalVectors(): unknown {
  return {
    canonical: SPELLINGS.map((json) => {
      const canonical = canonicalJson(JSON.parse(json));
      demand(parseCanonical(canonical) !== undefined, canonical);
      return { json, canonical, sha256: createHash('sha256').update(canonical).digest('hex') };
    }),
    refused: NOT_CANONICAL.map(([text, why]) => {
      demand(parseCanonical(text) === undefined, text);
      return { text, why };
    }),
  };
}

const AT = '2026-11-22T12:00:00.000Z';
const HASH = '5a'.repeat(32);
const MAX_KIND = 16_384 - entryLine('journal', AT, { kind: '', commit: HASH }).length;

/** One entry of each type, and the longest there may be. */
function entries(): string[] {
  const world = makeWorld().entries;
  const types = ['settings', 'terms', 'option-taken', 'option-line', 'option-settled', 'tape', 'fill'];
  return [
    ...types.map((type) => world.find((entry) => entry.type === type)?.line ?? ''),
    world.find(({ line }) => line.includes('"exit":null'))?.line ?? '',
    entryLine('journal', AT, { kind: 'transfer', commit: HASH }),
    entryLine('journal', AT, { kind: 'é'.repeat(Math.floor(MAX_KIND / 2)) + 'k'.repeat(MAX_KIND % 2), commit: HASH }),
    entryLine('ledger', AT, { number: 9_007_199_254_740_991, hash: HASH }),
    entryLine('operators', AT, { number: 0, hash: HASH }),
    entryLine('market', AT, { market: 'btcusdt', version: 1, values: { decimals: 2, minimum: '0.00010000' } }),
    entryLine('liabilities', AT, {
      epoch: 1,
      root: HASH,
      coins: ['BTC', 'USDT'],
      totals: ['21.00000000', '0.00000001'],
      leaves: 4,
      batch: 12,
      house: [{ name: 'fees', amounts: ['1.00000000', '0.00000000'] }],
    }),
    entryLine('key', AT, { vkey: 'plimsoll.example/log+00000000+AQ==' }),
    entryLine('build', AT, { list: HASH, verifiers: [{ name: 'verify.py', hash: HASH }] }),
  ];
}

function refusedEntries(): (readonly [line: string, why: string])[] {
  const [settled = ''] = entries().filter((line) => line.includes('"t":"option-settled"'));
  const fill = entries().find((line) => line.includes('"t":"fill"')) ?? '';
  const ledger = entryLine('ledger', AT, { number: 1, hash: HASH });
  const journal = entryLine('journal', AT, { kind: 'k'.repeat(MAX_KIND), commit: HASH });
  return [
    [ledger.replace('"t":"ledger"', '"t":"ledgers"'), 'an unknown type'],
    [ledger.replace('"v":1', '"v":2'), 'an unknown version'],
    [ledger.replace('"v":1}', '"v":1,"w":1}'), 'a field too many'],
    [ledger.replace('"number":1,', ''), 'a field missing'],
    [ledger.replace('"number":1', '"number":"1"'), 'text for a number'],
    [ledger.replace('{"at"', '{ "at"'), 'no canonical JSON'],
    [ledger.replace(HASH, HASH.toUpperCase()), 'a hash in capitals'],
    [ledger.replace(HASH, HASH.slice(2)), 'a hash too short'],
    [ledger.replace('.000Z', 'Z'), 'a time without milliseconds'],
    [ledger.replace('.000Z', '.000+00:00'), 'a time of another zone'],
    [fill.replace('"price":"', '"price":"0'), 'a leading zero'],
    [fill.replace('"price":"', '"price":"-'), 'a sign'],
    [fill.replace(/("price":"[\d.]+)\d"/, '$1"'), 'seven decimals'],
    [fill.replace('"side":"buy"', '"side":"long"'), 'an unknown side'],
    [settled.replace(/"outcome":"\w+"/, '"outcome":"draw"'), 'an unknown outcome'],
    [journal.replace('"kind":"', '"kind":"k'), 'more than 16384 bytes'],
    ['[]', 'no object'],
    ['null', 'no object'],
  ];
}

/** Entries with their leaf hashes, in hex; `refused` lines are none. */
export function entryVectors(): unknown {
  return {
    entries: entries().map((line) => {
      demand(parseEntry(line) !== undefined, line);
      return { line, leaf: Buffer.from(leafHash(Buffer.from(line))).toString('hex') };
    }),
    refused: refusedEntries().map(([line, why]) => {
      demand(parseEntry(line) === undefined, line);
      return { line, why };
    }),
  };
}

const OPENED: readonly (readonly [t: CommittedType, id: number, n: number, opened: Opened])[] = [
  ['option-taken', 1000, 0, { direction: 'up', stake: '10.00000001', member: 7 }],
  ['option-settled', 1000, 0, { stake: '10.00000001', profit: '-10.00000001' }],
  ['fill', 500, 0, { quantity: '0.01234567', paid: '790.12345678', fee: '0.00001234', member: 7 }],
  ['fill', 500, 1, { quantity: '1.00000000', paid: '64000.00000000', fee: '64.00000000', member: 7 }],
  ['journal', 12, 0, { id: 12, lines: [{ from: 'outside', to: 'funds:7', coin: 'USDT', amount: '100.00000000' }] }],
];

/** Salts from their key, commitments, and the commitments of a direction by itself. */
export function commitmentVectors(): unknown {
  const made = OPENED.map(([t, id, n, opened]) => {
    demand(isCommitted(t), t);
    const salt = saltOf(SALT_KEY, t, id, n);
    return { t, id, n, salt, opened, commit: commitOf(opened, salt) };
  });
  const salts = made.map(({ salt }) => salt).slice(0, 2);
  return {
    key: Buffer.from(SALT_KEY).toString('hex'),
    commitments: made,
    choices: salts.flatMap((salt) =>
      (['up', 'down'] as const).map((direction) => {
        const published = choiceSalt(salt);
        return { direction, salt, published, choice: choiceOf(direction, published) };
      }),
    ),
  };
}

/** A vector that the formats' own code judges otherwise is a mistake here. */
export function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(`a vector is not what it says: ${what.slice(0, 200)}`);
}
