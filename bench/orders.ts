import { auditLedger } from '../apps/server/src/ledger/index.ts';
import { spotAudits } from '../apps/server/src/features/spot/index.ts';
import { openDb, sql, type Db } from '../apps/server/src/platform/db.ts';
import { drive } from './load/drive.ts';
import type { Outcome } from './load/job.ts';
import { openTradingFloor, type TradingFloor } from './load/trading-floor.ts';
import { ratioFigure, type Figure } from './measure/figure.ts';
import { openPgbench, type Pgbench, type Protocol } from './measure/pgbench.ts';
import { bench, say } from './measure/run.ts';
import { median, quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// Spot orders placed and committed through HTTP, 64 members at once, against pgbench's TPC-B on the same PostgreSQL
// process and settings, in turns. An order is a hold, a row, a journal in two tables, a link of the hash chain, and
// often a fill.

const MEMBERS = 64;
const ROUNDS = 5;
const SECONDS = 4;
const WARM_SECONDS = 2;
const HALF_LOAD_SECONDS = 4;
const WAL_ROUNDS = 3;

const orderIds = sql<{ id: string }>('bench.orderIds', 'select id from spot_order where id > $1 order by id');
const lastOrder = sql<{ id: string }>('bench.lastOrder', 'select coalesce(max(id), 0) as id from spot_order');

const wal = sql<{ bytes: string }>('bench.wal', `select pg_current_wal_insert_lsn() - '0/0' as bytes`);

/** Bytes that the database wrote to its log (WAL) while something ran, for each of what it counted. */
async function walOf(db: Db, run: () => Promise<number>): Promise<number> {
  const at = async (): Promise<number> => Number((await db.run(wal))[0]?.bytes);
  const before = await at();
  const count = await run();
  return ((await at()) - before) / count;
}

const perSecond = ({ ids, tookMs }: Outcome): number => ids.length / (tookMs / 1000);
const rateText = (value: number): string => `${Math.round(value)}/s`;
const msText = (value: number): string => `${value.toFixed(2)} ms`;
const bytesText = (value: number): string => `${Math.round(value)} bytes`;

/** Every acknowledgement the load generator received, to compare with the database. */
class Acknowledged {
  readonly #ids: number[] = [];
  readonly #refused = new Map<string, number>();
  #runs = 0;

  async load(floor: TradingFloor, how: { seconds: number; rate?: number; keyed?: boolean }): Promise<Outcome> {
    this.#runs += 1;
    const outcome = await drive(floor.url, {
      path: '/api/upbbbuy',
      members: floor.members,
      seconds: how.seconds,
      perSecond: how.rate ?? null,
      keys: how.keyed ? `run${this.#runs}` : null,
    });
    for (const id of outcome.ids) this.#ids.push(id);
    for (const [reason, count] of Object.entries(outcome.refused))
      this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + count);
    return outcome;
  }

  /** Throws unless the orders after `first` are exactly the acknowledged ones. */
  async compare(db: Db, first: string): Promise<void> {
    const kept = (await db.run(orderIds, [first])).map(({ id }) => Number(id));
    const acknowledged = this.#ids.toSorted((a, b) => a - b);
    const isSame = kept.length === acknowledged.length && kept.every((id, place) => id === acknowledged[place]);
    const refused = [...this.#refused].map(([reason, count]) => `, ${count} refused (${reason})`).join('');
    if (!isSame) throw new Error(`${acknowledged.length} orders were acknowledged, the database has ${kept.length}`);
    say(`${acknowledged.length} orders acknowledged, each of them in the database once and none besides${refused}`);
  }
}

async function fastestProtocol(pgbench: Pgbench): Promise<Protocol> {
  const rates: { protocol: Protocol; rate: number }[] = [];
  for (const protocol of ['simple', 'extended', 'prepared'] as const) {
    rates.push({ protocol, rate: await pgbench.throughput({ seconds: SECONDS, protocol }) });
  }
  say(`pgbench, ${MEMBERS} clients: ${rates.map(({ protocol, rate }) => `${protocol} ${rateText(rate)}`).join(', ')}`);
  return rates.reduce((best, each) => (each.rate > best.rate ? each : best)).protocol;
}

interface Compared {
  readonly db: Db;
  readonly floor: TradingFloor;
  readonly pgbench: Pgbench;
  readonly acknowledged: Acknowledged;
}

/**
 * What an order writes to the database's log, beside a transaction of TPC-B. Not in turns with it, and before it: what
 * the database tidies up after TPC-B would count for the orders behind it.
 */
async function written({ db, floor, pgbench, acknowledged }: Compared, protocol: Protocol): Promise<Figure[]> {
  const tpcb: number[] = [];
  const plain: number[] = [];
  const keyed: number[] = [];
  const orders = async (keys: boolean): Promise<number> =>
    (await acknowledged.load(floor, { seconds: SECONDS, keyed: keys })).ids.length;
  for (let round = 1; round <= WAL_ROUNDS; round += 1) {
    plain.push(await walOf(db, () => orders(false)));
    keyed.push(await walOf(db, () => orders(true)));
    say(`round ${round}: WAL of an order ${bytesText(plain.at(-1) ?? 0)}, with a key ${bytesText(keyed.at(-1) ?? 0)}`);
  }
  for (let round = 1; round <= WAL_ROUNDS; round += 1)
    tpcb.push(await walOf(db, async () => SECONDS * (await pgbench.throughput({ seconds: SECONDS, protocol }))));
  say(`WAL of a TPC-B transaction ${bytesText(median(tpcb))}`);
  const bytes = (values: readonly number[]) => ({ values, text: bytesText });
  const against = { values: tpcb, text: (value: number) => `a TPC-B transaction, ${bytesText(value)}` };
  return [
    ratioFigure(
      'written to the WAL for each order, with all that the server does meanwhile',
      bytes(plain),
      against,
      null,
    ),
    ratioFigure('the same, each with an idempotency key', bytes(keyed), against, null),
  ];
}

async function compare({ floor, pgbench, acknowledged }: Compared, protocol: Protocol): Promise<Figure[]> {
  const tpcb: number[] = [];
  const plain: number[] = [];
  const keyed: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    tpcb.push(await pgbench.throughput({ seconds: SECONDS, protocol }));
    plain.push(perSecond(await acknowledged.load(floor, { seconds: SECONDS })));
    keyed.push(perSecond(await acknowledged.load(floor, { seconds: SECONDS, keyed: true })));
    say(
      `round ${round}: TPC-B ${rateText(tpcb.at(-1) ?? 0)}, orders ${rateText(plain.at(-1) ?? 0)}, with keys ${rateText(keyed.at(-1) ?? 0)}`,
    );
  }
  const half = median(plain) / 2;
  const oneTpcb: number[] = [];
  const late: number[] = [];
  const lateKeyed: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const lateOf = async (keys: boolean) =>
      quantile(
        (await acknowledged.load(floor, { seconds: HALF_LOAD_SECONDS, rate: half, keyed: keys })).latenciesMs,
        0.99,
      );
    oneTpcb.push(await pgbench.medianMs({ seconds: HALF_LOAD_SECONDS, protocol, perSecond: half }));
    late.push(await lateOf(false));
    lateKeyed.push(await lateOf(true));
    say(
      `round ${round} at half that load: median of TPC-B ${msText(oneTpcb.at(-1) ?? 0)}, p99 of orders ${msText(late.at(-1) ?? 0)}, with keys ${msText(lateKeyed.at(-1) ?? 0)}`,
    );
  }
  const rate = (values: readonly number[]) => ({ values, text: rateText });
  const time = (values: readonly number[]) => ({ values, text: msText });
  const against = { values: tpcb, text: (value: number) => `TPC-B ${rateText(value)} (${protocol})` };
  const median1 = { values: oneTpcb, text: (value: number) => `the median TPC-B transaction, ${msText(value)}` };
  return [
    ratioFigure('spot orders placed and committed through HTTP, 64 members at once', rate(plain), against, {
      atLeast: 1.5,
    }),
    ratioFigure('the same, each with an idempotency key', rate(keyed), against, { atLeast: 1.5 }),
    ratioFigure(`p99 of one order at half that load (${rateText(half)})`, time(late), median1, { atMost: 5 }),
    ratioFigure('the same, each with an idempotency key', time(lateKeyed), median1, { atMost: 5 }),
  ];
}

async function measure(compared: Compared): Promise<Figure[]> {
  await compared.acknowledged.load(compared.floor, { seconds: WARM_SECONDS });
  // The protocol matters little for what is written.
  const wal = await written(compared, 'prepared');
  return [...(await compare(compared, await fastestProtocol(compared.pgbench))), ...wal];
}

await bench('orders through HTTP', () =>
  inTempFolder(async (folder) => {
    const floor = await openTradingFloor(folder, MEMBERS);
    try {
      const db = openDb(floor.databaseUrl, { connections: 1 });
      const pgbench = await openPgbench(floor.databaseUrl, { clients: MEMBERS, folder });
      try {
        const acknowledged = new Acknowledged();
        const [before] = await db.run(lastOrder);
        const figures = await measure({ db, floor, pgbench, acknowledged });
        await pgbench.drop();
        await acknowledged.compare(db, before?.id ?? '0');
        const audit = await auditLedger(db, spotAudits);
        if (!audit.ok)
          throw new Error(
            `the audit is off: ${audit.checks
              .filter(({ ok }) => !ok)
              .map(({ name }) => name)
              .join('; ')}`,
          );
        say(`audit clean: ${audit.checks.length} checks`);
        return figures;
      } finally {
        await db.close();
      }
    } finally {
      await floor.close();
    }
  }));
