import type { OwnLimits } from '@plimsoll/contract';
import { Figure, LazyBoundary, lazyPart, LimitLine } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { isNearLimit, lostPercent } from './limits-form.ts';
import { useWriting } from './words.ts';

// Seldom seen.
const PAUSE = lazyPart(() => import('./pause-offer.tsx'));

/** What was lost today, against the member's own limit if they have one. */
export function LossLine({ limits, title }: { readonly limits: OwnLimits; readonly title: string }) {
  const t = useTranslations('options.limits');
  const { cents, percent: inPercent, midnight } = useWriting();
  const percent = lostPercent(limits);
  return (
    <div>
      <div className="flex flex-wrap justify-between gap-x-2 text-14">
        <span className="text-ink-2">{title}</span>
        <span>
          <b>
            <Figure value={limits.lost_today} places={2} dim={false} />
          </b>{' '}
          {limits.daily_loss !== null && (
            <span className="text-ink-3">{t('of', { limit: cents(limits.daily_loss) })}</span>
          )}
        </span>
      </div>
      {percent !== undefined && <LimitLine percent={percent} label={t('share', { percent: inPercent(percent) })} />}
      {percent !== undefined && <p className="text-12 text-ink-3">{t('pause', { time: midnight })}</p>}
    </div>
  );
}

/** The same on a card, for members with a limit. */
export function LossCard({ limits }: { readonly limits: OwnLimits | undefined }) {
  const t = useTranslations('options.limits');
  if (!limits || limits.daily_loss === null) return null;
  return (
    <div className="on-card mt-5 rounded-lg bg-surface px-4 py-3.5">
      <LossLine limits={limits} title={t('lostOfOwn')} />
      {isNearLimit(limits) && (
        <div className="mt-3">
          <LazyBoundary part={PAUSE} props={{ limits }} fallback={null} isBesides />
        </div>
      )}
    </div>
  );
}
