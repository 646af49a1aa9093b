import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, CallName, Envelope } from '@plimsoll/contract';
import { ask } from '../../apps/server/src/testing/api-client.ts';
import type { RestartableServer } from './restartable-server.ts';

/** Codes that leave the outcome open, or postpone it. */
const UNDECIDED = new Set([429, 500, 503]);
const PAUSE_MS = 200;
const MAX_ATTEMPTS = 300;

/** A member's submit with its idempotency key. */
interface KeyedSubmit<Name extends CallName> {
  readonly name: Name;
  readonly fields: Readonly<Record<string, string>>;
  readonly token: string;
  readonly key: string;
  readonly onAskedAgain?: () => void;
}

/** Submits until there is a definite answer, repeating whenever it was lost. */
export async function untilAnswered<Name extends CallName>(
  restartable: RestartableServer,
  submit: KeyedSubmit<Name>,
): Promise<Envelope<Answer<Name>>> {
  const { name, fields, token, key, onAskedAgain } = submit;
  for (let tries = 1; tries <= MAX_ATTEMPTS; tries += 1) {
    const url = await restartable.url();
    const answer = await ask(url, name, fields, { token, key }).catch(() => undefined);
    if (answer && !UNDECIDED.has(answer.code)) return answer;
    if (tries === 1) onAskedAgain?.();
    await delay(PAUSE_MS);
  }
  throw new Error(`${name} was not answered in ${MAX_ATTEMPTS} tries`);
}
