import { expect, test } from 'vitest';
import { coarseAddress } from './coarse-address.ts';
import { deviceWords } from './device-words.ts';

test.each([
  ['203.0.113.77', '203.0.113.*'],
  ['127.0.0.1', '127.0.0.*'],
  ['2001:db8:7:1:2:3:4:5', '2001:db8:7::*'],
  ['2001:0DB8::1', '2001:db8:0::*'],
  ['::1', '0:0:0::*'],
  ['fe80::1%eth0', 'fe80:0:0::*'],
  ['', ''],
  ['somewhere', ''],
])('of the address %s no more is kept than %s', (address, coarse) => {
  expect(coarseAddress(address)).toBe(coarse);
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari',
    'iOS',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Windows'],
  ['curl/8.5.0', '', ''],
  [undefined, '', ''],
  ['', '', ''],
])('a browser is named without versions: %s', (agent, browser, system) => {
  expect(deviceWords(agent)).toEqual({ browser, system });
});

test('a long User-Agent is cut', () => {
  expect(deviceWords('Chrome/126 '.repeat(6000)).browser.length).toBeLessThanOrEqual(40);
});
