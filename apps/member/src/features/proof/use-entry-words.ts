import { formatDecimal, formatTime, type TimeStyle } from '@plimsoll/i18n';
import type { Entry } from '@plimsoll/proof/log';
import { useReading } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useMarketList } from '../market/index.ts';

/** Writes figures and times of the log in the reader's language and digits. */
export function useLogWriting() {
  const reading = useReading();
  return {
    whole: (value: number) => formatDecimal(String(value), reading),
    figure: (value: string) => formatDecimal(value, reading),
    time: (at: string, style: TimeStyle) => formatTime(at, { ...reading, style, timeZone: 'UTC' }),
  };
}

/** What moves money by a journal of its own: every kind of bill but those of options and fills, whose entries say more. */
const KINDS = [
  'house-funding',
  'demo-funding',
  'demo-gift',
  'spot-place',
  'spot-cancel',
  'spot-end',
  'account-transfer',
  'flash-exchange',
  'recharge',
  'withdrawal-request',
  'withdrawal',
  'withdrawal-refusal',
  'member-transfer',
  'member-transfer-hold',
  'member-transfer-arrival',
  'member-transfer-cancel',
  'loan',
  'loan-repayment',
  'mining-open',
  'mining-payment',
  'mining-end',
  'stake-open',
  'stake-end',
  'stake-redeem',
  'correction',
  'house-posting',
] as const;
const isKind = (kind: string): kind is (typeof KINDS)[number] => KINDS.some((each) => each === kind);

/** What an entry says besides its type, in the reader's language. */
export function useEntryWords(): (entry: Entry) => string {
  const t = useTranslations('proof');
  const { whole, figure } = useLogWriting();
  const { data: markets = [] } = useMarketList();
  const pair = (symbol: string) => markets.find((each) => each.symbol === symbol)?.title ?? symbol.toUpperCase();
  return (entry) => {
    switch (entry.t) {
      case 'option-taken':
        return `${pair(entry.market)} · ${whole(entry.seconds)} s · ${whole(entry.id)}`;
      case 'option-line':
        return whole(entry.id);
      case 'option-settled':
        return `${t(entry.direction)} · ${t(`results.${entry.outcome}`)} · ${whole(entry.id)}`;
      case 'fill':
        return `${t(entry.side)} · ${pair(entry.market)} · ${figure(entry.price)}`;
      case 'tape':
        return `${pair(entry.market)} · ${whole(entry.seq)}`;
      case 'ledger':
      case 'operators':
        return whole(entry.number);
      case 'terms':
      case 'settings':
        return whole(entry.version);
      case 'market':
        return `${pair(entry.market)} · ${whole(entry.version)}`;
      case 'liabilities':
        return whole(entry.epoch);
      case 'key':
        return entry.vkey;
      case 'journal':
        return isKind(entry.kind) ? t(`kinds.${entry.kind}`) : entry.kind;
      case 'build':
        return '';
    }
  };
}
