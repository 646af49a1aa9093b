import { expect, test } from './support/journey.ts';
import { registerMember } from './support/member.ts';
import { CONSOLE_ENV, enterConsole } from './support/operator.ts';
import { fund, Options } from './support/options.ts';
import { onOwnMarket } from './support/own-market.ts';
import { dismiss, Exchange, untilServed } from './support/screen.ts';

test('an order beyond the platform’s limits is refused in words, and nothing is held', async ({ browser }) => {
  await onOwnMarket(
    browser,
    { env: CONSOLE_ENV },
    async (url) => {
      await (
        await enterConsole(url)
      ).call('PATCH', '/settings', { options_net_limit: '10', spot_member_minute_limit: '0' });
      const member = await registerMember(url, { funded: true });
      await fund(member);
      return member;
    },
    async ({ page, member }) => {
      const held = async () =>
        (await member.obtain('getUserBalanceList', {})).coinList.flatMap(({ balanceInfo }) =>
          balanceInfo.map(({ balance, dbalance }) => [balance, dbalance]),
        );
      const before = await held();
      const options = new Options(page);
      await options.open();
      await options.choose();
      await options.sheet.getByRole('button', { name: /^Up / }).click();
      await options.confirmUntilServed('Up');
      await dismiss(page, 'This amount is not available right now. Try a smaller one');

      const exchange = new Exchange(page);
      await exchange.open();
      await exchange.choose('Buy', 'Limit');
      await exchange.price.fill('510000');
      await exchange.quantity.fill('0.001');
      await untilServed(page, 'upbbbuy', () => exchange.submit.click());
      await dismiss(page, 'This amount is not available right now. Try a smaller one');
      expect(await held()).toEqual(before);
    },
  );
});
