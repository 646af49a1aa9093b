import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';
import { acceptedEncoding } from './encoding.ts';
import { languageOf, pathOf, type RequestHandler } from './request.ts';
import { sendRefusal } from './response.ts';
import { contentSecurityPolicy, pageHeaders } from './security-headers.ts';
import { StaticFile } from './static-file.ts';
import { withRequestId } from './request-id.ts';

/** Paths that are never a screen. */
const ELSEWHERE = /^\/(api|huobiapi|stream|operator|uploads|healthz|readyz)(\/|$)/;
const HAS_EXTENSION = /\.[^/]*$/;
const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built yet</title>
<h1>The app is not built yet</h1><p>Run <code>npm run build</code>, then load this page again. The server itself is running.</p></html>
`;

interface StaticAppOptions {
  /** The build's folder. Without `index.html` screens answer 503. */
  readonly folder: string;
  /** The app's path, without a final slash; none: everything left. */
  readonly base?: string;
  readonly trustedTypes?: readonly string[];
}

interface Loaded {
  readonly files: ReadonlyMap<string, StaticFile>;
  readonly index: StaticFile;
  readonly headers: string[];
  /** Of the page alone; a service worker has no part in its policy. */
  readonly pageHeaders: string[];
}

/** Serves built apps; other paths are refused with 404. */
export function staticFilesHandler(options: readonly StaticAppOptions[]): RequestHandler {
  const apps = options.map((each) => new StaticApp(each));
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = pathOf(request);
    if (isRead && apps.some((app) => app.serve(request, response, path))) return;
    sendRefusal(request, response, languageOf(request), { reason: 'unknown_path' });
  };
}

/** From memory; paths without an extension get `index.html`. */
class StaticApp {
  readonly #folder: string;
  readonly #base: string;
  readonly #trustedTypes: readonly string[] | undefined;
  #loaded: Loaded | undefined;

  constructor({ folder, base = '', trustedTypes }: StaticAppOptions) {
    this.#folder = folder;
    this.#base = base;
    this.#trustedTypes = trustedTypes;
    this.#loaded = load(folder, trustedTypes);
  }

  /** False when the path is not the app's. */
  serve(request: IncomingMessage, response: ServerResponse, wholePath: string): boolean {
    const isMine =
      this.#base === ''
        ? !ELSEWHERE.test(wholePath)
        : wholePath === this.#base || wholePath.startsWith(`${this.#base}/`);
    if (!isMine) return false;
    const path = wholePath.slice(this.#base.length) || '/';
    const isScreen = !HAS_EXTENSION.test(path);
    this.#loaded ??= load(this.#folder, this.#trustedTypes);
    if (!this.#loaded) {
      if (isScreen) notBuilt(response);
      return isScreen;
    }
    const file = this.#loaded.files.get(path) ?? (isScreen ? this.#loaded.index : undefined);
    if (!file) return false;
    void send(request, response, file, file === this.#loaded.index ? this.#loaded.pageHeaders : this.#loaded.headers);
    return true;
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  pageHeadersOfApp: string[],
): Promise<void> {
  const { headers, body } = await file.in(acceptedEncoding(request.headers['accept-encoding']));
  const isKnown = file.isKnownBy(request.headers['if-none-match']);
  // A 304 has no body for Content-Type and Content-Length.
  const sent = [...(isKnown ? headers.slice(4) : headers), ...pageHeadersOfApp];
  response.writeHead(isKnown ? 304 : 200, withRequestId(response, sent));
  response.end(isKnown ? undefined : body);
}

function notBuilt(response: ServerResponse): void {
  response.writeHead(
    503,
    withRequestId(response, [
      'Content-Type',
      'text/html; charset=utf-8',
      'Content-Length',
      String(Buffer.byteLength(NOT_BUILT)),
      'Retry-After',
      '5',
      'Cache-Control',
      'no-store',
      ...pageHeaders(contentSecurityPolicy('')),
    ]),
  );
  response.end(NOT_BUILT);
}

function load(folder: string, trustedTypes: readonly string[] | undefined): Loaded | undefined {
  if (!existsSync(join(folder, 'index.html'))) return undefined;
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const built = new Set(names);
  const read = (name: string) => (built.has(name) ? readFileSync(name) : undefined);
  const files = new Map<string, StaticFile>();
  for (const name of names) {
    // Compressed files of the build belong to their originals.
    if (built.has(name.replace(/\.(br|gz)$/, '')) && /\.(br|gz)$/.test(name)) continue;
    const path = name.slice(folder.length).split(sep).join('/');
    files.set(path, new StaticFile(path, readFileSync(name), { br: read(`${name}.br`), gzip: read(`${name}.gz`) }));
  }
  const index = files.get('/index.html');
  return (
    index && {
      files,
      index,
      headers: pageHeaders(contentSecurityPolicy(index.text)),
      pageHeaders: pageHeaders(contentSecurityPolicy(index.text, { trustedTypes })),
    }
  );
}
