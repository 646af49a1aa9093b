import { PRICE_MODE, SIDE } from '@plimsoll/contract';
import { PASSWORD } from '../../apps/server/src/testing/api-client.ts';
import { PAY_PASSWORD, type Subject } from './subjects.ts';

type Fields = Readonly<Record<string, string>>;

/** A submit that a well-funded member or operator can repeat. */
export interface Submit {
  /** A member call, or `POST /path/{id}` of the console. */
  readonly call: string;
  /** `id` is what {@link undoes} made. */
  readonly fields: (subject: Subject, time: number, id: string) => Fields;
  /** Needs an id that this call returned, each once. */
  readonly undoes?: string;
  /** Keeps the returned id under this name instead of the call's. */
  readonly makes?: string;
  /** Sent by a member who has not sent it before. */
  readonly byFresh?: true;
  /** Only makes what a later submit undoes; measured elsewhere. */
  readonly isUnmeasured?: true;
}

const application: Submit = {
  call: 'applyLoan',
  fields: ({ loan, payimg }) => ({
    id: loan,
    amount: '1000',
    front_card: payimg,
    later_card: payimg,
    handheld_card: payimg,
  }),
};

/** Every call that moves money, and operators' daily decisions; an undo follows what it undoes. */
export const SUBMITS: readonly Submit[] = [
  {
    call: 'transfer',
    fields: ({ usdt }, time) => ({
      c_id: usdt,
      num: '0.01',
      from_type: String(1 + (time % 2)),
      to_type: String(2 - (time % 2)),
    }),
  },
  // Far from the market, so that it rests.
  {
    call: 'upbbbuy',
    fields: ({ market }) => ({
      m_id: String(market.id),
      type: SIDE.buy,
      operate_type: PRICE_MODE.limit,
      num: market.min,
      price: market.price_step,
    }),
  },
  {
    call: 'trademoveOrder',
    undoes: 'upbbbuy',
    makes: 'moved',
    fields: ({ market }, _time, id) => ({ bb_id: id, price: market.price_step }),
  },
  { call: 'tradecancelOrder', undoes: 'moved', fields: (_subject, _time, id) => ({ bb_id: id }) },
  {
    call: 'exchangeCoin',
    fields: ({ usdt, other }, time) => ({
      type: '1',
      amount: time % 2 === 0 ? '0.5' : '1',
      from_coin_id: time % 2 === 0 ? usdt : other,
      to_coin_id: time % 2 === 0 ? other : usdt,
      paypassword: PAY_PASSWORD,
    }),
  },
  {
    call: 'recharge',
    fields: ({ usdt, network, payimg }) => ({ c_id: usdt, num: '10', payimg, a_id: network, type: '1' }),
  },
  { call: 'POST /recharges/{id}/approve', undoes: 'recharge', fields: () => ({ remark: '' }) },
  { call: 'withdraw', fields: ({ usdt }) => ({ c_id: usdt, num: '50', type: '1', paypwd: PAY_PASSWORD }) },
  { call: 'POST /withdrawals/{id}/approve', undoes: 'withdraw', fields: () => ({ remark: '' }) },
  {
    call: 'creatorder',
    fields: ({ market, seconds }, time) => ({
      m_id: String(market.id),
      ctime: seconds,
      ctzed: '1000',
      buytype: String(1 + (time % 2)),
    }),
  },
  application,
  { call: 'cancelLoanApply', undoes: 'applyLoan', fields: (_subject, _time, id) => ({ id }) },
  { ...application, isUnmeasured: true },
  { call: 'POST /loans/{id}/approve', undoes: 'applyLoan', makes: 'lent', fields: () => ({ remark: '' }) },
  { call: 'repayLoan', undoes: 'lent', fields: (_subject, _time, id) => ({ id }) },
  { call: 'buyMiningMachine', fields: ({ machine }) => ({ id: machine, amount: '100' }) },
  {
    call: 'submitStaking',
    fields: ({ project, info }) => ({ id: project, s_id: info, amount: '10', paypassword: PAY_PASSWORD }),
  },
  { call: 'redeemStaking', undoes: 'submitStaking', fields: (_subject, _time, id) => ({ id }) },
  {
    call: 'balanceTransfer',
    fields: ({ friendId, usdt }) => ({ to_uid: friendId, c_id: usdt, amount: '1', paypassword: PAY_PASSWORD }),
  },
  { call: 'cancelInternalTransfer', undoes: 'balanceTransfer', fields: (_subject, _time, id) => ({ id }) },
  { call: 'demoFunds', byFresh: true, fields: () => ({}) },
  { call: 'login', fields: ({ username }) => ({ username, password: PASSWORD }) },
];
