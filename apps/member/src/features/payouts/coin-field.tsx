import { useTranslations } from 'use-intl';
import { CoinField as AnyCoinField } from '../assets/index.ts';
import type { AddressCoin } from './address-coins.ts';

interface CoinFieldProps {
  readonly coins: readonly AddressCoin[];
  readonly chosen: AddressCoin;
  readonly onPick: (id: number) => void;
}

/** The coin of the address, with a sheet of all coins and their networks. */
export function CoinField({ coins, chosen, onPick }: CoinFieldProps) {
  const t = useTranslations('payouts.address');
  return (
    <div className="grid gap-1.5">
      <span className="text-13 text-ink-2" aria-hidden="true">
        {t('coin')}
      </span>
      <AnyCoinField
        label={t('coin')}
        title={t('chooseCoin')}
        coins={coins.map(({ id, title, networks, bound }) => ({
          id,
          title,
          note: networks.join(', '),
          end: bound && t('isBound'),
        }))}
        chosen={chosen}
        onPick={onPick}
      />
    </div>
  );
}
