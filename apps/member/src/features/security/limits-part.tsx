import { OUT_HOURS } from '@plimsoll/contract/figures';
import { formatDecimal, formatTime } from '@plimsoll/i18n';
import { amount, formatShort, ZERO } from '@plimsoll/money';
import { linkClass, Loading, LoadLine, Note, SkeletonBlock, useReading } from '@plimsoll/ui';
import { clock } from '@plimsoll/ui/icons-shell';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from '../../platform/router.tsx';
import { useLimits, type Limits } from './queries.ts';

const strong = (words: ReactNode) => <b className="n font-semibold text-ink">{words}</b>;
const isolated = (text: string): string => `\u2068${text}\u2069`;

/** The used share of a limit, in percent; for drawing, never for money. */
function percentOf(used: string, limit: string): number {
  const all = amount(limit);
  if (all <= ZERO) return 100;
  const part = (amount(used) * 1000n) / all;
  return part >= 1000n ? 100 : Number(part) / 10;
}

interface LimitLineProps {
  readonly limits: Pick<Limits, 'limit'>;
  readonly used: string;
  readonly name: string;
}

/** What is used of the limit of 24 hours. */
export function LimitLine({ limits: { limit }, used, name }: LimitLineProps) {
  const t = useTranslations('security.limits');
  const reading = useReading();
  const write = (value: string) => formatDecimal(formatShort(amount(value)), reading);
  const words = { used: write(used), limit: write(limit) };
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-3 text-14 text-ink-2">
        <span>{name}</span>
        <span>{t.rich('of', { ...words, b: strong })}</span>
      </p>
      <LoadLine
        percent={percentOf(used, limit)}
        isOver={amount(used) > amount(limit)}
        label={`${name}: ${t('ofPlain', words)}`}
      />
    </div>
  );
}

function LimitsSkeleton() {
  const app = useTranslations('app.kit');
  return (
    <Loading label={app('loading')}>
      <div className="grid gap-3 px-4">
        <SkeletonBlock width={170} height={24} />
        <SkeletonBlock height={38} />
        <SkeletonBlock width={220} height={20} />
      </div>
    </Loading>
  );
}

/** What may leave within 24 hours: used, left, and when more is available (RULES 8). */
export function LimitsPart() {
  const t = useTranslations('security.limits');
  const reading = useReading();
  const { data: limits, isLoading } = useLimits();
  if (!limits) return isLoading ? <LimitsSkeleton /> : null;
  const { level, used, left, frees_at, waits_until } = limits;
  const words = {
    left: formatDecimal(formatShort(amount(left)), reading),
    ...(frees_at === null ? {} : { time: isolated(formatTime(frees_at, { ...reading, style: 'full' })) }),
  };
  return (
    <section className="grid gap-3 px-4" aria-labelledby="out-limits">
      <h2 id="out-limits" className="text-17 font-semibold">
        {t('title', { level: String(level) })}
      </h2>
      <LimitLine limits={limits} used={used} name={t('out', { hours: OUT_HOURS })} />
      <p className="flex flex-wrap justify-between gap-x-3 text-13 text-ink-2">
        <span>
          {frees_at === null
            ? t('left', { left: words.left })
            : t('leftMore', { left: words.left, time: words.time ?? '' })}
        </span>
        {level === 1 && (
          <Link to="/real_authentication" className={`${linkClass} hit`}>
            {t('raise')}
          </Link>
        )}
      </p>
      {waits_until !== null && (
        <Note kind="warn" icon={clock}>
          {t('waits', { until: isolated(formatTime(waits_until, { ...reading, style: 'full' })) })}
        </Note>
      )}
    </section>
  );
}
