import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { OptionOrder } from '@plimsoll/contract';
import { obtain, registerFunded } from '../../apps/server/src/testing/api-client.ts';
import { RestartableServer } from '../support/restartable-server.ts';
import { runAudit } from '../support/run-audit.ts';
import { fund, liveMemberMonth, settledOrders, type Staker } from './member-month.ts';
import { readOptions, type MonthOptions } from './options.ts';
import { writeDown } from './write-down.ts';
import { messageOf } from '../support/message-of.ts';

// `npm run options-month`: members stake at random on a month replayed fast, against the real server, which is killed
// halfway. Acknowledgements are recorded, every result is recomputed from the file by an independent program, and both
// verifiers settle every option of the public log again. Exits with 0 when all agree, else with 1.

const VERIFIERS = fileURLToPath(new URL('../../verify/', import.meta.url));
const RECOMPUTE = fileURLToPath(new URL('recompute.mjs', import.meta.url));
const MINUTE_MS = 60_000;
const TOGETHER = 16;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

async function stakeAll(
  restartable: RestartableServer,
  stakers: readonly Staker[],
  options: MonthOptions,
): Promise<readonly [fromMs: number, toMs: number]> {
  const market = (await obtain(await restartable.url(), 'getMarketList')).list.find(
    ({ symbol }) => symbol === 'btcusdt',
  );
  if (!market) throw new Error('there is no btcusdt');
  const startMs = performance.now();
  const stakingMs = options.minutes * MINUTE_MS;
  const month = {
    restartable,
    marketId: String(market.id),
    seed: options.seed,
    isOver: () => performance.now() - startMs >= stakingMs,
  };
  const staking = Promise.all(stakers.map((staker, number) => liveMemberMonth(number, staker, month)));
  await delay(stakingMs / 2);
  const killedMs = Date.now();
  const awayMs = await restartable.killAndRestart();
  say(`${new Date(killedMs).toISOString()}  power cut (SIGKILL), ready again after ${Math.round(awayMs)} ms`);
  const away = [killedMs, Date.now()] as const;
  await staking;
  return away;
}

function strays(stakers: readonly Staker[], orders: readonly (readonly OptionOrder[])[]): string[] {
  return stakers.flatMap(({ ids }, number) => {
    const there = (orders[number] ?? []).map(({ order_id: id }) => id);
    const known = new Set(ids);
    return [
      ...ids
        .filter((id) => there.filter((each) => each === id).length !== 1)
        .map((id) => `order ${id} was acknowledged and is not there once`),
      ...there.filter((id) => !known.has(id)).map((id) => `order ${id} was never acknowledged`),
    ];
  });
}

function refusals(stakers: readonly Staker[]): string {
  const all = new Map<string, number>();
  for (const { refused } of stakers)
    for (const [reason, count] of refused) all.set(reason, (all.get(reason) ?? 0) + count);
  return [...all].map(([reason, count]) => `${reason} ${count}`).join(', ') || 'nothing';
}

async function recompute(file: string, orders: string): Promise<boolean> {
  const child = spawn(process.execPath, [RECOMPUTE, file, orders], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [status] = await once(child, 'exit');
  return status === 0;
}

/** Both verifiers settle every option of the public log again; whether all agree. */
async function verify(url: string): Promise<boolean> {
  const results = await Promise.all(
    (
      [
        ['python3', 'verify.py'],
        [process.execPath, 'verify.mjs'],
      ] as const
    ).map(async ([command, verifier]) => {
      const child = spawn(command, [join(VERIFIERS, verifier), 'log', `${url}/log`], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [output, [status]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
      const lines = output.split('\n').filter((line) => /^(?:ok +)?options:|WRONG/.test(line));
      say(`${verifier}: ${lines.join('; ') || output}`);
      return status === 0;
    }),
  );
  return results.every(Boolean);
}

async function run(options: MonthOptions, file: string, folder: string): Promise<boolean> {
  const dataDir = join(folder, 'data');
  const restartable = new RestartableServer(dataDir, {
    FEED: 'replay',
    FEED_FILE: file,
    FEED_SPEED: String(options.speed),
    FEED_SEED: options.seed,
  });
  try {
    const url = await restartable.url();
    const stakers: Staker[] = [];
    for (let number = 0; number < options.members; number += 1) {
      const token = await registerFunded(url, `staker${number}@month.example`);
      await fund(url, token);
      stakers.push({ token, ids: [], refused: new Map(), askedAgain: 0 });
    }
    say(
      `${new Date().toISOString()}  ${stakers.length} members with 10000 USDT each stake for ${options.minutes} minutes; ${options.speed} times life, seed ${options.seed}`,
    );
    const away = await stakeAll(restartable, stakers, options);
    const orders = await Promise.all(stakers.map(({ token }) => settledOrders(restartable, token)));
    const lines: string[] = [];
    const all = orders.flat();
    for (let first = 0; first < all.length; first += TOGETHER) {
      lines.push(
        ...(await Promise.all(
          all.slice(first, first + TOGETHER).map(async (order) => writeDown(await restartable.url(), order)),
        )),
      );
    }
    const written = join(folder, 'orders.jsonl');
    await writeFile(written, `${[JSON.stringify({ away: [away] }), ...lines].join('\n')}\n`);
    const isVerified = await verify(await restartable.url());
    await restartable.stop();
    const isClean = await runAudit({ DATA_DIR: dataDir });
    say(
      `refused ${refusals(stakers)}; asked again with their keys ${stakers.reduce((sum, { askedAgain }) => sum + askedAgain, 0)}`,
    );
    const wrong = strays(stakers, orders);
    for (const sentence of wrong) say(`OFF ${sentence}`);
    const agrees = await recompute(file, written);
    const isRight = isClean && isVerified && agrees && wrong.length === 0;
    say(
      isRight
        ? 'options month right: nothing lost, nothing twice, every result as the file has it'
        : 'options month OFF',
    );
    return isRight;
  } finally {
    await restartable.abandon();
  }
}

try {
  const options = readOptions(process.argv.slice(2));
  const file = isAbsolute(options.file) ? options.file : join(process.env['INIT_CWD'] ?? process.cwd(), options.file);
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-month-'));
  try {
    process.exitCode = (await run(options, file, folder)) ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
} catch (error) {
  process.stderr.write(`The month failed: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
