import { ok, type Answer } from '@plimsoll/contract';
import { getLimits } from '@plimsoll/contract/gate';
import { format, ZERO } from '@plimsoll/money';
import type { Db } from '../../platform/db.ts';
import { memberRoute, type Route } from '../../platform/http/index.ts';
import type { OutStanding, WaysOut } from './ways-out.ts';

const answered = ({ level, limit, used, left, frees, byKind, waitsUntilMs }: OutStanding): Answer<'getLimits'> => ({
  level,
  limit: format(limit),
  used: format(used),
  left: format(left),
  frees_at: frees?.toISOString() ?? null,
  waits_until: waitsUntilMs === undefined ? null : new Date(waitsUntilMs).toISOString(),
  list: [
    { kind: 'withdraw', used: format(byKind.get('withdrawal') ?? ZERO), left: format(left) },
    { kind: 'balanceTransfer', used: format(byKind.get('member-transfer') ?? ZERO), left: format(left) },
  ],
});

/** What members see of the gate (docs/wire/gate.md). */
export function gateRoutes({
  db,
  gate,
}: {
  readonly db: Db;
  readonly gate: Pick<WaysOut, 'standing'>;
}): readonly Route[] {
  return [memberRoute(getLimits, async (_input, { memberId }) => ok(answered(await gate.standing(db, memberId))))];
}
