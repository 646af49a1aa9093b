import { expect, test } from 'vitest';
import { AtOnce } from './at-once.ts';

test('at the limit the oldest of who holds most gives way to who holds fewer', () => {
  const places = new AtOnce(5, 3);
  const gaveWay: string[] = [];
  const begin = (key: string, name: string) => places.begin(key, () => gaveWay.push(name));
  const [first] = [begin('a', 'a1'), begin('a', 'a2'), begin('a', 'a3'), begin('b', 'b1')];
  places.begin('b');
  expect([begin('a', 'a4'), gaveWay]).toEqual([undefined, []]);
  expect(begin('c', 'c1')).toBeDefined();
  expect(gaveWay).toEqual(['a1']);
  // Its end frees no second place.
  first?.();
  expect(begin('d', 'd1')).toBeDefined();
  expect(gaveWay).toEqual(['a1', 'a2']);
  // Whoever took its place would hold as many.
  expect([begin('b', 'b3'), begin('c', 'c2')]).toEqual([undefined, undefined]);
});

test('what cannot give way keeps its place', () => {
  const places = new AtOnce(2, 2);
  const [over] = [places.begin('a'), places.begin('a')];
  expect(places.begin('b')).toBeUndefined();
  over?.();
  expect(places.begin('b')).toBeDefined();
});
