import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

type Asked = Pick<IncomingMessage, 'headers' | 'socket'>;

export interface Peers {
  /** True when the connection is a trusted proxy's. */
  isFromProxy(request: Asked): boolean;
  /** The connection's, or the rightmost hop that is no trusted proxy. */
  addressOf(request: Asked): string;
  /** True when a trusted proxy says that the client came over TLS. */
  isSecure(request: Asked): boolean;
  /**
   * `https://host` or `http://host` as the caller reached us; empty without a host. For links in answers, never for
   * decisions.
   */
  originOf(request: Asked): string;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** An address as proxies write it, perhaps with a port. */
const WITH_PORT = /^(?:\[([0-9a-fA-F:.]+)\](?::\d{1,5})?|(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5})$/;

const undressed = (address: string): string => (/^::ffff:\d/i.test(address) ? address.slice(7) : address);

/** An address of a list of hops; undefined for what is none. */
function hopIn(text: string): string | undefined {
  const written = text.trim();
  const [, six, four] = WITH_PORT.exec(written) ?? [];
  const bare = undressed(six ?? four ?? written);
  return isIP(bare) === 0 ? undefined : bare.toLowerCase();
}

const listIn = (request: Asked, name: string): readonly string[] => String(request.headers[name] ?? '').split(',');

/** Whether an address is in one of these networks (`10.0.0.0/8`). */
export function within(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const each of networks) {
    const [network = '', bits] = each.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  return (address) =>
    networks.length > 0 && isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Reads the client of a request. `X-Forwarded-For` and `X-Forwarded-Proto` are believed of `trusted` proxies
 * (`10.0.0.0/8`) alone: anybody can send them.
 */
export function peersBehind(trusted: readonly string[] = []): Peers {
  const isProxy = within(trusted);
  const neighbour = ({ socket }: Asked): string => undressed(socket.remoteAddress ?? '');

  const isSecure = (request: Asked): boolean =>
    // The last hop is the nearest proxy's; earlier ones may be the client's own.
    isProxy(neighbour(request)) && listIn(request, 'x-forwarded-proto').at(-1)?.trim().toLowerCase() === 'https';

  return {
    isFromProxy: (request) => isProxy(neighbour(request)),
    addressOf(request) {
      let client = neighbour(request);
      if (!isProxy(client)) return client;
      for (const text of listIn(request, 'x-forwarded-for').toReversed()) {
        const hop = hopIn(text);
        // Not an address: the last known proxy stands for the client.
        if (hop === undefined) return client;
        client = hop;
        if (!isProxy(client)) return client;
      }
      return client;
    },
    isSecure,
    originOf(request) {
      const { host = '' } = request.headers;
      return HOST.test(host) ? `${isSecure(request) ? 'https' : 'http'}://${host}` : '';
    },
  };
}
