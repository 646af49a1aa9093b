import { BlockList, isIP } from 'node:net';

/** Where webhooks may go: whether an address may be connected to. */
export interface Reach {
  /** True for an address of the internet, and for one that is allowed. */
  mayConnect(address: string): boolean;
  /** True for an address of `WEBHOOK_ALLOW`, which needs no TLS. */
  isAllowed(address: string): boolean;
}

/** IPv4 that nobody outside reaches, or that is not one host (RFC 6890 and its registry), and a cloud's own address. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // The metadata of Azure has an address that looks public.
  '168.63.129.16/32',
];
/** The only part of IPv6 that is public; mapped, translated, local and link-local addresses lie outside. */
const GLOBAL_6 = '2000::/3';
/** In that part: protocols, Teredo, documentation, and tunnels that end at an IPv4 address. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
/** An IPv4 address written as IPv6: a list of IPv4 networks would know it, and the machine connects to it. */
const MAPPED_6 = ['::ffff:0:0/96', '::/96', '64:ff9b::/96', '64:ff9b:1::/48'];

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const written of networks) {
    const [network = '', bits] = written.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return list;
}

const notPublic4 = listOf(NOT_PUBLIC_4);
const global6 = listOf([GLOBAL_6]);
const notPublic6 = listOf(NOT_PUBLIC_6);
const mapped6 = listOf(MAPPED_6);

const isPublic = (address: string): boolean =>
  isIP(address) === 4
    ? !notPublic4.check(address, 'ipv4')
    : global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');

/** @param allow networks that may be reached though they are not public: `WEBHOOK_ALLOW`. */
export function reachOf(allow: readonly string[]): Reach {
  const allowed = listOf(allow);
  const isAllowed = (address: string): boolean => {
    const family = isIP(address);
    if (family === 0 || address.includes('%')) return false;
    return family === 4
      ? allowed.check(address, 'ipv4')
      : (address === '::1' || !mapped6.check(address, 'ipv6')) && allowed.check(address, 'ipv6');
  };
  return {
    isAllowed,
    mayConnect: (address) => isAllowed(address) || (isIP(address) !== 0 && !address.includes('%') && isPublic(address)),
  };
}

/** The address in a URL's host, if it is one and no name. */
export function addressIn(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? undefined : host;
}
