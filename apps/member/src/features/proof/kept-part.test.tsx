import { checkpointText, joinNote } from '@plimsoll/proof/log';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forget, remember } from '../../platform/storage.ts';
import { draw, FakeServer, tap } from '../../testing/form.tsx';
import { KeptPart } from './kept-part.tsx';
import { checkpointOf, type LogHead } from './log-files.ts';

/** A head of so many entries, with a root of its own. */
function headOf(size: number, fill = size): LogHead {
  const text = checkpointText({ origin: 'quay.example/log', size, root: new Uint8Array(32).fill(fill) });
  const note = joinNote(text, ['— quay.example/log x\n']);
  const checkpoint = checkpointOf(note);
  if (!checkpoint) throw new Error('no checkpoint');
  return { checkpoint, note, keys: [], isSigned: true, witnesses: [] };
}

const part = (head: LogHead, readAtMs: number) => <KeptPart head={head} readAtMs={readAtMs} />;
const FIRST = /^This browser keeps this checkpoint/;
const evidence = () => [...document.querySelectorAll('pre')].map(({ textContent }) => textContent);

vi.mock(import('./log-files.ts'), async (original) => ({
  ...(await original()),
  isContinued: () => Promise.resolve(false),
}));

beforeEach(() => {
  forget('log');
  void new FakeServer({ getMarketList: () => ({ list: [] }) });
});

test('two heads that contradict each other on the first visit are shown at once', async () => {
  const [first, second] = [headOf(180), headOf(180, 7)];
  const redraw = draw(part(first, 1));
  await waitFor(() => expect(screen.getByText(FIRST).className).not.toContain('invisible'));
  redraw(part(second, 2));
  await waitFor(() => expect(evidence()).toEqual([first.note, second.note]));
  tap('Keep only the latest checkpoint');
  await screen.findByText(FIRST);
});

test('what is shown is the pair that contradict each other, not the head of the last visit', async () => {
  const [last, kept, other] = [headOf(170), headOf(180), headOf(180, 7)];
  remember('log', JSON.stringify({ note: last.note, atMs: 1 }));
  const redraw = draw(part(kept, 2));
  await screen.findByText(/^Entries from before your last visit/);
  remember('log', JSON.stringify({ note: kept.note, atMs: 2, against: other.note }));
  redraw(part(other, 3));
  await waitFor(() => expect(evidence()).toEqual([kept.note, other.note]));
});
