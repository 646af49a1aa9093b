import { LazyBoundary, SkeletonBlock, ErrorState, Figure, Icon, IconButton } from '@plimsoll/ui';
import { eye, eyeOff } from '@plimsoll/ui/icons-shell';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { post } from '../../platform/client.ts';
import { FirstUseRoom } from '../../platform/first-use-room.tsx';
import { recall, remember } from '../../platform/storage.ts';
import { TODAY } from '../assets/index.ts';
import { FIRST_USE } from '../membership/index.ts';
import { DAY_CURVE } from '../portfolio/index.ts';

/** Balances change with orders and with prices. */
const EVERY_MS = 10_000;

/** A member's total, with a button that hides it. */
export const Balance = memo(function Balance() {
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
  // The curve has its room from the beginning, so that nothing under it moves.
  const over = (
    <div className="mt-2 min-h-25">
      <LazyBoundary part={DAY_CURVE} props={{ isHidden }} fallback={null} isBesides />
    </div>
  );
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
      <LazyBoundary part={TODAY} props={{ isHidden }} fallback={<div className="mt-2 h-7" />} isBesides />
      <LazyBoundary part={FIRST_USE} props={{ over }} fallback={<FirstUseRoom over={over} />} isBesides />
    </section>
  );
});
