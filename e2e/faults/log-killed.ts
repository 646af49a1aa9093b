import type { Answer } from '@plimsoll/contract';
import { ask } from '../../apps/server/src/testing/api-client.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { LogWatch, Publications } from './ground/public-log.ts';
import type { MemberRecord } from './ground/record.ts';
import { until } from './ground/until.ts';
import { awayWords, strikeOften } from './server-killed.ts';

const PROMISED_MS = 10_000;

type Receipts = Answer<'getReceipt'>['list'];

async function receiptsOf(ground: Ground, { token }: MemberRecord, kind: string, id: string): Promise<Receipts> {
  // The server may be down.
  const answer = await ask(await ground.url(), 'getReceipt', { kind, id }, { token }).catch(() => undefined);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract checked it when it was sent
  return answer?.code === 1 ? (answer.data as Answer<'getReceipt'>).list : [];
}

interface Acknowledged {
  readonly kind: 'option' | 'fill';
  readonly id: string;
  readonly answeredMs: number;
  readonly receipts: Receipts;
}

/** What a member had acknowledged, options and orders, with their receipts, once all are in the log. */
async function acknowledgedBy(ground: Ground, record: MemberRecord): Promise<readonly Acknowledged[]> {
  const found: Acknowledged[] = [];
  for (const [kind, name] of [
    ['option', 'creatorder'],
    ['fill', 'upbbbuy'],
  ] as const)
    for (const [place, { answeredMs }] of record.acknowledged(name).entries()) {
      const id = record.ids(name)[place] ?? '';
      await until(`all receipts of ${kind} ${id} are in the log`, async () => {
        const list = await receiptsOf(ground, record, kind, id);
        if (list.some(({ index }) => index === null) || (kind === 'option' && list.length === 0)) return false;
        found.push({ kind, id, answeredMs, receipts: list });
        return true;
      });
    }
  return found;
}

/** How long an option's promise took, from its answer until it was in a published checkpoint, in ms. */
function promiseMs({ answeredMs, receipts }: Acknowledged, publications: Publications): number {
  // The first of its entries is the one that was promised with the answer.
  const index = Math.min(...receipts.map((receipt) => receipt.index ?? Number.POSITIVE_INFINITY));
  return (publications.includedAtMs(index) ?? Number.POSITIVE_INFINITY) - answeredMs;
}

export const logKilled: Fault = {
  name: 'log-killed',
  does: 'kills the process that appends to the public log (SIGKILL) while members trade, and starts it again',
  times: { full: 50, short: 2 },
  needs: {},
  mayFail: true,
  async strike(ground, { times, isShort }) {
    const watch = new LogWatch(ground);
    const publications = new Publications(ground.target.options.dataDir);
    const away = await strikeOften(ground, times, () => 'server');
    await watch.stop();
    await ground.stopTrading();
    const acknowledged = (await Promise.all(ground.records.map((record) => acknowledgedBy(ground, record)))).flat();
    await publications.stop();
    const receipts = acknowledged.flatMap((each) => each.receipts);
    const tookMs = acknowledged.filter(({ kind }) => kind === 'option').map((each) => promiseMs(each, publications));
    const lines = await watch.entries();
    for (const { entry, index } of receipts)
      if (index === null || lines[index] !== entry) ground.doubt(`an entry is not where its receipt says: ${entry}`);
    const doubled = lines.length - new Set(lines).size;
    if (doubled > 0) ground.doubt(`${doubled} entries are in the log twice`);
    if (receipts.length === 0) ground.doubt('there was no receipt: nothing was looked at');
    if (tookMs.length === 0) ground.doubt('no option was promised: nothing was looked at');
    const latestMs = Math.max(0, ...tookMs);
    if (!isShort && latestMs > PROMISED_MS) ground.doubt(`a promised entry came only ${latestMs} ms after its answer`);
    return [
      `${times} kills; ${awayWords(away)}`,
      `${watch.count} checkpoints served, each of one history of ${lines.length} entries; ${receipts.length} receipts in their places`,
      `of ${tookMs.length} promises the latest was in a published checkpoint ${latestMs} ms after its answer`,
    ];
  },
};
