import { toastStore } from '@plimsoll/ui';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { Lost, Refusal } from './envelope.ts';
import { queryClient } from './query.ts';
import { showRefusedReads } from './refused-reads.ts';

const read = (answer: () => string, meta?: Record<string, unknown>) =>
  queryClient
    .fetchQuery({
      queryKey: ['getLoanProjects'],
      queryFn: answer,
      staleTime: 0,
      retry: false,
      networkMode: 'always',
      ...(meta && { meta }),
    })
    .catch(() => undefined);
const shown = () => toastStore.read().map(({ kind, text }) => `${kind} ${text}`);
const refuse = (code: number) => () => {
  throw new Refusal(code, 'Loans are closed today');
};

beforeAll(() => showRefusedReads(queryClient));
beforeEach(() => {
  queryClient.clear();
});

test('a refused read is shown in the words of the server once, until it has been answered again', async () => {
  const before = toastStore.read().length;
  await read(refuse(201));
  await read(refuse(201));
  expect(shown().slice(before)).toEqual(['bad Loans are closed today']);
  const [first] = toastStore.read().slice(before);
  await read(() => 'answered');
  await read(refuse(204));
  const again = toastStore.read().at(-1);
  expect(again?.text).toBe('Loans are closed today');
  expect(again?.id).not.toBe(first?.id);
});

test.each([
  ['an ended login, which the client reports', refuse(401), undefined],
  ['a refusal that is one of the answers', refuse(204), { isExpected: true }],
  [
    'no answer at all',
    () => {
      throw new Lost('cut');
    },
    undefined,
  ],
])('%s is not shown as a refused read', async (_what, answer, meta) => {
  const before = shown();
  await read(answer, meta);
  expect(shown()).toEqual(before);
});
