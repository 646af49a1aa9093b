import { sql, type Db } from '../../apps/server/src/platform/db.ts';

/** Everything that can be stolen, by name: balances, operators, terms, destinations of money. */
export type Treasury = ReadonlyMap<string, string>;

const things = sql<{ thing: string; value: string | null }>(
  'hostile.treasury',
  `
  select 'money of ' || coalesce(m.username, 'the platform, ' || a.house) || ', ' || c.title as thing, sum(a.available + a.frozen)::text as value
    from ledger_account a join coin c on c.id = a.coin_id left join member m on m.id = a.member_id group by 1
  union all select 'operator ' || username, concat_ws(' ', role, enabled, email, password_hash, totp_confirmed_at) from operator
  union all select 'passkeys of operator ' || o.username, string_agg(p.credential_id, ' ' order by p.id) from operator_passkey p join operator o on o.id = p.operator_id group by 1
  union all select 'link of operator ' || o.username || ' ' || row_number() over (partition by o.id order by c.created_at), 'made' from operator_claim c join operator o on o.id = c.operator_id
  union all select 'setting ' || key, value::text from setting
  union all select 'coin ' || title, to_jsonb(c)::text from coin c
  union all select 'market ' || symbol, to_jsonb(m)::text from market m
  union all select 'network ' || id, to_jsonb(n)::text from coin_network n
  union all select 'option terms ' || id, to_jsonb(t)::text from option_terms t
  union all select 'page script', string_agg(id::text, ',') from script where status = 2
  union all select 'name of ' || id, concat_ws(' ', username, email, phone, identity_status, vip) from member
  union all select 'passwords of ' || username, concat_ws(' ', password_hash, pay_password_hash) from member
  union all select 'state of ' || username, frozen::text from member
  union all select 'ways out of ' || m.username, string_agg(concat_ws(' ', a.coin_id, a.address), ', ' order by a.id) from payout_address a join member m on m.id = a.member_id group by 1
  union all select 'cards of ' || m.username, string_agg(concat_ws(' ', s.card_number, s.card_name), ', ' order by s.card_id, s.version)
    from bank_card_version s join bank_card b on b.id = s.card_id join member m on m.id = b.member_id group by 1
  union all select 'factors of ' || m.username, concat_ws(' ', encode(f.totp_secret, 'hex'), f.totp_confirmed_at, f.recovery_created_at,
      (select string_agg(p.credential_id, ' ' order by p.id) from passkey p where p.member_id = m.id), (select string_agg(r.hash, ' ' order by r.hash) from recovery_code r where r.member_id = m.id))
    from second_factor f join member m on m.id = f.member_id
  union all select 'sent, withdrawal ' || id, amount::text from withdrawal where status = 2`,
);

export async function count(db: Db): Promise<Treasury> {
  return new Map((await db.run(things)).map(({ thing, value }) => [thing, value ?? '']));
}

export function compare(before: Treasury, after: Treasury): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((thing) => before.get(thing) !== after.get(thing))
    .map((thing) => `${thing}: ${brief(before.get(thing))} is now ${brief(after.get(thing))}`);
}

const MAX_SHOWN = 80;
const brief = (value: string | undefined): string =>
  value === undefined ? 'nothing' : value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;

/** Total of these members in one coin, in 10⁻⁸. */
export const moneyOf = (treasury: Treasury, usernames: readonly string[], coin = 'USDT'): bigint =>
  usernames.reduce(
    (sum, username) => sum + BigInt((treasury.get(`money of ${username}, ${coin}`) ?? '0').replace('.', '')),
    0n,
  );
