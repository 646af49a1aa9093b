import { openDebts } from '../apps/server/src/features/debt/index.ts';
import { createMining, miningAudits } from '../apps/server/src/features/mining/index.ts';
import { auditLedger, GroupedWriter } from '../apps/server/src/ledger/index.ts';
import { systemClock, type Clock } from '../apps/server/src/platform/clock.ts';
import { openDb, sql, type Db } from '../apps/server/src/platform/db.ts';
import { ADDED_ROWS, ALL_ROWS, keepEnd, writeAtOnce } from './accrual/bare-statement.ts';
import { placePositions } from './accrual/positions.ts';
import { ratioFigure, type Figure } from './measure/figure.ts';
import { onOwnDatabase, type OwnDatabase } from './measure/own-database.ts';
import { bench, say } from './measure/run.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// A day's accrual of a million lock-mining positions, from the first day due to the last commit, against one bare
// insert-select of the same rows (payments, transfers, and the changed holds and accounts) into empty copies of their
// tables. Shown only: an insert-select of the added rows alone.

const POSITIONS = Number(process.argv[2] ?? 1_000_000);
const MEMBERS = Math.ceil(POSITIONS / 5);
const ROUNDS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_MS = Date.UTC(2026, 0, 1);

const paidDays = sql<{ count: number }>('bench.paidDays', 'select count(*)::int as count from mining_payment');

/** Milliseconds of each round: the accrual, and bare statements for all rows and for the added ones. */
type Times = Readonly<Record<'accrual' | 'bare' | 'added', number[]>>;

async function checkAudit(db: Db): Promise<void> {
  const audit = await auditLedger(db, miningAudits);
  if (!audit.ok)
    throw new Error(
      `the audit is off: ${audit.checks
        .flatMap(({ ok, name, rows }) => (ok ? [] : [name, ...rows]))
        .slice(0, 3)
        .join('; ')}`,
    );
  say(`audit clean: ${audit.checks.length} checks`);
}

function figuresOf(times: Times): Figure[] {
  const each = (ms: number) => `${(ms / 1000).toFixed(1)} s, ${Math.round(POSITIONS / (ms / 1000))} positions/s`;
  const accrual = { values: times.accrual, text: each };
  return [
    ratioFigure(
      `a day's accrual of ${POSITIONS} lock-mining positions`,
      accrual,
      { values: times.bare, text: (ms) => `one bare insert-select of the same rows, ${(ms / 1000).toFixed(1)} s` },
      { atMost: 3 },
    ),
    ratioFigure(
      'the same, against the rows it adds alone',
      accrual,
      { values: times.added, text: (ms) => `one bare insert-select of days and lines, ${(ms / 1000).toFixed(1)} s` },
      null,
    ),
  ];
}

async function measure({ url, db, owner }: OwnDatabase): Promise<Figure[]> {
  const placingMs = performance.now();
  await placePositions(owner, { count: POSITIONS, members: MEMBERS, firstMs: FIRST_MS });
  say(`${POSITIONS} positions of ${MEMBERS} members placed in ${Math.round((performance.now() - placingMs) / 1000)} s`);
  let nowMs = FIRST_MS + DAY_MS - 1;
  const clock: Clock = { nowMs: () => nowMs, after: (delayMs, task) => systemClock.after(delayMs, task) };
  const connection = openDb(url, { connections: 1 });
  try {
    const writer = new GroupedWriter({ connection, db, clock });
    const log = {
      error: (details: object, message: string) => {
        throw new Error(message, { cause: details });
      },
    };
    const { accruals } = createMining({
      db,
      writer,
      paying: writer,
      clock,
      debts: openDebts({ clock, market: { usdtPrice: () => undefined } }),
      log,
    });
    const times: Times = { accrual: [], bare: [], added: [] };
    for (let round = 1; round <= ROUNDS; round += 1) {
      await keepEnd(owner);
      nowMs += DAY_MS;
      const startMs = performance.now();
      const paid = await accruals.doAll();
      times.accrual.push(performance.now() - startMs);
      const [kept] = await db.run(paidDays);
      if (paid !== POSITIONS || kept?.count !== POSITIONS * round)
        throw new Error(`${paid} days were paid, ${kept?.count} are kept`);
      const { rows, tookMs } = await writeAtOnce(owner, ALL_ROWS);
      times.bare.push(tookMs);
      times.added.push((await writeAtOnce(owner, ADDED_ROWS)).tookMs);
      const perSecond = Math.round(paid / ((times.accrual.at(-1) ?? Number.NaN) / 1000));
      say(
        `day ${round}: ${Math.round(times.accrual.at(-1) ?? 0)} ms, ${perSecond} positions/s; one statement for the same ${rows} rows ${Math.round(tookMs)} ms, for those it adds ${Math.round(times.added.at(-1) ?? 0)} ms`,
      );
    }
    await checkAudit(db);
    return figuresOf(times);
  } finally {
    await connection.close();
  }
}

await bench('a day of lock mining', () => inTempFolder((folder) => onOwnDatabase(folder, measure)));
