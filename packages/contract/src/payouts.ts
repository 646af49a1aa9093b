import { z } from 'zod';
import { call, id, listOf, time } from './call.ts';
import { cardNumberField, fields, idField, optional, textField } from './fields.ts';
import { CHANGE_REASONS, changeFields } from './security.ts';

/** How one pays in by a network: 1 and 2 to an address, 3 to a bank account. */
const payType = z.union([z.literal(1), z.literal(2), z.literal(3)]);

/** A network a coin travels by. */
export const network = z.object({
  id,
  pay_type: payType,
  /** `TRC20` */
  coin_net: z.string(),
  /** A picture for paying in, or empty. */
  pay_img: z.string(),
  /** The house's address; empty for a bank account. */
  address: z.string(),
  // Of a bank account (pay_type 3) alone.
  bank_name: z.string().optional(),
  account_name: z.string().optional(),
  account_number: z.string().optional(),
});
export type Network = z.output<typeof network>;

/** A coin that can be paid in, with the networks it travels by. */
export const networkCoin = z.object({
  id,
  title: z.string(),
  /** Places the coin keeps. */
  decimals: z.int().min(0).max(8),
  networkList: z.array(network),
});
export type NetworkCoin = z.output<typeof networkCoin>;

/** Every coin that has a network, in the catalogue's order. */
export const getrecharge = call({ name: 'getrecharge', methods: ['GET'], member: true, output: listOf(networkCoin) });

/** The address that a member's withdrawals of a coin go to. */
export const boundAddress = z.object({
  id,
  c_id: id,
  /** The coin's. */
  title: z.string(),
  address: z.string(),
  /** Networks of the coin that take this address. */
  networks: z.array(z.string()),
  /** When it was bound. */
  addtime: time,
  /** How many withdrawals went to it since. */
  used: z.int().min(0),
});
export type BoundAddress = z.output<typeof boundAddress>;

/** One address a coin. Its `data` is the list itself. */
export const getusraddress = call({ name: 'getusraddress', methods: ['GET'], member: true, output: z.array(boundAddress) });

/** Binds an address to a coin, or another in its place (spec part 1, Withdrawal address). */
export const setusraddress = call({
  name: 'setusraddress',
  member: true,
  input: fields({ c_id: idField(), address: textField(), ...changeFields() }),
  reasons: ['not_found', 'bad_address', 'address_fixed', ...CHANGE_REASONS],
});

/** A bank card or account of a member's. The number is whole: the app masks it (`bank_swan_type`). */
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

/** Binds a card, or changes the one named (spec part 2, /bank). */
export const setBank = call({
  name: 'setBank',
  member: true,
  input: fields({ id: optional(idField()), bank_name: textField(), card_number: cardNumberField(), card_name: textField(), ...changeFields() }),
  reasons: ['not_found', 'bad_card_number', 'card_fixed', 'too_many_cards', ...CHANGE_REASONS],
});
