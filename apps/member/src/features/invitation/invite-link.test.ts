import { expect, test } from 'vitest';
import { inviteLink, namedCode, shownLink } from './invite-link.ts';

const HERE = 'https://plimsoll.example';
const CODE = '9QW4LD7H';

test.each([
  ['', `${HERE}/register?invite=${CODE}`],
  ['/register?invite=', `${HERE}/register?invite=${CODE}`],
  ['https://go.example/join', `https://go.example/join?invite=${CODE}`],
  ['https://go.example/join?from=card', `https://go.example/join?from=card&invite=${CODE}`],
  ['https://go.example/join?invite=OLD&from=card#top', `https://go.example/join?invite=${CODE}&from=card#top`],
  ['https://go.example', `https://go.example/register?invite=${CODE}`],
  ['https://go.example/?c=1', `https://go.example/?c=1&invite=${CODE}`],
  ['javascript:alert(1)', `${HERE}/register?invite=${CODE}`],
  ['http://', `${HERE}/register?invite=${CODE}`],
])('the code is put into the query of “%s”', (given, link) => {
  expect(inviteLink(given, CODE, HERE)).toBe(link);
});

test('a code is escaped in the link', () => {
  expect(inviteLink('https://go.example/j?a=1', 'A-B_c', HERE)).toBe('https://go.example/j?a=1&invite=A-B_c');
  expect(shownLink(inviteLink('', CODE, HERE))).toBe(`plimsoll.example/register?invite=${CODE}`);
});

test('only a valid code is read from an address', () => {
  const named = (query: string) => namedCode(new URLSearchParams(query));
  expect(named('code=PLM48213')).toBe('PLM48213');
  for (const none of ['', 'code=', 'code=two words', `code=${'x'.repeat(33)}`, 'code=%3Cb%3E'])
    expect(named(none)).toBeUndefined();
});
