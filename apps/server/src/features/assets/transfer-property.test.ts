import fc from 'fast-check';
import type { AccountType, Answer } from '@plimsoll/contract';
import { amount, format, minus, plus, ZERO, type Amount } from '@plimsoll/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COIN, openWalletWorld, type WalletWorld } from '../../testing/wallet-world.ts';

/** Random histories tried; `WALLET_HISTORIES` for more. */
const HISTORIES = Number(process.env['WALLET_HISTORIES'] ?? 25);

const type = fc.constantFrom<AccountType>(1, 2, 3);
const coin = fc.constantFrom<keyof typeof COIN>('USDT', 'BTC');
const step = fc.record({
  coin,
  from: type,
  to: type,
  num: fc.bigInt({ min: 1n, max: 1_500_000_000n }),
  again: fc.boolean(),
});

let wallet: WalletWorld;
beforeAll(async () => {
  wallet = await openWalletWorld();
});
afterAll(() => wallet.close());

test('after any transfers, one by one or concurrently, balances, bills and the list match a model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), fc.boolean(), async (steps, isAtOnce) => {
      const { token } = await wallet.member({ 'USDT 1': '10', 'BTC 1': '10' });
      const paper = new Map<string, Amount>([
        ['USDT 1', amount('10')],
        ['BTC 1', amount('10')],
      ]);
      const unlike: unknown[] = [];
      let made = 0;
      const send = (each: (typeof steps)[number], at: number) =>
        wallet.http.call(
          'transfer',
          { c_id: COIN[each.coin], num: format(each.num as Amount), from_type: each.from, to_type: each.to },
          { token, key: `step-${at}` },
        );
      const write = (each: (typeof steps)[number], isTaken: boolean): void => {
        const [from, to] = [`${each.coin} ${each.from}`, `${each.coin} ${each.to}`];
        const had = paper.get(from) ?? ZERO;
        // Concurrent transfers succeed in any order; those made one by one do not.
        if (!isAtOnce && isTaken !== (each.from !== each.to && had >= each.num)) unlike.push(each);
        if (!isTaken) return;
        made += 1;
        paper.set(from, minus(had, each.num as Amount));
        paper.set(to, plus(paper.get(to) ?? ZERO, each.num as Amount));
      };
      const sendAndRepeat = async (each: (typeof steps)[number], at: number): Promise<boolean> => {
        const first = await send(each, at);
        const last = each.again ? await send(each, at) : first;
        expect(last.code).toBe(first.code);
        return first.code === 1;
      };
      if (isAtOnce) {
        const taken = await Promise.all(steps.map(sendAndRepeat));
        steps.forEach((each, at) => write(each, taken[at] === true));
      } else {
        for (const [at, each] of steps.entries()) write(each, await sendAndRepeat(each, at));
      }
      expect(unlike).toEqual([]);
      const balances = (await wallet.http.call('getUserBalanceList', {}, { token }))
        .data as Answer<'getUserBalanceList'>;
      for (const { type: account, balanceInfo } of balances.coinList) {
        for (const { coinId, coinName, balance } of balanceInfo) {
          expect(amount(balance)).toBe(paper.get(`${coinName} ${account}`) ?? ZERO);
          const { list } = (
            await wallet.http.call('getBillList', { c_id: coinId, type: account, limit: '50' }, { token })
          ).data as Answer<'getBillList'>;
          expect(
            list.reduce(
              (total, { st, num }) => (st === 1 ? plus(total, amount(num)) : minus(total, amount(num))),
              ZERO,
            ),
          ).toBe(amount(balance));
        }
      }
      const { list } = (await wallet.http.call('getTransferList', { limit: '50' }, { token }))
        .data as Answer<'getTransferList'>;
      expect(list).toHaveLength(made);
      await wallet.audit();
    }),
    { numRuns: HISTORIES },
  );
}, 300_000);
