import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '@plimsoll/contract';
import { ask } from '../../apps/server/src/testing/api-client.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { LogWatch } from './ground/public-log.ts';
import type { MemberRecord } from './ground/record.ts';
import { until } from './ground/until.ts';
import { awayWords, strikeOften } from './server-killed.ts';

const LOOK_EVERY_MS = 50;
const PROMISED_MS = 10_000;

type Receipts = Answer<'getReceipt'>['list'];

async function receiptsOf(ground: Ground, { token }: MemberRecord, kind: string, id: string): Promise<Receipts> {
  // The server may be down.
  const answer = await ask(await ground.url(), 'getReceipt', { kind, id }, { token }).catch(() => undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract checked it when it was sent
  return answer?.code === 1 ? (answer.data as Answer<'getReceipt'>).list : [];
}

/** How long the promises of options took from the answer until they were in the log, by one of them after another. */
class Promises {
  readonly tookMs: number[] = [];
  readonly #ground: Ground;
  #isOver = false;
  readonly #asking: Promise<void>;

  constructor(ground: Ground) {
    this.#ground = ground;
    this.#asking = this.#ask();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#asking;
  }

  async #ask(): Promise<void> {
    while (!this.#isOver) {
      const [record] = this.#ground.records;
      const last = record?.acknowledged('creatorder').at(-1);
      const id = record?.ids('creatorder').at(-1);
      if (record && last && id !== undefined && Date.now() - last.answeredMs < PROMISED_MS) {
        await until('a promised entry is in the log', async () =>
          (await receiptsOf(this.#ground, record, 'option', id)).some(({ index }) => index !== null),
        );
        this.tookMs.push(Date.now() - last.answeredMs);
      }
      await delay(LOOK_EVERY_MS);
    }
  }
}

/** The receipts of what a member had acknowledged, options and fills, once all are in the log. */
async function receiptsIn(ground: Ground, record: MemberRecord): Promise<Receipts> {
  const receipts: Receipts[number][] = [];
  for (const [kind, name] of [
    ['option', 'creatorder'],
    ['fill', 'upbbbuy'],
  ] as const)
    for (const id of record.ids(name))
      await until(`all receipts of ${kind} ${id} are in the log`, async () => {
        const list = await receiptsOf(ground, record, kind, id);
        if (list.some(({ index }) => index === null)) return false;
        receipts.push(...list);
        return true;
      });
  return receipts;
}

export const logKilled: Fault = {
  name: 'log-killed',
  does: 'kills the process that appends to the public log (SIGKILL) while members trade, and starts it again',
  times: { full: 50, short: 2 },
  needs: {},
  mayFail: true,
  async strike(ground, { times, isShort }) {
    const watch = new LogWatch(ground);
    const promises = new Promises(ground);
    const away = await strikeOften(ground, times, () => 'server');
    await Promise.all([watch.stop(), promises.stop()]);
    await ground.stopTrading();
    const receipts = (await Promise.all(ground.records.map((record) => receiptsIn(ground, record)))).flat();
    const lines = await watch.entries();
    for (const { entry, index } of receipts)
      if (index === null || lines[index] !== entry) ground.doubt(`an entry is not where its receipt says: ${entry}`);
    const doubled = lines.length - new Set(lines).size;
    if (doubled > 0) ground.doubt(`${doubled} entries are in the log twice`);
    if (receipts.length === 0) ground.doubt('there was no receipt: nothing was looked at');
    const latestMs = Math.max(0, ...promises.tookMs);
    if (!isShort && latestMs > PROMISED_MS) ground.doubt(`a promised entry came only ${latestMs} ms after its answer`);
    return [
      `${times} kills; ${awayWords(away)}`,
      `${watch.count} checkpoints served, each of one history of ${lines.length} entries; ${receipts.length} receipts in their places`,
      `of ${promises.tookMs.length} promises kept one after another the latest was in the log after ${latestMs} ms`,
    ];
  },
};
