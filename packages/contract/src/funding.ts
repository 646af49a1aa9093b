import { call } from './call.ts';

/** Demo mode only: 10 000 USDT to funds, once a day. */
export const demoFunds = call({ name: 'demoFunds', member: true, idempotent: true, reasons: ['already_given', 'switched_off', 'house_limit'] });
