import type { Answer, OwnLimits } from '@plimsoll/contract';
import { STATS_LAST } from '@plimsoll/contract/codes/options';
import { amount } from '@plimsoll/money';
import { Chips, Empty, ErrorState, Figure, Loading, SkeletonBlock } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { refusedWords } from '../../platform/refused.ts';
import { PageHeader } from '../site/index.ts';
import { LimitsSheet } from './limits-sheet.tsx';
import { LossLine } from './loss-line.tsx';
import { Money } from './order-parts.tsx';
import PauseOffer from './pause-offer.tsx';
import { STATS_DAYS, useLimits, useStats, type StatsDays } from './queries.ts';
import { chancePoints, rightPercent } from './stats.ts';
import { StatsScale } from './stats-scale.tsx';
import { useWriting } from './words.ts';

type Stats = Answer<'getHyStats'>;

const wayOf = (profit: string) => (profit.startsWith('-') ? 'down' : /[1-9]/.test(profit) ? 'up' : 'flat');

function Head({ stats }: { readonly stats: Stats }) {
  const t = useTranslations('options');
  const { whole } = useWriting();
  return (
    <div className="mt-5">
      <p className="text-13 text-ink-2">{t('progress.profit')}</p>
      <p data-way={wayOf(stats.profit)} className="text-36 font-semibold tracking-[-.02em]">
        <Figure value={stats.profit} signed dim={false} />{' '}
        <small className="text-[.45em] font-normal text-ink-2">{stats.coinname}</small>
      </p>
      <p className="text-14 text-ink-2">
        {t('progress.amount')} <Money value={stats.staked} coin={stats.coinname} /> · {t('title')}{' '}
        <bdi>{whole(stats.count)}</bdi>
      </p>
    </div>
  );
}

/** How often the member was right beside how often one must be, and what chance explains. */
function Rate({ stats }: { readonly stats: Stats }) {
  const t = useTranslations('options');
  const { percent, whole } = useWriting();
  const { right, decided, count, break_even: breakEven } = stats;
  const share = rightPercent(stats);
  if (share === undefined || breakEven === null) return null;
  const you = t('stats.you', { percent: percent(amount(share)) });
  const toReach = t('form.breakEvenText', { percent: percent(amount(breakEven)) });
  return (
    <section className="mt-3 grid gap-2 rounded-lg bg-surface p-4">
      <div className="flex flex-wrap justify-between gap-x-3">
        <h2 className="font-semibold">
          {t('confirm.right', { percent: percent(amount(share)) })} ·{' '}
          <bdi dir="ltr">
            {whole(right)} / {whole(decided)}
          </bdi>
        </h2>
        {count > decided && (
          <span className="text-13 text-ink-3">{t('stats.undecided', { n: whole(count - decided) })}</span>
        )}
      </div>
      <StatsScale own={Number(share)} breakEven={Number(breakEven)} label={`${you}, ${toReach}`} />
      <div className="flex flex-wrap justify-between gap-x-3 text-13 text-ink-2" aria-hidden="true">
        <span>{you}</span>
        <span>{toReach}</span>
      </div>
      <p className="text-13 text-ink-2">
        {t('stats.meaning')} {t('stats.chance', { points: percent(amount(chancePoints(stats))) })}
      </p>
    </section>
  );
}

const BAR = {
  win: 'mb-auto h-3 bg-up',
  lose: 'mt-auto h-3 bg-dn',
  tie: 'my-auto h-1 bg-ink-3',
  void: 'my-auto h-1 bg-ink-3',
};

/** The last outcomes, newest first: above the line won, below it lost. */
function Last({ last }: { readonly last: Stats['last'] }) {
  const t = useTranslations('options.stats');
  const { whole } = useWriting();
  const won = last.filter(({ outcome }) => outcome === 'win').length;
  const lost = last.filter(({ outcome }) => outcome === 'lose').length;
  const label = t('lastText', { won: whole(won), lost: whole(lost), n: whole(last.length) });
  return (
    <section className="mt-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-17 font-semibold">{t('last')}</h2>
        <span className="text-13 text-ink-3">{t('newest')}</span>
      </div>
      <div
        role="img"
        aria-label={label}
        className="mt-3 grid h-7 gap-1"
        style={{ gridTemplateColumns: `repeat(${STATS_LAST}, minmax(0, 1fr))` }}
      >
        {last.map(({ order_id: id, outcome }) => (
          <span key={id} className={`w-full rounded-[3px] ${BAR[outcome]}`} />
        ))}
      </div>
    </section>
  );
}

function Durations({ stats }: { readonly stats: Stats }) {
  const t = useTranslations('options');
  const { percent, whole } = useWriting();
  return (
    <section className="mt-6">
      <h2 className="text-17 font-semibold">{t('form.closesAfter')}</h2>
      <table className="mt-2 w-full text-14">
        <thead className="text-12 text-ink-3">
          <tr>
            <th scope="col" className="py-1.5 text-start font-normal">
              {t('form.closesAfter')}
            </th>
            <th scope="col" className="text-end font-normal">
              {t('stats.won')}
            </th>
            <th scope="col" className="text-end font-normal">
              {t('confirm.breakEven')}
            </th>
            <th scope="col" className="text-end font-normal">
              {stats.coinname}
            </th>
          </tr>
        </thead>
        <tbody>
          {stats.durations.map((each) => (
            <tr key={each.time} className="border-t">
              <th scope="row" className="py-3 text-start font-normal">
                {t('seconds', { seconds: whole(each.time) })}
              </th>
              <td className="text-end">
                <bdi dir="ltr">
                  {whole(each.right)} / {whole(each.decided)}
                </bdi>
              </td>
              <td className="text-end text-ink-2">
                {each.break_even === null ? '--' : percent(amount(each.break_even))}
              </td>
              <td className="text-end" data-way={wayOf(each.profit)}>
                <Money value={each.profit} signed />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Counted({ stats }: { readonly stats: Stats }) {
  const t = useTranslations('options');
  if (stats.count === 0)
    return <Empty title={t('list.noneSettled')} text={t('list.noneSettledText')} className="pt-16" />;
  return (
    <>
      <Head stats={stats} />
      <Rate stats={stats} />
      <Last last={stats.last} />
      <Durations stats={stats} />
    </>
  );
}

function Limits({ limits, onLimits }: { readonly limits: OwnLimits; readonly onLimits: () => void }) {
  const t = useTranslations('options.limits');
  return (
    <section className="on-card mt-6 grid gap-3 rounded-lg bg-surface p-4">
      <LossLine limits={limits} title={t(limits.daily_loss === null ? 'lostToday' : 'lostOfOwn')} />
      <PauseOffer limits={limits} onLimits={onLimits} />
    </section>
  );
}

/** What the member's options came to, beside what it takes to lose nothing (PRODUCT 11). */
export default function StatsPage() {
  const t = useTranslations('options');
  const kit = useTranslations('app.kit');
  const [days, setDays] = useState<StatsDays>('30');
  const { data: stats, isError, error, refetch } = useStats(days);
  const limits = useLimits();
  const [isLimitsOpen, setLimitsOpen] = useState(false);
  return (
    <>
      <PageHeader title={t('stats.title')} canGoBack />
      <div className="px-4 pb-10">
        <Chips
          label={t('stats.period')}
          value={days}
          onChange={setDays}
          options={STATS_DAYS.map((value) => ({
            value,
            label: value === '0' ? t('stats.allTime') : t('limits.days', { days: Number(value) }),
          }))}
        />
        {stats ? (
          <Counted stats={stats} />
        ) : isError ? (
          <ErrorState
            title={kit('loadFailed')}
            text={refusedWords(error) ?? kit('loadFailedText')}
            onRetry={() => void refetch()}
            className="pt-16"
          />
        ) : (
          <Loading label={kit('loading')}>
            <div className="mt-5 grid gap-4">
              <SkeletonBlock height={60} width={200} />
              <SkeletonBlock height={150} />
              <SkeletonBlock height={60} />
            </div>
          </Loading>
        )}
        {limits.data && <Limits limits={limits.data} onLimits={() => setLimitsOpen(true)} />}
      </div>
      <LimitsSheet open={isLimitsOpen} onClose={() => setLimitsOpen(false)} limits={limits} />
    </>
  );
}
