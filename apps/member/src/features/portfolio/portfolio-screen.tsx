import type { PortfolioRange } from '@plimsoll/contract/codes/portfolio';
import type { PortfolioPoint } from '@plimsoll/contract/portfolio';
import { formatTime } from '@plimsoll/i18n';
import {
  Empty,
  ErrorState,
  Figure,
  Loading,
  Moment,
  PullToRefresh,
  Seg,
  SkeletonBlock,
  useReading,
} from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { refusedWords } from '../../platform/refused.ts';
import { AgeBar, FiguresEye, Signed, useMask } from '../assets/index.ts';
import { PageHeader } from '../site/index.ts';
import { Coins } from './coins.tsx';
import { indexFrom, type CurveOf } from './curve.ts';
import { MomentSheet } from './moment-sheet.tsx';
import { Plot } from './plot.tsx';
import { PointsTable } from './points-table.tsx';
import { EVERY_MS, usePortfolio, type Portfolio } from './queries.ts';
import { RangePicker } from './range-picker.tsx';
import { Split } from './split.tsx';

/** Figures of this age are shown as old: three polls missed. */
const OLD_MS = 3 * EVERY_MS;

function Skeleton() {
  const app = useTranslations('app.kit');
  return (
    <Loading label={app('loading')}>
      <SkeletonBlock width={210} height={42} className="m-4 mt-6" />
      <SkeletonBlock height={168} className="my-2" />
      <div className="p-4">
        <SkeletonBlock height={180} />
      </div>
    </Loading>
  );
}

interface ShownProps {
  readonly portfolio: Portfolio;
  readonly range: PortfolioRange;
  readonly onRange: (range: PortfolioRange) => void;
}

function Flows({ portfolio, isHidden }: { readonly portfolio: Portfolio; readonly isHidden: boolean }) {
  const t = useTranslations('portfolio');
  const figure = (value: string) => <Figure value={value} places={2} signed hidden={isHidden} dim={false} />;
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-1.5 px-4 text-12 text-ink-3">
      <i className="size-1.75 rounded-[2px] bg-ink-2" />
      <span className="flex-1">{t('flows')}</span>
      <span className="ms-auto flex flex-wrap justify-end gap-x-2">
        {figure(portfolio.money_in)} {figure(`-${portfolio.money_out}`)}
      </span>
    </p>
  );
}

interface HeadProps {
  readonly portfolio: Portfolio;
  readonly range: PortfolioRange;
  /** The point that is read; undefined for now. */
  readonly at: PortfolioPoint | undefined;
  readonly of: CurveOf;
  readonly onOf: (of: CurveOf) => void;
  readonly mask: ReturnType<typeof useMask>;
}

/** Worth and profit of now, or of the point that is read, and which of both is drawn. */
function Head({ portfolio, range, at, of, onOf, mask: [isHidden, toggle] }: HeadProps) {
  const t = useTranslations('portfolio');
  const total = useTranslations('assets.total');
  const reading = useReading();
  const style = range === 'hour' || range === 'day' ? 'moment' : 'date';
  const first = portfolio.points[0];
  return (
    <section className="px-4 pt-4">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="text-13 text-ink-2">{at ? <Moment at={at.time} /> : total('all')}</h2>
        <FiguresEye isHidden={isHidden} onToggle={toggle} />
        <Seg
          label={t('curve')}
          options={[
            { value: 'profit', label: t('profit') },
            { value: 'worth', label: t('worth') },
          ]}
          value={of}
          onChange={onOf}
          className="ms-auto min-w-37"
        />
      </div>
      <p className="min-h-10.5 text-[min(var(--fs-36),10.4vw)]/(--lh-36) font-semibold tracking-[-.015em]">
        <Figure value={at?.worth ?? portfolio.worth} places={2} hidden={isHidden} />{' '}
        <small className="text-17 font-medium tracking-normal text-ink-2">USDT</small>
      </p>
      <p className="mt-1 flex flex-wrap gap-x-2 text-14 text-ink-2">
        <Signed value={at?.profit ?? portfolio.profit} isHidden={isHidden} triangle />
        <span>{t('since', { time: first ? formatTime(first.time, { ...reading, style }) : '' })}</span>
      </p>
    </section>
  );
}

function Shown({ portfolio, range, onRange }: ShownProps) {
  const t = useTranslations('portfolio');
  const mask = useMask();
  const [isHidden] = mask;
  const [of, setOf] = useState<CurveOf>('profit');
  /** The time of the point that is read: a poll moves the points on. */
  const [chosenAt, setChosenAt] = useState<string>();
  const [openMs, setOpenMs] = useState<number>();
  const { points } = portfolio;
  const open = (index: number) => {
    const point = points[index];
    if (!point) return;
    setChosenAt(point.time);
    setOpenMs(Date.parse(point.time));
  };
  const close = () => {
    setOpenMs(undefined);
    setChosenAt(undefined);
  };
  const pick = (next: PortfolioRange) => {
    setChosenAt(undefined);
    onRange(next);
  };
  const chosen = chosenAt === undefined ? undefined : indexFrom(points, chosenAt);
  const at = chosen === undefined ? undefined : points[chosen];
  return (
    <>
      <Head portfolio={portfolio} range={range} at={at} of={of} onOf={setOf} mask={mask} />
      <Plot
        points={points}
        of={of}
        isHidden={isHidden}
        chosen={chosen}
        onChoose={(index) => {
          if (openMs === undefined) setChosenAt(index === undefined ? undefined : points[index]?.time);
        }}
        onOpen={open}
      />
      <RangePicker value={range} onChange={pick} />
      <Flows portfolio={portfolio} isHidden={isHidden} />
      <p className="mt-1 px-4 text-12 text-ink-3">{t('how')}</p>
      <Split portfolio={portfolio} isHidden={isHidden} />
      <Coins coins={portfolio.coins} isHidden={isHidden} />
      <PointsTable points={points} isHidden={isHidden} onOpen={open} />
      <MomentSheet atMs={openMs} isHidden={isHidden} onClose={close} />
    </>
  );
}

const isNothing = ({ coins }: Portfolio): boolean => coins.length === 0;

/** /portfolio: worth and profit over time, where profit came from, and the balances of any moment. */
export default function PortfolioScreen() {
  const t = useTranslations('portfolio');
  const app = useTranslations('app.kit');
  const [range, setRange] = useState<PortfolioRange>('month');
  const { data, error, isError, isPaused, dataUpdatedAt, refetch } = usePortfolio(range);
  const freshness = useFreshness(dataUpdatedAt, OLD_MS);
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      <AgeBar {...freshness} updatedAtMs={dataUpdatedAt} />
      {data && isNothing(data) && <Empty title={t('none')} text={t('noneText')} className="pt-16" />}
      {data && !isNothing(data) && (
        <PullToRefresh onRefresh={refetch}>
          <div className={`pb-6 ${freshness.isOld ? 'stale' : ''}`}>
            <Shown portfolio={data} range={range} onRange={setRange} />
          </div>
        </PullToRefresh>
      )}
      {!data &&
        (isError || isPaused ? (
          <ErrorState
            title={app('loadFailed')}
            text={refusedWords(error)}
            onRetry={() => void refetch()}
            className="pt-16"
          />
        ) : (
          <Skeleton />
        ))}
    </>
  );
}
