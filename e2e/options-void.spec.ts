import { expect, test } from './support/journey.ts';
import { registerMember, type Member } from './support/member.ts';
import { CONSOLE_ENV, enterConsole } from './support/operator.ts';
import { balanceOf, fund } from './support/options.ts';
import { onOwnMarket } from './support/own-market.ts';

/** A file of five minutes, played six times as fast: silent after 50 seconds, time for a busy machine to place before. */
const FALLS_SILENT = { feed: { minutes: 5, price: 500_000, range: 20 }, speed: 6, env: CONSOLE_ENV };
const DELAY_MS = 10_000;

/** A member with 1 000 USDT for options, whose lines are drawn ten seconds after placing. */
async function enter(url: string): Promise<Member> {
  await (await enterConsole(url)).call('PATCH', '/settings', { line_delay: DELAY_MS });
  const member = await registerMember(url, { funded: true });
  await fund(member);
  return member;
}
/** As fast: Bitcoin is silent from the 50th second for half a minute, then continues for minutes. */
const FALLS_SILENT_FOR_A_WHILE = {
  feed: { minutes: 40, price: 500_000, range: 20, rise: 100, gap: { from: 5, minutes: 3 } },
  speed: 6,
  env: CONSOLE_ENV,
};

test('an option that expires in a silence is decided by the first mark after it, and the order says so', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const fundedMember = async (url: string): Promise<Member> => {
    const member = await registerMember(url, { funded: true });
    await fund(member);
    return member;
  };
  await onOwnMarket(browser, FALLS_SILENT_FOR_A_WHILE, fundedMember, async ({ page, member }) => {
    const decidedLater = async () =>
      (await member.obtain('getHyOrderList', { status: '2', limit: '50' })).list.filter(
        ({ selltime, exit_tick }) => exit_tick && Date.parse(exit_tick.time) > Date.parse(String(selltime)),
      );
    // One after another, into the silence and until it is over: a busy machine may lack a price before it too.
    await expect
      .poll(
        async () => {
          await member.ask('creatorder', { m_id: '1', ctime: '30', ctzed: '10', buytype: '1' });
          return (await decidedLater()).length;
        },
        { timeout: 150_000, intervals: [1000] },
      )
      .toBeGreaterThan(0);
    const later = await decidedLater();
    expect(later.every(({ outcome }) => outcome === 'win')).toBe(true);
    await page.goto(`/options?proof=${String(later[0]?.order_id)}`);
    await expect(page.getByRole('main')).toContainText('so the first one after it decides');
    await expect(page.getByRole('main')).toContainText('The first mark price after expiry was above your entry price');
  });
});

test('an option without a mark for its line is void: the stake is refunded, the order says why, and the public page lists it', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  await onOwnMarket(browser, FALLS_SILENT, enter, async ({ page, member }) => {
    const before = await balanceOf(member);
    const optionsOf = async (status: '1' | '2') =>
      (await member.obtain('getHyOrderList', { status, limit: '50' })).list;
    // One after another until one is void: the last of them are placed within ten seconds of the silence.
    let placed = 0;
    await expect
      .poll(
        async () => {
          const { code } = await member.ask('creatorder', { m_id: '1', ctime: '600', ctzed: '10', buytype: '1' });
          if (code === 1) placed += 1;
          return (await optionsOf('2')).length;
        },
        { timeout: 120_000, intervals: [1000] },
      )
      .toBeGreaterThan(0);
    await expect
      .poll(async () => (await optionsOf('1')).filter(({ buyprice }) => buyprice === null).length, { timeout: 60_000 })
      .toBe(0);
    const voids = await optionsOf('2');
    const [last] = voids;
    expect(last).toMatchObject({
      buyprice: null,
      linetime: null,
      selltime: null,
      ploss: '0.00000000',
      num: '10.00000000',
    });
    expect(voids.every(({ outcome, buyprice }) => outcome === 'void' && buyprice === null)).toBe(true);
    expect(Number(await balanceOf(member))).toBe(Number(before) - 10 * (placed - voids.length));

    await page.goto('/options?view=settled');
    const row = page.locator('#options-orders article').first();
    await expect(row).toContainText('Void, refunded');
    await row.getByRole('button', { name: /Order detail/ }).click();
    await expect(page.getByRole('alertdialog')).toContainText('No mark price came within 5 s to set your entry price');
    await page.goto('/voids');
    await expect(page.getByRole('list', { name: 'Void options' }).getByRole('listitem').first()).toContainText(
      `No mark price came within 5 s to set the entry price. Order ${last?.order_id}`,
    );
  });
});
