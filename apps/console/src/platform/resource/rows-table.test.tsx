import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { draw, tap } from '../../testing/screen.tsx';
import type { Column } from './list-spec.ts';
import { RowsTable } from './rows-table.tsx';

interface Row {
  readonly id: number;
  readonly name: string;
}

const COLUMNS: readonly Column<Row>[] = [{ id: 'name', header: 'Name', sort: 'name', cell: ({ name }) => name }];
const ROWS: readonly Row[] = [
  { id: 1, name: 'first' },
  { id: 2, name: 'second' },
];

/** A list that is drawn again, as by each answer of a poll: with another link, and another way to sort. */
function Polled() {
  const [turn, setTurn] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setTurn(turn + 1)}>
        poll
      </button>
      <RowsTable
        label="Rows"
        columns={COLUMNS}
        rows={[...ROWS]}
        linkOf={({ id }) => `/rows/${id}?turn=${turn}`}
        sort={{ field: 'name', order: 'ASC' }}
        onSort={() => setTurn(turn)}
      />
    </>
  );
}

test('a row keeps its link, and the link the focus, when the list is drawn again', async () => {
  draw(<Polled />);
  const link = await screen.findByRole('link', { name: 'second' });
  link.focus();
  tap('poll');
  expect(link.getAttribute('href')).toMatch(/turn=1$/);
  expect(screen.getByRole('link', { name: 'second' })).toBe(link);
  expect(document.activeElement).toBe(link);
});

test('the button that sorts keeps the focus when the list is drawn again', async () => {
  draw(<Polled />);
  const sorter = await screen.findByRole('button', { name: /Name/ });
  sorter.focus();
  tap('poll');
  expect(document.activeElement).toBe(sorter);
});
