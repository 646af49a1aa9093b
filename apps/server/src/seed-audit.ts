import type { SliceAudit } from './ledger/index.ts';
import { HOUSE_FUNDS, MEMBER_FUNDS } from './seed-funds.ts';

const lines = (kind: string): string => `
  select j.id, j.cause_id, t.amount, payee.house, payee.type, m.username, c.title,
    coalesce(payee.house, m.id || '.' || payee.type) || '.' || c.title as expected_id
  from ledger_journal j
  left join ledger_transfer t on t.journal_id = j.id
  left join ledger_account payee on payee.id = t.to_account
  left join member m on m.id = payee.member_id
  left join coin c on c.id = payee.coin_id
  where j.cause_kind = '${kind}'`;

const houseRows = HOUSE_FUNDS.map(({ house, usdt, others }) => `('${house}', ${usdt}, ${others ?? 'null'})`).join(', ');
const memberRows = MEMBER_FUNDS.map(({ type, usdt, others }) => `(${type}, ${usdt}, ${others ?? 'null'})`).join(', ');

/** What a demo begins with is what this version gives, once for each account: no other journal is of these kinds. */
export const seedAudits: readonly SliceAudit[] = [
  {
    name: 'house accounts of a demo began with its amounts, once',
    key: 'house-funding',
    wrong: `select 'journal ' || l.id || ', ' || l.cause_id || ': ' || coalesce(l.amount::text, 'no line') as row
      from (${lines('house-funding')}) l
      left join (values ${houseRows}) given (house, usdt, others) on given.house = l.house
      where (l.cause_id = l.expected_id and l.amount = case l.title when 'USDT' then given.usdt else given.others end) is not true`,
    figures: `select count(*) || ' house accounts of a demo' as row from ledger_journal where cause_kind = 'house-funding'`,
  },
  {
    name: 'only the member demo began with money, its amounts, once',
    key: 'demo-funding',
    wrong: `select 'journal ' || l.id || ', ' || l.cause_id || ': ' || coalesce(l.amount::text, 'no line') as row
      from (${lines('demo-funding')}) l
      left join (values ${memberRows}) given (type, usdt, others) on given.type = l.type
      where (l.username = 'demo' and l.cause_id = l.expected_id
        and l.amount = case l.title when 'USDT' then given.usdt else given.others end) is not true`,
    figures: `select count(*) || ' accounts of the member demo' as row from ledger_journal where cause_kind = 'demo-funding'`,
  },
];
