import { isIP } from 'node:net';
import { ConfigError, given, type Environment } from './environment.ts';

/** Variables about proxies, the console's networks and the security contact. */
export interface NetworkConfig {
  /** Networks of trusted proxies, whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  readonly trustProxy?: readonly string[];
  /** Networks that the console answers. None: all. */
  readonly consoleAllow?: readonly string[];
  /** Networks that webhooks may reach though they are not public. None: the internet alone. */
  readonly webhookAllow?: readonly string[];
  /** Contact for vulnerabilities: `mailto:…` or `https://…`. */
  readonly securityContact?: string;
}

/** States that no proxy is in front of the server. */
const NONE = 'none';
const FORM =
  'TRUST_PROXY must be none, or addresses and networks of proxies with commas between them, as 127.0.0.1 or 10.0.0.0/8.';
const ALLOW_FORM =
  'CONSOLE_ALLOW must be addresses and networks with commas between them, as 203.0.113.7 or 10.0.0.0/8.';

const WEBHOOK_FORM =
  'WEBHOOK_ALLOW must be addresses and networks with commas between them, as 10.1.2.3 or 10.0.0.0/8.';

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
        : form === ALLOW_FORM
          ? 'CONSOLE_ALLOW must not name everybody: leave it out.'
          : 'WEBHOOK_ALLOW must not name everything: leave it out, and the internet is allowed.',
    );
  return `${network}/${Number(bits)}`;
}

/** True for hosts that only this machine reaches. */
export const isHere = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Reads `TRUST_PROXY`, `CONSOLE_ALLOW`, `WEBHOOK_ALLOW` and `SECURITY_CONTACT`. A live server that listens beyond this machine must name
 * its proxy or `none`: without TLS passwords cross the network in the clear, and behind an unnamed proxy all members
 * share one address.
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
  const networks = (name: string, form: string) =>
    given(env, name)
      ?.split(',')
      .map((each) => networkIn(each.trim(), form));
  const allow = networks('CONSOLE_ALLOW', ALLOW_FORM);
  const webhookAllow = networks('WEBHOOK_ALLOW', WEBHOOK_FORM);
  const contact = readContact(env);
  return {
    ...(allow === undefined ? {} : { consoleAllow: allow }),
    ...(webhookAllow === undefined ? {} : { webhookAllow }),
    ...(trustProxy === undefined ? {} : { trustProxy }),
    ...(contact === undefined ? {} : { securityContact: contact }),
  };
}

/** A bare e-mail address becomes `mailto:`. */
function readContact(env: Environment): string | undefined {
  const text = given(env, 'SECURITY_CONTACT');
  if (text === undefined) return undefined;
  const written = /^[^\s@:/]+@[^\s@:/]+$/.test(text) ? `mailto:${text}` : text;
  const url = URL.parse(written);
  if (!url || !['mailto:', 'https:'].includes(url.protocol) || /\s/.test(written))
    throw new ConfigError('SECURITY_CONTACT must be an e-mail address or an address that begins with https://.');
  return written;
}
