import { ok, refuse, type BoundAddress, type Input, type Result } from '@plimsoll/contract';
import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import type { Query } from '../../platform/db.ts';
import type { Destination } from '../gate/index.ts';
import { listAddresses, readCards, type CardListed } from '../payouts/index.ts';
import type { Target } from './withdrawal-store.ts';

/** A member's current address for a coin, with the networks that accept it, in English or the given language. */
export const boundAddress = async (
  query: Query,
  memberId: string,
  coinId: string,
  lang?: string,
): Promise<BoundAddress | undefined> =>
  (await listAddresses(query, memberId, lang)).find(({ c_id }) => String(c_id) === coinId);

/** One of the member's own cards. */
export const ownCard = async (query: Query, memberId: string, cardId: string): Promise<CardListed | undefined> =>
  (await readCards(query, memberId)).find(({ id }) => id === cardId);

/**
 * Resolves a withdrawal's destination: `no_card` without a card, `not_found` for another member's, `no_address` without
 * a bound one.
 */
export async function targetOf(
  query: Query,
  memberId: string,
  { c_id, withdraw_type, bank_id }: Pick<Input<'withdraw'>, 'c_id' | 'withdraw_type' | 'bank_id'>,
): Promise<Result<Target>> {
  if (withdraw_type === WITHDRAW_TYPE.bank) {
    if (bank_id === undefined) return refuse('no_card');
    const card = await ownCard(query, memberId, bank_id);
    if (!card) return refuse('not_found');
    return ok({
      method: 2,
      cardId: card.id,
      cardVersion: card.version,
      address: card.card_number,
      networkOrBank: card.bank_name,
      cardName: card.card_name,
      boundAt: card.at,
    });
  }
  const bound = await boundAddress(query, memberId, c_id);
  if (!bound) return refuse('no_address');
  return ok({
    method: 1,
    addressId: String(bound.id),
    address: bound.address,
    networkOrBank: bound.networks.join(', '),
    boundAt: new Date(bound.addtime),
  });
}

/** The destination in the gate's form. */
export const destinationOf = (target: Target, coinId: string): Destination =>
  target.method === WITHDRAW_TYPE.address
    ? { kind: 'address', coinId, address: target.address, network: target.networkOrBank }
    : { kind: 'card', bank: target.networkOrBank, number: target.address, holder: target.cardName };
