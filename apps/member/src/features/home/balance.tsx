import { formatPercent } from '@plimsoll/i18n';
import {
  LazyBoundary,
  SkeletonBlock,
  ErrorState,
  Figure,
  Icon,
  IconButton,
  Legend,
  Load,
  useReading,
} from '@plimsoll/ui';
import { eye, eyeOff } from '@plimsoll/ui/icons-shell';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { post } from '../../platform/client.ts';
import { FirstUseRoom } from '../../platform/first-use-room.tsx';
import { recall, remember } from '../../platform/storage.ts';
import { TODAY } from '../assets/index.ts';
import { FIRST_USE } from '../membership/index.ts';
import type { Answer } from '@plimsoll/contract';
import { balanceParts, type BalancePart } from './balance-parts.ts';

/** Balances change with orders and with prices. */
const EVERY_MS = 10_000;
const NAMES: Readonly<Record<BalancePart['type'], 'funds' | 'options' | 'quant'>> = {
  1: 'funds',
  2: 'options',
  3: 'quant',
};

function Split({ data, isHidden }: { readonly data: Answer<'getUserBalanceList'>; readonly isHidden: boolean }) {
  const t = useTranslations('home');
  const parts = balanceParts(data);
  const reading = useReading();
  const percentOf = (type: BalancePart['type']) =>
    formatPercent(String(Math.round(parts.find((each) => each.type === type)?.percent ?? 0)), reading);
  return (
    <>
      <Load
        className="mt-3"
        parts={isHidden ? [100] : parts.map((each) => each.percent)}
        label={
          isHidden ? t('splitHidden') : t('split', { funds: percentOf(1), options: percentOf(2), quant: percentOf(3) })
        }
      />
      <Legend
        className="mt-2"
        items={parts.map((each) => ({
          name: t(NAMES[each.type]),
          figure: <Figure value={each.total} places={2} hidden={isHidden} dim={false} />,
        }))}
      />
    </>
  );
}

/** A member's total, with a button that hides it. */
export function Balance() {
  const t = useTranslations('home');
  const [isHidden, setHidden] = useState(() => recall('mask') === 'on');
  const { data, isError, isPaused, refetch } = useQuery({
    queryKey: ['getUserBalanceList'],
    queryFn: () => post('getUserBalanceList', {}, { quiet: true }),
    refetchInterval: EVERY_MS,
  });
  const toggle = () => {
    remember('mask', isHidden ? 'off' : 'on');
    setHidden(!isHidden);
  };
  if (isError && !data) return <ErrorState title={t('balancesFailed')} onRetry={() => void refetch()} />;
  return (
    <section className="px-4 pb-5 pt-2">
      <div className="flex items-center gap-2">
        <span className="text-13 text-ink-2">{t('totalBalance')}</span>
        <IconButton
          mini
          label={t(isHidden ? 'showBalances' : 'hideBalances')}
          className="mx-0.5 -my-1"
          onClick={toggle}
        >
          <Icon of={isHidden ? eyeOff : eye} size={18} />
        </IconButton>
      </div>
      <p className="min-h-10.5 text-[min(var(--fs-36),11vw)]/(--lh-36) font-semibold tracking-[-.015em]">
        {data ? (
          <>
            <Figure value={data.all_price} places={2} hidden={isHidden} flash />{' '}
            <small className="text-17 font-medium tracking-normal text-ink-2">USDT</small>
          </>
        ) : isPaused ? (
          <span className="text-ink-3">--</span>
        ) : (
          <SkeletonBlock width={210} height={42} />
        )}
      </p>
      {data ? (
        <Split data={data} isHidden={isHidden} />
      ) : (
        !isPaused && (
          <>
            <SkeletonBlock height={6} className="mt-3" />
            <SkeletonBlock width={240} height={12} className="mt-2.5 mb-0.5" />
          </>
        )
      )}
      <LazyBoundary part={TODAY} props={{ isHidden }} fallback={<div className="mt-2 h-7" />} isBesides />
      <LazyBoundary part={FIRST_USE} props={{}} fallback={<FirstUseRoom />} isBesides />
    </section>
  );
}
