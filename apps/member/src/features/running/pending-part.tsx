import type { RechargeRecord, WithdrawalRecord } from '@plimsoll/contract';
import { RECORD_STATUS } from '@plimsoll/contract/codes/assets';
import { formatRelative } from '@plimsoll/i18n';
import { Count, Figure, Icon, useReading, type IconShape } from '@plimsoll/ui';
import { deposit, withdraw } from '@plimsoll/ui/icons-shell';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { timeline } from '../../platform/timeline.ts';
import { useDepositState, useMask, useNewestFunding, useUsualWords, useWithdrawalState } from '../assets/index.ts';

const MINUTE_MS = 60_000;

function useMinutes(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

interface PendingRowProps {
  readonly id: number;
  readonly icon: IconShape;
  readonly name: string;
  readonly state: string;
  /** With its sign. */
  readonly figure: string;
  readonly coin: string;
  readonly at: string;
  /** How many minutes one like it usually takes. */
  readonly usual: number | null;
  readonly isHidden: boolean;
  readonly onOpen: () => void;
}

function PendingRow({ id, icon, name, state, figure, coin, at, usual, isHidden, onOpen }: PendingRowProps) {
  const { language, nativeDigits } = useReading();
  const nowMs = useMinutes();
  // A clock behind the server's must not date it in the future.
  const since = formatRelative(Math.min(Date.parse(at), nowMs), nowMs, { language, nativeDigits });
  const usually = useUsualWords()(usual);
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex min-h-15 w-full items-center gap-3.5 px-4 py-2.5 text-start active:bg-surface"
      >
        <Icon of={icon} duo />
        <span className="grid min-w-0 flex-1">
          <span className="flex flex-wrap justify-between gap-x-3">
            <b className="font-semibold">{name}</b>
            <span className="font-semibold">
              <Figure value={figure} signed dim={false} hidden={isHidden} />{' '}
              <small className="text-12 font-normal text-ink-3">{coin}</small>
            </span>
          </span>
          <span className="flex flex-wrap justify-between gap-x-3 text-12 text-ink-2">
            <span className="[overflow-wrap:anywhere]">
              {state} · {since}
              {usually !== undefined && ` · ${usually}`}
            </span>
            <span className="text-ink-3">
              <Count value={id} grouped={false} />
            </span>
          </span>
        </span>
      </button>
    </li>
  );
}

const isPending = ({ status }: RechargeRecord | WithdrawalRecord): boolean => status === RECORD_STATUS.pending;

/** Deposits and withdrawals that wait for a decision, each one tap from its progress. Nothing where none does. */
export default function PendingPart() {
  const t = useTranslations('funding.records');
  const words = useTranslations('running');
  const [isHidden] = useMask();
  const { deposits, withdrawals } = useNewestFunding();
  const depositState = useDepositState(isHidden);
  const withdrawalState = useWithdrawalState(isHidden);
  const coming = deposits.data?.filter(isPending) ?? [];
  const going = withdrawals.data?.filter(isPending) ?? [];
  if (coming.length + going.length === 0) return null;
  return (
    <section aria-labelledby="pending" className="mb-3 border-b pb-2">
      <h2 id="pending" className="px-4 text-17 font-semibold">
        {t('pending')}{' '}
        <span className="text-15 font-medium text-ink-3">
          <Count value={coming.length + going.length} />
        </span>
      </h2>
      <ul className="rows">
        {coming.map((record) => (
          <PendingRow
            key={`in ${record.id}`}
            id={record.id}
            icon={deposit}
            name={words('deposit')}
            state={depositState(record)}
            figure={record.claimed}
            coin={record.coinName}
            at={record.addtime}
            usual={record.usual_minutes}
            isHidden={isHidden}
            onOpen={() => timeline.set({ kind: 'recharge', id: record.id })}
          />
        ))}
        {going.map((record) => (
          <PendingRow
            key={`out ${record.id}`}
            id={record.id}
            icon={withdraw}
            name={words('withdrawal')}
            state={withdrawalState(record)}
            figure={`-${record.mum}`}
            coin={record.coinName}
            at={record.addtime}
            usual={record.usual_minutes}
            isHidden={isHidden}
            onOpen={() => timeline.set({ kind: 'withdraw', id: record.id })}
          />
        ))}
      </ul>
    </section>
  );
}
