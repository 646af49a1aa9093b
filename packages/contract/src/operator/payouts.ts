import { z } from 'zod';
import { id } from '../call.ts';
import { choiceField, textField } from '../fields.ts';
import { otherId, crudCalls, standing, stands } from './catalogue-fields.ts';
import { pictureField } from './link-fields.ts';
import { ifGiven, textOrEmptyField } from './operator-fields.ts';

/** The networks that coins come and go by (docs/wire/operator.md). */

const PAY_TYPES = { '1': 1, '2': 2, '3': 3 } as const;

const networkItem = z.object({
  id,
  c_id: id,
  /** The coin's title. */
  coin: z.string(),
  /** How one pays in: 1 and 2 to an address, 3 to a bank account. */
  pay_type: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** `TRC20` */
  coin_net: z.string(),
  pay_img: z.string(),
  /** The house's own. Empty for a bank account, as the bank's three are for an address. */
  address: z.string(),
  bank_name: z.string(),
  account_name: z.string(),
  account_number: z.string(),
  ...stands,
});
export type NetworkItem = z.output<typeof networkItem>;

/** An address is checked as the network's name says that it is written. Whose network it is stays. */
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
      .refine((text) => Array.from(text).length <= 64, 'bad_text')
      .meta({ field: 'shortText' }),
  },
  other: {
    pay_img: ifGiven(pictureField()),
    address: ifGiven(textOrEmptyField()),
    bank_name: ifGiven(textOrEmptyField()),
    account_name: ifGiven(textOrEmptyField()),
    account_number: ifGiven(textOrEmptyField()),
    ...standing,
  },
  reasons: ['in_use', 'unknown_coin', 'bad_address', 'bad_text', 'bad_image'],
  // Whoever chooses where members pay to is paid.
  two: {
    create: 'always',
    change: ['pay_type', 'coin_net', 'pay_img', 'address', 'bank_name', 'account_name', 'account_number', 'enabled'],
  },
});
