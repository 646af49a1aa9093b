import type { ExchangeCoin } from '@plimsoll/contract';
import { formatDecimal, formatPercent } from '@plimsoll/i18n';
import { format, formatShort } from '@plimsoll/money';
import { CoinFigure, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { LookSheet } from '../look/index.ts';
import { readableRate, spreadPercent } from './estimate.ts';
import type { useConvert } from './use-convert.ts';

interface ConvertLookProps {
  readonly convert: ReturnType<typeof useConvert>;
  readonly from: ExchangeCoin;
  readonly to: ExchangeCoin;
}

/** The last look at an exchange, at the live price. */
export function ConvertLook({ convert: { form, way, estimated, blocked, look }, from, to }: ConvertLookProps) {
  const t = useTranslations('exchange');
  const reading = useReading();
  const isChained = way !== undefined && way.through.length > 2;
  return (
    <LookSheet
      {...look}
      headline={{
        term: t('total'),
        value: estimated ? formatDecimal(formatShort(estimated.received), reading) : '--',
        coin: to.title,
      }}
      rows={[
        { term: t('give'), value: <CoinFigure value={form.amount} coin={from.title} /> },
        {
          term: t('rate', { one: formatDecimal('1', reading), coin: from.title }),
          value: <CoinFigure value={estimated && readableRate(estimated.rate)} coin={to.title} />,
        },
        ...(way
          ? [
              {
                term: t(isChained ? 'spreadEach' : 'spread', { percent: formatPercent(spreadPercent(way), reading) }),
                value: (
                  <CoinFigure
                    value={estimated?.spread === undefined ? undefined : format(estimated.spread)}
                    places={to.decimals}
                    coin={to.title}
                  />
                ),
              },
            ]
          : []),
      ]}
      confirm={t('submitBare')}
      busyText={t('sending')}
      blocked={blocked}
    />
  );
}
