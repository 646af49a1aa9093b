import { STAKE_STATUS, STAKING_TYPE } from '@plimsoll/contract/codes/staking';
import { ACCOUNT_TYPE } from '@plimsoll/contract';
import { journalLines, type SliceAudit } from '../../ledger/index.ts';

// Expected lines of a stake `s`.
const FUNDS = `s.member_id || '/${ACCOUNT_TYPE.funds}`;
const PRINCIPAL = `' || trim_scale(s.amount) || ' ' || s.coin_id || ' stake ' || s.id`;
const reward = (quantity: string) => `' || trim_scale(${quantity}) || ' ' || s.coin_id || ' stake-reward ' || s.id`;
const HELD = `${FUNDS} > ' || ${FUNDS} frozen ${PRINCIPAL} || ', rewards > rewards frozen ${reward('s.revenue')}`;
const BACK = `${FUNDS} frozen > ' || ${FUNDS} ${PRINCIPAL}`;
const PAID = `case when s.paid > 0 then ', rewards frozen > ' || ${FUNDS} ${reward('s.paid')} else '' end`;
const LEFT = `case when s.paid < s.revenue then ', rewards frozen > rewards ${reward('(s.revenue - s.paid)')} else '' end`;
const bySelf = (journal: string) => `${journal}.actor_kind = 'member' and ${journal}.actor_id = s.member_id`;

/** Audits of staking: rows and journals agree, each stake ended at most once and in time, and was paid by its terms. */
export const stakingAudits: readonly SliceAudit[] = [
  {
    name: 'each stake is held, and paid once at its end or redeemed once before, as its row says',
    key: 'staking',
    wrong: `select 'stake ' || coalesce(s.id::text, h.cause_id, e.cause_id, r.cause_id) || ', status ' || coalesce(s.status::text, 'none') || '; held: ' || coalesce(h.lines, 'none')
        || '; ended: ' || coalesce(e.lines, 'none') || '; redeemed: ' || coalesce(r.lines, 'none') as row
      from stake s
      full join ${journalLines('stake-open')} h on h.cause_id = s.id::text
      full join ${journalLines('stake-end')} e on e.cause_id = s.id::text
      full join ${journalLines('stake-redeem')} r on r.cause_id = s.id::text
      where (h.lines = ${HELD} and ${bySelf('h')} and case s.status
        when ${STAKE_STATUS.active} then e.lines is null and r.lines is null
        when ${STAKE_STATUS.ended} then e.lines = ${BACK} || ${PAID} and e.actor_kind = 'clock' and r.lines is null
        else r.lines = ${BACK} || ${PAID} || ${LEFT} and ${bySelf('r')} and e.lines is null end) is not true`,
    figures: `select count(*) || ' stakes, ' || count(*) filter (where status = ${STAKE_STATUS.active}) || ' active, '
      || count(*) filter (where status = ${STAKE_STATUS.redeemed}) || ' redeemed' as row from stake`,
  },
  {
    name: 'each stake earns what was agreed: all at its end, before it what full days come to',
    key: 'staking-terms',
    wrong: `select 'stake ' || s.id || ', status ' || s.status || ': ' || s.amount || ' at ' || s.interest_rate || ' for ' || s.days || ' days earns ' || s.revenue || ', paid ' || coalesce(s.paid::text, 'nothing') as row
      from stake s join staking_info i on i.id = s.info_id
      where (s.amount >= i.min_amount and s.revenue = product_interest(s.amount, s.interest_rate, s.days, 365, s.decimals) and s.ends_at = s.placed_at + s.days * interval '24 hours'
        and case s.status when ${STAKE_STATUS.active} then s.ended_at is null and s.paid is null
          when ${STAKE_STATUS.ended} then s.ended_at >= s.ends_at and s.paid = s.revenue
          else s.type = ${STAKING_TYPE.flexible} and s.ended_at < s.ends_at and s.paid = product_interest(
            s.amount, s.interest_rate, greatest(0, floor(extract(epoch from s.ended_at - s.placed_at) / 86400))::int, 365, s.decimals) end) is not true`,
    figures: `select count(distinct info_id) || ' terms' as row from stake`,
  },
];
