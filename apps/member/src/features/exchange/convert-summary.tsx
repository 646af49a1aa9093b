import type { ExchangeCoin } from '@plimsoll/contract';
import { format } from '@plimsoll/money';
import { formatDecimal, formatPercent } from '@plimsoll/i18n';
import { Figure, Icon, Summary, useReading } from '@plimsoll/ui';
import { right } from '@plimsoll/ui/icons-screens';
import { Fragment, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { rateOf, readableRate, spreadPercent, type Books, type ConvertWay, type Estimate } from './estimate.ts';

interface ConvertSummaryProps {
  readonly from: ExchangeCoin;
  readonly to: ExchangeCoin;
  readonly way: ConvertWay;
  readonly books: Books;
  readonly estimated: Estimate | undefined;
  readonly isOld: boolean;
}

/** The rate, the way, the spread and the result. */
export function ConvertSummary({ from, to, way, books, estimated, isOld }: ConvertSummaryProps) {
  const t = useTranslations('exchange');
  const reading = useReading();
  // The rate of the amount, where one is written.
  const rate = estimated?.rate ?? rateOf(way, books);
  const figure = (value: ReactNode) => (
    <span className={`whitespace-nowrap ${isOld ? 'text-ink-3' : ''}`}>
      {value} <small className="text-[.72em] font-normal text-ink-3">{to.title}</small>
    </span>
  );
  const percent = formatPercent(spreadPercent(way), reading);
  return (
    <section
      aria-label={t('summary')}
      className="rounded-lg bg-surface px-4 pb-3 pt-2 [&_dd]:ms-auto [&_dl>div]:flex-wrap"
    >
      <Summary
        rows={[
          {
            term: t('rate', { one: formatDecimal('1', reading), coin: from.title }),
            value: figure(rate === undefined ? '--' : <Figure value={readableRate(rate)} />),
          },
          {
            term: t('way'),
            value: (
              <span className="inline-flex flex-wrap items-center justify-end gap-0.5">
                {way.through.map((title, at) => (
                  <Fragment key={title}>
                    {at > 0 && <Icon of={right} size={16} flip className="text-ink-2" />}
                    <span>{title}</span>
                  </Fragment>
                ))}
              </span>
            ),
          },
          {
            term: t(way.through.length > 2 ? 'spreadEach' : 'spread', { percent }),
            value: figure(
              estimated?.spread === undefined ? '--' : <Figure value={format(estimated.spread)} places={to.decimals} />,
            ),
          },
          {
            term: t('total'),
            value: figure(
              estimated === undefined ? '--' : <Figure value={format(estimated.received)} places={to.decimals} />,
            ),
            total: true,
          },
        ]}
      />
    </section>
  );
}
