import { amount, format, minus } from '@plimsoll/money';
import { shownNumber } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';
import { isOpenInBook, useBook } from '../payouts/index.ts';
import type { LookFacts } from '../security/index.ts';
import type { WithdrawChoice } from './use-withdraw-choice.ts';
import type { FeeBreakdown, WithdrawTerms } from './withdraw-form.ts';

/** What the last look shows of a withdrawal: amount, target, and what happens afterwards. */
export function useLookFacts({ coin, card, isAddress }: WithdrawChoice) {
  const t = useTranslations('funding.confirm');
  const { bank_swan_type } = useSettings();
  const { data: book, dataUpdatedAt: bookAtMs } = useBook();
  const placeIn = ({ address_list, used_addresses }: WithdrawTerms): LookFacts['to'] => {
    const bound = address_list[0];
    if (isAddress || !card)
      return {
        kind: 'address',
        address: bound?.address ?? '',
        over: bound?.networks.join(', ') ?? '',
        used: used_addresses,
        isAllowed: isOpenInBook(book, coin?.id ?? 0, bound?.address, bookAtMs),
      };
    return {
      kind: 'card',
      bank: card.bank_name,
      number: shownNumber(card.card_number, bank_swan_type === 1),
      whole: card.card_number,
      holder: card.card_name,
    };
  };
  return (computed: FeeBreakdown, terms: WithdrawTerms): LookFacts => ({
    gross: format(computed.gross),
    fee: format(computed.fee),
    net: format(computed.net),
    left: format(minus(amount(terms.balance), computed.gross)),
    coin: coin?.title ?? '',
    to: placeIn(terms),
    note: `${t('review')} ${t(isAddress ? 'wrongAddress' : 'wrongCard')}`,
  });
}
