/** Old, so that the measured members have the newest rows. */
const LONG_AGO = `timestamptz '2026-01-01'`;
/** Pseudo-random members of the nth row, the same in every run. */
const HOLDER = ':first + n::bigint * 7919 % :members';
const RECEIVER = ':first + (n::bigint * 7919 + 1) % :members';
/** The nth value with the length of a token. */
const TOKEN = (nth: string): string => `lpad(${nth}::text, 43, 'A')`;

export const memberToken = (nth: number): string => String(nth).padStart(43, 'A');

/**
 * Statements that add the rows `$1` to `$2` of each kind, as the server writes them. `:first` is the first id of a
 * fixture member, `:account` of an account, and so on ({@link FIRST_FREE}).
 */
export const FILL = {
  members: `insert into member (id, username, email, password_hash, invite_code, created_at) overriding system value
    select :first + n, 'fixture' || n || '@bench.example', 'fixture' || n || '@bench.example', 'none', lpad(upper(to_hex(n)), 8, 'Z'), ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  accounts: `insert into ledger_account (id, member_id, type, coin_id, available, opened_in) overriding system value
    select :account + 2 * n + t, :first + n, 1 + t, :coin, 1000, 0 from generate_series($1::int, $2::int) n, generate_series(0, 1) t`,
  sessions: `insert into session (token_hash, member_id, created_at, last_used_at) select encode(sha256(${TOKEN('n')}::bytea), 'hex'), :first + n, now(), now() from generate_series($1::int, $2::int) n`,
  signIns: `insert into sign_in (member_id, at, result, browser, system, address) select :first + n, ${LONG_AGO}, 'in', '', '', '' from generate_series($1::int, $2::int) n`,
  addresses: `insert into payout_address (id, member_id, coin_id, address, created_at) overriding system value
    select :address + n, :first + n, :coin, 'an address', ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  journals: `insert into ledger_journal (id, cause_kind, cause_id, actor_kind, actor_id, at)
    select :journal + n, 'demo-funding', 'fixture-' || n, 'clock', null, ${LONG_AGO} + n * interval '1 ms' from generate_series($1::int, $2::int) n`,
  lines: `insert into ledger_transfer (journal_id, line, from_account, from_frozen, to_account, to_frozen, amount)
    select :journal + n, 1 + t, :account + 2 * (n::bigint * 7919 % :members) + t, false, :account + 2 * (n::bigint * 7919 % :members) + 1 - t, false, 1
    from generate_series($1::int, $2::int) n, generate_series(0, 1) t`,
  orders: `insert into spot_order (id, member_id, market_id, side, status, limit_price, quantity, held, filled, paid, fee_rate, fills, placed_at, traded_at) overriding system value
    select :order + n, ${HOLDER}, 1 + n % 10, 1, case when n % 100 = 0 then 1 else 2 end, 0.00000001, 1, 0, case when n % 100 = 0 then 0 else 1 end, 0, 0.001,
      case when n % 100 = 0 then 0 else 1 end, ${LONG_AGO}, ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  transfers: `insert into account_transfer (id, member_id, coin_id, from_type, to_type, amount, at) overriding system value
    select :transfer + n, ${HOLDER}, :coin, 1, 2, 1, ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  uploads: `insert into upload (name, member_id, type, sealed, size, width, height, file_hash, pixels_hash, at)
    select md5(n::text), ${HOLDER}, 'image/png', false, 1, 1, 1, sha256(n::text::bytea), sha256(n::text::bytea), ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  recharges: `insert into recharge (id, member_id, coin_id, network_id, address, network_name, claimed, proof, file_hash, pixels_hash, created_at, status, credited, decided_by, decided_at) overriding system value
    select :recharge + n, ${HOLDER}, :coin, 1, 'an address', 'TRC20', 1, md5(n::text), sha256(n::text::bytea), sha256(n::text::bytea), ${LONG_AGO}, 2, 1, :operator, ${LONG_AGO}
    from generate_series($1::int, $2::int) n`,
  withdrawals: `insert into withdrawal (id, member_id, coin_id, amount, fee, net, method, address_id, address, network_or_bank, card_name, bound_at, worth, four_eyes_threshold, created_at, status, decided_by, decided_at) overriding system value
    select :withdrawal + n, ${HOLDER}, :coin, 2, 1, 1, 1, :address + n::bigint * 7919 % :members, 'an address', 'TRC20', '', ${LONG_AGO}, 2, 10000, ${LONG_AGO}, 2, :operator, ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  options: `insert into option_order (id, member_id, market_id, direction, stake, decimals, terms_version, seconds, rate, winnings, fresh_ms, entry_seq, entry_price, placed_at, expires_at,
      status, exit_seq, exit_price, outcome, profit, settled_at) overriding system value
    select :option + n, ${HOLDER}, k.market_id, 1, 10, 8, o.version, o.seconds, o.rate, 10 * o.rate, 5000, k.seq, k.price, ${LONG_AGO}, ${LONG_AGO} + o.seconds * interval '1 s',
      2, k.seq, k.price, 'tie', 0, ${LONG_AGO} + o.seconds * interval '1 s'
    from generate_series($1::int, $2::int) n, (select * from option_version_terms order by version desc, seconds limit 1) o,
      (select * from tick order by market_id, seq limit 1) k`,
  notices: `insert into notice (id, member_id, kind, params, created_at) overriding system value
    select :notice + n, ${HOLDER}, 'frozen', '{"remark": ""}', ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  loans: `insert into loan (id, member_id, project_id, project_version, coin_id, amount, interest_rate, days, decimals, interest, total, front_card, back_card, handheld_card, created_at,
      status, decided_by, decided_at, remark) overriding system value
    select :loan + n, ${HOLDER}, p.project_id, p.version, :coin, 1000, p.interest_rate, p.days, 8, 10 * p.interest_rate * p.days, 1000 + 10 * p.interest_rate * p.days, md5(n::text), md5(n::text), md5(n::text),
      ${LONG_AGO}, 3, :operator, ${LONG_AGO}, 'no' from generate_series($1::int, $2::int) n, (select * from loan_project_version order by project_id, version limit 1) p`,
  machines: `insert into mining_order (id, member_id, product_id, product_version, coin_id, interest_rate, days, decimals, amount, daily, placed_at, ends_at, phase, status, ended_at) overriding system value
    select :machine + n, ${HOLDER}, p.product_id, p.version, p.coin_id, p.interest_rate, p.days, 8, 100, p.interest_rate, ${LONG_AGO}, ${LONG_AGO} + p.days * interval '24 hours',
      mod((extract(epoch from ${LONG_AGO}) * 1000)::bigint, 86400000), 1, ${LONG_AGO} + p.days * interval '24 hours'
    from generate_series($1::int, $2::int) n, (select * from mining_product_version order by product_id, version limit 1) p`,
  stakes: `insert into stake (id, member_id, info_id, coin_id, type, days, interest_rate, decimals, amount, revenue, placed_at, ends_at, status, paid, ended_at) overriding system value
    select :stake + n, ${HOLDER}, i.id, i.coin_id, i.type, i.days, i.interest_rate, 8, 10, product_interest(10, i.interest_rate, i.days, 365, 8), ${LONG_AGO}, ${LONG_AGO} + i.days * interval '24 hours',
      1, product_interest(10, i.interest_rate, i.days, 365, 8), ${LONG_AGO} + i.days * interval '24 hours'
    from generate_series($1::int, $2::int) n, (select * from staking_info order by id limit 1) i`,
  memberTransfers: `insert into member_transfer (id, member_id, to_member_id, coin_id, amount, rate, decimals, fee, net, days, placed_at, arrives_at, status, ended_at) overriding system value
    select :sent + n, ${HOLDER}, ${RECEIVER}, :coin, 1, 0, 8, 0, 1, 0, ${LONG_AGO}, ${LONG_AGO}, 2, ${LONG_AGO} from generate_series($1::int, $2::int) n`,
  identities: `insert into identity_application (id, member_id, real_name, front_card, back_card, created_at, status, decided_by, decided_at) overriding system value
    select :identity + n, ${HOLDER}, 'A Name', md5(n::text), md5(n::text), ${LONG_AGO}, 2, :operator, ${LONG_AGO} from generate_series($1::int, $2::int) n`,
} as const;

export const FIRST_FREE = {
  ':first': 'member',
  ':account': 'ledger_account',
  ':journal': 'ledger_journal',
  ':order': 'spot_order',
  ':transfer': 'account_transfer',
  ':recharge': 'recharge',
  ':withdrawal': 'withdrawal',
  ':option': 'option_order',
  ':address': 'payout_address',
  ':notice': 'notice',
  ':loan': 'loan',
  ':machine': 'mining_order',
  ':stake': 'stake',
  ':sent': 'member_transfer',
  ':identity': 'identity_application',
} as const;

/** Kinds with one row per member. */
export const ONE_EACH = [
  'members',
  'accounts',
  'sessions',
  'signIns',
  'addresses',
] as const satisfies readonly (keyof typeof FILL)[];
/** Kinds with as many rows as asked for; proofs and applications follow the images they name. */
export const OTHERS = [
  'transfers',
  'uploads',
  'recharges',
  'withdrawals',
  'options',
  'notices',
  'loans',
  'machines',
  'stakes',
  'memberTransfers',
  'identities',
] as const satisfies readonly (keyof typeof FILL)[];
