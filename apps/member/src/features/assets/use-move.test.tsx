import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { bringWords } from '../../platform/language.ts';
import { alarm, confirmLook, draw, FakeServer, field, refusal, send, type, wrongWith } from '../../testing/form.tsx';
import { accountsOf } from './accounts.ts';
import { MoveFields } from './move-fields.tsx';
import { MoveLook } from './move-look.tsx';
import { useMove } from './use-move.ts';

const usdt = { coinId: 1, coinName: 'USDT', balance: '100.5', dbalance: '0', all_zhprice: '0' };
const ACCOUNTS = accountsOf({
  all_price: '0',
  coinList: ([1, 2] as const).map((type) => ({ type, totalAvailableAsset: '0', balanceInfo: [usdt] })),
});

function Panel() {
  const { form, change, terms, coin, send: sendIt, look, wrong } = useMove(ACCOUNTS);
  return (
    <>
      <MoveFields form={form} terms={terms} coin={coin} wrong={wrong} onChange={change} onSubmit={sendIt} />
      <button type="submit" form="move-funds">
        Transfer
      </button>
      <MoveLook form={form} amount={form.amount} terms={terms} coin="USDT" look={look} />
    </>
  );
}

/** Sends 10, and types 25 before the answer. */
async function typeBeforeAnswer(server: FakeServer): Promise<() => void> {
  await bringWords(['assets', 'look']);
  draw(<Panel />);
  const release = server.hold();
  type('Amount', '10');
  send();
  await confirmLook('Transfer');
  await waitFor(() => expect(server.sent('transfer')).toHaveLength(1));
  type('Amount', '25');
  return release;
}

test('what was typed after sending stays when the answer comes', async () => {
  const release = await typeBeforeAnswer(new FakeServer({ transfer: () => null }));
  release();
  await screen.findByText('Done');
  expect(field('Amount').value).toBe('25');
});

test('a refusal that comes after another amount was typed is not shown beside that', async () => {
  const release = await typeBeforeAnswer(
    new FakeServer({
      transfer: () => {
        throw refusal('insufficient_balance', 'Not enough');
      },
    }),
  );
  release();
  await waitFor(() => expect(alarm()).toContain('Not enough'));
  expect(wrongWith('Amount')).toBe('');
});
