import { z } from 'zod';
import { call, decimal, id, listOf, planned, time } from './call.ts';
import { ACCOUNT_TYPE, BILL_KIND, RECORD_STATUS, type AccountType } from './codes/assets.ts';
import { amountField, choiceField, fields, idField, limitField, optional, pageField, planField } from './fields.ts';

export const accountType = z.literal(Object.values(ACCOUNT_TYPE));

const TYPES: Readonly<Record<'1' | '2' | '3', AccountType>> = { 1: 1, 2: 2, 3: 3 };
/** An account's type, as text or number. */
export const accountTypeField = () =>
  choiceField('1', '2', '3')
    .transform((type) => TYPES[type])
    .meta({ field: 'choice' });

export const coinBalance = z.object({
  coinId: id,
  coinName: z.string(),
  balance: decimal,
  dbalance: decimal,
  all_zhprice: decimal,
});

/**
 * `all_price` and `all_zhprice` are in USDT and include what is frozen; `totalAvailableAsset` does not. Every coin, at
 * 0 too.
 */
export const getUserBalanceList = call({
  name: 'getUserBalanceList',
  methods: ['POST', 'GET'],
  member: true,
  key: 'read',
  output: z.object({
    all_price: decimal,
    coinList: z.array(
      z.object({
        type: accountType,
        totalAvailableAsset: decimal,
        balanceInfo: z.array(coinBalance),
      }),
    ),
  }),
});

/** Available of one coin in each account, at 0 too. */
export const getCoinBalance = call({
  name: 'getCoinBalance',
  member: true,
  input: fields({ c_id: idField() }),
  output: z.object({ balance_list: z.array(z.object({ type: accountType, balance: decimal })) }),
  reasons: ['not_found'],
});

export const recordFilter = fields({
  c_id: optional(idField()),
  type: optional(accountTypeField()),
  page: pageField(),
  limit: limitField(),
});
export type RecordFilter = z.output<typeof recordFilter>;

/** A change of available plus frozen: an account's bills add up to its balance. */
export const bill = z.object({
  id,
  /** Its journal, by which `getReceipt` knows it. */
  journal: id,
  coinName: z.string(),
  /** 1 income, 2 expense. */
  st: z.literal(Object.values(BILL_KIND)),
  /** Without a sign. */
  num: decimal,
  /** Kind of event, in the member's language. */
  remark: z.string(),
  addtime: time,
});
export type Bill = z.output<typeof bill>;

/** What changed the balances of a member's accounts, newest first. */
export const getBillList = call({
  name: 'getBillList',
  member: true,
  key: 'read',
  input: recordFilter,
  output: listOf(bill),
});

/** A transfer between a member's own accounts, always completed. */
export const ownTransfer = z.object({
  id,
  coin: z.string(),
  coinName: z.string(),
  num: decimal,
  status: z.literal(RECORD_STATUS.completed),
  from_type: accountType,
  to_type: accountType,
  /** From where to where, in the member's language. */
  msg: z.string(),
  updatetime: time,
});
export type OwnTransfer = z.output<typeof ownTransfer>;

/** `type` matches either end. */
export const getTransferList = call({
  name: 'getTransferList',
  member: true,
  input: recordFilter,
  output: listOf(ownTransfer),
});

const transferFields = {
  c_id: idField(),
  num: amountField(),
  from_type: accountTypeField(),
  to_type: accountTypeField(),
};

/**
 * Between a member's own accounts: immediate and free (RULES 5). With `plan` only as it was planned, while the plan
 * holds and once, as `upbbbuy` does.
 */
export const transfer = call({
  name: 'transfer',
  member: true,
  key: 'transfer',
  idempotent: true,
  input: fields({ ...transferFields, plan: planField() }),
  reasons: ['bad_plan', 'switched_off', 'same_account', 'not_found', 'insufficient_balance'],
});

/** What a transfer between own accounts would leave, and everything that would refuse it. Nothing is moved. */
export const planTransfer = call({
  name: 'planTransfer',
  member: true,
  key: 'transfer',
  input: fields(transferFields),
  output: z.object({ ...planned, num: decimal, coin: z.string(), available: decimal }),
  reasons: ['switched_off', 'not_found'],
});
