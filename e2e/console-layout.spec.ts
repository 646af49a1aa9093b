import { readFileSync } from 'node:fs';
import { CATALOGUE_SCREENS, fillCatalogue } from './support/catalogue.ts';
import { consoleContext, openScreen } from './support/console-screen.ts';
import { test as consoleJourney } from './support/console-journey.ts';
import { expect } from './support/journey.ts';
import { PANEL_LAYOUT, QUEUE_LAYOUT } from './support/layout.ts';
import { lengthen, LONGEST } from './support/long-figures.ts';
import { registerMember } from './support/member.ts';
import {
  applyForIdentity,
  askWithdrawal,
  claimDeposit,
  enterConsole,
  makeOperator,
  readyToWithdraw,
  type Operator,
} from './support/operator.ts';
import { furnish } from './support/trader.ts';
import { watch } from './support/watch.ts';

interface Furnished {
  readonly owner: Operator;
  readonly screens: readonly string[];
}

consoleJourney.describe.configure({ mode: 'default' });

/** Lists of the console, and screens without a list, as `screens.ts` names them. */
const LISTS = [
  ...readFileSync(new URL('../apps/console/src/app/screens.ts', import.meta.url), 'utf8').matchAll(
    /^ {2}\{\s+path: '([^']*)'/gm,
  ),
].map(([, path = '']) => path);

const test = consoleJourney.extend<object, { furnished: Furnished }>({
  furnished: [
    async ({ server }, give) => {
      const owner = await enterConsole(server.url);
      const second = await makeOperator(server.url, owner, 'h.vane', 'owner');
      const member = await registerMember(server.url, { funded: true });
      await furnish(member);
      await readyToWithdraw(member);
      const withdrawal = await askWithdrawal(member, '1234.567891');
      const deposit = await claimDeposit(server.url, member, '123456.789123', 77);
      const identity = await applyForIdentity(server.url, member, 'Wolfeschlegelsteinhausenbergerdorff', 11);
      const first = async (path: string): Promise<number> =>
        (await owner.call<{ list: { id: number }[] }>('GET', path)).list[0]?.id ?? 0;
      const number = await first(`/members?q=${encodeURIComponent(member.email)}`);
      const correction = (
        await owner.call<{ id: number }>('POST', '/corrections', {
          member_id: number,
          type: '1',
          c_id: '1',
          amount: '-2',
          remark: 'Counted twice',
        })
      ).id;
      const posting = (
        await owner.call<{ id: number }>('POST', '/house-postings', {
          account: 'fees',
          c_id: '1',
          amount: '3',
          remark: 'for the spring',
        })
      ).id;
      await give({
        owner,
        screens: [
          ...LISTS,
          'withdrawals?filter={"status":"3"}',
          'operators/create',
          `deposits/${deposit}`,
          `withdrawals/${withdrawal}`,
          `identities/${identity}`,
          `members/${number}`,
          `members/${number}?tab=bills`,
          `members/${number}?tab=history`,
          `members/${number}?tab=sessions`,
          `spot-orders/${await first('/spot-orders')}`,
          `option-orders/${await first('/option-orders')}`,
          `transfers/${await first('/transfers')}`,
          `ledger/${await first('/ledger')}`,
          `ledger-accounts?member=${number}`,
          'corrections/create',
          `corrections/${correction}`,
          `house-postings/${posting}`,
          ...CATALOGUE_SCREENS(await fillCatalogue(owner, second)),
        ],
      });
    },
    { scope: 'worker' },
  ],
});

/** Widths from phone to desktop, normal and double type. Each language views each screen in two of them, in turns. */
const WAYS = [
  [1440, ''],
  [390, ''],
  [1280, ''],
  [1440, '200%'],
  [1024, ''],
] as const;
const isQueue = (screen: string, width: number): boolean => width === 1440 && /^(?:deposits|withdrawals)/.test(screen);

test('the crawl knows the console’s screens', () => {
  expect(LISTS.length).toBeGreaterThan(30);
});

for (const [place, language] of (['en', 'ar', 'zh-cn'] as const).entries()) {
  test(`every screen has room for its words and for the longest figures, from a desktop to a phone: ${language}`, async ({
    browser,
    server,
    furnished: { owner, screens },
  }) => {
    test.setTimeout(240_000);
    const context = await consoleContext(browser, server.url, owner, {
      language,
      theme: language === 'ar' ? 'day' : 'night',
    });
    const trouble = await watch(context);
    await context.addInitScript(lengthen, LONGEST);
    const page = await context.newPage();
    const found: string[] = [];
    // A window of another size draws everything again: screens of the same two follow one another, each beginning with
    // the one that the last ended with.
    const turns = screens.map((screen, at) => ({ screen, turn: (at + place * 2) % WAYS.length }));
    let last: (typeof WAYS)[number] | undefined;
    for (const { screen, turn } of turns.toSorted((one, other) => one.turn - other.turn)) {
      const ways = WAYS.filter(
        (_, way) => way === turn || way === (turn + 2) % WAYS.length || isQueue(screen, WAYS[way]?.[0] ?? 0),
      ).toSorted((one, other) => Number(other === last) - Number(one === last));
      last = ways.at(-1);
      await openScreen(page, screen);
      for (const [width, size] of ways) {
        await page.setViewportSize({ width, height: 980 });
        await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize;
        }, size);
        const faults = await page.evaluate<string[]>(
          isQueue(screen, width) && size === '' ? QUEUE_LAYOUT : PANEL_LAYOUT,
        );
        found.push(...faults.map((fault) => `${screen} ${width} ${size}: ${fault}`));
      }
    }
    expect(found).toEqual([]);
    expect(trouble.unexpected).toEqual([]);
    await context.close();
  });
}
