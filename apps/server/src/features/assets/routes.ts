import { ACCOUNT_TYPE, ok, refuse, type Settings } from '@plimsoll/contract';
import {
  getBillList,
  getCoinBalance,
  getTransferList,
  getUserBalanceList,
  planTransfer,
  transfer,
} from '@plimsoll/contract/assets';
import { trim } from '@plimsoll/contract/fields';
import { format } from '@plimsoll/money';
import type { GroupedWriter } from '../../ledger/index.ts';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { memberRoute, type Fields, type Plans, type Route } from '../../platform/http/index.ts';
import { coinBalance } from './coin-balance.ts';
import { listBalances } from './list-balances.ts';
import { listBills } from './list-bills.ts';
import { listTransfers } from './list-transfers.ts';
import { transfers } from './transfer.ts';

/** Read before the fields are parsed; a deep object could exhaust the stack. */
const isQuant = (field: unknown): boolean =>
  typeof field === 'string' ? trim(field) === String(ACCOUNT_TYPE.quant) : field === ACCOUNT_TYPE.quant;

/** Both switches of transfers, asked before the fields are read. */
const mayMove = ({ account_transfer_status, quantize_switch }: Settings, { to_type }: Fields): boolean =>
  account_transfer_status === 1 && (quantize_switch === 1 || !isQuant(to_type));

export interface AssetsDeps {
  readonly db: Db;
  readonly market: MarketData;
  readonly writer: GroupedWriter;
  readonly clock: Clock;
  readonly settings: () => Settings;
  readonly plans: Plans;
}

/** A member's own accounts (docs/wire/assets.md): balances, bills and transfers. */
export function assetsRoutes({ db, market, writer, clock, settings, plans }: AssetsDeps): readonly Route[] {
  const own = transfers({ db, writer, market, clock });
  const withQuant = () => settings().quantize_switch === 1;
  return [
    memberRoute(getUserBalanceList, async (_input, { memberId }) =>
      ok(await listBalances(db, market, memberId, withQuant())),
    ),
    memberRoute(getCoinBalance, ({ c_id }, { memberId }) =>
      coinBalance(db, market, { memberId, coinId: c_id, withQuant: withQuant() }),
    ),
    memberRoute(getBillList, async (input, { memberId, lang }) =>
      ok({ list: await listBills(db, memberId, lang, input) }),
    ),
    memberRoute(getTransferList, async (input, { memberId, lang }) =>
      ok({ list: await listTransfers(db, memberId, lang, input) }),
    ),
    memberRoute(
      transfer,
      async ({ plan, ...input }, by) => {
        const checked = plans.check(plan, { call: 'transfer', fields: input }, by);
        return checked.ok ? own.make(by.memberId, input, by.claim) : checked;
      },
      { enabled: mayMove },
    ),
    memberRoute(
      planTransfer,
      async (input, by) => {
        const preview = await own.preview(by.memberId, input);
        if (!preview) return refuse('not_found');
        const { coin, available, refusals } = preview;
        const planned = plans.answer('transfer', input, { by, refusals });
        return ok({ ...planned, num: format(input.num), coin, available: format(available) });
      },
      { enabled: mayMove },
    ),
  ];
}
