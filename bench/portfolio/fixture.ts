import { sql, type Db } from '../../apps/server/src/platform/db.ts';

export const MEMBER_ID = '1';
/** Members that share the ledger. */
const MEMBERS = 10;
/** Lines of a fill: paid, got, fee. */
const OF_A_FILL = 3;
const YEAR_S = 365 * 24 * 3600;

const run = (owner: Db, name: string, text: string): Promise<unknown> => owner.run(sql<never>(`bench.${name}`, text));

/**
 * Fills of ten members over the last year, in turns, in five coins, of which each bought one is sold again; every member
 * has `lines` lines, and markets have a mark each ten minutes.
 * @returns when the first was posted.
 */
export async function makePortfolio(owner: Db, lines: number): Promise<number> {
  const fills = Math.ceil(lines / OF_A_FILL) * MEMBERS;
  const gapS = YEAR_S / fills;
  const startMs = Date.now() - YEAR_S * 1000;
  const start = `to_timestamp(${startMs / 1000})`;
  await run(
    owner,
    'members',
    `insert into member (id, username, password_hash, invite_code, created_at) overriding system value
     select n, 'holder' || n || '@bench.example', 'none', lpad(n::text, 8, 'A'), ${start} from generate_series(1, ${MEMBERS}) n`,
  );
  await run(
    owner,
    'memberAccounts',
    `insert into ledger_account (member_id, type, coin_id, available, opened_in)
     select m, 1, c.id, 100000000, 0 from generate_series(1, ${MEMBERS}) m, coin c`,
  );
  await run(
    owner,
    'houseAccounts',
    `insert into ledger_account (house, coin_id, available, opened_in)
     select h, c.id, 1000000000, 0 from unnest(array['spot', 'fees', 'outside']) h, coin c`,
  );
  await run(
    owner,
    'journals',
    `insert into ledger_journal (id, cause_kind, cause_id, actor_kind, at)
     select n, 'spot-fill', n || '.1', 'clock', ${start} + n * ${gapS} * interval '1 s' from generate_series(1, ${fills}) n`,
  );
  // Bought and sold in turns: the first pays USDT and gets a coin, the next of the same member gives it back.
  await run(
    owner,
    'lines',
    `insert into ledger_transfer (journal_id, line, from_account, from_frozen, to_account, to_frozen, amount, hold_kind, hold_ref)
     select n, l,
       case l when 1 then pays.id when 2 then sells.id else gets.id end, l = 1,
       case l when 1 then takes.id when 2 then gets.id else fees.id end, false,
       case when l = 3 then 0.00001234 when (l = 1) = is_buy then 1000.12345678 else 0.01234567 end,
       case l when 1 then 'spot' end, case l when 1 then n end
     from (
       select n, 1 + n % ${MEMBERS} as member, n / ${MEMBERS} % 2 = 0 as is_buy, 2 + n / ${2 * MEMBERS} % 5 as coin
       from generate_series(1, ${fills}) n) each
     join ledger_account pays on pays.member_id = member and pays.type = 1 and pays.coin_id = case when is_buy then 1 else coin end
     join ledger_account gets on gets.member_id = member and gets.type = 1 and gets.coin_id = case when is_buy then coin else 1 end
     join ledger_account takes on takes.house = 'spot' and takes.coin_id = pays.coin_id
     join ledger_account sells on sells.house = 'spot' and sells.coin_id = gets.coin_id
     join ledger_account fees on fees.house = 'fees' and fees.coin_id = gets.coin_id
     cross join generate_series(1, ${OF_A_FILL}) l order by n, l`,
  );
  await run(
    owner,
    'marks',
    `insert into mark (market_id, seq, time, price, sources, held, previous, hash)
     select m.id, n, ${start} + n * interval '1 min', 100 + n % 977, '[]', false, sha256('a'), sha256('b')
     from market m, generate_series(1, ${YEAR_S / 60}, 10) n where m.id <= 10`,
  );
  await run(owner, 'analyze', 'vacuum analyze');
  return startMs;
}
