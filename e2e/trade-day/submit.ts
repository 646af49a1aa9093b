import type { Answer, Envelope } from '@plimsoll/contract';
import type { RestartableServer } from '../support/restartable-server.ts';
import { untilAnswered } from '../support/until-answered.ts';
import type { MemberRecord } from './record.ts';

type Submitted = 'upbbbuy' | 'tradecancelOrder';

/** Submits with a key until there is a definite answer, and counts repetitions on the member's record. */
export async function submit<Name extends Submitted>(
  restartable: RestartableServer,
  record: MemberRecord,
  name: Name,
  fields: Readonly<Record<string, string>>,
  key: string,
): Promise<Envelope<Answer<Name>>> {
  record.submits += 1;
  record.flying += 1;
  const answer = await untilAnswered(restartable, {
    name,
    fields,
    token: record.token,
    key,
    onAskedAgain: () => {
      record.askedAgain += 1;
    },
  });
  record.flying -= 1;
  return answer;
}
