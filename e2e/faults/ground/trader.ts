import { seedOf, uniform } from '../../../apps/server/src/testing/dice.ts';
import { OPTION_SECONDS, PAY_PASSWORD, type Catalogue } from './member.ts';
import type { MemberRecord } from './record.ts';

const SEED = seedOf('traders');
/** Orders to choose from for a cancel. */
const RECENT = 12;

interface Trading {
  readonly record: MemberRecord;
  readonly catalogue: Catalogue;
  /** Current BTC price. */
  readonly price: () => number;
  readonly isOver: () => boolean;
}

/** Kinds of submit, with cumulative shares. */
const KINDS = [
  ['cancel', 0.2],
  ['demoFunds', 0.22],
  ['marketOrder', 0.34],
  ['option', 0.52],
  ['transfer', 0.62],
  ['exchange', 0.68],
  ['withdrawal', 0.71],
  ['limitOrder', 1],
] as const;

/** A member who submits at random, one at a time, until the end. */
export async function trade(place: number, { record, catalogue, price, isOver }: Trading): Promise<void> {
  for (let turn = record.submits.length; !isOver(); turn += 1) {
    const luck = (salt: number): number => uniform(SEED ^ salt, place, turn);
    const chance = luck(1);
    const kind = KINDS.find(([, upTo]) => chance < upTo)?.[0] ?? 'limitOrder';
    const isFirst = luck(2) < 0.5;
    const side = isFirst ? '1' : '2';
    const num = `0.000${1 + Math.floor(luck(3) * 9)}`;
    switch (kind) {
      case 'cancel': {
        const recent = record.ids('upbbbuy').slice(-RECENT);
        const id = recent[Math.floor(luck(4) * recent.length)];
        if (id !== undefined) await record.submit('tradecancelOrder', { bb_id: id });
        break;
      }
      case 'demoFunds':
        await record.submit('demoFunds', {});
        break;
      case 'marketOrder':
        await record.submit('upbbbuy', { m_id: catalogue.btcusdt, operate_type: '2', type: side, num, amount: '25.5' });
        break;
      case 'limitOrder': {
        const limit = (price() * (luck(5) < 0.5 ? 0.9 : 1.06)).toFixed(0);
        await record.submit('upbbbuy', { m_id: catalogue.btcusdt, operate_type: '1', type: side, num, price: limit });
        break;
      }
      case 'option': {
        await record.submit('creatorder', {
          m_id: catalogue.btcusdt,
          ctime: String(OPTION_SECONDS),
          ctzed: `${1 + Math.floor(luck(6) * 9)}.25`,
          buytype: side,
        });
        break;
      }
      case 'transfer': {
        // Amounts differ, which identifies each transfer.
        await record.submit('transfer', {
          c_id: catalogue.usdt,
          num: `1.${String(turn + 1).padStart(6, '0')}`,
          from_type: isFirst ? '1' : '2',
          to_type: isFirst ? '2' : '1',
        });
        break;
      }
      case 'exchange': {
        const [from, to] = isFirst ? [catalogue.usdt, catalogue.btc] : [catalogue.btc, catalogue.usdt];
        await record.submit('exchangeCoin', {
          type: '1',
          from_coin_id: from,
          to_coin_id: to,
          amount: isFirst ? '12' : '0.0001',
          paypassword: PAY_PASSWORD,
        });
        break;
      }
      case 'withdrawal':
        await record.submit('withdraw', {
          c_id: catalogue.usdt,
          num: '20',
          type: '1',
          paypwd: PAY_PASSWORD,
          withdraw_type: '1',
        });
        break;
    }
  }
}
