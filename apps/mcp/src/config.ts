/** Where the exchange is, and the member's key. */
export interface Config {
  readonly url: string;
  readonly access: string;
  readonly secret: string;
}

const NAMES = ['PLIMSOLL_URL', 'PLIMSOLL_ACCESS', 'PLIMSOLL_SECRET'] as const;

/** Reads the environment. Throws Error that names what is missing or no address. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const [url = '', access = '', secret = ''] = NAMES.map((name) => env[name]?.trim() ?? '');
  const missing = NAMES.filter((name) => (env[name]?.trim() ?? '') === '');
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} must be set: the exchange’s address and a key of its member`);
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new Error(`PLIMSOLL_URL is no address: ${url}`);
  return { url: parsed.origin, access, secret };
}
