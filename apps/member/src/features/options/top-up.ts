import type { Answer } from '@plimsoll/contract';
import { ACCOUNT_TYPE } from '@plimsoll/contract/codes/assets';
import { amount, formatShort, minus, sum, ZERO, type Amount } from '@plimsoll/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { post } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { recall, remember } from '../../platform/storage.ts';
import { useSubmit } from '../../platform/submit.ts';

const BALANCES = 'getUserBalanceList';

/** An account that may pay for a stake, in the order in which they are used. */
const SOURCES = [ACCOUNT_TYPE.funds, ACCOUNT_TYPE.quant] as const;
export type SourceType = (typeof SOURCES)[number];

export interface Source {
  readonly type: SourceType;
  readonly available: Amount;
}

/** What other accounts have available of a coin, and the coin's id. */
export interface OtherFunds {
  readonly coinId: string;
  readonly sources: readonly Source[];
}

/** What other accounts have available of this coin; undefined while it is not known. */
function fundsOf({ coinList }: Answer<'getUserBalanceList'>, coin: string): OtherFunds | undefined {
  const found = SOURCES.flatMap((type) => {
    const balance = coinList
      .find((account) => account.type === type)
      ?.balanceInfo.find(({ coinName }) => coinName === coin);
    return balance ? [{ type, coinId: String(balance.coinId), available: amount(balance.balance) }] : [];
  });
  const [first] = found;
  return first && { coinId: first.coinId, sources: found.map(({ type, available }) => ({ type, available })) };
}

/** From which accounts a missing amount is taken: the first pays as much as it can. */
export function takenFrom(sources: readonly Source[], missing: Amount): readonly Source[] {
  let left = missing;
  return sources.flatMap(({ type, available }) => {
    const part = available < left ? available : left;
    left = minus(left, part);
    return part === ZERO ? [] : [{ type, available: part }];
  });
}

/** What may top up a stake: nothing where members may not move money between accounts. */
export function useOtherFunds(coin: string | undefined, isWanted: boolean): OtherFunds | undefined {
  const { account_transfer_status } = useSettings();
  const { data } = useQuery({
    queryKey: [BALANCES],
    queryFn: () => post(BALANCES, {}, { quiet: true }),
    enabled: isWanted && account_transfer_status === 1 && coin !== undefined,
  });
  if (account_transfer_status !== 1 || data === undefined || coin === undefined) return undefined;
  return fundsOf(data, coin);
}

/** All that other accounts have. */
export const fundableIn = (funds: OtherFunds | undefined): Amount =>
  sum((funds?.sources ?? []).map(({ available }) => available));

/** Whether stakes are always topped up on this device. */
export function useAlwaysTopUp(): readonly [boolean, (always: boolean) => void] {
  const [isAlways, setAlways] = useState(() => recall('topUp') === '1');
  return [
    isAlways,
    (always) => {
      remember('topUp', always ? '1' : '0');
      setAlways(always);
    },
  ];
}

/** Read by a call, since it changes while a transfer is awaited. */
const isMoved = (isDone: { readonly current: boolean }): boolean => isDone.current;

/**
 * Moves what is missing to the options account, one transfer an account. Answers false once one is refused or unknown:
 * what was moved before stays in the options account, and nothing is placed.
 */
export function useTopUp(): {
  readonly isMoving: boolean;
  readonly topUp: (funds: OtherFunds, missing: Amount) => Promise<boolean>;
} {
  const client = useQueryClient();
  const isDone = useRef(false);
  const moved = () => {
    for (const name of [BALANCES, 'getHyConfig', 'getTransferList', 'getBillList'])
      void client.invalidateQueries({ queryKey: [name] });
  };
  const { busy, submit } = useSubmit('transfer', {
    keyed: true,
    announce: false,
    onDone: () => {
      isDone.current = true;
      moved();
    },
    onRefused: moved,
  });
  return {
    isMoving: busy,
    async topUp(funds, missing) {
      for (const { type, available } of takenFrom(funds.sources, missing)) {
        isDone.current = false;
        // oxlint-disable-next-line eslint/no-await-in-loop -- the second account pays only what the first could not
        await submit({
          c_id: funds.coinId,
          num: formatShort(available),
          from_type: type,
          to_type: ACCOUNT_TYPE.options,
        });
        if (!isMoved(isDone)) return false;
      }
      return true;
    },
  };
}
