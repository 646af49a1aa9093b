import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { queryClient } from '../../platform/query.ts';
import { endSession, enter } from '../../platform/session.ts';
import { draw, FakeServer } from '../../testing/form.tsx';
import { CoinNews } from './coin-news.tsx';

const article = (title: string) => ({ title, img: '', content: '<p>About bitcoin</p>' });
const story = (title: string) => screen.findByRole('button', { name: title });

test('a story that comes later keeps the others’ rows, with a tap or the focus on them', async () => {
  const server = new FakeServer({ getContentList: () => ({ list: [article('Halving')] }) });
  draw(<CoinNews names={['bitcoin']} />);
  const first = await story('Halving');
  first.focus();
  queryClient.setQueryData(['getContentList'], [article('New market'), article('Halving')]);
  await story('New market');
  await waitFor(() => expect(screen.getAllByRole('button')).toHaveLength(2));
  expect(await story('Halving')).toBe(first);
  expect(document.activeElement).toBe(first);
  expect(server.sent('getContentList')).toHaveLength(1);
});

test('notices are shown to nobody once the login has ended', async () => {
  enter('token-of-lea', 'lea', false);
  const notice = { id: 1, title: 'Your bitcoin came', imgs: '', content: '', addtime: '2026-03-21T14:00:00.000Z' };
  const server = new FakeServer({
    getContentList: () => ({ list: [article('Halving')] }),
    getNoticeList: () => ({ list: [notice] }),
  });
  draw(<CoinNews names={['bitcoin']} />);
  await screen.findByText(notice.title);
  act(endSession);
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Halving']);
  expect(server.sent('getNoticeList')).toHaveLength(1);
});
