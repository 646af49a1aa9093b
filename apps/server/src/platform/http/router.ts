import { pathOf, type RequestHandler } from './request.ts';

/** Who answers what. */
export interface RouteTable {
  /** By path of the contract; one ending in `*` answers what no other does. */
  readonly paths: ReadonlyMap<string, RequestHandler>;
  /** With a router of their own, by the start of the path, without a final slash. */
  readonly areas: ReadonlyMap<string, RequestHandler>;
  /** Every other path. */
  readonly fallback: RequestHandler;
  /** A path that cannot be decoded. */
  readonly malformed: RequestHandler;
}

/** A request may name the whole address, as to a proxy (RFC 9112, 3.2.2). */
const SCHEME_AND_HOST = /^https?:\/\/.*?\//;

/**
 * Finds handlers by path. A path spelled as in the table costs one lookup; others are decoded (`/api/%6cogin`) and
 * compared with the wildcards.
 */
export function createRouter({ paths, areas, fallback, malformed }: RouteTable): RequestHandler {
  const wildcards = [...paths]
    .filter(([path]) => path.endsWith('*'))
    .map(([path, handler]) => ({ prefix: path.slice(0, -1), handler }))
    .sort((a, b) => b.prefix.length - a.prefix.length);

  const areaOf = (path: string): RequestHandler | undefined => {
    for (const [base, handler] of areas) if (path === base || path.startsWith(`${base}/`)) return handler;
    return undefined;
  };
  const otherwise = (url: string): RequestHandler => {
    const path = decodedPath(url);
    if (path === undefined) return malformed;
    return paths.get(path) ?? wildcards.find(({ prefix }) => path.startsWith(prefix))?.handler ?? fallback;
  };

  return (request, response) => {
    const path = pathOf(request);
    const handler = paths.get(path) ?? areaOf(path) ?? otherwise(request.url ?? '');
    handler(request, response);
  };
}

/** Undefined when malformed. Escapes of delimiters (`%2F`, `%3F`, `%25`) stay: `/a%2Fb` is one part. */
function decodedPath(url: string): string | undefined {
  const local = url.startsWith('/') ? url : url.replace(SCHEME_AND_HOST, '/');
  const end = local.slice(1).search(/[?#]/);
  const path = end < 0 ? local : local.slice(0, end + 1);
  try {
    return decodeURI(path.replaceAll('%25', '%2525'));
  } catch {
    return undefined;
  }
}
