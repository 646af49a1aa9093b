import type { MemberDetail } from '@plimsoll/contract/operator';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw, FakeServer, field, tap, type } from '../../testing/screen.tsx';
import { MemberAccess } from './member-access.tsx';

const FREEZE = 'POST /members/7/freeze';

/** A member whom another operator freezes meanwhile. */
function Watched() {
  const [frozen, setFrozen] = useState<0 | 1>(0);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is read of the thirty properties
  const member = { id: 7, username: 'lea', frozen, self_frozen: false } as unknown as MemberDetail;
  return (
    <>
      <button type="button" onClick={() => setFrozen(1)}>
        other
      </button>
      <MemberAccess member={member} />
    </>
  );
}

test('a dialog that was opened to freeze does that, whatever another operator did meanwhile', async () => {
  const server = new FakeServer({ [FREEZE]: () => ({ id: 7, frozen: 1 }) });
  draw(<Watched />);
  fireEvent.click(await screen.findByRole('button', { name: 'Freeze' }));
  await screen.findByRole('alertdialog');
  type(/^Remark/, 'reported');
  fireEvent.click(screen.getByText('other'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Unfreeze', hidden: true })).toBeTruthy());
  expect(field(/^Remark/).value).toBe('reported');
  tap('Freeze');
  await waitFor(() => expect(server.sent(FREEZE)).toHaveLength(1));
});
