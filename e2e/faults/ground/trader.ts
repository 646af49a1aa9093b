import { setTimeout as delay } from 'node:timers/promises';
import { seedOf, uniform } from '../../../apps/server/src/testing/dice.ts';
import { OPTION_SECONDS, PAY_PASSWORD, type Catalogue } from './member.ts';
import type { MemberRecord, SubmitName } from './record.ts';

const SEED = seedOf('traders');
const RECENT = 12;

interface Trading {
  readonly record: MemberRecord;
  readonly catalogue: Catalogue;
  readonly price: () => number;
  /** Between two submits, in ms. */
  readonly paceMs: number;
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

type Kind = (typeof KINDS)[number][0];
type Fields = Readonly<Record<string, string>>;

/** The turn of a member, with its draws: `luck` gives 0 to 1 for each salt. */
interface Turn extends Trading {
  readonly number: number;
  readonly luck: (salt: number) => number;
  readonly isFirst: boolean;
  readonly num: string;
}

function orderOf(kind: 'marketOrder' | 'limitOrder', { catalogue, price, luck, isFirst, num }: Turn): Fields {
  const order = { m_id: catalogue.btcusdt, type: isFirst ? '1' : '2', num };
  if (kind === 'marketOrder') return { ...order, operate_type: '2', amount: '25.5' };
  return { ...order, operate_type: '1', price: (price() * (luck(5) < 0.5 ? 0.9 : 1.06)).toFixed(0) };
}

/** What a member submits in a turn; undefined when there is nothing to cancel. */
function submitOf(kind: Kind, turn: Turn): readonly [SubmitName, Fields] | undefined {
  const { record, catalogue, luck, isFirst, number } = turn;
  switch (kind) {
    case 'cancel': {
      const recent = record.ids('upbbbuy').slice(-RECENT);
      const id = recent[Math.floor(luck(4) * recent.length)];
      return id === undefined ? undefined : ['tradecancelOrder', { bb_id: id }];
    }
    case 'demoFunds':
      return ['demoFunds', {}];
    case 'marketOrder':
    case 'limitOrder':
      return ['upbbbuy', orderOf(kind, turn)];
    case 'option': {
      const ctzed = `${1 + Math.floor(luck(6) * 9)}.25`;
      const buytype = isFirst ? '1' : '2';
      return ['creatorder', { m_id: catalogue.btcusdt, ctime: String(OPTION_SECONDS), ctzed, buytype }];
    }
    case 'transfer': {
      // Amounts differ, which identifies each transfer.
      const num = `1.${String(number + 1).padStart(6, '0')}`;
      const [from_type, to_type] = isFirst ? ['1', '2'] : ['2', '1'];
      return ['transfer', { c_id: catalogue.usdt, num, from_type, to_type }];
    }
    case 'exchange': {
      const [from_coin_id, to_coin_id] = isFirst ? [catalogue.usdt, catalogue.btc] : [catalogue.btc, catalogue.usdt];
      const amount = isFirst ? '12' : '0.0001';
      return ['exchangeCoin', { type: '1', from_coin_id, to_coin_id, amount, paypassword: PAY_PASSWORD }];
    }
    case 'withdrawal':
      return ['withdraw', { c_id: catalogue.usdt, num: '20', type: '1', paypwd: PAY_PASSWORD, withdraw_type: '1' }];
  }
}

/** A member who submits at random, one at a time, until the end. */
export async function trade(place: number, trading: Trading): Promise<void> {
  const { record, paceMs, isOver } = trading;
  for (let number = record.submits.length; !isOver(); number += 1) {
    const luck = (salt: number): number => uniform(SEED ^ salt, place, number);
    const chance = luck(1);
    const kind = KINDS.find(([, upTo]) => chance < upTo)?.[0] ?? 'limitOrder';
    const isFirst = luck(2) < 0.5;
    const num = `0.000${1 + Math.floor(luck(3) * 9)}`;
    const submit = submitOf(kind, { ...trading, number, luck, isFirst, num });
    if (submit) await record.submit(...submit);
    if (paceMs > 0) await delay(paceMs);
  }
}
