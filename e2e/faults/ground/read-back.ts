import { isDeepStrictEqual } from 'node:util';
import { SPOT_STATUS, type Answer, type Bill, type OptionOrder, type SpotOrder } from '@plimsoll/contract';
import { obtain } from '../../../apps/server/src/testing/api-client.ts';
import type { MemberRecord, Submit } from './record.ts';
import { until } from './until.ts';
import { objectOf, textOf } from '../../support/json.ts';

const PAGE = 50;
/** English words in bills for what has no list of its own. */
const EXCHANGED = 'Converted, received';
const GIFT = 'Demo funds';

type Listed = 'tradegetOrderList' | 'getHyOrderList' | 'getTransferList' | 'getWithdrawList' | 'getBillList';

type Row<Name extends Listed> = Answer<Name>['list'][number];

const idOf = (row: Row<Listed>): number => ('order_id' in row ? row.order_id : row.id);

/** A whole list; rows that moved to the next page meanwhile count once. */
async function whole<Name extends Listed>(
  url: string,
  token: string,
  name: Name,
  fields: Readonly<Record<string, string>> = {},
): Promise<Row<Name>[]> {
  const all = new Map<number, Row<Name>>();
  for (let page = 1; ; page += 1) {
    const { list }: { readonly list: readonly Row<Name>[] } = await obtain(
      url,
      name,
      { ...fields, page: String(page), limit: String(PAGE) },
      { token },
    );
    for (const row of list) all.set(idOf(row), row);
    if (list.length < PAGE) return [...all.values()];
  }
}

export const spotOrders = (url: string, token: string): Promise<SpotOrder[]> => whole(url, token, 'tradegetOrderList');

/** Every option of a member, once none is open. */
export async function optionOrders(url: string, token: string): Promise<OptionOrder[]> {
  await until(
    'every option is settled',
    async () => (await obtain(url, 'getHyOrderList', { status: '1', limit: '1' }, { token })).list.length === 0,
  );
  return whole(url, token, 'getHyOrderList', { status: '2' });
}

/** What was acknowledged and does not exist once, and what exists unacknowledged. */
function compare(what: string, acknowledged: readonly string[], there: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const each of acknowledged) times.set(each, (times.get(each) ?? 0) + 1);
  for (const each of there) times.set(each, (times.get(each) ?? 0) - 1);
  return [...times].flatMap(([each, left]) =>
    left === 0
      ? []
      : [`${what} ${each}: ${left > 0 ? `${left} acknowledged and lost` : `${-left} there and never acknowledged`}`],
  );
}

const received = ({ answer }: Submit): string => textOf(objectOf(answer?.data)['received']);

/** What a member has, each kind as identifying text. */
async function lookAt(url: string, token: string) {
  const orders = await spotOrders(url, token);
  const options = await optionOrders(url, token);
  const transfers = await whole(url, token, 'getTransferList');
  const withdrawals = await whole(url, token, 'getWithdrawList');
  const bills: Bill[] = await whole(url, token, 'getBillList', { type: '1' });
  return {
    orders: orders.map(({ id }) => String(id)),
    cancelled: orders.filter(({ status }) => status === SPOT_STATUS.cancelled).map(({ id }) => String(id)),
    options: options.map(({ order_id: id }) => String(id)),
    transfers: transfers.map(({ num }) => String(Number(num))),
    withdrawals: withdrawals.map(({ id }) => String(id)),
    exchanged: bills.filter(({ remark }) => remark === EXCHANGED).map(({ num }) => num),
    gifts: bills.filter(({ remark }) => remark === GIFT).length,
  };
}

interface Reading {
  readonly before: { readonly transfers: readonly string[]; readonly gifts: number };
  /** Submits from this one on are sent again. */
  readonly askedFrom: number;
}

/**
 * Reads everything of a member through the API and compares it with the acknowledgements: every acknowledged submit
 * exists once and nothing else does, and every key still has its one answer, whose repetition moves nothing. @returns
 * what is wrong, a sentence each.
 */
export async function readBack(url: string, record: MemberRecord, { before, askedFrom }: Reading): Promise<string[]> {
  const there = await lookAt(url, record.token);
  const wrong = [
    ...compare('order', record.ids('upbbbuy'), there.orders),
    ...compare(
      'cancel of order',
      record.acknowledged('tradecancelOrder').map(({ fields }) => fields['bb_id'] ?? ''),
      there.cancelled,
    ),
    ...compare('option', record.ids('creatorder'), there.options),
    ...compare(
      'transfer',
      [...before.transfers, ...record.acknowledged('transfer').map(({ fields }) => String(Number(fields['num'])))],
      there.transfers,
    ),
    ...compare('withdrawal', record.ids('withdraw'), there.withdrawals),
    ...compare('exchange that brought', record.acknowledged('exchangeCoin').map(received), there.exchanged),
  ];
  if (there.gifts !== before.gifts + record.acknowledged('demoFunds').length)
    wrong.push(`${there.gifts} gifts are there`);
  for (const submit of record.submits.slice(askedFrom)) {
    if (!submit.answer) wrong.push(`${submit.name} ${submit.key} has no answer`);
    else if (!isDeepStrictEqual(await record.settle(submit), submit.answer))
      wrong.push(`${submit.name} ${submit.key} is answered in two ways`);
  }
  const after = await lookAt(url, record.token);
  if (!isDeepStrictEqual(after, there)) wrong.push('asking for kept answers moved something');
  return wrong;
}
