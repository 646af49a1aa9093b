import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { MarketItem } from '@plimsoll/contract';
import { price } from '@plimsoll/money';
import { obtain, registerFunded } from '../../apps/server/src/testing/api-client.ts';
import { RestartableServer } from '../support/restartable-server.ts';
import { runAudit } from '../support/run-audit.ts';
import { checkDay } from './checks.ts';
import { readKept } from './kept.ts';
import { cancel, liveMemberDay } from './member-day.ts';
import { cutMinutes, type Minutes } from './minutes.ts';
import { readOptions, type TradeDayOptions } from './options.ts';
import { MemberRecord } from './record.ts';
import { printChecks, printDay, say, type Course } from './report.ts';
import { look, type Seen } from './seen.ts';
import { messageOf } from '../support/message-of.ts';

// `npm run trade-day`: members trade on a replayed day against the real server, which is killed halfway.
// Acknowledgements are recorded and compared with the final state. Exits with 0 when all is right, else with 1.

const MINUTE_MS = 60_000;
const BOARD_EVERY_MS = 500;
/**
 * Open orders nearer to the last price than this are cancelled before the check, so that nothing is filled during it.
 */
const NEAR_PERCENT = 25n;

/** Keeps the market list up to date for all members. */
async function watchBoard(
  restartable: RestartableServer,
  isOver: () => boolean,
  update: (board: readonly MarketItem[]) => void,
): Promise<void> {
  while (!isOver()) {
    await obtain(await restartable.url(), 'getMarketList').then(
      ({ list }) => update(list),
      () => undefined,
    );
    await delay(BOARD_EVERY_MS);
  }
}

/** Cancels what could still be filled, so that balances are stable. */
async function calm(
  restartable: RestartableServer,
  record: MemberRecord,
  number: number,
  board: readonly MarketItem[],
): Promise<void> {
  const closes = new Map(board.map(({ id, close }) => [String(id), price(close)]));
  for (const order of record.open()) {
    const close: bigint = closes.get(order.fields['m_id'] ?? '') ?? 0n;
    const limit = price(order.fields['price'] ?? '0');
    const away = limit > close ? limit - close : close - limit;
    if (away * 100n < close * NEAR_PERCENT) await cancel({ restartable }, record, order, `end.${number}.${order.id}`);
  }
}

async function trade(
  restartable: RestartableServer,
  records: readonly MemberRecord[],
  options: TradeDayOptions,
): Promise<{ course: Course; board: readonly MarketItem[] }> {
  let board: readonly MarketItem[] = (await obtain(await restartable.url(), 'getMarketList')).list;
  const startMs = performance.now();
  const tradingMs = options.minutes * MINUTE_MS;
  const isOver = () => performance.now() - startMs >= tradingMs;
  const watching = watchBoard(restartable, isOver, (fresh) => {
    board = fresh;
  });
  const day = { restartable, board: () => board, seed: options.seed, pauseMs: options.pauseMs, isOver };
  const trading = Promise.all(records.map((record, number) => liveMemberDay(number, record, day)));
  const killing = (async () => {
    await delay(tradingMs / 2);
    const killedAt = new Date();
    say(
      `${killedAt.toISOString()}  power cut (SIGKILL) with ${records.reduce((sum, { flying }) => sum + flying, 0)} submits in flight`,
    );
    const awayMs = await restartable.killAndRestart();
    say(`${new Date().toISOString()}  ready again after ${Math.round(awayMs)} ms`);
    return { killedAt, awayMs };
  })();
  const [killed] = await Promise.all([killing, trading, watching]);
  return { course: { ...killed, tradedMs: performance.now() - startMs }, board };
}

async function run(options: TradeDayOptions, folder: string, minutes: Minutes): Promise<boolean> {
  const file = join(folder, 'day.csv');
  const dataDir = join(folder, 'data');
  await writeFile(file, minutes.csv);
  const restartable = new RestartableServer(dataDir, {
    FEED: 'replay',
    FEED_FILE: file,
    FEED_SPEED: String(options.speed),
    FEED_SEED: options.seed,
  });
  try {
    const url = await restartable.url();
    const records: MemberRecord[] = [];
    for (let number = 0; number < options.members; number += 1) {
      records.push(new MemberRecord(await registerFunded(url, `member${number}@day.example`)));
    }
    say(
      `${new Date().toISOString()}  ${records.length} members registered and funded with 10000 USDT each; trading for ${options.minutes} minutes`,
    );
    const { course, board } = await trade(restartable, records, options);
    say(
      `${new Date().toISOString()}  trading is over; what the market could still reach is cancelled, then every member is asked`,
    );
    await Promise.all(records.map((record, number) => calm(restartable, record, number, board)));
    const seen: Seen[] = [];
    for (const { token } of records) seen.push(await look(await restartable.url(), token));
    await restartable.stop();
    const isClean = await runAudit({ DATA_DIR: dataDir });
    const kept = await readKept(dataDir);
    printDay(records, kept, course);
    const isRight = printChecks(checkDay(records, seen, kept, minutes));
    say(isClean && isRight ? 'trade day right: nothing lost, nothing twice, nothing below zero' : 'trade day OFF');
    return isClean && isRight;
  } finally {
    await restartable.abandon();
  }
}

/** Relative to where the program was started; npm runs it in the repository's folder. */
const pathOf = (path: string): string => join(process.env['INIT_CWD'] ?? process.cwd(), path);

try {
  const options = readOptions(process.argv.slice(2));
  const minutes = cutMinutes(
    await readFile(isAbsolute(options.file) ? options.file : pathOf(options.file), 'utf8'),
    options.fromMs,
  );
  say(
    `Replaying ${new Date(minutes.firstMs).toISOString()} and after (the file is cut there) at ${options.speed} times life; seed ${options.seed}`,
  );
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-day-'));
  try {
    process.exitCode = (await run(options, folder, minutes)) ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} catch (error) {
  process.stderr.write(`The trade day failed: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
