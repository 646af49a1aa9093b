import { price } from '@plimsoll/money';
import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enter } from '../../platform/session.ts';
import { draw, FakeServer, refusal, tap } from '../../testing/form.tsx';
import { BTC_USDT } from '../../testing/market.ts';
import { OPTION_CONFIG } from '../../testing/options.ts';
import { useOption } from './use-option.ts';

const MARK = { price: price('100'), sources: 3 };
vi.mock('./use-mark.ts', () => ({ useMark: () => ({ ...MARK, atMs: Date.now() }) }));

const OPEN = { rows: [] } as unknown as Parameters<typeof useOption>[0]['open'];
/** The pauses of one attempt, together (`sendUntilAnswered`). */
const PAUSES_MS = 15_000;

function Probe() {
  const option = useOption({ market: BTC_USDT, open: OPEN, limits: undefined });
  return (
    <>
      <p aria-label="state">
        {option.isConfirming ? 'asked' : 'written'}
        {option.busy && ', busy'}
      </p>
      <button type="button" onClick={() => option.change({ kind: 'cycle', seconds: 30 })}>
        Cycle
      </button>
      {['30', '40'].map((stake) => (
        <button key={stake} type="button" onClick={() => option.change({ kind: 'stake', text: stake })}>
          {stake}
        </button>
      ))}
      <button type="button" onClick={() => option.setFormOpen(true)}>
        Form
      </button>
      <button type="button" onClick={() => option.place('up')}>
        Up
      </button>
      <button type="button" onClick={() => void option.confirm()}>
        Confirm
      </button>
      <button type="button" onClick={option.dismiss}>
        Leave it
      </button>
    </>
  );
}

/** The form of a market, and another's in its place. */
function Markets() {
  const [market, setMarket] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setMarket(market + 1)}>
        Other market
      </button>
      <Probe key={market} />
    </>
  );
}

/** What became of the next request: none arrives at all, or is done and its answer is cut. */
type Fate = 'never arrives' | 'is done' | undefined;

/** A server that keeps two accounts and does each key once. */
class Accounts {
  options = 12.5;
  funds = 100;
  fateOf: { transfer?: Fate; creatorder?: Fate } = {};
  /** The balances cannot be read. */
  isDark = false;
  refuses = false;
  readonly moved: string[] = [];
  readonly placed: string[] = [];
  readonly server: FakeServer;
  readonly #done = new Map<string, unknown>();

  constructor() {
    const balance = (value: number) => ({ coinId: 1, coinName: 'USDT', balance: value.toFixed(8) });
    this.server = new FakeServer({
      getHyConfig: () => {
        if (this.isDark) throw refusal('unavailable', '');
        return { ...OPTION_CONFIG, balance: this.options.toFixed(8) };
      },
      getUserBalanceList: () => ({ coinList: [{ type: 1, balanceInfo: [balance(this.funds)] }] }),
      transfer: ({ num }) =>
        this.#once('transfer', () => {
          this.options += Number(num);
          this.funds -= Number(num);
          this.moved.push(num ?? '');
          return null;
        }),
      creatorder: ({ ctzed }) =>
        this.#once('creatorder', () => {
          if (this.refuses || Number(ctzed) > this.options) throw refusal('price_stale', 'The price is old.');
          this.options -= Number(ctzed);
          this.placed.push(ctzed ?? '');
          return { order_id: 12 };
        }),
    });
  }

  #once(call: 'transfer' | 'creatorder', act: () => unknown): unknown {
    if (this.fateOf[call] === 'never arrives') throw new TypeError('cut');
    const key = this.server.sent(call).at(-1)?.key ?? '';
    if (!this.#done.has(key)) this.#done.set(key, act());
    if (this.fateOf[call] === 'is done') throw new TypeError('cut');
    return this.#done.get(key);
  }
}

const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const state = () => screen.getByLabelText('state').textContent;

let logins = 0;
beforeEach(() => {
  vi.useFakeTimers();
  logins += 1;
  enter(`token-${logins}`, 'lea', false);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Asks for an option of so much. */
function ask(stake: '30' | '40'): void {
  for (const each of [stake, 'Up']) tap(each);
  expect(state()).toBe('asked');
}

async function confirm(): Promise<void> {
  tap('Confirm');
  await pass(PAUSES_MS);
}

async function drawn(): Promise<Accounts> {
  const accounts = new Accounts();
  draw(<Markets />, { account_transfer_status: 1 });
  await open();
  return accounts;
}

/** Opens the form, and chooses how long. */
async function open(): Promise<void> {
  tap('Form');
  await pass();
  await pass();
  tap('Cycle');
}

test('the balance is read again before a second top-up', async () => {
  const accounts = await drawn();
  accounts.refuses = true;
  accounts.isDark = true;
  ask('30');
  await confirm();
  expect(accounts.moved).toEqual(['17.5']);
  accounts.refuses = false;
  accounts.isDark = false;
  ask('30');
  await confirm();
  expect(accounts.moved).toEqual(['17.5']);
  expect(accounts.placed).toEqual(['30']);
});

test('nothing is moved a second time while the balance cannot be read', async () => {
  const accounts = await drawn();
  accounts.refuses = true;
  accounts.isDark = true;
  ask('30');
  await confirm();
  ask('30');
  await confirm();
  expect(accounts.moved).toEqual(['17.5']);
  expect(state()).toBe('written');
});

test('an option that has no answer is asked for again without another top-up', async () => {
  const accounts = await drawn();
  accounts.fateOf = { creatorder: 'is done' };
  ask('30');
  await confirm();
  expect(accounts.placed).toEqual(['30']);
  expect(state()).toBe('asked');
  tap('Leave it');
  // The poll shows what is left.
  await pass(10_000);
  accounts.fateOf = {};
  ask('30');
  await confirm();
  expect([accounts.moved, accounts.placed]).toEqual([['17.5'], ['30']]);
  expect(new Set(accounts.server.sent('creatorder').map(({ key }) => key)).size).toBe(1);
});

test('a top-up that has no answer is asked about as it was, before another amount is moved', async () => {
  const accounts = await drawn();
  accounts.fateOf = { transfer: 'never arrives' };
  ask('30');
  await confirm();
  expect(accounts.server.sent('creatorder')).toEqual([]);
  accounts.fateOf = {};
  ask('40');
  await confirm();
  expect(accounts.moved).toEqual(['17.5', '10']);
  expect(accounts.placed).toEqual(['40']);
});

test('a top-up that was done without an answer is not made again', async () => {
  const accounts = await drawn();
  accounts.fateOf = { transfer: 'is done' };
  accounts.isDark = true;
  ask('30');
  await confirm();
  accounts.fateOf = {};
  accounts.isDark = false;
  ask('30');
  await confirm();
  expect([accounts.moved, accounts.placed]).toEqual([['17.5'], ['30']]);
});

test('a top-up that has no answer is asked about by the form of another market too', async () => {
  const accounts = await drawn();
  accounts.fateOf = { transfer: 'is done' };
  accounts.isDark = true;
  ask('30');
  await confirm();
  tap('Other market');
  await open();
  ask('40');
  accounts.fateOf = {};
  accounts.isDark = false;
  await confirm();
  expect(accounts.moved).toEqual(['17.5', '10']);
  expect(accounts.placed).toEqual(['40']);
});
