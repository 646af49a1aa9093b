import { ok } from '@plimsoll/contract';
import { trim } from '@plimsoll/contract/fields';
import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import {
  demoFunds,
  getCanWithdrawCoin,
  getRechargeList,
  getUserCoinBalance,
  getWithdrawList,
  recharge,
  withdraw,
} from '@plimsoll/contract/funding';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import { recharges } from './claim-recharge.ts';
import type { FundingDeps } from './deps.ts';
import { giveDemoFunds } from './give-demo-funds.ts';
import { listOwnRecharges, listOwnWithdrawals } from './records.ts';
import { withdrawals } from './request-withdrawal.ts';
import { usualTimes } from './usual-times.ts';
import { listWithdrawable, withdrawable } from './withdrawable.ts';

/** Runs before the fields are read. */
const isToBank = (field: unknown): boolean =>
  typeof field === 'string' ? trim(field) === String(WITHDRAW_TYPE.bank) : field === WITHDRAW_TYPE.bank;

/** Without effect in live mode. */
export function demoFundsRoutes({
  writer,
  market,
  clock,
  mode,
}: Pick<FundingDeps, 'writer' | 'market' | 'clock' | 'mode'>): readonly Route[] {
  const usdt = () => market.coins().find((coin) => coin.title === 'USDT')?.id ?? '';
  const gift = giveDemoFunds(clock, usdt);
  return [
    memberRoute(demoFunds, (_input, { memberId, claim }) => writer.submit(gift, memberId, claim), {
      enabled: () => mode === 'demo',
    }),
  ];
}

/** Of members (docs/wire/assets.md). Switches stop new ones only. */
export function fundingRoutes(deps: FundingDeps): readonly Route[] {
  const { db, market } = deps;
  const claim = recharges(deps);
  const ask = withdrawals(deps);
  const reading = { db, usual: usualTimes(deps) };
  return [
    ...demoFundsRoutes(deps),
    memberRoute(recharge, (input, context) => claim(context.memberId, input, context.claim), {
      enabled: ({ recharge_status }) => recharge_status === 1,
    }),
    memberRoute(getRechargeList, async (input, context) =>
      ok({ list: await listOwnRecharges(reading, context, input) }),
    ),
    memberRoute(getCanWithdrawCoin, async () => ok(listWithdrawable(market))),
    memberRoute(getUserCoinBalance, (input, context) => withdrawable(deps, context, input)),
    memberRoute(withdraw, (input, context) => ask(context, input, context.claim), {
      enabled: ({ withdrawal_status, address_switch, bank_switch }, { withdraw_type }) =>
        withdrawal_status === 1 && (isToBank(withdraw_type) ? bank_switch : address_switch) === 1,
    }),
    memberRoute(getWithdrawList, async (input, { memberId }) =>
      ok({ list: await listOwnWithdrawals(reading, memberId, input) }),
    ),
  ];
}
