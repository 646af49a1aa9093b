import type { NewsFrame } from '@plimsoll/contract';
import { expect, test } from 'vitest';
import { createNews } from './create-news.ts';
import { createStore } from './store.ts';
import type { StreamGuest } from './stream.ts';

const balance = (amount: string): NewsFrame<'balance'> => ({
  event: 'balance',
  type: 1,
  coinId: 1,
  coinName: 'USDT',
  balance: amount,
  dbalance: '0.00000000',
  all_zhprice: amount,
});

/** News on a socket, a login and a clock of the test's. */
function setUp(firstToken: string | null) {
  const token = createStore(firstToken);
  const sent: unknown[] = [];
  const happened: string[] = [];
  const waiting: { ms: number; task: () => void }[] = [];
  const socket = { isOpen: false, guest: undefined as StreamGuest | undefined };
  const news = createNews({
    join(guest) {
      socket.guest = guest;
      happened.push('joined');
      return {
        isOpen: () => socket.isOpen,
        send: (message) => sent.push(message),
        leave() {
          socket.guest = undefined;
          happened.push('left');
        },
      };
    },
    token: token.get,
    onTokenChange: token.subscribe,
    language: () => 'de',
    after(ms, task) {
      const entry = { ms, task };
      waiting.push(entry);
      return () => {
        if (waiting.includes(entry)) waiting.splice(waiting.indexOf(entry), 1);
      };
    },
    began: (isFirst) => happened.push(isFirst ? 'began first' : 'began again'),
    sessionOver: () => happened.push('session over'),
  });
  const amounts: string[] = [];
  news.on('balance', (frame) => amounts.push(frame.balance));
  return {
    news,
    token,
    sent,
    happened,
    waiting,
    amounts,
    open: () => {
      socket.isOpen = true;
      socket.guest?.opened();
    },
    close: () => {
      socket.isOpen = false;
      socket.guest?.closed();
    },
    say: (message: object) => socket.guest?.received(message),
  };
}

test('a visitor opens no socket; a login opens it and logs in there, and frames reach the handlers of their event', () => {
  const { news, token, sent, happened, amounts, open, say } = setUp(null);
  news.begin();
  expect(happened).toEqual([]);
  token.set('t1');
  expect([happened, sent]).toEqual([['joined'], []]);
  open();
  expect(sent).toEqual([{ login: 't1', lang: 'de' }]);
  expect(news.connected.get()).toBe(false);
  say({ login: 'ok' });
  expect(news.connected.get()).toBe(true);
  say(balance('5.00000000'));
  say({ event: 'unheard-of', balance: '6' });
  expect(amounts).toEqual(['5.00000000']);
});

test('a handler that stopped is not called', () => {
  const { news, open, say } = setUp('t1');
  const seen: string[] = [];
  const stop = news.on('balance', ({ balance: amount }) => seen.push(amount));
  news.begin();
  open();
  say({ login: 'ok' });
  say(balance('1'));
  stop();
  say(balance('2'));
  expect(seen).toEqual(['1']);
});

test('after a break it logs in again, and says that what was read before may be old', () => {
  const { news, sent, happened, open, close, say } = setUp('t1');
  news.begin();
  open();
  say({ login: 'ok' });
  close();
  expect(news.connected.get()).toBe(false);
  open();
  expect(sent).toHaveLength(2);
  say({ login: 'ok' });
  expect(happened).toEqual(['joined', 'began first', 'began again']);
});

test('a session that is over is reported once, and no other login is tried', () => {
  const { news, sent, happened, waiting, open, say } = setUp('t1');
  news.begin();
  open();
  say({ login: 'ok' });
  say({ error: 'login_required' });
  expect(happened.at(-1)).toBe('session over');
  expect([news.connected.get(), waiting, sent.length]).toEqual([false, [], 1]);
});

test('news that is unavailable, or too many logins, are tried again after 3 s', () => {
  const { news, sent, waiting, happened, open, say } = setUp('t1');
  news.begin();
  open();
  for (const error of ['unavailable', 'too_many_requests']) {
    say({ error });
    expect([news.connected.get(), waiting.map(({ ms }) => ms)]).toEqual([false, [3000]]);
    waiting.shift()?.task();
  }
  expect(sent).toHaveLength(3);
  say({ login: 'ok' });
  expect(happened.at(-1)).toBe('began first');
});

test('what the stream answers to a market’s key ends no news', () => {
  const { news, happened, open, say } = setUp('t1');
  news.begin();
  open();
  say({ login: 'ok' });
  say({ error: 'unknown_key', sub: 'nosuch_1' });
  expect([news.connected.get(), happened]).toEqual([true, ['joined', 'began first']]);
});

test('with another login no frame of the former reaches a handler, in whatever order answers come', () => {
  const { news, token, sent, amounts, open, say } = setUp('t1');
  news.begin();
  open();
  // The answer to the first is still to come.
  token.set('t2');
  expect(sent).toHaveLength(1);
  say({ login: 'ok' });
  expect(news.connected.get()).toBe(false);
  say(balance('1'));
  expect(sent.at(-1)).toEqual({ login: 't2', lang: 'de' });
  say({ login: 'ok' });
  say(balance('2'));
  token.set('t3');
  say(balance('3'));
  say({ login: 'ok' });
  say(balance('4'));
  expect(amounts).toEqual(['2', '4']);
});

test('a logout leaves the socket, at once or with the answer that was still to come', () => {
  const { news, token, happened, open, say } = setUp('t1');
  news.begin();
  open();
  token.set(null);
  expect(happened).toEqual(['joined']);
  say({ login: 'ok' });
  expect([happened, news.connected.get()]).toEqual([['joined', 'left'], false]);
  token.set('t2');
  say({ login: 'ok' });
  token.set(null);
  expect(happened.at(-1)).toBe('left');
});
