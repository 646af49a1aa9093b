import { z } from 'zod';
import { call, flag, id, listOf, time } from './call.ts';
import { PAY_TYPE } from './codes/payouts.ts';
import {
  cardNumberField,
  choiceField,
  fields,
  idField,
  idOrNoneField,
  labelField,
  optional,
  textField,
} from './fields.ts';
import { CHANGE_REASONS, changeFields } from './security.ts';

/** Deposits: 1 and 2 to an address, 3 to a bank account. */
const payType = z.literal(Object.values(PAY_TYPE));

/** A network of a coin. */
export const network = z.object({
  id,
  pay_type: payType,
  /** `TRC20`, in the request's language where it has a name in it. */
  coin_net: z.string(),
  /** A picture with the address, or empty. */
  pay_img: z.string(),
  /** The platform's address; empty for a bank account. */
  address: z.string(),
  // Only of a bank account (`pay_type` 3).
  bank_name: z.string().optional(),
  account_name: z.string().optional(),
  account_number: z.string().optional(),
});
export type Network = z.output<typeof network>;

export const networkCoin = z.object({
  id,
  title: z.string(),
  /** Places the coin keeps. */
  decimals: z.int().min(0).max(8),
  networkList: z.array(network),
});
export type NetworkCoin = z.output<typeof networkCoin>;

/** Every coin with a network, in the catalogue's order. */
export const getrecharge = call({ name: 'getrecharge', methods: ['GET'], member: true, output: listOf(networkCoin) });

/** Where withdrawals of a coin go to. */
export const boundAddress = z.object({
  id,
  c_id: id,
  /** The coin's. */
  title: z.string(),
  address: z.string(),
  /** Networks of the coin that take this address, named as by `getrecharge`. */
  networks: z.array(z.string()),
  /** When it was bound. */
  addtime: time,
  /** Withdrawals sent to it since. */
  used: z.int().min(0),
});
export type BoundAddress = z.output<typeof boundAddress>;

/** One address per coin. Its `data` is the list itself. */
export const getusraddress = call({
  name: 'getusraddress',
  methods: ['GET'],
  member: true,
  output: z.array(boundAddress),
});

/** Binds an address to a coin, or replaces the bound one (PRODUCT 27). */
export const setusraddress = call({
  name: 'setusraddress',
  member: true,
  input: fields({ c_id: idField(), address: textField(), ...changeFields() }),
  reasons: ['not_found', 'bad_address', 'address_fixed', ...CHANGE_REASONS],
});

/** **+** Kept beside the bound addresses. */
export const bookAddress = z.object({
  id,
  c_id: id,
  /** The coin's. */
  title: z.string(),
  address: z.string(),
  /** The member's own name for it. */
  label: z.string(),
  networks: z.array(z.string()),
  addtime: time,
  /** From when on it is allowed, in live mode after 24 hours; null when it is only kept. */
  opens_at: time.nullable(),
  /** Withdrawals sent to it, and when the last was. */
  used: z.int().min(0),
  last_used: time.nullable(),
});
export type BookAddress = z.output<typeof bookAddress>;

/** **+** `allowed_only` 1 while only allowed addresses are paid to; `allowed_until` where that was turned off. */
export const getAddressBook = call({
  name: 'getAddressBook',
  member: true,
  output: listOf(bookAddress).extend({ allowed_only: flag, allowed_until: time.nullable() }),
});
/** **+** Keeps an address under a name; `allow` 1 allows it as well. */
export const keepAddress = call({
  name: 'keepAddress',
  member: true,
  input: fields({
    c_id: idField(),
    address: textField(),
    label: labelField(),
    allow: optional(choiceField('0', '1')),
    ...changeFields(),
  }),
  output: z.object({ id }),
  reasons: ['not_found', 'bad_address', 'too_many_addresses', ...CHANGE_REASONS],
});
/** **+** Withdrawals to an allowed address go on while others wait after a change. */
export const allowAddress = call({
  name: 'allowAddress',
  member: true,
  input: fields({ id: idField(), ...changeFields() }),
  reasons: ['not_found', ...CHANGE_REASONS],
});
export const removeAddress = call({
  name: 'removeAddress',
  member: true,
  input: fields({ id: idField(), ...changeFields() }),
  reasons: ['not_found', ...CHANGE_REASONS],
});
/** **+** `on` 1: only allowed addresses are paid to, at once. 0 takes 24 hours in live mode. */
export const setAllowedOnly = call({
  name: 'setAllowedOnly',
  member: true,
  input: fields({ on: choiceField('0', '1'), ...changeFields() }),
  reasons: CHANGE_REASONS,
});

/** With its full number; the app masks it (`bank_swan_type`). */
export const bankCard = z.object({
  id,
  bank_name: z.string(),
  card_number: z.string(),
  card_name: z.string(),
  /** When it was bound, or last changed. */
  addtime: time,
});
export type BankCard = z.output<typeof bankCard>;

/** Its `data` is the list itself, oldest first. */
export const getUserBankList = call({ name: 'getUserBankList', member: true, output: z.array(bankCard) });

/** Binds a card, or changes the one of `id` (PRODUCT 29). */
export const setBank = call({
  name: 'setBank',
  member: true,
  input: fields({
    id: idOrNoneField(),
    bank_name: textField(),
    card_number: cardNumberField(),
    card_name: textField(),
    ...changeFields(),
  }),
  reasons: ['not_found', 'bad_card_number', 'card_fixed', 'too_many_cards', ...CHANGE_REASONS],
});
