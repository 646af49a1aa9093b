import { price } from '@plimsoll/money';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OPTION_CONFIG } from '../../testing/options.ts';
import { draw, FakeServer, refusal, tap } from '../../testing/form.tsx';
import { BTC_USDT } from '../../testing/market.ts';
import { navigate } from '../../platform/router.tsx';
import { forget, remember } from '../../platform/storage.ts';
import { useOption } from './use-option.ts';

const mark = { price: price('100'), atMs: Date.now(), sources: 3 };
vi.mock('./use-mark.ts', () => ({ useMark: () => ({ ...mark, atMs: Date.now() }) }));
// On a phone, whose form is not always open.
vi.mock('../../platform/use-is-wide.ts', () => ({ useIsWide: () => false }));

const OPEN = { rows: [] } as unknown as Parameters<typeof useOption>[0]['open'];

function Probe() {
  const option = useOption({ market: BTC_USDT, open: OPEN, limits: undefined });
  return (
    <>
      <p>
        form {String(option.isFormOpen)}, confirmation {String(option.isConfirming)}, busy {String(option.busy)}
      </p>
      <p>{option.left ? 'can be moved back' : 'nothing to move back'}</p>
      <p>{option.funds ? 'other funds' : 'no other funds'}</p>
      <p>{option.blocked ?? 'can be placed'}</p>
      <button type="button" disabled={!option.terms} onClick={() => option.change({ kind: 'cycle', seconds: 30 })}>
        Cycle
      </button>
      <button type="button" onClick={() => option.change({ kind: 'stake', text: '50' })}>
        Stake
      </button>
      <button type="button" onClick={() => option.setFormOpen(!option.isFormOpen)}>
        Form
      </button>
      <button type="button" onClick={() => option.place('up')}>
        Up
      </button>
      <button type="button" onClick={() => void option.confirm()}>
        Confirm
      </button>
      <button type="button" onClick={option.dismiss}>
        Dismiss
      </button>
    </>
  );
}
const FUNDS = { type: 1, balanceInfo: [{ coinId: 1, coinName: 'USDT', balance: '100.00000000' }] };
const INSUFFICIENT = 'Available balance insufficient';
const state = (words: string) => screen.findByText(words);

async function ask(): Promise<FakeServer> {
  const server = new FakeServer({ getHyConfig: () => OPTION_CONFIG, creatorder: () => ({ order_id: 12 }) });
  draw(<Probe />);
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cycle' }).disabled).toBe(false));
  for (const each of ['Form', 'Cycle', 'Stake', 'Up']) tap(each);
  await state('form true, confirmation true, busy false');
  return server;
}

test('the answer closes the confirmation that it is of, and its form', async () => {
  const server = await ask();
  tap('Confirm');
  await state('form false, confirmation false, busy false');
  expect(server.sent('creatorder')).toHaveLength(1);
});

test('the answer of one that was dismissed closes no form that was opened since', async () => {
  const server = await ask();
  const release = server.hold();
  tap('Confirm');
  await waitFor(() => expect(server.sent('creatorder')).toHaveLength(1));
  for (const each of ['Dismiss', 'Form', 'Form']) tap(each);
  await state('form true, confirmation false, busy true');
  release();
  await state('form true, confirmation false, busy false');
});

/** A form of a member whose options account is too small for the stake. */
async function drawPoor(other: () => unknown = () => ({ coinList: [FUNDS] })): Promise<FakeServer> {
  const server = new FakeServer({
    getHyConfig: () => ({ ...OPTION_CONFIG, balance: '12.50000000' }),
    getUserBalanceList: other,
    transfer: () => null,
    creatorder: () => ({ order_id: 12 }),
  });
  draw(<Probe />, { account_transfer_status: 1 });
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cycle' }).disabled).toBe(false));
  return server;
}

test('a stake above the own balance waits until it is known what other accounts have', async () => {
  const server = await drawPoor();
  const release = server.hold();
  for (const each of ['Form', 'Cycle', 'Stake']) tap(each);
  await state('unsure');
  tap('Up');
  await state('form true, confirmation false, busy false');
  expect(screen.queryByText(INSUFFICIENT)).toBeNull();
  release();
  await state('can be placed');
  tap('Up');
  await state('form true, confirmation true, busy false');
});

test('what other accounts have is asked for before a stake is refused that is always topped up', async () => {
  remember('topUp', '1');
  const server = await drawPoor();
  const release = server.hold();
  for (const each of ['Cycle', 'Stake', 'Up']) tap(each);
  await state('form true, confirmation false, busy false');
  await state('unsure');
  expect(screen.queryByText(INSUFFICIENT)).toBeNull();
  release();
  await state('can be placed');
  forget('topUp');
});

/** Confirms an option whose stake is topped up; its transfer is on its way until it is released. */
async function topUp() {
  navigate('/options');
  const server = await drawPoor();
  tap('Form');
  await state('other funds');
  for (const each of ['Cycle', 'Stake', 'Up']) tap(each);
  await state('form true, confirmation true, busy false');
  const release = server.hold();
  tap('Confirm');
  await waitFor(() => expect(server.sent('transfer')).toHaveLength(1));
  return { server, release };
}

test('an option is placed once its top-up is answered', async () => {
  const { server, release } = await topUp();
  release();
  await waitFor(() => expect(server.sent('creatorder')).toHaveLength(1));
  await state('form false, confirmation false, busy false');
});

test.each([
  ['was dismissed', () => tap('Dismiss')],
  ['is of a page that was left', () => act(() => navigate('/assets'))],
  ['was confirmed over a minute ago', () => void vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)],
])(
  'when its top-up is answered, an option that %s is not placed: what was moved can be moved back',
  async (_which, meanwhile) => {
    const { server, release } = await topUp();
    meanwhile();
    release();
    await state('can be moved back');
    await state('form true, confirmation false, busy false');
    expect(server.sent('creatorder')).toEqual([]);
    vi.restoreAllMocks();
  },
);

test('what other accounts have and cannot be read counts as nothing', async () => {
  const server = await drawPoor(() => {
    throw refusal('internal', '');
  });
  for (const each of ['Form', 'Cycle', 'Stake']) tap(each);
  await state('can be placed');
  tap('Up');
  await screen.findByText(INSUFFICIENT);
  await state('form true, confirmation false, busy false');
  expect(server.sent('transfer')).toEqual([]);
});
