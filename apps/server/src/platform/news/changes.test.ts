import { expect, test } from 'vitest';
import { Changes } from './changes.ts';

const ofMembers = (...members: string[]) => ({
  members: () => members,
  has: (memberId: string) => members.includes(memberId),
});
const shown = (changes: Changes, count = 10) =>
  changes.next(count).map(({ event, memberId, ref, number }) => `${event} ${memberId}:${ref} ${number}`);

test('a change waits for members with a socket alone, one for everybody for each of them', () => {
  const changes = new Changes({ max: 100, ...ofMembers('7', '8') });
  changes.take('order 7:1 9:2');
  changes.take('notice 0:5');
  expect(shown(changes)).toEqual(['order 7:1 1', 'notice 7:5 2', 'notice 8:5 2']);
  expect(changes.size).toBe(0);
});

test('a thing that changes again waits once, in its first place, with the last number', () => {
  const changes = new Changes({ max: 100, ...ofMembers('7') });
  for (const payload of ['balance 7:1.1', 'order 7:1', 'balance 7:1.1']) changes.take(payload);
  expect(shown(changes, 1)).toEqual(['balance 7:1.1 3']);
  expect(shown(changes)).toEqual(['order 7:1 2']);
});

test('more changes than the maximum are not kept, none of them', () => {
  const changes = new Changes({ max: 2, ...ofMembers('7') });
  expect(changes.take('order 7:1 7:2')).toBe(true);
  expect(changes.take('order 7:3')).toBe(false);
  expect(changes.size).toBe(0);
});
