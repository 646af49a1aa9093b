import { expect, test } from 'vitest';
import { ManualClock } from '../clock.ts';
import { Links, namedIn } from './links.ts';

const HOUR_MS = 3_600_000;
const NAME = '0123456789abcdef0123456789abcdef';
const START = Date.UTC(2026, 0, 1);
const clock = new ManualClock(START);
const links = new Links('a secret', clock);
const opened = (url: string, by = links) => by.opened(...(url.split('?') as [string, string]));
const open = (url: string, by = links) => opened(url, by)?.name;
const VIEWER = { operatorId: '101', resource: 'house-things', ref: '7', image: 'front_card' };

test('a link opens its upload for an hour and no longer', () => {
  clock.set(START + 1);
  const link = links.to(NAME);
  expect(open(link)).toBe(NAME);
  clock.set(START + 1 + HOUR_MS - 1);
  expect(open(link)).toBe(NAME);
  clock.set(START + HOUR_MS + 1000);
  expect(open(link)).toBeUndefined();
  clock.set(START);
});

test.each([['a member’s'], ['an operator’s', VIEWER]])(
  'every character of %s link counts',
  (_whose, viewer?: typeof VIEWER) => {
    const link = links.to(NAME, viewer);
    const at = link.indexOf('?');
    for (let place = '/api/uploads/'.length; place < link.length; place += 1) {
      if (place === at) continue;
      const other = link[place] === 'a' ? 'b' : 'a';
      expect(open(link.slice(0, place) + other + link.slice(place + 1)), `character ${place}`).toBeUndefined();
    }
  },
);

test('an operator’s link names the operator and the thing, a member’s nobody', () => {
  expect(opened(links.to(NAME, VIEWER))).toMatchObject({ name: NAME, viewer: VIEWER });
  expect(opened(links.to(NAME))).toMatchObject({ name: NAME, viewer: undefined });
  const signatures = [
    links.to(NAME),
    links.to(NAME, VIEWER),
    links.to(NAME, { ...VIEWER, image: 'back_card' }),
    links.to(NAME, { ...VIEWER, operatorId: '102' }),
  ].map((link) => opened(link)?.signature);
  expect(new Set(signatures).size).toBe(4);
});

test('a link is opened by who shares the secret, and by nobody else', () => {
  expect(open(links.to(NAME), new Links('a secret', clock))).toBe(NAME);
  expect(open(links.to(NAME), new Links('another', clock))).toBeUndefined();
});

test.each<[string, (link: string) => string]>([
  ['no signature', (link) => link.replace(/&signature=.*/, '')],
  ['an empty one', (link) => link.replace(/signature=.*/, 'signature=')],
  ['a longer one', (link) => `${link}A`],
  ['a second one', (link) => `${link}&signature=x`],
  ['a second time', (link) => `${link}&expires=9999999999`],
  ['a time that is none', (link) => link.replace(/expires=\d+/, 'expires=Infinity')],
  ['a time with a sign', (link) => link.replace('expires=', 'expires=%2B')],
  ['a name in capitals', (link) => link.replace(NAME, NAME.toUpperCase())],
  ['a way up', (link) => link.replace(NAME, `../${NAME}`)],
  ['something behind the name', (link) => link.replace(NAME, `${NAME}/x`)],
])('a link with %s opens nothing', (_what, change) => {
  expect(open(change(links.to(NAME)))).toBeUndefined();
});

test('a payload may name an upload by path or whole address, with any signature or none', () => {
  for (const url of [
    links.to(NAME),
    `https://plimsoll.example${links.to(NAME)}`,
    `http://127.0.0.1:3000/api/uploads/${NAME}`,
  ])
    expect(namedIn(url)).toBe(NAME);
});

test.each([
  [''],
  [NAME],
  ['/api/uploads/'],
  [`/api/uploads/${NAME}x`],
  [`/uploads/${NAME}`],
  [`javascript:/api/uploads/${NAME}`],
  [`//evil.example/api/uploads/${NAME}`],
  [`https://a b/api/uploads/${NAME}`],
  [`https://evil.example/?/api/uploads/${NAME}`],
  [`/api/uploads/../uploads/${NAME}`],
  [`/api/uploads/${NAME}#x`],
  [`${links.to(NAME)}\n`],
])('%j names no upload', (url) => {
  expect(namedIn(url)).toBeUndefined();
});
