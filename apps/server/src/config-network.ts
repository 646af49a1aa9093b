import { isIP } from 'node:net';
import { ConfigError, given, type Environment } from './environment.ts';

/** Variables that say who stands between members and the server, and whom to tell of a hole. */
export interface NetworkConfig {
  /**
   * Addresses and networks of the proxies before the server, whose `X-Forwarded-For` and `X-Forwarded-Proto` are
   * believed.
   */
  readonly trustProxy?: readonly string[];
  /** Addresses and networks that the console answers. None: all. */
  readonly consoleAllow?: readonly string[];
  /** Where to tell of a hole: `mailto:…` or `https://…`. */
  readonly securityContact?: string;
}

/** Said where nothing stands before the server: it is meant so, and not forgotten. */
const NONE = 'none';
const FORM =
  'TRUST_PROXY must be none, or addresses and networks of proxies with commas between them, as 127.0.0.1 or 10.0.0.0/8.';
const ALLOW_FORM =
  'CONSOLE_ALLOW must be addresses and networks with commas between them, as 203.0.113.7 or 10.0.0.0/8.';

function networkIn(written: string, form = FORM): string {
  const [network = '', bits, ...more] = written.split('/');
  const family = isIP(network);
  if (family === 0 || network.includes('%') || more.length > 0) throw new ConfigError(form);
  if (bits === undefined) return network;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === 6 ? 128 : 32)) throw new ConfigError(form);
  if (Number(bits) === 0)
    throw new ConfigError(
      form === FORM
        ? 'TRUST_PROXY must not name everybody: who is believed can say to be anybody.'
        : 'CONSOLE_ALLOW must not name everybody: leave it out.',
    );
  return `${network}/${Number(bits)}`;
}

/** True for names and addresses that only this machine reaches. */
export const isHere = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Reads `TRUST_PROXY`, `CONSOLE_ALLOW` and `SECURITY_CONTACT`. In live mode a server that listens beyond this machine
 * must be told of its proxy, or that there is none: without TLS before it every password crosses the network in the
 * clear, and without the proxy's addresses all members would share one.
 * @throws ConfigError
 */
export function readNetwork(
  env: Environment,
  { mode, host }: { readonly mode: 'demo' | 'live'; readonly host: string },
): NetworkConfig {
  const text = given(env, 'TRUST_PROXY');
  if (text === undefined && mode === 'live' && !isHere(host)) {
    throw new ConfigError(
      `TRUST_PROXY must say in live mode which TLS proxy stands before a server that listens on ${host}, or ${NONE}.`,
    );
  }
  const trustProxy =
    text === undefined || text.trim() === NONE ? undefined : text.split(',').map((each) => networkIn(each.trim()));
  const allow = given(env, 'CONSOLE_ALLOW')
    ?.split(',')
    .map((each) => networkIn(each.trim(), ALLOW_FORM));
  const contact = readContact(env);
  return {
    ...(allow === undefined ? {} : { consoleAllow: allow }),
    ...(trustProxy === undefined ? {} : { trustProxy }),
    ...(contact === undefined ? {} : { securityContact: contact }),
  };
}

/** An e-mail address alone is taken for a `mailto:`. */
function readContact(env: Environment): string | undefined {
  const text = given(env, 'SECURITY_CONTACT');
  if (text === undefined) return undefined;
  const written = /^[^\s@:/]+@[^\s@:/]+$/.test(text) ? `mailto:${text}` : text;
  const url = URL.parse(written);
  if (!url || !['mailto:', 'https:'].includes(url.protocol) || /\s/.test(written))
    throw new ConfigError('SECURITY_CONTACT must be an e-mail address or an address that begins with https://.');
  return written;
}
