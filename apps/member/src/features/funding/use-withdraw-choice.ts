import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import type { BankCard, WithdrawType } from '@plimsoll/contract';
import { useFreshness } from '../../platform/connection.ts';
import { useDraft } from '../../platform/draft.ts';
import { takeWishedCoin } from '../assets/index.ts';
import { OLD_MS, useTerms } from './queries.ts';
import { cardOf, changed, type WithdrawAction, type WithdrawForm } from './withdraw-form.ts';

export interface WithdrawCoin {
  readonly id: number;
  readonly title: string;
}

export interface WithdrawChoices {
  readonly coins: readonly WithdrawCoin[];
  readonly cards: readonly BankCard[];
  readonly types: readonly WithdrawType[];
}

export type WithdrawChoice = ReturnType<typeof useWithdrawChoice>;

/** A withdrawal being written, with what is chosen and its terms. */
export function useWithdrawChoice({ coins, cards, types }: WithdrawChoices) {
  const [draft, setDraft, forget] = useDraft((): WithdrawForm => {
    const wish = takeWishedCoin();
    return {
      type: types[0] ?? 1,
      // A wished coin that is not offered is nobody's other one: it is chosen.
      coinId: (wish === undefined ? coins[0] : coins.find(({ id }) => String(id) === wish))?.id ?? 0,
      cardId: undefined,
      amount: '',
      wrong: undefined,
    };
  });
  const type = types.find((each) => each === draft.type) ?? types[0] ?? draft.type;
  const coin = coins.find(({ id }) => id === draft.coinId);
  const isAddress = type === WITHDRAW_TYPE.address;
  const card = cardOf(draft, cards);
  const query = useTerms(coin?.id ?? 0, type, isAddress ? undefined : card?.id);
  const terms = query.data;
  return {
    form: { ...draft, type },
    coin,
    isAddress,
    card,
    cards,
    terms,
    query,
    freshness: useFreshness(query.dataUpdatedAt, OLD_MS),
    change: (action: WithdrawAction) => setDraft((now) => changed(now, action, terms)),
    forget,
  };
}
