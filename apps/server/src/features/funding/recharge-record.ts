import { RECORD_STATUS } from '@plimsoll/contract';
import type { RechargeRecord, TimelineStep } from '@plimsoll/contract/funding';
import type { RechargeForOperator } from '@plimsoll/contract/operator';
import { amount, format } from '@plimsoll/money';
import { nameIn } from '../../platform/names.ts';
import type { OwnRechargeRow, RechargeRow, ReviewedRechargeRow } from './recharge-store.ts';

/** All but how long it usually takes. */
type Decidable = Omit<RechargeRecord, 'usual_minutes'>;

function timelineOf({ created_at, status, decided_at, decided_by }: RechargeRow): TimelineStep[] {
  const requested: TimelineStep = { at: created_at.toISOString(), step: 'requested', by: null };
  if (!decided_at) return [requested];
  // not money: an operator's number
  const by = Number(decided_by);
  return [
    requested,
    { at: decided_at.toISOString(), step: status === RECORD_STATUS.refused ? 'refused' : 'credited', by },
  ];
}

/** `num` is what was credited, else the claim. */
const rechargeRecordOf = (row: RechargeRow): Decidable => ({
  // not money: an id, a number on the wire
  id: Number(row.id),
  coinName: row.coin,
  num: format(amount(row.credited ?? row.claimed)),
  claimed: format(amount(row.claimed)),
  status: row.status,
  address: row.address,
  coin_net: row.network_name,
  remark: row.remark,
  addtime: row.created_at.toISOString(),
  updatetime: (row.decided_at ?? row.created_at).toISOString(),
  timeline: timelineOf(row),
});

/** A deposit as its member sees it (docs/wire/assets.md), its network named in the member's language. */
export const ownRechargeOf = (row: OwnRechargeRow, lang: string): Decidable => ({
  ...rechargeRecordOf(row),
  coin_net: nameIn(lang, row.names, row.network_name),
});

/** A deposit as operators see it; `link` opens its proof. */
export const rechargeForOperatorOf = (
  row: ReviewedRechargeRow,
  link: (id: string, upload: string) => string,
): RechargeForOperator => ({
  ...rechargeRecordOf(row),
  // not money: ids, numbers on the wire
  member_id: Number(row.member_id),
  username: row.username,
  c_id: Number(row.coin_id),
  a_id: Number(row.network_id),
  payimg: link(row.id, row.proof),
  duplicate_of: row.duplicate_of.map(Number),
});
