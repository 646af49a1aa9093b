/** How a body is compressed on its way. */
export type Encoding = 'identity' | 'gzip' | 'br';

const KNOWN = new Map<string, Encoding>();
/** Browsers send a handful of spellings; more are not remembered. */
const MAX_KNOWN = 200;

function choose(header: string): Encoding {
  const offers = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...params] = part.trim().split(';');
    const quality = params.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((each) => each !== undefined);
    offers.set(name.trim(), quality === undefined ? 1 : Number(quality));
  }
  const accepts = (name: string): boolean => (offers.get(name) ?? offers.get('*') ?? 0) > 0;
  if (accepts('br')) return 'br';
  return accepts('gzip') ? 'gzip' : 'identity';
}

/** The encoding to answer with, from an `Accept-Encoding` header. */
export function acceptedEncoding(header: string | undefined): Encoding {
  if (header === undefined || header === '') return 'identity';
  const known = KNOWN.get(header);
  if (known) return known;
  const chosen = choose(header);
  if (KNOWN.size < MAX_KNOWN) KNOWN.set(header, chosen);
  return chosen;
}
