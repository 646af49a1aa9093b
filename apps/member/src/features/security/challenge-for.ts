import type { Answer, PasskeyRequest } from '@plimsoll/contract';
import type { LastWords, WordsPlace } from '@plimsoll/contract/last-words';
import { post } from '../../platform/client.ts';
import type { LookFacts, LookPlace } from './look-facts.ts';
import { challengeOver, OTHER_WORDS } from './signed-words.ts';

const placeOf = (to: LookPlace): WordsPlace => {
  switch (to.kind) {
    case 'address':
      return { kind: 'address', address: to.address, network: to.over };
    case 'card':
      return { kind: 'card', bank: to.bank, number: to.whole, holder: to.holder };
    case 'member':
      return { kind: 'member', id: to.id, name: to.name };
  }
};

/** True when the challenge is the hash of these words. */
const isOver = async ({ challenge, nonce }: Answer<'passkeyChallenge'>, words: LastWords): Promise<boolean> =>
  nonce !== null && (await challengeOver(words, nonce)) === challenge;

/**
 * The challenge that a passkey signs before money leaves. {@link OTHER_WORDS} when it is not of what the reader
 * sees: a fee or an address was changed, or somebody intercepts.
 */
export async function challengeFor(
  call: LastWords['call'],
  fields: Readonly<Record<string, string | number | undefined>>,
  { coin, gross, fee, to }: LookFacts,
): Promise<PasskeyRequest | typeof OTHER_WORDS> {
  const request = await post('passkeyChallenge', { purpose: 'withdraw', call, ...fields });
  return (await isOver(request, { call, coin, amount: gross, fee, to: placeOf(to) })) ? request : OTHER_WORDS;
}
