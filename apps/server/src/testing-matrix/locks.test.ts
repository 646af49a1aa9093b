import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { LOCK_RANK } from '../ledger/index.ts';
import { declaredStatements } from './statements.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/**
 * `decisions`: what commands of operators lock, which are few and have no rank. `alone`: locked in transactions that run
 * no command of the ledger.
 */
type Place = keyof typeof LOCK_RANK | 'decisions' | 'alone';
/** Every statement that locks, by its place in the order of locks (docs/LEDGER.md). */
const LOCKS: Readonly<Record<Place, readonly string[]>> = {
  keys: ['spot.lockKeys', 'spot.lockKeysFirst'],
  members: ['funding.lockGifted', 'gate.lockMembers'],
  loans: ['debt.lockLoans', 'debt.owedHeld', 'loans.lock'],
  options: ['option.lockExposure', 'option.lockLimits', 'option.marksStay'],
  openOrders: ['spot.lockOpen'],
  books: ['spot.lockBooks', 'spot.lockDealingAlone', 'spot.lockNewestBooks'],
  orders: ['spot.lockCrossingBuys', 'spot.lockCrossingById', 'spot.lockCrossingSells', 'spot.lockOrders'],
  records: [
    'mining.lock',
    'mining.lockPaidUntil',
    'option.lockDue',
    'option.lockDueByTrades',
    'option.lockWithoutLine',
    'staking.lock',
    'transfers.lock',
  ],
  decisions: ['funding.lockRecharges', 'funding.lockSums', 'funding.lockWithdrawals', 'house.lockProposals'],
  alone: [
    'favourites.lock',
    'gate.lockMember',
    'identity.lock',
    'identity.lockApplicant',
    'membership.hasPassword',
    'membership.lockFrozen',
    'membership.lockStanding',
    'membership.useReset',
    'notices.locked',
    'notices.takeDueMails',
    'operators.lock',
    'operators.lockClaim',
    'operators.lockFirst',
    'operators.lockWithOwners',
    'operators.touchSession',
    'option.drawLines',
    'products.seedAlone',
    'products.seedLoansAlone',
    'proposals.lock',
    'proposals.waitingFor',
    'secret.inTurn',
    'security.lockMember',
    'security.passkeyOwner',
    'security.useTicket',
    'seed.lock',
    'site.banner.locked',
    'site.content.locked',
    'site.friend.locked',
    'site.lockLanguages',
    'site.lockScripts',
    'site.lockSettings',
    'site.seedAlone',
    'webhooks.claim',
    'webhooks.lockEndpoint',
    'webhooks.putOff',
  ],
};

const LOCKS_SOMETHING =
  /\bfor (?:no key )?update\b|\bfor (?:key )?share\b|pg_advisory_xact_lock|\boption_marks_stay\b|^\s*lock table/i;
/** One row, one name, or in an order; a row that is locked already is skipped rather than waited for. */
const HAS_ORDER = /\border by\b|skip locked|\b(?:id|hash|link_hash|token_hash) = \$\d\b|^\s*lock table/i;
const ONE_NAME = /pg_advisory_xact_lock\((?:\$1|hashtext(?:extended)?\('[^']+'(?:, 0)?\))\)/;

/** Commands without `rank` or `shares`, by why two of them in opposite orders never wait for one another. */
const NEITHER = {
  /** The only command of its batch: its plan locks by rank. */
  exclusive: ['exchange.convert', 'option.settle', 'spot.fill', 'spot.move'],
  /** Locks nothing. */
  locksNothing: ['assets.transfer', 'funding.recharge'],
  /** Operators', resolved by PostgreSQL where they cross. */
  decisions: ['funding.decideRecharge', 'funding.decideWithdrawal', 'house.decide'],
} as const;

interface Defined {
  readonly name: string;
  readonly has: ReadonlySet<string>;
}

/** The commands that slices define, with the properties of each, read off the source. */
function definedCommands(): readonly Defined[] {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.startsWith('features/') && file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(`${ROOT}${file}`, 'utf8');
      const bodies = [...source.matchAll(/\bdefineCommand(?:<[^(]*>)?\(\{(.*?)\n {2}\}\)/gs)].map(
        ([, body = '']) => body,
      );
      if (bodies.length !== [...source.matchAll(/\bdefineCommand[<(]/g)].length)
        throw new Error(`${file} defines a command in another form`);
      return bodies.map((body) => ({
        name: /^ {4}name: '([\w.]+)'/m.exec(body)?.[1] ?? file,
        has: new Set([...body.matchAll(/^ {4}(?:async )?(\w+)\b/gm)].map(([, property = '']) => property)),
      }));
    });
}

let locking: Awaited<ReturnType<typeof declaredStatements>>;
beforeAll(async () => {
  locking = (await declaredStatements()).filter(([, text]) => LOCKS_SOMETHING.test(text));
});

test('every statement that locks has its place in the order of locks', () => {
  expect([...new Set(locking.map(([name]) => name))].toSorted()).toEqual(Object.values(LOCKS).flat().toSorted());
});

test('what locks several of something locks them in an order', () => {
  // A table of one row, and what its function orders.
  const otherwise = new Set(['mining.lockPaidUntil', 'option.marksStay']);
  const unordered = locking.filter(
    ([name, text]) => !HAS_ORDER.test(text) && !ONE_NAME.test(text) && !otherwise.has(name),
  );
  expect(unordered).toEqual([]);
});

test('every command of the ledger locks by a rank, locks first what it shares, or has a reason to do neither', () => {
  const commands = definedCommands();
  expect(commands.length).toBeGreaterThan(20);
  const neither = commands.filter(({ has }) => !has.has('rank') && !has.has('shares'));
  const exclusive = neither.filter(({ has }) => has.has('exclusive')).map(({ name }) => name);
  const others = neither.filter(({ has }) => !has.has('exclusive')).map(({ name }) => name);
  expect(exclusive.toSorted()).toEqual(NEITHER.exclusive);
  expect(others.toSorted()).toEqual([...NEITHER.locksNothing, ...NEITHER.decisions].toSorted());
});
