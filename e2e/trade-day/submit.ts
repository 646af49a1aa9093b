import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Envelope } from '@plimsoll/contract';
import { ask } from '../../apps/server/src/testing/api-client.ts';
import type { Harbour } from './harbour.ts';
import type { MemberRecord } from './record.ts';

/** Money calls of a trade day. */
type Submitted = 'upbbbuy' | 'tradecancelOrder';

/** Codes that leave open what became of the deed, or put it off. */
const UNDECIDED = new Set([429, 500, 503]);
const PAUSE_MS = 200;
const MOST_TRIES = 300;

/** Submits with a key until there is an answer that stands, asking again whenever it was lost. */
export async function submit<Name extends Submitted>(
  harbour: Harbour,
  record: MemberRecord,
  name: Name,
  fields: Readonly<Record<string, string>>,
  key: string,
): Promise<Envelope<Answer<Name>>> {
  record.submits += 1;
  record.flying += 1;
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const url = await harbour.url();
    const answer = await ask(url, name, fields, { token: record.token, key }).catch(() => undefined);
    if (answer && !UNDECIDED.has(answer.code)) {
      record.flying -= 1;
      return answer;
    }
    if (tries === 1) record.askedAgain += 1;
    await delay(PAUSE_MS);
  }
  throw new Error(`${name} was not answered in ${MOST_TRIES} tries`);
}
