import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { amount } from '@plimsoll/money';
import { optionAudits, OptionsService } from '../apps/server/src/features/options/index.ts';
import { auditLedger, GroupedWriter, move, plainPosting, type Account } from '../apps/server/src/ledger/index.ts';
import { tapeAudits } from '../apps/server/src/market/index.ts';
import { openDb, sql } from '../apps/server/src/platform/db.ts';
import { ManualMarket } from '../apps/server/src/testing/manual-market.ts';
import type { Figure } from './measure/figure.ts';
import { onOwnDatabase, type OwnDatabase } from './measure/own-database.ts';
import { bench, say } from './measure/run.ts';
import { quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import { HeldClock } from './options/held-clock.ts';
import { optionSettings } from '../apps/server/src/testing/option-settings.ts';

// Ten thousand options that expire in the same second, from expiry to commit, settled by one process and by two. They
// are placed through the service while the clock is held; then it runs again, prices arrive and the settlers work as in
// the server.

const OPTIONS = 10_000;
const MEMBERS = 100;
/** Long enough to place them all on a busy machine. */
const SECONDS = 45;
/** Marks come five times a second, as they do while prices move. */
const MARK_MS = 200;
const LINE_DELAY_MS = 1_000;
const LOOK_MS = 5;
const GIVE_UP_MS = 60_000;

const coinIds = sql<{ id: string; title: string; decimals: number }>(
  'bench.coins',
  'select id, title, decimals from coin order by sort',
);
const offer = sql<never>(
  'bench.offer',
  "insert into option_terms (seconds, min, max, rate, changed_at) values ($1, 1, 1000, 0.8, now() - interval '1 hour')",
);
const addMember = sql<{ id: string }>(
  'bench.addMember',
  `insert into member (username, password_hash, invite_code, created_at) values ($1, '-', $2, now()) returning id`,
);
const openOptions = sql<{ last: Date | null }>(
  'bench.openOptions',
  'select expires_at as last from option_order where status = 1 order by expires_at desc nulls first limit 1',
);
const lateness = sql<{ ms: string; times: number }>(
  'bench.lateness',
  `
  select extract(epoch from o.settled_at - o.expires_at) * 1000 as ms, (select count(*)::int from ledger_journal j where j.cause_kind = 'option-settle' and j.cause_id = o.id::text) as times
  from option_order o where o.expires_at >= $1`,
);

interface Stage {
  readonly clock: HeldClock;
  readonly market: ManualMarket;
  readonly options: OptionsService;
  readonly members: readonly string[];
}

async function setStage(
  { db, owner }: OwnDatabase,
  clock: HeldClock,
  { writer, beside }: { readonly writer: GroupedWriter; readonly beside: GroupedWriter },
): Promise<Stage> {
  const coins = await db.run(coinIds);
  const market = new ManualMarket({ clock, db, coins, freshSeconds: 5 });
  await owner.run(offer, [SECONDS]);
  const members: string[] = [];
  for (let n = 0; n < MEMBERS; n += 1) {
    const [row] = await owner.run(addMember, [`bench${n}`, String(n).padStart(8, 'A')]);
    if (row) members.push(row.id);
  }
  const usdt = market.bySymbol('btcusdt')?.quote.id ?? '';
  const granted = (to: Account, name: string) => ({
    cause: { kind: 'house' in to ? ('house-funding' as const) : ('demo-funding' as const), id: name },
    actor: { kind: 'clock' as const },
    lines: [move({ house: 'outside', coinId: usdt }, to, amount('10000000'))],
  });
  await writer.submit(plainPosting, [
    granted({ house: 'options', coinId: usdt }, 'house'),
    ...members.map((memberId) => granted({ memberId, type: 2, coinId: usdt }, memberId)),
  ]);
  const options = new OptionsService({
    db,
    market,
    tape: market.tape,
    marks: market.marks,
    writer,
    settling: writer,
    settlingBeside: beside,
    clock,
    log: {
      error: (details, message) => {
        throw new Error(message, { cause: details });
      },
    },
    settings: optionSettings(),
  });
  await options.refreshTerms();
  return { clock, market, options, members };
}

/** Places the options within `spreadMs` of one moment and draws their lines; returns that moment. */
async function placeOptions({ clock, market, options, members }: Stage, spreadMs: number): Promise<number> {
  const beganMs = Date.now();
  clock.hold(beganMs);
  market.setMark('btcusdt', '25000');
  await market.keep();
  const results = await Promise.all(
    Array.from({ length: OPTIONS }, (_, n) => {
      clock.hold(beganMs + Math.floor((n * spreadMs) / OPTIONS));
      return options.place(members[n % MEMBERS] ?? '', {
        m_id: '1',
        ctime: String(SECONDS),
        ctzed: amount('10'),
        buytype: n % 2 === 0 ? '1' : '2',
      });
    }),
  );
  const refused = results.find((result) => !result.ok);
  if (refused?.ok === false) throw new Error(`an option was refused: ${refused.refusal.reason}`);
  // Each line is the first mark a second after acceptance.
  for (let afterMs = LINE_DELAY_MS; afterMs < LINE_DELAY_MS + spreadMs + MARK_MS; afterMs += MARK_MS) {
    clock.hold(beganMs + afterMs);
    market.setMark('btcusdt', '25000');
  }
  await market.keep();
  await options.settler.settleAll();
  clock.release();
  say(`${OPTIONS} options placed in ${((Date.now() - beganMs) / 1000).toFixed(1)} s`);
  return beganMs;
}

interface Settled {
  /** The latest commit, by its time or when it was seen. */
  readonly worstMs: number;
  readonly p99Ms: number;
}

async function settle({ market }: Stage, { db }: OwnDatabase, beganMs: number): Promise<Settled> {
  let nth = 0;
  const feed = setInterval(() => {
    market.setMark('btcusdt', String(25_000 + ((nth += 1) % 7)));
  }, MARK_MS);
  try {
    // The settler may be drawing lines itself.
    let [open] = await db.run(openOptions);
    for (; open?.last === null; [open] = await db.run(openOptions)) await delay(LOOK_MS);
    const lastMs = open?.last?.getTime() ?? Number.NaN;
    if (lastMs <= Date.now() + 1000) throw new Error('placing them took too long');
    await delay(lastMs - Date.now() - 5);
    for (;;) {
      if ((await db.run(openOptions)).length === 0) break;
      if (Date.now() > lastMs + GIVE_UP_MS) throw new Error('options are still open');
      await delay(LOOK_MS);
    }
    const seenMs = Date.now() - lastMs;
    const rows = await db.run(lateness, [new Date(beganMs)]);
    if (rows.length !== OPTIONS || rows.some(({ times }) => times !== 1)) throw new Error('not each was settled once');
    const written = rows.map(({ ms }) => Number(ms));
    return { worstMs: Math.max(seenMs, quantile(written, 1)), p99Ms: quantile(written, 0.99) };
  } finally {
    clearInterval(feed);
  }
}

async function withSecondProcess<T>(url: string, work: () => Promise<T>): Promise<T> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('options/settling-process.ts', import.meta.url)), url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    return await work();
  } finally {
    child.stdin.end();
    await ended;
  }
}

const ROUNDS = [
  { processes: 1, spreadMs: 1, what: 'at the same moment' },
  { processes: 2, spreadMs: 1, what: 'at the same moment' },
  { processes: 1, spreadMs: 1000, what: 'in the same second' },
  { processes: 2, spreadMs: 1000, what: 'in the same second' },
] as const;

async function measure(database: OwnDatabase): Promise<Figure[]> {
  const { url, db } = database;
  const clock = new HeldClock();
  const connections = [openDb(url, { connections: 1 }), openDb(url, { connections: 1 })] as const;
  try {
    const [writer, beside] = connections.map((connection) => new GroupedWriter({ connection, db, clock }));
    if (!writer || !beside) throw new Error('no writers');
    const stage = await setStage(database, clock, { writer, beside });
    await stage.options.start();
    const figures: Figure[] = [];
    for (const { processes, spreadMs, what } of ROUNDS) {
      const beganMs = await placeOptions(stage, spreadMs);
      const work = () => settle(stage, database, beganMs);
      const { worstMs, p99Ms } = processes === 1 ? await work() : await withSecondProcess(url, work);
      const by = processes === 1 ? 'one process' : 'two processes';
      figures.push({
        what: `${OPTIONS} options that expire ${what}, settled by ${by}: the latest`,
        measured: `${Math.round(worstMs)} ms after its expiry`,
        against: null,
        value: worstMs,
        unit: 'ms',
        limit: { atMost: 1000 },
      });
      figures.push({
        what: 'the same, p99',
        measured: `${Math.round(p99Ms)} ms`,
        against: null,
        value: p99Ms,
        unit: 'ms',
        limit: null,
      });
      say(`${what}, ${by}: latest ${Math.round(worstMs)} ms, p99 ${Math.round(p99Ms)} ms`);
    }
    await stage.options.stop();
    const audit = await auditLedger(db, [...optionAudits, ...tapeAudits]);
    if (!audit.ok)
      throw new Error(
        `the audit is off: ${audit.checks
          .flatMap(({ rows }) => rows)
          .slice(0, 5)
          .join('; ')}`,
      );
    say(`audit clean: ${audit.checks.length} checks`);
    return figures;
  } finally {
    await Promise.all(connections.map((each) => each.close()));
  }
}

await bench('options that expire together', () => inTempFolder((folder) => onOwnDatabase(folder, measure)));
