import type { IncomingMessage } from 'node:http';

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * `http://host` as the caller reached us, `https` when the proxy before us says so; empty when the header names no host. Good for telling the
 * caller an address of ours, never for deciding anything.
 */
export function originOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const { host = '' } = headers;
  return HOST.test(host) ? `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host}` : '';
}
