import type { MarkGap, VoidOption } from '@plimsoll/contract';
import { formatDecimal, formatTime, type TimeStyle } from '@plimsoll/i18n';
import { Count, Facts, Figure, Icon, Pair, Tag, useReading, type IconShape, type TagKind } from '@plimsoll/ui';
import { clock, close, info, offline, warn } from '@plimsoll/ui/icons-shell';
import { minus, triDown, triUp } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { clockText } from './lengths.ts';

const UNKNOWN = '--';
const WAYS = { up: triUp, down: triDown, tie: minus } as const;
const REASONS = { no_line: 'noLine', no_exit: 'noExit', no_trade: 'noTrade' } as const;
const GAPS: Readonly<Record<MarkGap['why'], readonly [TagKind, IconShape]>> = {
  silent: ['wait', offline],
  held: ['info', info],
  stopped: ['wait', warn],
  closed: ['plain', close],
};

function useWriting() {
  const reading = useReading();
  return {
    time: (at: string, style: TimeStyle) => formatTime(at, { ...reading, style }),
    figure: (value: number) => formatDecimal(String(value), { ...reading, ungrouped: true }),
    length: (ms: number) => clockText(ms).replace(/\d/g, (digit) => formatDecimal(digit, reading)),
  };
}

function MarketName({ coinname }: { readonly coinname: string }) {
  const [base = coinname, quote = ''] = coinname.split('/');
  return <Pair base={base} quote={quote} />;
}

const Price = ({ value }: { readonly value: string | undefined }) =>
  value === undefined ? UNKNOWN : <Figure value={value} dim={false} />;

/** A void option: when and where, why, and how it would have ended. */
export function VoidRow({ option }: { readonly option: VoidOption }) {
  const t = useTranslations('voids');
  const { time, figure, length } = useWriting();
  const { id, coinname, placed, seconds, why, limit, after, would } = option;
  return (
    <article className="grid gap-2.5 px-4 py-3.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <MarketName coinname={coinname} />
        <time dateTime={placed} className="text-12 text-ink-3">
          <bdi>{time(placed, 'moment')}</bdi>
        </time>
      </div>
      <p className="text-14 text-ink-2">
        {t(REASONS[why], { limit: figure(limit), within: figure(after) })}{' '}
        <span className="text-12 text-ink-3">{t('option', { id: figure(id) })}</span>
      </p>
      <Facts
        columns={2}
        items={[
          {
            term: t('would'),
            value: would ? (
              <b className="inline-flex items-center gap-1.5 font-semibold">
                <Icon of={WAYS[would.result]} size={12} />
                {t(would.result)}
              </b>
            ) : (
              t('unknown')
            ),
          },
          { term: t('cycle'), value: <span className="n">{length(seconds * 1000)}</span> },
          { term: t('orderPrice'), value: <Price value={would?.line} /> },
          { term: t('settlementPrice'), value: <Price value={would?.exit} /> },
        ]}
      />
    </article>
  );
}

/** A gap: market, times, cause, and the options it made void. */
export function GapRow({ gap }: { readonly gap: MarkGap }) {
  const t = useTranslations('voids');
  const { time, length } = useWriting();
  const { coinname, from, to, why, orders } = gap;
  const [kind, icon] = GAPS[why];
  const isSameDay = to !== null && new Date(from).toDateString() === new Date(to).toDateString();
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-2.5 px-4 py-3.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <MarketName coinname={coinname} />
        <Tag kind={kind} icon={icon} wraps>
          {t(why)}
        </Tag>
      </div>
      <p className="flex flex-wrap items-center gap-x-1.5 text-14 text-ink-2">
        <time dateTime={from}>
          <bdi>{time(from, 'moment')}</bdi>
        </time>
        <span>–</span>
        {to === null ? (
          <b className="inline-flex items-center gap-1.25 font-medium text-warn">
            <Icon of={clock} size={13} />
            {t('lasting')}
          </b>
        ) : (
          <time dateTime={to}>
            <bdi>{time(to, isSameDay ? 'time' : 'moment')}</bdi>
          </time>
        )}
      </p>
      <Facts
        columns={2}
        items={[
          {
            term: t('length'),
            value: to === null ? UNKNOWN : <span className="n">{length(Date.parse(to) - Date.parse(from))}</span>,
          },
          { term: t('voids'), value: <Count value={orders} /> },
        ]}
      />
    </article>
  );
}
