import { isIPv4, isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address. */
export function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? [];
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''));
  const missing = Math.max(0, 8 - (before?.length ?? 0) - (after?.length ?? 0));
  return [
    ...(before ?? []),
    ...Array.from({ length: address.includes('::') ? missing : 0 }, () => '0'),
    ...(after ?? []),
  ];
}

/**
 * An address shortened so that it names a network and no household: `203.0.113.*`, `2001:db8:7::*` (48 bits of IPv6).
 * Empty for what is no address.
 */
export function coarseAddress(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, '*');
  if (!isIPv6(address)) return '';
  return `${groupsOf(address)
    .slice(0, 3)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::*`;
}
