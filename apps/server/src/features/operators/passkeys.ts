import type { PasskeyRequest } from '@plimsoll/contract';
import type { PasskeyAnswer } from '@plimsoll/contract/fields';
import type { Tx } from '../../platform/db.ts';
import type { Desk } from './deps.ts';
import { keepChallenge, passkeysOf, takeChallenge, usedPasskey, type Purpose } from './passkey-store.ts';

/** What an operator's passkeys are asked to sign for one purpose; undefined for who has none. */
export async function askPasskey(
  tx: Tx,
  operatorId: string,
  purpose: Exclude<Purpose, 'add'>,
  { webauthn, clock }: Desk,
): Promise<PasskeyRequest | undefined> {
  const known = await passkeysOf(tx, operatorId);
  if (known.length === 0) return undefined;
  const request = await webauthn.request(known);
  await keepChallenge(tx, operatorId, purpose, request.challenge, new Date(clock.nowMs()));
  return request;
}

/** Looks at what a passkey answered, and uses it up: false when it is not true, or was answered before. */
export async function takePasskey(
  tx: Tx,
  operatorId: string,
  purpose: Exclude<Purpose, 'add'>,
  answer: PasskeyAnswer,
  { webauthn, clock }: Desk,
): Promise<boolean> {
  const nowMs = clock.nowMs();
  const challenge = await takeChallenge(tx, operatorId, purpose, nowMs);
  const passkey = (await passkeysOf(tx, operatorId)).find(({ credentialId }) => credentialId === answer.id);
  const counter = passkey && challenge !== undefined ? await webauthn.answered(answer, challenge, passkey) : undefined;
  return (
    passkey !== undefined && counter !== undefined && usedPasskey(tx, operatorId, passkey.id, counter, new Date(nowMs))
  );
}
