import type { PasskeyRequest } from '@plimsoll/contract';
import type { PasskeyAnswer } from '@plimsoll/contract/fields';
import type { Tx } from '../../platform/db.ts';
import type { UseCaseDeps } from './deps.ts';
import { keepChallenge, passkeysOf, takeChallenge, usedPasskey, type Purpose } from './passkey-store.ts';

/** Asks an operator's passkeys to sign for one purpose; undefined without passkeys. */
export async function askPasskey(
  tx: Tx,
  operatorId: string,
  purpose: Exclude<Purpose, 'add'>,
  { webauthn, clock }: UseCaseDeps,
): Promise<PasskeyRequest | undefined> {
  const known = await passkeysOf(tx, operatorId);
  if (known.length === 0) return undefined;
  const request = await webauthn.request(known);
  await keepChallenge(tx, operatorId, purpose, request.challenge, new Date(clock.nowMs()));
  return request;
}

/** Verifies an answer and consumes the challenge; false when it is wrong or was used. */
export async function takePasskey(
  tx: Tx,
  operatorId: string,
  purpose: Exclude<Purpose, 'add'>,
  answer: PasskeyAnswer,
  { webauthn, clock }: UseCaseDeps,
): Promise<boolean> {
  const nowMs = clock.nowMs();
  const challenge = await takeChallenge(tx, operatorId, purpose, nowMs);
  const passkey = (await passkeysOf(tx, operatorId)).find(({ credentialId }) => credentialId === answer.id);
  const counter = passkey && challenge !== undefined ? await webauthn.answered(answer, challenge, passkey) : undefined;
  return (
    passkey !== undefined && counter !== undefined && usedPasskey(tx, operatorId, passkey.id, counter, new Date(nowMs))
  );
}
