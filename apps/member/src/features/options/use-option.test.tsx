import { price } from '@plimsoll/money';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { OPTION_CONFIG } from '../../testing/options.ts';
import { draw, FakeServer, tap } from '../../testing/form.tsx';
import { BTC_USDT } from '../../testing/market.ts';
import { useOption } from './use-option.ts';

const mark = { price: price('100'), atMs: Date.now(), sources: 3 };
vi.mock('./use-mark.ts', () => ({ useMark: () => ({ ...mark, atMs: Date.now() }) }));

const OPEN = { rows: [] } as unknown as Parameters<typeof useOption>[0]['open'];

function Probe() {
  const option = useOption({ market: BTC_USDT, open: OPEN, limits: undefined });
  return (
    <>
      <p>
        form {String(option.isFormOpen)}, confirmation {String(option.isConfirming)}, busy {String(option.busy)}
      </p>
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
