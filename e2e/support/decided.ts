import type { Page } from '@playwright/test';
import { answer } from './answers.ts';

const MOMENT = ['2026-03-21T13:55:02.000Z', '2026-03-21T14:08:47.000Z', '2026-03-21T14:20:10.000Z'] as const;
const REQUESTED = { at: MOMENT[0], step: 'requested', by: null };
const WITHDRAWAL = {
  coinName: 'USDT',
  mum: '1500.00000000',
  fee: '1.00000000',
  net: '1499.00000000',
  withdraw_type: 1,
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  coin_net: 'TRC20',
  remark: '',
  addtime: MOMENT[0],
  updatetime: MOMENT[1],
  approvals_needed: 2,
  usual_minutes: null,
};
const DEPOSIT = {
  coinName: 'USDT',
  num: '1500.00000000',
  claimed: '1500.00000000',
  address: 'TF4xN362h7ZNhQEDxyQa5CABPSjpmBqSf4',
  coin_net: 'TRC20',
  remark: '',
  addtime: MOMENT[0],
  updatetime: MOMENT[1],
  usual_minutes: null,
};
const WITHDRAWALS = [
  {
    ...WITHDRAWAL,
    id: 100_418,
    status: 1,
    usual_minutes: 240,
    timeline: [REQUESTED, { at: MOMENT[1], step: 'approved', by: 4 }],
  },
  {
    ...WITHDRAWAL,
    id: 100_402,
    mum: '400.00000000',
    net: '399.00000000',
    status: 2,
    approvals_needed: 1,
    timeline: [REQUESTED, { at: MOMENT[1], step: 'approved', by: 4 }, { at: MOMENT[1], step: 'sent', by: 4 }],
  },
  {
    ...WITHDRAWAL,
    id: 100_371,
    mum: '9000.00000000',
    net: '8999.00000000',
    status: 3,
    withdraw_type: 2,
    address: '6222 0212 3456 7890',
    coin_net: 'Haven Bank',
    remark: 'Card name differs from verified name',
    timeline: [REQUESTED, { at: MOMENT[1], step: 'refused', by: 7 }],
  },
];
const DEPOSITS = [
  { ...DEPOSIT, id: 100_311, status: 1, usual_minutes: 34, timeline: [REQUESTED] },
  {
    ...DEPOSIT,
    id: 100_290,
    num: '1480.00000000',
    status: 2,
    remark: 'The sending wallet kept 20 as its fee',
    timeline: [REQUESTED, { at: MOMENT[2], step: 'credited', by: 4 }],
  },
  {
    ...DEPOSIT,
    id: 100_255,
    status: 3,
    remark: 'No such payment came',
    timeline: [REQUESTED, { at: MOMENT[2], step: 'refused', by: 4 }],
  },
];

export const decided = (page: Page) =>
  Promise.all([
    answer('**/api/getWithdrawList', { list: WITHDRAWALS })(page),
    answer('**/api/getRechargeList', { list: DEPOSITS })(page),
  ]);
