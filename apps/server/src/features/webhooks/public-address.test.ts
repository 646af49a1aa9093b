import { expect, test } from 'vitest';
import { addressIn, reachOf } from './public-address.ts';

const internet = reachOf([]);

test.each([
  ['0.0.0.0', 'this machine'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'behind a carrier'],
  ['100.100.100.200', 'metadata of a cloud'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'metadata of a cloud'],
  ['169.254.0.1', 'link-local'],
  ['169.254.169.254', 'metadata of most clouds'],
  ['169.254.170.2', 'metadata of containers'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.192', 'metadata of a cloud'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', 'relays'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarks'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'this machine'],
  ['::1', 'loopback'],
  ['::7f00:1', 'loopback, compatible'],
  ['::ffff:127.0.0.1', 'loopback, mapped'],
  ['::ffff:7f00:1', 'loopback, mapped'],
  ['::ffff:169.254.169.254', 'metadata, mapped'],
  ['::ffff:8.8.8.8', 'public, mapped'],
  ['64:ff9b::7f00:1', 'loopback, translated'],
  ['64:ff9b:1::1', 'translated'],
  ['100::1', 'discarded'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::1', 'loopback in a tunnel'],
  ['3fff::1', 'documentation'],
  ['fc00::1', 'private'],
  ['fd00:ec2::254', 'metadata of a cloud'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['2606:4700::1%eth0', 'a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['not an address', 'no address'],
  ['', 'no address'],
])('%s (%s) is not connected to', (address) => {
  expect(internet.mayConnect(address)).toBe(false);
  expect(internet.isAllowed(address)).toBe(false);
});

test.each([
  '8.8.8.8',
  '100.63.255.255',
  '172.32.0.1',
  '192.169.0.1',
  '168.63.129.17',
  '2606:4700:4700::1111',
  '2a00::1',
])('%s is connected to, with TLS', (address) => {
  expect(internet.mayConnect(address)).toBe(true);
  expect(internet.isAllowed(address)).toBe(false);
});

test('a network that the machine’s operator allows is reached, its neighbour and its mapped form are not', () => {
  const reach = reachOf(['10.1.0.0/16', '127.0.0.1', 'fd12::/16']);
  for (const address of ['10.1.2.3', '127.0.0.1', 'fd12::5']) {
    expect(reach.mayConnect(address)).toBe(true);
    expect(reach.isAllowed(address)).toBe(true);
  }
  for (const address of ['10.2.0.1', '127.0.0.2', 'fd13::5', '::ffff:10.1.2.3', '::ffff:7f00:1', '64:ff9b::a01:203'])
    expect(reach.mayConnect(address)).toBe(false);
});

test.each([
  ['https://127.0.0.1/', '127.0.0.1'],
  ['https://127.1/', '127.0.0.1'],
  ['https://0x7f000001/', '127.0.0.1'],
  ['https://2130706433/', '127.0.0.1'],
  ['https://0177.0.0.1/', '127.0.0.1'],
  ['https://１２７.0.0.1/', '127.0.0.1'],
  ['https://[::1]:8443/', '::1'],
  ['https://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
  ['https://hooks.example/', undefined],
  ['https://127.0.0.1.nip.example/', undefined],
])('the address in %s is %s, however it is written', (url, address) => {
  expect(addressIn(new URL(url))).toBe(address);
});
