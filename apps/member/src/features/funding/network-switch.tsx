import type { NetworkCoin } from '@plimsoll/contract';
import { Chips, Seg } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';

/** More networks than fit beside one another are in a row that scrolls. */
const SIDE_BY_SIDE = 3;
const SHORT = 14;

interface NetworkSwitchProps {
  readonly coin: NetworkCoin;
  /** Undefined when the chosen one is no longer offered. */
  readonly chosen: number | undefined;
  readonly onPick: (id: number) => void;
}

/** The networks of a coin, one of them chosen. */
export function NetworkSwitch({ coin, chosen, onPick }: NetworkSwitchProps) {
  const t = useTranslations('funding');
  const networks = coin.networkList.map(({ id, coin_net }) => ({ value: String(id), label: <bdi>{coin_net}</bdi> }));
  const Switch =
    networks.length <= SIDE_BY_SIDE && coin.networkList.every(({ coin_net }) => coin_net.length <= SHORT) ? Seg : Chips;
  return (
    <Switch
      label={t('deposit.network')}
      options={networks}
      value={String(chosen)}
      onChange={(id) => onPick(Number(id))}
    />
  );
}
