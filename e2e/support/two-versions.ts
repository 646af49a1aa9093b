import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { portOf } from './port-of.ts';

/** A proxy that can switch to a newer version of the app. */
export interface TwoVersions {
  readonly url: string;
  /** Switches to the next version, whose page has `data-version`. */
  release(): void;
  /** Answers 404 for matching files, until a page of the next version was sent, or always. */
  withhold(path: RegExp, until: 'next-page' | 'never'): void;
  readonly pages: () => number;
  stop(): Promise<void>;
}

const isPage = ({ headers }: IncomingMessage): boolean => headers.accept?.includes('text/html') ?? false;

/** The versions differ in the page and in the service worker's list: a browser distinguishes them by nothing else. */
export async function startTwoVersions(upstream: string): Promise<TwoVersions> {
  let version = 1;
  let pages = 0;
  let missing: { readonly path: RegExp; readonly until: 'next-page' | 'never' } | undefined;

  const altered = (path: string, body: string): string => {
    if (path === '/sw.js') return body.replace(/(url:"index\.html",revision:")([0-9a-f]+)"/, `$1$2-${version}"`);
    return body.replace('<html ', `<html data-version="${version}" `);
  };
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = (incoming.url ?? '/').split('?')[0] ?? '/';
    if (missing?.path.test(path)) {
      outgoing.writeHead(404).end();
      return;
    }
    const isAltered = path === '/sw.js' || path === '/index.html' || isPage(incoming);
    const headers = { ...incoming.headers, ...(isAltered ? { 'accept-encoding': 'identity' } : {}) };
    if (isAltered) delete headers['if-none-match'];
    const asked = request(new URL(incoming.url ?? '/', upstream), { method: incoming.method, headers }, (answer) => {
      if (!isAltered) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
        return;
      }
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        if (isPage(incoming)) pages += 1;
        if (version > 1 && missing?.until === 'next-page') missing = undefined;
        const { 'content-length': _length, etag: _etag, ...rest } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, rest).end(altered(path, Buffer.concat(parts).toString()));
      });
    });
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
  };

  const server = createServer(forward);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    release() {
      version = 2;
    },
    withhold(path, until) {
      missing = { path, until };
    },
    pages: () => pages,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
