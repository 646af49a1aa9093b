import type { PortfolioCoin } from '@plimsoll/contract/portfolio';
import { formatDecimal } from '@plimsoll/i18n';
import { CoinMark, Figure, useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { Signed, useLogos } from '../assets/index.ts';
import { pricePlaces } from './curve.ts';

/** What everything is counted in: it has no price of its own. */
export const UNIT = 'USDT';

interface CoinProps {
  readonly coin: PortfolioCoin;
  readonly logo: string | undefined;
  readonly isHidden: boolean;
}

function Average({ cost, isHidden }: { readonly cost: string | null; readonly isHidden: boolean }) {
  const t = useTranslations('portfolio');
  const reading = useReading();
  if (cost === null) return '--';
  const price = isHidden ? '******' : formatDecimal(cost, { ...reading, decimals: pricePlaces(cost) });
  return t('average', { price });
}

function Coin({ coin, logo, isHidden }: CoinProps) {
  const { coinName, quantity, worth, unrealised } = coin;
  return (
    <li className="flex min-h-16.5 items-center gap-3 px-4 py-2.5">
      <CoinMark coin={coinName} logo={logo} />
      {/* In large type the figures have a line of their own. */}
      <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3">
        <span>
          <b className="block">{coinName}</b>
          {coinName !== UNIT && (
            <span className="block text-12 text-ink-3">
              <Average cost={coin.average_cost} isHidden={isHidden} />
            </span>
          )}
        </span>
        <span className="ms-auto text-end">
          <span className="block">
            {worth === null ? '--' : <Figure value={worth} places={2} dollars dim={false} hidden={isHidden} />}
          </span>
          <span className="block text-12 text-ink-3">
            {coinName === UNIT ? (
              <Figure value={quantity} places={8} hidden={isHidden} />
            ) : unrealised === null ? (
              '--'
            ) : (
              <Signed value={unrealised} isHidden={isHidden} triangle />
            )}
          </span>
        </span>
      </span>
    </li>
  );
}

const isHeld = ({ quantity }: PortfolioCoin): boolean => /[1-9]/.test(quantity);

/** The coins that the member has: average cost, worth and unrealised profit. */
export function Coins({ coins, isHidden }: { readonly coins: readonly PortfolioCoin[]; readonly isHidden: boolean }) {
  const t = useTranslations('portfolio');
  const logoOf = useLogos();
  return (
    <section aria-labelledby="coins" className="mt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4">
        <h2 id="coins" className="text-17 font-semibold">
          {t('coins')}
        </h2>
        <span className="text-13 text-ink-3">{t('columns')}</span>
      </div>
      <ul className="rows mt-1">
        {coins.filter(isHeld).map((coin) => (
          <Coin key={coin.c_id} coin={coin} logo={logoOf(coin.coinName)} isHidden={isHidden} />
        ))}
      </ul>
    </section>
  );
}
