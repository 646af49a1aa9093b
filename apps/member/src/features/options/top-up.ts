import type { Answer } from '@plimsoll/contract';
import { ACCOUNT_TYPE } from '@plimsoll/contract/codes/assets';
import { amount, formatShort, minOf, minus, plus, sum, ZERO, type Amount } from '@plimsoll/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { openOf } from '../../platform/attempts.ts';
import { post, type Fields } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { recall, remember } from '../../platform/storage.ts';
import { useSubmit } from '../../platform/submit.ts';
import type { OptionCommand } from './option-form.ts';

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

/**
 * What may top up a stake, and how much of it there is: nothing where members may not move money between accounts, or
 * where it cannot be read; undefined until it is known.
 */
export function useOtherFunds(
  coin: string | undefined,
  isWanted: boolean,
): { readonly funds: OtherFunds | undefined; readonly fundable: Amount | undefined } {
  const { account_transfer_status } = useSettings();
  const { data, isPending } = useQuery({
    queryKey: [BALANCES],
    queryFn: () => post(BALANCES, {}, { quiet: true }),
    enabled: isWanted && account_transfer_status === 1 && coin !== undefined,
  });
  if (account_transfer_status !== 1) return { funds: undefined, fundable: ZERO };
  const funds = data && coin !== undefined ? fundsOf(data, coin) : undefined;
  return { funds, fundable: isPending ? undefined : sum((funds?.sources ?? []).map(({ available }) => available)) };
}

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

/** A transfer that was sent. */
interface Transfer {
  readonly part: Source;
  readonly fields: Fields;
  isDone: boolean;
}

/** Those to the options account that have no answer, also of another market's form and of before a reload. */
const unansweredIn = (coinId: string): readonly Transfer[] =>
  openOf('transfer').flatMap(({ fields }) => {
    const type = SOURCES.find((each) => each === fields['from_type']);
    return type && fields['c_id'] === coinId && fields['to_type'] === ACCOUNT_TYPE.options
      ? [{ part: { type, available: amount(String(fields['num'])) }, fields, isDone: false }]
      : [];
  });

/** What was moved to the options account for an option, by the account that it came from, and its coin. */
export interface Moved {
  readonly coinId: string;
  readonly parts: readonly Source[];
}

/** With one more part. */
function withPart({ parts }: Moved, { type, available }: Source): readonly Source[] {
  const before = parts.find((part) => part.type === type)?.available ?? ZERO;
  return [...parts.filter((part) => part.type !== type), { type, available: plus(before, available) }];
}

/** All of it. */
export const sumOf = ({ parts }: Moved): Amount => sum(parts.map(({ available }) => available));

const NOTHING: Moved = { coinId: '', parts: [] };

/** Asks again for what a transfer between own accounts changes. */
export function useOwnTransferred(): () => void {
  const client = useQueryClient();
  return () => {
    for (const name of [BALANCES, 'getHyConfig', 'getTransferList', 'getBillList'])
      void client.invalidateQueries({ queryKey: [name] });
  };
}

export interface TopUp {
  readonly isMoving: boolean;
  /**
   * Moves what is missing for an option to the options account, one transfer an account, until one is refused or
   * unknown. What was moved before stays in the options account, and counts: before another transfer its balance is read
   * again. False where the option cannot be placed.
   */
  readonly topUp: (funds: OtherFunds, command: Pick<OptionCommand, 'stake' | 'topUp'>) => Promise<boolean>;
  /** What was moved and is not staked yet. */
  readonly moved: Moved;
  /** A part is back where it came from. */
  readonly isBack: (type: SourceType) => void;
  /** An option was placed with it. */
  readonly isStaked: () => void;
}

/** Moves money to the options account for an option, and keeps in mind what for. */
export function useTopUp(): TopUp {
  const transferred = useOwnTransferred();
  const [moved, setMoved] = useState(NOTHING);
  const sent = useRef<Transfer>(undefined);
  const { busy, submit } = useSubmit('transfer', {
    keyed: true,
    announce: false,
    onDone: () => {
      const transfer = sent.current;
      if (transfer) {
        transfer.isDone = true;
        setMoved((now) => ({ coinId: String(transfer.fields['c_id']), parts: withPart(now, transfer.part) }));
      }
      transferred();
    },
    onRefused: transferred,
  });
  const send = async (transfer: Transfer): Promise<boolean> => {
    sent.current = transfer;
    await submit(transfer.fields);
    return wasDone(transfer);
  };
  return {
    isMoving: busy,
    moved,
    isBack: (type) => setMoved((now) => ({ ...now, parts: now.parts.filter((part) => part.type !== type) })),
    isStaked: () => setMoved(NOTHING),
    async topUp({ coinId, sources }, command) {
      let missing = command.topUp;
      // One that has no answer is asked for as it was: with another amount it would be another transfer.
      // oxlint-disable-next-line eslint/no-await-in-loop -- a form sends one at a time
      for (const transfer of unansweredIn(coinId)) if (!(await send(transfer))) return false;
      if (sent.current) {
        const config = await post('getHyConfig').catch(() => undefined);
        if (!config) return false;
        const balance = amount(config.balance);
        missing = balance < command.stake ? minOf(missing, minus(command.stake, balance)) : ZERO;
      }
      for (const part of takenFrom(sources, missing)) {
        const fields = {
          c_id: coinId,
          num: formatShort(part.available),
          from_type: part.type,
          to_type: ACCOUNT_TYPE.options,
        };
        // oxlint-disable-next-line eslint/no-await-in-loop -- the second account pays only what the first could not
        if (!(await send({ part, fields, isDone: false }))) return false;
      }
      return true;
    },
  };
}

/** Read by a call, since it changes while a transfer is awaited. */
const wasDone = ({ isDone }: Transfer): boolean => isDone;
