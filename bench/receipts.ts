import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { receiptFile, type Receipt } from '@plimsoll/proof/log';
import { obtain, registerFunded } from '../apps/server/src/testing/api-client.ts';
import { startChildServer } from '../apps/server/src/testing/child-server.ts';
import type { Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import { withBrowser } from './web/browser.ts';

// Receipts (PROOF 3) of a real server: their size as sent, and their check on the page of the proof by a processor four
// times slower: from the tap until the verdict is shown, the log's key fetched and all drawing included.

const SECONDS = '30';
const LOOK_MS = 200;
const IN_LOG_WITHIN_MS = 90_000;
const SLOWER = 4;
const CHECKS = 40;

type Kind = 'option' | 'fill' | 'journal';

/** All receipts of a thing, once `count` of them are in the log. */
async function receiptsOf(
  url: string,
  token: string,
  { kind, id, count }: { readonly kind: Kind; readonly id: string; readonly count: number },
): Promise<readonly Receipt[]> {
  const startMs = performance.now();
  for (;;) {
    const { list } = await obtain(url, 'getReceipt', { kind, id }, { token });
    if (list.filter(({ index }) => index !== null).length >= count) return list;
    if (performance.now() - startMs > IN_LOG_WITHIN_MS) throw new Error(`${kind} ${id} is not in the log`);
    await delay(LOOK_MS);
  }
}

async function made(url: string, token: string): Promise<readonly Receipt[]> {
  const placing = { m_id: '1', ctime: SECONDS, ctzed: '100', buytype: '1' };
  await obtain(url, 'transfer', { c_id: '1', num: '500', from_type: '1', to_type: '2' }, { token });
  const { list: bills } = await obtain(url, 'getBillList', {}, { token });
  const journal = bills[0]?.journal;
  // Ready says nothing about the first prices.
  while (!(await fetch(`${url}/readyz`)).ok) await delay(LOOK_MS);
  const option = await obtain(url, 'creatorder', placing, { token });
  const order = await obtain(url, 'upbbbuy', { m_id: '1', type: '1', operate_type: '2', amount: '300' }, { token });
  const things = [
    { kind: 'option', id: String(option.order_id), count: 3 },
    { kind: 'fill', id: String(order.id), count: 1 },
    { kind: 'journal', id: String(journal), count: 1 },
  ] as const;
  const lists = await Promise.all(things.map((thing) => receiptsOf(url, token, thing)));
  for (const [at, { kind }] of things.entries())
    say(`${kind}: ${(lists[at] ?? []).map((receipt) => `${JSON.stringify(receipt).length} bytes`).join(', ')}`);
  return lists.flat();
}

/** From the tap on Check until the verdict, in milliseconds. */
async function checkOnce(page: Page, receipt: Receipt): Promise<number> {
  await page.locator('textarea').fill(receiptFile(receipt));
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const button = document.querySelector<HTMLButtonElement>('textarea + button');
        const main = document.querySelector('main');
        if (!button || !main) {
          reject(new Error('there is nothing to check with'));
          return;
        }
        const startMs = performance.now();
        let wasGone = false;
        const observer = new MutationObserver(() => {
          const verdict = main.querySelector('[role=status] li');
          if (!verdict) wasGone = true;
          else if (wasGone) {
            observer.disconnect();
            resolve(performance.now() - startMs);
          }
        });
        wasGone = !main.querySelector('[role=status] li');
        observer.observe(main, { subtree: true, childList: true });
        button.click();
      }),
  );
}

async function checks(browser: Browser, url: string, receipts: readonly Receipt[]): Promise<readonly number[]> {
  const page = await browser.newPage();
  await page.goto(`${url}/proof`);
  await page.locator('textarea').waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const tookMs: number[] = [];
  for (let n = 0; n < CHECKS; n += 1) {
    const receipt = receipts[n % receipts.length];
    if (receipt) tookMs.push(await checkOnce(page, receipt));
  }
  await page.close();
  return tookMs;
}

await bench('receipts', () =>
  inTempFolder(async (dataDir): Promise<Figure[]> => {
    const server = await startChildServer({ dataDir, env: { FEED_SEED: 'bench' } });
    try {
      const token = await registerFunded(server.url, 'holder@bench.example');
      const receipts = await made(server.url, token);
      const largest = Math.max(...receipts.map((receipt) => JSON.stringify(receipt).length));
      const tookMs = await withBrowser((browser) => checks(browser, server.url, receipts));
      const middleMs = quantile(tookMs, 0.5);
      return [
        {
          what: 'the largest receipt of an option, a fill, a transfer',
          measured: `${largest} bytes`,
          against: null,
          value: largest,
          unit: 'bytes',
          limit: { atMost: 3000 },
        },
        {
          what: `a receipt checked and shown by a browser on a processor ${SLOWER} times slower, median of ${CHECKS}`,
          measured: `${middleMs.toFixed(0)} ms (p95 ${quantile(tookMs, 0.95).toFixed(0)} ms)`,
          against: null,
          value: middleMs,
          unit: 'ms',
          limit: { atMost: 50 },
        },
      ];
    } finally {
      await server.stop();
    }
  }));
