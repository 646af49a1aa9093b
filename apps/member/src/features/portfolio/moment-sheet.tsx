import { formatDecimal } from '@plimsoll/i18n';
import { CoinMark, ErrorState, Figure, Loading, Moment, RowSkeleton, Sheet, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { BillRow, useLogos } from '../assets/index.ts';
import { UNIT } from './coins.tsx';
import { pricePlaces } from './curve.ts';
import { useBalanceAt, type BalanceAt } from './queries.ts';

const ACCOUNTS = { 1: 'funds', 2: 'options', 3: 'quant' } as const;

function Balances({ data, isHidden }: { readonly data: BalanceAt; readonly isHidden: boolean }) {
  const t = useTranslations('portfolio');
  const accounts = useTranslations('assets.accounts');
  const reading = useReading();
  const logoOf = useLogos();
  return (
    <ul className="rows -mx-4 text-14">
      {data.balances.map(({ type, c_id: coinId, coinName, balance, price, worth }) => (
        <li key={`${type} ${coinId}`} className="flex min-h-12.5 items-center gap-3 px-4 py-1.5">
          <CoinMark coin={coinName} logo={logoOf(coinName)} />
          <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
            <span>
              <b className="block font-medium">
                {coinName} <span className="font-normal text-ink-3">{accounts(ACCOUNTS[type])}</span>
              </b>
              {coinName !== UNIT && (
                <span className="block text-12 text-ink-3">
                  {price === null
                    ? '--'
                    : t('at', { price: formatDecimal(price, { ...reading, decimals: pricePlaces(price) }) })}
                </span>
              )}
            </span>
            <span className="ms-auto text-end">
              <span className="block">
                <Figure value={balance} places={8} hidden={isHidden} />
              </span>
              <span className="block text-12 text-ink-3">
                {worth === null ? '--' : <Figure value={worth} places={2} dollars dim={false} hidden={isHidden} />}
              </span>
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Found({ data, isHidden }: { readonly data: BalanceAt; readonly isHidden: boolean }) {
  const t = useTranslations('portfolio');
  const assets = useTranslations('assets');
  const { language, nativeDigits } = useReading();
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-ink-2">
        <Moment at={data.time} />
        <span>
          <Figure value={data.worth} places={2} hidden={isHidden} dim={false} /> <small>{UNIT}</small>
        </span>
      </p>
      {data.balances.length > 0 ? (
        <Balances data={data} isHidden={isHidden} />
      ) : (
        <p className="py-4 text-14 text-ink-3">{assets('coins.none')}</p>
      )}
      <h3 className="mt-4 text-15 font-semibold">{t('bills')}</h3>
      {data.bills.length > 0 ? (
        <ul className="rows -mx-4">
          {data.bills.map((bill) => (
            <li key={bill.id}>
              <BillRow bill={bill} isHidden={isHidden} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="py-2 text-14 text-ink-3">{assets('account.noBills')}</p>
      )}
      {data.journal !== null && (
        <p className="mt-2 text-12 text-ink-3">
          {t('entry', { journal: formatDecimal(String(data.journal), { language, nativeDigits }) })}
        </p>
      )}
    </>
  );
}

interface MomentSheetProps {
  /** Undefined while it is closed. */
  readonly atMs: number | undefined;
  readonly isHidden: boolean;
  readonly onClose: () => void;
}

/** The balances of a moment and the bills around it, each with its receipt. */
export function MomentSheet({ atMs, isHidden, onClose }: MomentSheetProps) {
  const t = useTranslations('portfolio');
  const app = useTranslations('app.kit');
  const { data, isError, refetch } = useBalanceAt(atMs);
  return (
    <Sheet open={atMs !== undefined} onClose={onClose} title={t('moment')}>
      {data ? (
        <Found data={data} isHidden={isHidden} />
      ) : isError ? (
        <ErrorState title={app('loadFailed')} onRetry={() => void refetch()} />
      ) : (
        <Loading label={app('loading')}>
          <RowSkeleton count={4} />
        </Loading>
      )}
    </Sheet>
  );
}
