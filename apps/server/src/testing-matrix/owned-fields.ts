import { memberCalls } from '@plimsoll/contract';
import { fieldsOf } from '@plimsoll/contract/descriptions';
import { PASSWORD, type Belongings } from './lea.ts';

/** A field that names a thing, with whose thing it is, and the other fields the call needs. */
interface OwnedField {
  readonly call: string;
  readonly field: string;
  readonly of: (things: Belongings) => string;
  /** An unknown value of this form. */
  readonly unknown: string;
  readonly beside?: Readonly<Record<string, string>>;
}

const NOBODYS_ID = '999999999';
const NOBODYS_IMAGE = `/api/uploads/${'0'.repeat(32)}?expires=1&signature=x`;
const USDT = '1';
const CARD = { bank_name: 'Quay', card_number: '6222000011112222', card_name: 'Zoe' };
const id = (call: string, field: string, of: OwnedField['of'], beside?: OwnedField['beside']): OwnedField => ({
  call,
  field,
  of,
  unknown: NOBODYS_ID,
  ...(beside ? { beside } : {}),
});
const image = (call: string, field: string, beside: NonNullable<OwnedField['beside']>): OwnedField => ({
  call,
  field,
  of: (things) => things.image,
  unknown: NOBODYS_IMAGE,
  beside,
});

/** Every field of a member call that names a member's thing. `own` is an image of the caller's. */
export const ownedFields = (own: string): readonly OwnedField[] => [
  id('tradecancelOrder', 'bb_id', ({ order }) => order),
  id('planCancel', 'bb_id', ({ order }) => order),
  id('tradegetOrderList', 'id', ({ order }) => order),
  id('trademoveOrder', 'bb_id', ({ order }) => order, { price: '64000' }),
  id('getHyOrderInfo', 'order_id', ({ option }) => option),
  id('getReceipt', 'id', ({ option }) => option, { kind: 'option' }),
  id('getReceipt', 'id', ({ order }) => order, { kind: 'fill' }),
  id('getReceipt', 'id', ({ transfer }) => transfer, { kind: 'send' }),
  id('cancelLoanApply', 'id', ({ loan }) => loan),
  id('repayLoan', 'id', ({ loan }) => loan),
  id('redeemStaking', 'id', ({ stake }) => stake),
  id('cancelInternalTransfer', 'id', ({ transfer }) => transfer),
  id('setBank', 'id', ({ card }) => card, CARD),
  id('allowAddress', 'id', ({ kept }) => kept),
  id('removeAddress', 'id', ({ kept }) => kept),
  id('withdraw', 'bank_id', ({ card }) => card, {
    c_id: USDT,
    num: '100',
    type: '1',
    withdraw_type: '2',
    paypwd: PASSWORD,
  }),
  id('passkeyChallenge', 'bank_id', ({ card }) => card, {
    purpose: 'withdraw',
    call: 'withdraw',
    c_id: USDT,
    num: '100',
    withdraw_type: '2',
  }),
  id('getUserCoinBalance', 'bank_id', ({ card }) => card, { c_id: USDT, type: '1', withdraw_type: '2' }),
  id('getNoticeList', 'id', ({ notice }) => notice, { page: '1', limit: '10' }),
  id('endKey', 'id', ({ programKey }) => programKey),
  id('endSession', 'id', ({ session }) => session),
  id('forgetDevice', 'id', ({ device }) => device),
  id('removePasskey', 'id', ({ passkey }) => passkey, { password: PASSWORD }),
  image('recharge', 'payimg', { c_id: USDT, num: '10', a_id: '1', type: '1' }),
  image('usrsetreal', 'front_card', { real_name: 'Zoe', back_card: own }),
  image('usrsetreal', 'back_card', { real_name: 'Zoe', front_card: own }),
  image('applyLoan', 'front_card', { id: '1', amount: '1000', later_card: own, handheld_card: own }),
  image('applyLoan', 'later_card', { id: '1', amount: '1000', front_card: own, handheld_card: own }),
  image('applyLoan', 'handheld_card', { id: '1', amount: '1000', front_card: own, later_card: own }),
];

/** What everybody may name: catalogue entries, periods, durations, receivers. */
const EVERYBODYS = new Set([
  'c_id',
  'm_id',
  'a_id',
  's_id',
  'fid',
  'eid',
  'from_coin_id',
  'market',
  'before',
  'to_coin_id',
  'to_uid',
  'ctime',
  'from',
  'to',
  'getLoanProjects.id',
  'applyLoan.id',
  'getMiningMachineList.id',
  'buyMiningMachine.id',
  'buyMiningMachine.cycle',
  'submitStaking.id',
]);

/** Fields listed as neither; a new one must be added. */
export function unsorted(owned: readonly OwnedField[]): string[] {
  const known = new Set(owned.map(({ call, field }) => `${call}.${field}`));
  return memberCalls.flatMap((call) =>
    fieldsOf(call)
      .filter(({ name, kind }) => kind === 'id' || (kind === 'text' && /(?:_card|img)$/.test(name)))
      .map(({ name }) => ({ place: `${call.name}.${name}`, name }))
      .filter(({ place, name }) => !known.has(place) && !EVERYBODYS.has(name) && !EVERYBODYS.has(place))
      .map(({ place }) => place),
  );
}
