import { ok, refuse, type Input, type Result } from '@plimsoll/contract';
import { passkeyChallenge } from '@plimsoll/contract/security';
import type { Db } from '../../platform/db.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import type { SecondFactors } from '../security/index.ts';
import type { Leaving } from './leaving.ts';
import { wordsOf } from './words.ts';

/** What would leave by each way out, as its slice reads the request; refused as the request would be. */
export interface Leavings {
  withdraw(
    memberId: string,
    asked: Pick<Input<'withdraw'>, 'c_id' | 'num' | 'withdraw_type' | 'bank_id'>,
  ): Promise<Result<Leaving>>;
  balanceTransfer(
    memberId: string,
    asked: Pick<Input<'balanceTransfer'>, 'to_uid' | 'c_id' | 'amount'>,
  ): Promise<Result<Leaving>>;
}

async function leavingOf(
  memberId: string,
  { call, c_id, num, amount, to_uid, ...asked }: Omit<Input<'passkeyChallenge'>, 'purpose'>,
  leavings: Leavings,
): Promise<Result<Leaving>> {
  if (call === undefined) return refuse('bad_value');
  if (c_id === undefined) return refuse('bad_id');
  if (call === 'withdraw')
    return num === undefined ? refuse('bad_amount') : leavings.withdraw(memberId, { ...asked, c_id, num });
  if (to_uid === undefined) return refuse('bad_id');
  return amount === undefined ? refuse('bad_amount') : leavings.balanceTransfer(memberId, { to_uid, c_id, amount });
}

/** What a passkey signs before a change, or before something leaves: then a hash of what and where. */
export const passkeyRoutes = ({
  db,
  second,
  leavings,
}: {
  readonly db: Db;
  readonly second: SecondFactors;
  readonly leavings: Leavings;
}): readonly Route[] => [
  memberRoute(passkeyChallenge, async ({ purpose, ...asked }, { memberId }) => {
    if (!(await second.wanted(db, memberId)).includes('passkey')) return refuse('no_second_factor');
    const leaving = purpose === 'withdraw' ? await leavingOf(memberId, asked, leavings) : undefined;
    if (leaving && !leaving.ok) return leaving;
    const request = await second.keptChallenge(
      memberId,
      leaving ? { purpose: 'withdraw', words: wordsOf(leaving.value) } : { purpose: 'change' },
    );
    return request ? ok(request) : refuse('no_second_factor');
  }),
];
