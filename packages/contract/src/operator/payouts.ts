import { z } from 'zod';
import { id } from '../call.ts';
import { choiceField, textField } from '../fields.ts';
import { otherId, crudCalls, namesField, namesItem, standing, stands } from './catalogue-fields.ts';
import { pictureField } from './link-fields.ts';
import { ifGiven, textOrEmptyField } from './operator-fields.ts';

/** Networks of coins (docs/wire/operator.md). */

const PAY_TYPES = { '1': 1, '2': 2, '3': 3 } as const;

const networkItem = z.object({
  id,
  c_id: id,
  /** The coin's title. */
  coin: z.string(),
  /** How deposits are made: 1 and 2 to an address, 3 to a bank account. */
  pay_type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** `TRC20` */
  coin_net: z.string(),
  names: namesItem,
  pay_img: z.string(),
  /** Empty for a bank account, as the three bank fields are for an address. */
  address: z.string(),
  bank_name: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  ...stands,
});
export type NetworkItem = z.output<typeof networkItem>;

/** Maximum characters of a network's name. */
const NAME_MAX = 64;
/** The address is checked by the network's name, the English one. The coin is fixed. */
export const {
  list: listNetworksCall,
  read: readNetwork,
  create: createNetwork,
  change: changeNetwork,
} = crudCalls('networks', {
  item: networkItem,
  needed: {
    c_id: otherId(),
    pay_type: choiceField('1', '2', '3')
      .transform((type) => PAY_TYPES[type])
      .meta({ field: 'choice' }),
    coin_net: textField()
      .refine((text) => Array.from(text).length <= NAME_MAX, 'bad_text')
      .meta({ field: 'shortText' }),
  },
  other: {
    // Another name takes those in other languages away, unless they change with it.
    names: ifGiven(namesField(NAME_MAX)),
    pay_img: ifGiven(pictureField()),
    address: ifGiven(textOrEmptyField()),
    bank_name: ifGiven(textOrEmptyField()),
    account_name: ifGiven(textOrEmptyField()),
    account_number: ifGiven(textOrEmptyField()),
    ...standing,
  },
  reasons: ['in_use', 'unknown_coin', 'bad_address', 'bad_text', 'bad_image', 'bad_lang'],
  // Whoever changes where members pay to, or what they take it for, could be paid.
  two: {
    create: 'always',
    change: [
      'pay_type',
      'coin_net',
      'names',
      'pay_img',
      'address',
      'bank_name',
      'account_name',
      'account_number',
      'enabled',
    ],
  },
});
