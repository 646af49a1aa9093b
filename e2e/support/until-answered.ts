import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, CallName, Envelope } from '@plimsoll/contract';
import { ask } from '../../apps/server/src/testing/api-client.ts';
import type { Harbour } from './harbour.ts';

/** Codes that leave open what became of the deed, or put it off. */
const UNDECIDED = new Set([429, 500, 503]);
const PAUSE_MS = 200;
const MOST_TRIES = 300;

/** A submit of a member, under the key that makes it one however often it is asked. */
interface KeyedSubmit<Name extends CallName> {
  readonly name: Name;
  readonly fields: Readonly<Record<string, string>>;
  readonly token: string;
  readonly key: string;
  /** Called once, when the first answer was lost. */
  readonly onAskedAgain?: () => void;
}

/** Submits until there is an answer that stands, asking again whenever it was lost. */
export async function untilAnswered<Name extends CallName>(harbour: Harbour, submit: KeyedSubmit<Name>): Promise<Envelope<Answer<Name>>> {
  const { name, fields, token, key, onAskedAgain } = submit;
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const url = await harbour.url();
    const answer = await ask(url, name, fields, { token, key }).catch(() => undefined);
    if (answer && !UNDECIDED.has(answer.code)) return answer;
    if (tries === 1) onAskedAgain?.();
    await delay(PAUSE_MS);
  }
  throw new Error(`${name} was not answered in ${MOST_TRIES} tries`);
}
