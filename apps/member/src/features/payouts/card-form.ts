import type { BankCard, Reason } from '@plimsoll/contract';
import { CARD_NUMBER_FORM } from '@plimsoll/contract/figures';

export interface CardFields {
  readonly bankName: string;
  readonly cardName: string;
  readonly cardNumber: string;
}

export type CardError = 'bankMissing' | 'holderMissing' | 'numberMissing' | 'badNumber';
export type CardErrors = Partial<Record<keyof CardFields, CardError>>;

/** The form of a card; empty for a new one. */
export const cardFields = (card: BankCard | undefined): CardFields => ({
  bankName: card?.bank_name ?? '',
  cardName: card?.card_name ?? '',
  cardNumber: card?.card_number ?? '',
});

/** What is wrong, by field; empty when it may be sent. The server checks again. */
export function cardErrors({ bankName, cardName, cardNumber }: CardFields): CardErrors {
  const errors: CardErrors = {};
  if (bankName.trim() === '') errors.bankName = 'bankMissing';
  if (cardName.trim() === '') errors.cardName = 'holderMissing';
  if (cardNumber.trim() === '') errors.cardNumber = 'numberMissing';
  else if (!CARD_NUMBER_FORM.test(cardNumber.trimEnd())) errors.cardNumber = 'badNumber';
  return errors;
}

/** The field that a refusal is about; undefined for none. */
export const refusedCardField = (reason: Reason | undefined): keyof CardFields | undefined =>
  reason === 'bad_card_number' ? 'cardNumber' : undefined;

/** The call's fields; without an id it is a new card. */
export const cardCall = ({ bankName, cardName, cardNumber }: CardFields, card: BankCard | undefined) => ({
  id: card?.id,
  bank_name: bankName,
  card_name: cardName,
  card_number: cardNumber,
});
