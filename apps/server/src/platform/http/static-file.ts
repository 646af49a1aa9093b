import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './encoding.ts';
import { COMPRESS_ABOVE } from './hot.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
};
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

/** In memory, in each encoding: from the build, else compressed at first use. */
export class StaticFile {
  readonly #plain: Buffer;
  readonly #compressed: Map<Encoding, Promise<Buffer>>;
  readonly #tag: string;
  readonly #type: string;
  readonly #cacheControl: string;

  /** `path` as in the URL. */
  constructor(
    path: string,
    plain: Buffer,
    built: { readonly br?: Buffer | undefined; readonly gzip?: Buffer | undefined },
  ) {
    this.#plain = plain;
    this.#compressed = new Map();
    if (built.br) this.#compressed.set('br', Promise.resolve(built.br));
    if (built.gzip) this.#compressed.set('gzip', Promise.resolve(built.gzip));
    this.#tag = createHash('sha256').update(plain).digest('base64url').slice(0, 22);
    this.#type = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    // A hashed name never names anything else.
    this.#cacheControl = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache';
  }

  get text(): string {
    return this.#plain.toString('utf8');
  }

  isKnownBy(ifNoneMatch: string | undefined): boolean {
    return ifNoneMatch !== undefined && (ifNoneMatch === '*' || ifNoneMatch.includes(this.#tag));
  }

  async in(encoding: Encoding): Promise<{ headers: string[]; body: Buffer }> {
    const worth =
      this.#plain.length > COMPRESS_ABOVE && /^(text|application\/(json|manifest)|image\/svg)/.test(this.#type);
    const used = worth ? encoding : 'identity';
    const body = used === 'identity' ? this.#plain : await this.#compress(used);
    return {
      body,
      headers: [
        'Content-Type',
        this.#type,
        'Content-Length',
        String(body.length),
        'ETag',
        `"${this.#tag}${used === 'identity' ? '' : `-${used}`}"`,
        'Cache-Control',
        this.#cacheControl,
        ...(worth ? ['Vary', 'Accept-Encoding'] : []),
        ...(used === 'identity' ? [] : ['Content-Encoding', used]),
      ],
    };
  }

  #compress(encoding: 'br' | 'gzip'): Promise<Buffer> {
    const known = this.#compressed.get(encoding);
    if (known) return known;
    const made =
      encoding === 'br'
        ? promisify(brotliCompress)(this.#plain, {
            params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: this.#plain.length },
          })
        : promisify(gzip)(this.#plain, { level: 9 });
    this.#compressed.set(encoding, made);
    return made;
  }
}
