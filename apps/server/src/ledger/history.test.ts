import fc from 'fast-check';
import { amount, type Amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ManualClock } from '../platform/clock.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { requireCleanAudit } from '../testing/clean-audit.ts';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { allowTrialKind } from '../testing/trial-kind.ts';
import {
  balancesOf,
  capture,
  GroupedWriter,
  hold,
  move,
  plainPosting,
  release,
  type Account,
  type Journal,
  type Line,
} from './index.ts';

/** Histories tried; `LEDGER_HISTORIES=10000` is the long mode. */
const HISTORIES = Number(process.env['LEDGER_HISTORIES'] ?? 320);
/** Histories that run at the same moment, over one another's house account. */
const TOGETHER = 32;
const MEMBERS = 3;

type Step = Plain | Ending;
type Plain =
  | { readonly does: 'fund' | 'drain'; readonly who: number; readonly units: number }
  | { readonly does: 'pay'; readonly who: number; readonly to: number; readonly units: number }
  | { readonly does: 'hold'; readonly who: number; readonly units: number };
interface Ending {
  readonly does: 'capture' | 'release';
  readonly nth: number;
  readonly units: number;
}

const isPlain = (each: Step): each is Plain => each.does !== 'capture' && each.does !== 'release';

const who = fc.nat(MEMBERS - 1);
const units = fc.integer({ min: 1, max: 40 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constantFrom('fund' as const, 'drain' as const), who, units }),
  fc.record({ does: fc.constant('pay' as const), who, to: who, units }),
  fc.record({ does: fc.constant('hold' as const), who, units }),
  fc.record({ does: fc.constantFrom('capture' as const, 'release' as const), nth: fc.nat(4), units }),
);
const history = fc.array(step, { minLength: 1, maxLength: 12 });

const noughts = () => Array.from({ length: MEMBERS }, () => 0);

/** The ledger as one would write it on paper. */
class Paper {
  readonly available = noughts();
  readonly frozen = noughts();
  readonly holds: { who: number; left: number }[] = [];

  /** Does a step if it can be done; undefined when there is nothing it could mean. */
  take(each: Step): boolean | undefined {
    switch (each.does) {
      case 'fund':
        return this.#move(undefined, each.who, each.units);
      case 'drain':
        return this.#move(each.who, undefined, each.units);
      case 'pay':
        return each.who === each.to ? undefined : this.#move(each.who, each.to, each.units);
      case 'hold': {
        if (!this.#move(each.who, undefined, each.units)) return false;
        this.frozen[each.who] = (this.frozen[each.who] ?? 0) + each.units;
        this.holds.push({ who: each.who, left: each.units });
        return true;
      }
      case 'capture':
      case 'release': {
        const held = this.holds[each.nth];
        if (!held || held.left < each.units) return undefined;
        held.left -= each.units;
        this.frozen[held.who] = (this.frozen[held.who] ?? 0) - each.units;
        if (each.does === 'release') this.#move(undefined, held.who, each.units);
        return true;
      }
    }
  }

  #move(from: number | undefined, to: number | undefined, quantity: number): boolean {
    if (from !== undefined && (this.available[from] ?? 0) < quantity) return false;
    if (from !== undefined) this.available[from] = (this.available[from] ?? 0) - quantity;
    if (to !== undefined) this.available[to] = (this.available[to] ?? 0) + quantity;
    return true;
  }
}

let database: TestDatabase;
let connection: Db;
let writer: GroupedWriter;
let coinId: string;
let members = 0;
let refs = 0;

beforeAll(async () => {
  database = await testDatabase();
  await allowTrialKind(database);
  connection = openDb(database.url, { connections: 1 });
  writer = new GroupedWriter({ connection, db: database.db, clock: new ManualClock(Date.UTC(2026, 0, 1)) });
  const [coin] = await database.db.run(
    sql<{ id: string }>('history.coin', `insert into coin (title, decimals) values ('USDT', 8) returning id`),
  );
  coinId = coin?.id ?? '';
});
afterAll(async () => {
  await requireCleanAudit(database.db);
  await connection.close();
  await database.drop();
});

const outside = (): Account => ({ house: 'outside', coinId });
const inUnits = (count: number) => amount(`0.${String(count).padStart(8, '0')}`);

/** A history's own members and holds on the real ledger. */
class World {
  readonly ids = Array.from({ length: MEMBERS }, () => String((members += 1)));
  readonly #holds: { account: Account; ref: string }[] = [];

  account(nth: number): Account {
    return { memberId: this.ids[nth] ?? '', type: 1, coinId };
  }

  /** Posts a step; `noted` runs at once for those that later steps refer to. */
  async do(each: Step): Promise<boolean> {
    const ref = String((refs += 1));
    if (each.does === 'hold') this.#holds.push({ account: this.account(each.who), ref });
    const journal: Journal = {
      cause: { kind: 'test', id: ref },
      actor: { kind: 'clock' },
      lines: [this.#line(each, ref)],
    };
    const result = await writer.submit(plainPosting, [journal]);
    if (each.does === 'hold' && !result.ok)
      this.#holds.splice(
        this.#holds.findIndex((held) => held.ref === ref),
        1,
      );
    return result.ok;
  }

  #line(each: Step, ref: string): Line {
    switch (each.does) {
      case 'fund':
        return move(outside(), this.account(each.who), inUnits(each.units));
      case 'drain':
        return move(this.account(each.who), outside(), inUnits(each.units));
      case 'pay':
        return move(this.account(each.who), this.account(each.to), inUnits(each.units));
      case 'hold':
        return hold(this.account(each.who), inUnits(each.units), { kind: 'test', ref });
      case 'capture':
      case 'release': {
        const held = this.#holds[each.nth];
        if (!held) throw new Error('the paper knows a hold that the world does not');
        const name = { kind: 'history', ref: held.ref };
        return each.does === 'capture'
          ? capture(held.account, outside(), inUnits(each.units), name)
          : release(held.account, inUnits(each.units), name);
      }
    }
  }

  async balances(): Promise<{ available: Amount[]; frozen: Amount[] }> {
    const rows = await Promise.all(this.ids.map((id) => balancesOf(database.db, id)));
    return {
      available: rows.map(([row]) => row?.available ?? (0n as Amount)),
      frozen: rows.map(([row]) => row?.frozen ?? (0n as Amount)),
    };
  }
}

const onPaper = (paper: Paper) => ({ available: paper.available.map(BigInt), frozen: paper.frozen.map(BigInt) });

test('every random history ends as in the model, whatever runs concurrently', async () => {
  const alone = async (steps: readonly Step[]) => {
    const paper = new Paper();
    const world = new World();
    for (const each of steps) {
      const expected = paper.take(each);
      const done = expected === undefined ? undefined : await world.do(each);
      expect(done).toBe(expected);
    }
    expect(await world.balances()).toEqual(onPaper(paper));
  };
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: TOGETHER, maxLength: TOGETHER, size: 'max' }), (histories) =>
      Promise.all(histories.map(alone)).then(() => {}),
    ),
    { numRuns: Math.ceil(HISTORIES / TOGETHER) },
  );
}, 1_800_000);

test('concurrent callers lose and gain nothing', async () => {
  const impatient = fc.array(
    step.filter((each) => isPlain(each)),
    { minLength: 4, maxLength: 24 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(impatient, { minLength: 8, maxLength: 8 }), async (histories) => {
      await Promise.all(
        histories.map(async (steps) => {
          const world = new World();
          const meant = steps.filter((each) => each.does !== 'pay' || each.who !== each.to);
          const done = await Promise.all(meant.map((each) => world.do(each)));
          // In whatever order they went: what was acknowledged, and nothing else, is in the balances.
          const change = noughts();
          const frozen = noughts();
          const add = (list: number[], nth: number, by: number) => {
            list[nth] = (list[nth] ?? 0) + by;
          };
          meant.forEach((each, index) => {
            if (!done[index]) return;
            add(change, each.who, each.does === 'fund' ? each.units : -each.units);
            if (each.does === 'pay') add(change, each.to, each.units);
            if (each.does === 'hold') add(frozen, each.who, each.units);
          });
          expect(await world.balances()).toEqual({ available: change.map(BigInt), frozen: frozen.map(BigInt) });
          expect(change.every((each) => each >= 0)).toBe(true);
        }),
      );
    }),
    { numRuns: Math.ceil(HISTORIES / 40) },
  );
}, 1_800_000);
