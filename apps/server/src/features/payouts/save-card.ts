import { ok, refuse, type BankCard, type Input, type Result } from '@plimsoll/contract';
import type { Query } from '../../platform/db.ts';
import { notifyMember } from '../notices/index.ts';
import type { Asker, PayoutDeps } from './deps.ts';
import { insertCard, insertCardFacts, readCards, type CardFacts } from './store.ts';

/** Maximum cards of a member. */
const MAX_CARDS = 20;

/** A member's own cards, unmasked (WIRE payouts.getUserBankList). */
export async function listCards(query: Query, memberId: string): Promise<BankCard[]> {
  return (await readCards(query, memberId)).map(({ id, bank_name, card_number, card_name, at }) => ({
    // not money: an id, a number on the wire
    id: Number(id),
    bank_name,
    card_number,
    card_name,
    addtime: at.toISOString(),
  }));
}

/** Mails contain only the end of a card number. */
const ending = (number: string): string => `…${bare(number).slice(-4)}`;
const bare = (number: string): string => number.replaceAll(' ', '');

/**
 * Binds a card, or changes the one of `id`. While `can_edit_bank` is 0 there is no second one (`card_fixed`). A
 * repeated request changes nothing.
 */
export async function saveCard(
  { clock, settings, preparations }: PayoutDeps,
  { memberId, address, sessionHash }: Asker,
  { id, bank_name, card_number, card_name, password, ...given }: Input<'setBank'>,
): Promise<Result<null>> {
  const facts: CardFacts = { bankName: bank_name, cardNumber: card_number, cardName: card_name };
  return preparations.prepareByPassword(
    { memberId, kind: 'card', given, password, address, sessionHash },
    async (tx) => {
      const cards = await readCards(tx, memberId);
      const changed = cards.find((card) => card.id === id);
      if (id !== undefined && !changed) return refuse('not_found');
      const hasThese = (card: (typeof cards)[number]) =>
        card.bank_name === facts.bankName &&
        bare(card.card_number) === bare(facts.cardNumber) &&
        card.card_name === facts.cardName;
      if (changed ? hasThese(changed) : cards.some(hasThese)) return { ...ok(null), isSame: true };
      if (!changed && cards.length > 0 && settings().can_edit_bank !== 1) return refuse('card_fixed');
      if (!changed && cards.length >= MAX_CARDS) return refuse('too_many_cards', { maximum: String(MAX_CARDS) });
      const cardId = changed?.id ?? (await insertCard(tx, memberId));
      const nowMs = clock.nowMs();
      await insertCardFacts(tx, { cardId, version: (changed?.version ?? 0) + 1, ...facts, at: new Date(nowMs) });
      await notifyMember(
        tx,
        [{ memberId, kind: 'card-bound', params: { bank: facts.bankName, number: ending(facts.cardNumber) } }],
        nowMs,
      );
      return ok(null);
    },
  );
}
