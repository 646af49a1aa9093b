import type { MarketItem } from '@plimsoll/contract';
import { formatDecimal } from '@plimsoll/i18n';
import { Chg, CoinMark, Compact, Figure, Icon, Pair, useReading } from '@plimsoll/ui';
import { down, sort, up } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { dollarsShown } from '../../platform/dollars.ts';
import { Link } from '../../platform/router.tsx';
import { Star, useFavourites } from '../favourites/index.ts';
import { fractionWidth, placesOfMarket } from './figures.ts';
import type { SortColumn, Sorting } from './market-order.ts';
import { optionsPath, tradePath } from './paths.ts';
import { Spark } from './spark.tsx';
import type { Sparklines } from './use-sparklines.ts';

export interface MarketTableProps {
  readonly items: readonly MarketItem[];
  readonly isOld: boolean;
  readonly label: string;
  /** All markets, for the dollars below each price; without them there are none. */
  readonly all?: readonly MarketItem[] | undefined;
  /** Each market's last day, drawn where there is room. */
  readonly sparks?: Sparklines | undefined;
  /** How the rows are sorted, and what a tap on a head does; without it they stand as given. */
  readonly order?: { readonly sorting: Sorting | null; readonly onSort: (column: SortColumn) => void } | undefined;
}

interface HeadProps extends Pick<MarketTableProps, 'order'> {
  readonly column: SortColumn;
  readonly name: string;
  readonly className?: string;
}

function Head({ column, name, order, className = '' }: HeadProps) {
  const t = useTranslations('market');
  const hours = formatDecimal('24', useReading());
  const way = order?.sorting?.column === column ? order.sorting.way : undefined;
  const words = { amount: t('sortAmount', { hours }), price: t('sortPrice'), change: t('sortChange') };
  return (
    <th scope="col" className={`r ${className}`} aria-sort={way}>
      {order ? (
        <button
          type="button"
          onClick={() => order.onSort(column)}
          className="hit inline-flex min-h-7 items-center gap-0.5"
        >
          {name}
          <span className="sr">{words[column]}</span>
          <Icon
            of={way === undefined ? sort : way === 'descending' ? down : up}
            size={way === undefined ? 16 : 12}
            className={way === undefined ? '' : 'text-ink'}
          />
        </button>
      ) : (
        name
      )}
    </th>
  );
}

interface RowProps extends Pick<MarketTableProps, 'sparks' | 'all'> {
  readonly item: MarketItem;
  readonly align: number;
  readonly isStarred: boolean;
}

function Row({ item, align, isStarred, sparks, all }: RowProps) {
  const app = useTranslations('app.tabs');
  const { coinname, trade_coin, logo, title, close, change, hamount } = item;
  const dollars = all && dollarsShown(close, trade_coin, all);
  return (
    <tr>
      <td>
        <span className="flex items-center gap-2.5">
          <Star market={item} isOn={isStarred} className="relative z-1 -ms-2.5 -me-1" />
          <CoinMark coin={coinname} logo={logo} size={24} />
          <span>
            <Link to={optionsPath(item)} className="after:absolute after:inset-0">
              <Pair base={coinname} quote={trade_coin} />
            </Link>
            <span className="to-32 block text-12 text-ink-3">
              <Compact value={hamount} />
            </span>
          </span>
        </span>
      </td>
      {sparks && (
        <td className="from-40">
          <Spark market={item} sparks={sparks} className="ms-auto" />
        </td>
      )}
      <td className="r" dir="ltr">
        <span className="font-semibold">
          <Figure value={close} places={placesOfMarket(item)} align={align} flash dim={false} />
        </span>
        {all && (
          <span className="block text-[.8em]/tight text-ink-3">
            {dollars === undefined ? (
              '--'
            ) : (
              <Figure value={dollars} places={2} align={align * 1.25} dim={false} dollars />
            )}
          </span>
        )}
      </td>
      <td className="r">
        <Chg value={change} />
      </td>
      <td className="r from-32 text-ink-2">
        <Compact value={hamount} /> <span className="text-12 text-ink-3">{coinname}</span>
      </td>
      <td className="r from-36">
        <Link
          to={tradePath(item)}
          aria-label={`${app('exchange')} ${title}`}
          className="hit relative z-1 rounded-sm text-13 font-medium text-water"
        >
          {app('exchange')}
        </Link>
      </td>
    </tr>
  );
}

/** Markets of a wide window: a table with aligned figures. A row leads to options, its last column to spot. */
export default function MarketTable({ items, isOld, label, all, sparks, order }: MarketTableProps) {
  const t = useTranslations('market');
  const home = useTranslations('home');
  const app = useTranslations('app.tabs');
  const favourites = useFavourites();
  const hours = formatDecimal('24', useReading());
  const align = fractionWidth(items);
  return (
    <div className="table-room">
      <table className={`table ${isOld ? 'stale' : ''}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className="from-32">
              {home('pair')}
            </th>
            <th scope="col" className="to-32">
              {t('pairAmount', { hours })}
            </th>
            {sparks && (
              <th scope="col" className="r from-40">
                {home('day', { hours })}
              </th>
            )}
            <Head column="price" name={home('lastPrice')} order={order} />
            <Head column="change" name={home('change')} order={order} />
            <Head column="amount" name={t('volume', { hours })} order={order} className="from-32" />
            <th scope="col" className="from-36">
              <span className="sr">{app('exchange')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row
              key={item.id}
              item={item}
              align={align}
              isStarred={favourites.includes(item.id)}
              sparks={sparks}
              all={all}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
