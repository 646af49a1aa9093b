import { amount } from '@plimsoll/money';
import {
  auditLedger,
  GroupedWriter,
  move,
  plainPosting,
  type Account,
  type Journal,
} from '../apps/server/src/ledger/index.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { openDb } from '../apps/server/src/platform/db.ts';
import { ratioFigure, type Figure } from './measure/figure.ts';
import { onOwnDatabase, type OwnDatabase } from './measure/own-database.ts';
import { openPgbench } from './measure/pgbench.ts';
import { bench, say } from './measure/run.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// Journals committed by the ledger, 64 callers at once, each waiting for its own: grouped into transactions, against
// one transaction per journal. Every journal is a dealer's fill, so all touch the same house accounts. Shown beside:
// pgbench's TPC-B on the same PostgreSQL process.

const CALLERS = 64;
const ROUNDS = 5;
const SECONDS = 3;
const GRANTED = amount('1000000000');
const ONE = amount('1');
const RESIDUE = amount('0.001');

const funds = (caller: number, coinId: string) => ({ memberId: String(caller + 1), type: 1 as const, coinId });

/** A member's exchange: what is paid, what is received, what rounding left. */
const exchange = (caller: number, n: number, [quote, base]: readonly [string, string]): Journal => ({
  cause: { kind: 'flash-exchange', id: `${caller}.${n}` },
  actor: { kind: 'clock' },
  lines: [
    move(funds(caller, quote), { house: 'spot', coinId: quote }, ONE),
    move({ house: 'spot', coinId: base }, funds(caller, base), ONE),
    move({ house: 'spot', coinId: quote }, { house: 'rounding', coinId: quote }, RESIDUE),
  ],
});

/** Gives every caller, and the house account, enough of a coin. */
function grants(coinId: string): Journal[] {
  const accounts = [...Array(CALLERS).keys()].map((caller): Account => funds(caller, coinId));
  return [...accounts, { house: 'spot', coinId } as const].map((to, index) => ({
    cause: { kind: 'house' in to ? 'house-funding' : 'demo-funding', id: `${coinId}.${index}` },
    actor: { kind: 'clock' },
    lines: [move({ house: 'outside', coinId }, to, GRANTED)],
  }));
}

class Posting {
  readonly #coins: readonly [string, string];
  #posted = 0;

  constructor(coins: readonly [string, string]) {
    this.#coins = coins;
  }

  get posted(): number {
    return this.#posted;
  }

  /** Journals committed a second; each caller posts its next when its last is committed. */
  async perSecond(writer: GroupedWriter): Promise<number> {
    const startMs = performance.now();
    let count = 0;
    await Promise.all(
      [...Array(CALLERS).keys()].map(async (caller) => {
        while (performance.now() - startMs < SECONDS * 1000) {
          this.#posted += 1;
          const result = await writer.submit(plainPosting, [exchange(caller, this.#posted, this.#coins)]);
          if (!result.ok) throw new Error(`a journal was refused: ${result.refusal.reason}`);
          count += 1;
        }
      }),
    );
    return count / ((performance.now() - startMs) / 1000);
  }
}

async function measure({ url, db }: OwnDatabase, folder: string): Promise<Figure[]> {
  const [quote, base] = (
    await db.run<{ id: string }>({ name: 'bench.coins', text: 'select id from coin order by sort limit 2' })
  ).map(({ id }) => id);
  if (quote === undefined || base === undefined) throw new Error('there are no coins');
  const connection = openDb(url, { connections: 1 });
  try {
    const grouped = new GroupedWriter({ connection, db, clock: systemClock });
    const direct = new GroupedWriter({ connection, db, clock: systemClock, maxBatchSize: 1 });
    await grouped.submit(plainPosting, [...grants(quote), ...grants(base)]);
    const pgbench = await openPgbench(url, { clients: CALLERS, folder });
    const posting = new Posting([quote, base]);
    const rates = { tpcb: [] as number[], grouped: [] as number[], direct: [] as number[] };
    for (let round = 1; round <= ROUNDS; round += 1) {
      rates.tpcb.push(await pgbench.throughput({ seconds: SECONDS, protocol: 'prepared' }));
      rates.grouped.push(await posting.perSecond(grouped));
      rates.direct.push(await posting.perSecond(direct));
    }
    await pgbench.drop();
    const audit = await auditLedger(db);
    if (!audit.ok) throw new Error('the audit is off');
    say(`${posting.posted} journals posted, audit clean: ${audit.checks.length} checks`);
    const rate = (values: readonly number[], name: string) => ({
      values,
      text: (value: number) => `${name} ${Math.round(value)}/s`,
    });
    return [
      ratioFigure(
        'journals committed, 64 callers on the same house accounts',
        rate(rates.grouped, 'grouped'),
        rate(rates.tpcb, 'TPC-B'),
        { atLeast: 1.5 },
      ),
      ratioFigure(
        'the same, grouped against one transaction each',
        rate(rates.grouped, 'grouped'),
        rate(rates.direct, 'direct'),
        null,
      ),
    ];
  } finally {
    await connection.close();
  }
}

await bench('the ledger alone', () =>
  inTempFolder((folder) => onOwnDatabase(folder, (database) => measure(database, folder))));
