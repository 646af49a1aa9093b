import type { Exposure } from '@plimsoll/contract/operator';
import { formatDecimal } from '@plimsoll/i18n';
import { CoinMark, Count, Figure, Summary, useReading } from '@plimsoll/ui';
import { DenseTable, LoadToTheLine, Pane, TableScroll } from '@plimsoll/ui/console';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { usePercentText } from '../../platform/resource/index.ts';
import { isZero, percentOf } from './figures.ts';
import { ReportState, useReport } from './report.tsx';

const READ_EVERY_MS = 5000;

/** Possible payouts by coin and by market, and what is available for them. */
export default function ExposureScreen() {
  const { data, error, refetch } = useReport<Exposure>('/reports/exposure', READ_EVERY_MS);
  if (!data)
    return (
      <div className="p-4 wide:px-7 wide:py-6">
        <Pane>
          <ReportState error={error} onRetry={() => void refetch()} />
        </Pane>
      </div>
    );
  return (
    <div className="grid grid-cols-1 content-start gap-5 p-4 wide:px-7 wide:py-6">
      <div className="grid grid-cols-1 gap-5 beside:grid-cols-[minmax(0,1fr)_minmax(0,1.75fr)]">
        <Worst options={data.options} />
        <OptionMarkets options={data.options} />
      </div>
      <div className="grid grid-cols-1 items-start gap-5 beside:grid-cols-2">
        <SpotMarkets markets={data.spot} />
        <Coins coins={data.coins} position_limit={data.position_limit} />
      </div>
    </div>
  );
}

function Worst({ options: { coin, open, stakes, worst, reserve, held } }: { readonly options: Exposure['options'] }) {
  const t = useTranslations('console-house');
  const { language } = useReading();
  const percentText = usePercentText();
  const percent = percentOf(worst, reserve);
  const share = t('exposure.share', { percent: percentText(percent) });
  return (
    <Pane className="sums" title={t('exposure.worst')} aside={t('exposure.open', { count: open })}>
      <p className="lead font-semibold">
        <Figure value={worst} places={2} dim={false} />{' '}
        <span className="text-14 font-medium text-ink-3">
          {t('exposure.of', { reserve: formatDecimal(reserve, { language, decimals: 2 }), coin })}
        </span>
      </p>
      <div className="mt-2 mb-3">
        <LoadToTheLine percent={percent} label={share} />
      </div>
      <Summary
        rows={[
          { term: t('exposure.stakes'), value: <Figure value={stakes} places={8} /> },
          { term: t('exposure.reserve'), value: <Figure value={reserve} places={8} /> },
          { term: t('exposure.held'), value: <Figure value={held} places={8} /> },
          { term: t('exposure.ifAllWon'), value: <Figure value={worst} places={8} />, total: true },
        ]}
      />
    </Pane>
  );
}

/** A table, or an empty state. */
function Rows({
  label,
  heads,
  isEmpty,
  empty,
  children,
}: {
  readonly label: string;
  readonly heads: readonly string[];
  readonly isEmpty: boolean;
  readonly empty: string;
  readonly children: ReactNode;
}) {
  if (isEmpty) return <p className="text-ink-3">{empty}</p>;
  return (
    <TableScroll label={label}>
      <DenseTable compact>
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} scope="col" className={at > 0 ? 'r' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </DenseTable>
    </TableScroll>
  );
}

const pairOf = (symbol: string, coinname: string): string =>
  coinname.includes('/') || !symbol.toUpperCase().startsWith(coinname)
    ? coinname
    : `${coinname}/${symbol.toUpperCase().slice(coinname.length)}`;

function OptionMarkets({ options: { markets } }: { readonly options: Exposure['options'] }) {
  const t = useTranslations('console-house');
  return (
    <Pane title={t('exposure.optionMarkets')}>
      <Rows
        label={t('exposure.optionMarkets')}
        heads={[
          t('exposure.market'),
          t('exposure.down'),
          t('exposure.downStakes'),
          t('exposure.downWins'),
          t('exposure.up'),
          t('exposure.upStakes'),
          t('exposure.upWins'),
        ]}
        isEmpty={markets.every(({ up, down }) => up.open === 0 && down.open === 0)}
        empty={t('exposure.noOptions')}
      >
        {markets
          .filter(({ up, down }) => up.open > 0 || down.open > 0)
          .map(({ m_id, symbol, coinname, up, down }) => (
            <tr key={m_id}>
              <td className="font-medium">
                <bdi dir="ltr">{pairOf(symbol, coinname)}</bdi>
              </td>
              <td className="r">
                <Count value={down.open} />
              </td>
              <td className="r">
                <Figure value={down.stakes} places={8} />
              </td>
              <td className="r">
                <Figure value={down.winnings} places={8} />
              </td>
              <td className="r">
                <Count value={up.open} />
              </td>
              <td className="r">
                <Figure value={up.stakes} places={8} />
              </td>
              <td className="r">
                <Figure value={up.winnings} places={8} />
              </td>
            </tr>
          ))}
      </Rows>
    </Pane>
  );
}

function SpotMarkets({ markets }: { readonly markets: Exposure['spot'] }) {
  const t = useTranslations('console-house');
  return (
    <Pane title={t('exposure.spotMarkets')}>
      <Rows
        label={t('exposure.spotMarkets')}
        heads={[
          t('exposure.market'),
          t('exposure.buys'),
          t('exposure.heldQuote'),
          t('exposure.sells'),
          t('exposure.heldBase'),
        ]}
        isEmpty={markets.every(({ buys, sells }) => buys === 0 && sells === 0)}
        empty={t('exposure.noOrders')}
      >
        {markets
          .filter(({ buys, sells }) => buys > 0 || sells > 0)
          .map(({ m_id, symbol, coinname, buys, sells, held_quote: quote, held_base: base }) => (
            <tr key={m_id}>
              <td className="font-medium">
                <bdi dir="ltr">{pairOf(symbol, coinname)}</bdi>
              </td>
              <td className="r">
                <Count value={buys} />
              </td>
              <td className="r">
                <Figure value={quote} places={8} />
              </td>
              <td className="r">
                <Count value={sells} />
              </td>
              <td className="r">
                <Figure value={base} places={8} />
              </td>
            </tr>
          ))}
      </Rows>
    </Pane>
  );
}

/** House balances for dealing and payouts; empty ones are left out. */
function Coins({ coins, position_limit: limit }: Pick<Exposure, 'coins' | 'position_limit'>) {
  const t = useTranslations('console-house');
  const { language } = useReading();
  const shown = coins.filter(({ spot, rewards, promised }) => !isZero(spot) || !isZero(rewards) || !isZero(promised));
  return (
    <Pane
      title={t('exposure.coins')}
      aside={t('exposure.limit', { limit: formatDecimal(limit, { language, decimals: 2 }) })}
    >
      <Rows
        label={t('exposure.coins')}
        heads={[
          t('coin'),
          t('exposure.toTrade'),
          t('exposure.position'),
          t('exposure.worth'),
          t('exposure.toGive'),
          t('exposure.promised'),
        ]}
        isEmpty={shown.length === 0}
        empty={t('exposure.noCoins')}
      >
        {shown.map(({ c_id, coin, spot, position, worth, rewards, promised }) => (
          <tr key={c_id}>
            <td>
              <span className="flex items-center gap-2 font-medium">
                <CoinMark coin={coin} size={20} />
                {coin}
              </span>
            </td>
            <td className="r">
              <Figure value={spot} places={8} />
            </td>
            <td className="r">{position === null ? '' : <Figure value={position} places={8} signed />}</td>
            <td className="r">{worth === null ? '' : <Figure value={worth} places={2} />}</td>
            <td className="r">
              <Figure value={rewards} places={8} />
            </td>
            <td className="r">
              <Figure value={promised} places={8} />
            </td>
          </tr>
        ))}
      </Rows>
    </Pane>
  );
}
