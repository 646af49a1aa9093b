import { isOpened } from '@plimsoll/proof/log';
import { Figure, type SummaryRow } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useMarketList } from '../market/index.ts';
import type { CheckedReceipt } from './receipt-check.ts';

const ACCOUNTS = { 1: 'funds', 2: 'options', 3: 'quant' } as const;

/** An amount of a coin. */
const Money = ({
  value,
  coin,
  signed = false,
}: {
  readonly value: string;
  readonly coin: string;
  readonly signed?: boolean;
}) => (
  <span className="whitespace-nowrap">
    <Figure value={value} dim={false} signed={signed} />{' '}
    <small className="text-12 font-normal text-ink-3">{coin}</small>
  </span>
);

/** Names an account of a movement as its member knows it. */
function useAccountName(memberId: number): (account: string) => string {
  const t = useTranslations('receipts.accounts');
  return (account) => {
    const [owner, id, type] = account.split('/');
    if (owner === 'house') return t('house');
    if (id !== String(memberId)) return t('other');
    return t(type === '1' || type === '2' || type === '3' ? ACCOUNTS[type] : 'other');
  };
}

/** What was opened, line by line; nothing until it was found to be what was published. */
export function useReceiptRows(memberId: number): (checked: CheckedReceipt) => readonly SummaryRow[] {
  const t = useTranslations('receipts.rows');
  const words = useTranslations('proof');
  const accountName = useAccountName(memberId);
  const { data: markets = [] } = useMarketList();
  const coinsOf = (symbol: string) =>
    markets.find((each) => each.symbol === symbol)?.title.split('/') ?? [symbol.toUpperCase()];
  const row = (term: Parameters<typeof t>[0], value: string, coin = '', signed = false): SummaryRow => ({
    term: t(term),
    value: <Money value={value} coin={coin} signed={signed} />,
  });
  return ({ receipt: { opened }, check: { entry, passed } }) => {
    if (!passed.includes('commitment')) return [];
    if (entry?.t === 'option-taken' && isOpened('option-taken', opened))
      return [
        { term: t('direction'), value: words(opened.direction) },
        row('stake', opened.stake, coinsOf(entry.market)[1]),
      ];
    if (entry?.t === 'option-settled' && isOpened('option-settled', opened))
      return [row('stake', opened.stake), row('profit', opened.profit, '', true)];
    if (entry?.t === 'fill' && isOpened('fill', opened)) {
      const [base, quote] = coinsOf(entry.market);
      return [
        row('price', entry.price, quote),
        row('quantity', opened.quantity, base),
        row('total', opened.paid, quote),
        row('fee', opened.fee, entry.side === 'buy' ? base : quote),
      ];
    }
    if (entry?.t === 'journal' && isOpened('journal', opened))
      return opened.lines.flatMap(({ from, to, coin, amount }) => [
        { term: t('from'), value: accountName(from) },
        { term: t('to'), value: accountName(to) },
        row('amount', amount, coin),
      ]);
    return [];
  };
}
