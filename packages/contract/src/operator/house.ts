import { z } from 'zod';
import { accountType, accountTypeField } from '../assets.ts';
import { RECORD_STATUS } from '../codes/assets.ts';
import { decimal, id, time } from '../call.ts';
import { choiceField, idField, optional, textField, wordField } from '../fields.ts';
import { operatorCall } from './operator-call.ts';
import { beforeField, byId, listFields, ofMember, pageOf, remarkField, signedAmountField } from './operator-fields.ts';

/** House accounts, and `outside`, the only one that may be negative (RULES 1). */
export const HOUSES = ['outside', 'spot', 'options', 'loans', 'rewards', 'fees', 'rounding'] as const;
/** Those that owners may fund. */
export const FUNDED_HOUSES = ['spot', 'options', 'loans', 'rewards', 'fees', 'rounding'] as const;

// Postings that two operators make.

const byOperator = { by: id, username: z.string(), at: time };
const proposed = {
  id,
  c_id: id,
  coinName: z.string(),
  /** Added to the account; subtracted when negative. */
  amount: decimal,
  remark: z.string(),
  /** 1 waits for another operator, 2 posted, 3 refused. */
  status: z.literal(Object.values(RECORD_STATUS)),
  addtime: time,
  updatetime: time,
  proposed: z.object(byOperator),
  decided: z.object({ ...byOperator, remark: z.string() }).nullable(),
  /** The journal it was posted as. */
  journal: id.nullable(),
};
const statuses = ['1', '2', '3'] as const;
const decide = z.strictObject({ ...byId, remark: remarkField() });
const ofProposal = { c_id: idField(), amount: signedAmountField(), remark: textField('bad_text') };

/** Against the house account `rewards`, and visible in the member's bills. */
export const correction = z.object({ ...proposed, ...ofMember, type: accountType });
export type Correction = z.output<typeof correction>;

/** `q` is a correction's or a member's id, or a username. */
export const listCorrections = operatorCall('GET', '/corrections', {
  role: 'viewer',
  input: z.strictObject(listFields({ statuses })),
  output: pageOf(correction),
});
export const readCorrection = operatorCall('GET', '/corrections/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: correction,
  reasons: ['not_found'],
});
/** Takes effect when another operator approves. Members and operators read the remark. */
export const proposeCorrection = operatorCall('POST', '/corrections', {
  role: 'treasurer',
  input: z.strictObject({ member_id: idField(), type: accountTypeField(), ...ofProposal }),
  output: correction,
  status: 202,
  reasons: ['not_found', 'bad_amount', 'not_established'],
});
export const approveCorrection = operatorCall('POST', '/corrections/{id}/approve', {
  role: 'treasurer',
  input: decide,
  output: correction,
  fresh: true,
  reasons: ['not_found', 'already_decided', 'same_operator', 'insufficient_balance', 'house_limit', 'not_established'],
});
/** Also by its proposer. */
export const rejectCorrection = operatorCall('POST', '/corrections/{id}/reject', {
  role: 'treasurer',
  input: decide,
  output: correction,
  reasons: ['not_found', 'already_decided'],
});

/** Amounts that owners move between `outside` and a house account. */
export const housePosting = z.object({ ...proposed, account: z.enum(FUNDED_HOUSES) });
export type HousePosting = z.output<typeof housePosting>;

/** `q` is a posting's id, or an account. */
export const listHousePostings = operatorCall('GET', '/house-postings', {
  role: 'viewer',
  input: z.strictObject(listFields({ statuses })),
  output: pageOf(housePosting),
});
export const readHousePosting = operatorCall('GET', '/house-postings/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: housePosting,
  reasons: ['not_found'],
});
export const proposeHousePosting = operatorCall('POST', '/house-postings', {
  role: 'owner',
  input: z.strictObject({ account: choiceField(...FUNDED_HOUSES), ...ofProposal }),
  output: housePosting,
  status: 202,
  reasons: ['not_found', 'bad_amount', 'not_established'],
});
export const approveHousePosting = operatorCall('POST', '/house-postings/{id}/approve', {
  role: 'owner',
  input: decide,
  output: housePosting,
  fresh: true,
  reasons: ['not_found', 'already_decided', 'same_operator', 'house_limit', 'not_established'],
});
/** Also by its proposer. */
export const rejectHousePosting = operatorCall('POST', '/house-postings/{id}/reject', {
  role: 'owner',
  input: decide,
  output: housePosting,
  reasons: ['not_found', 'already_decided'],
});

// Reports.

const ofCoin = { c_id: id, coin: z.string() };

const coinReport = z.object({
  ...ofCoin,
  members: decimal,
  house: z.record(z.enum(HOUSES), decimal),
  difference: decimal,
});
export type CoinReport = z.output<typeof coinReport>;
/** Per coin, frozen included: the sums of members' and of house accounts, together zero. */
export const reportBalances = operatorCall('GET', '/reports/balances', {
  role: 'viewer',
  output: z.object({ list: z.array(coinReport) }),
});

const side = z.object({
  open: z.int().min(0),
  stakes: decimal,
  /** What all of these would win. */ winnings: decimal,
});
const exposure = z.object({
  options: z.object({
    /** What stakes are made in. */
    coin: z.string(),
    open: z.int().min(0),
    stakes: decimal,
    /** Paid if every open stake won. */
    worst: decimal,
    /** The house account `options`: its total, and the part held for open options, `worst`. */
    reserve: decimal,
    held: decimal,
    markets: z.array(z.object({ m_id: id, symbol: z.string(), coinname: z.string(), up: side, down: side })),
  }),
  spot: z.array(
    z.object({
      m_id: id,
      symbol: z.string(),
      coinname: z.string(),
      /** Open orders, and what they hold: quote of buys, base of sells. */
      buys: z.int().min(0),
      held_quote: decimal,
      sells: z.int().min(0),
      held_base: decimal,
    }),
  ),
  /** For trading and for rewards. */
  coins: z.array(
    z.object({
      ...ofCoin,
      spot: decimal,
      rewards: decimal,
      /** Promised from rewards: products that are running. */ promised: decimal,
      /**
       * Position from trades (negative when more was sold) and its worth in USDT; null for USDT itself, the worth also
       * without a price.
       */
      position: decimal.nullable(),
      worth: decimal.nullable(),
    }),
  ),
  /** Maximum worth of a position, in USDT. */
  position_limit: decimal,
});
export type Exposure = z.output<typeof exposure>;
/** What the platform may have to pay, and what it has. */
export const reportExposure = operatorCall('GET', '/reports/exposure', { role: 'viewer', output: exposure });

// At a glance.

const queue = z.object({
  waiting: z.int().min(0),
  /** When the oldest waiting one was made; null when none waits. */
  oldest: time.nullable(),
  /** With one approval of two. */
  second: z.int().min(0),
  /** With a proof seen before. */
  duplicates: z.int().min(0),
});
const feedMarket = z.object({
  m_id: id,
  symbol: z.string(),
  coinname: z.string(),
  last_tick: time.nullable(),
  /** Best ask less best bid; null without a fresh book. */
  spread: decimal.nullable(),
  /** Ticks and books rejected by this process since midnight UTC. */
  quarantined: z.int().min(0),
  fresh: z.boolean(),
});
/** A run of the audit of the ledger (RULES 1.11). */
const auditRun = z.object({
  /** What was read: what is new since the newest seal, or everything. */
  kind: z.enum(['incremental', 'all']),
  /** `failed`: it could not run. */
  result: z.enum(['clean', 'findings', 'failed']),
  at: time,
  /** Checks that found something. */
  findings: z.int().min(0),
  /** The first of what was found, or why it could not run. */
  lines: z.array(z.string()),
});
const atAGlance = z.object({
  /** For loans also how many are overdue. */
  queues: z.object({
    recharges: queue,
    withdrawals: queue,
    identities: queue,
    loans: queue.extend({ overdue: z.int().min(0) }),
    corrections: queue,
    house_postings: queue,
    proposals: queue,
  }),
  /**
   * Owners who can log in, and how many are established (RULES 8): with fewer than two nothing that needs two is
   * possible.
   */
  owners: z.object({ enabled: z.int().min(0), established: z.int().min(0) }),
  /** `now` is the server's time, to compute ages from. */
  feed: z.object({ kind: z.string(), fresh: z.boolean(), now: time, markets: z.array(feedMarket) }),
  /** The ends of the two chains. */
  ledger: z.object({ journals: z.int().min(0), batches: z.int().min(0), hash: z.string() }),
  audit: z.object({ lines: z.int().min(0), hash: z.string() }),
  /** The last run of the audit, and the last that read everything and came to an end; null before the first. */
  runs: z.object({ last: auditRun.nullable(), all: auditRun.nullable() }),
});
export type Overview = z.output<typeof atAGlance>;
/** Polled every few seconds. Counts stop at {@link TOTAL_MAX}. */
export const overview = operatorCall('GET', '/overview', { role: 'viewer', output: atAGlance });

// The ledger itself.

/** An account by its owner: a member, or a house account. */
const accountName = z.object({
  id,
  member_id: id.nullable(),
  username: z.string().nullable(),
  type: accountType.nullable(),
  house: z.enum(HOUSES).nullable(),
});
const journal = z.object({
  id,
  at: time,
  kind: z.string(),
  /** The event's own number, unique with the kind. */
  cause: z.string(),
  /** The actor; nobody when it was due. */
  actor: z.object({
    kind: z.enum(['member', 'operator', 'clock']),
    id: id.nullable(),
    username: z.string().nullable(),
  }),
  lines: z.int().min(1),
});
export type JournalItem = z.output<typeof journal>;
/**
 * Newest first. `q` is a journal's id; `kind` and `cause` its event; `member_id` those that changed that member's
 * balance (holds change none); `before` the id of a journal that all listed precede.
 */
export const listLedger = operatorCall('GET', '/ledger', {
  role: 'viewer',
  input: z.strictObject({
    ...listFields(),
    ...beforeField,
    kind: optional(wordField()),
    cause: optional(textField()),
    member_id: optional(idField()),
  }),
  output: pageOf(journal),
});
const ledgerLine = z.object({
  line: z.int().min(1),
  what: z.enum(['move', 'hold', 'release', 'capture']),
  from: accountName,
  to: accountName,
  ...ofCoin,
  amount: decimal,
  /** What it is frozen for. */
  hold: z.object({ kind: z.string(), ref: z.string() }).nullable(),
});
export type LedgerLine = z.output<typeof ledgerLine>;
/** `batch` and `hash`: its link of the chain. */
const wholeJournal = journal.extend({ transfers: z.array(ledgerLine), batch: id, hash: z.string() });
export type WholeJournal = z.output<typeof wholeJournal>;
export const readLedger = operatorCall('GET', '/ledger/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: wholeJournal,
  reasons: ['not_found'],
});
const ledgerAccount = accountName.extend({ ...ofCoin, available: decimal, frozen: decimal });
export type LedgerAccount = z.output<typeof ledgerAccount>;
/** Of a member, of one house account, or of all house accounts when neither is named. */
export const listLedgerAccounts = operatorCall('GET', '/ledger/accounts', {
  role: 'viewer',
  input: z.strictObject({ member_id: optional(idField()), house: optional(choiceField(...HOUSES)) }),
  output: pageOf(ledgerAccount),
});
