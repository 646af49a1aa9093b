import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Encoding } from './encoding.ts';

/** Bodies up to this many bytes are never compressed (WIRE 1.8). */
export const COMPRESS_ABOVE = 1024;

export interface Ready {
  readonly headers: string[];
  /** Headers of a 304. */
  readonly unchangedHeaders: string[];
  /** Text for small bodies: one piece with the headers. */
  readonly body: Buffer | string;
}

/** A body in every encoding, each made at first use. */
class Prepared {
  readonly #text: string;
  readonly plain: Buffer;
  readonly #tag: string;
  readonly #made = new Map<Encoding, Ready>();

  constructor(text: string) {
    this.#text = text;
    this.plain = Buffer.from(text);
    this.#tag = createHash('sha256').update(this.plain).digest('base64url').slice(0, 22);
  }

  in(encoding: Encoding): Ready {
    const wanted = this.plain.length > COMPRESS_ABOVE ? encoding : 'identity';
    const made = this.#made.get(wanted) ?? this.#make(wanted);
    return made;
  }

  /** True when an `If-None-Match` header names this body in any encoding. */
  matches(header: string): boolean {
    return header === '*' || header.includes(this.#tag);
  }

  #make(encoding: Encoding): Ready {
    const bytes = compress(this.plain, encoding);
    const unchangedHeaders = [
      'ETag',
      `"${this.#tag}${encoding === 'identity' ? '' : `-${encoding}`}"`,
      'Cache-Control',
      'no-cache',
      'Vary',
      'Accept-Encoding, Lang, Token',
    ];
    const headers = [
      'Content-Type',
      'application/json; charset=utf-8',
      'Content-Length',
      String(bytes.length),
      'X-Content-Type-Options',
      'nosniff',
      ...unchangedHeaders,
      ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding]),
    ];
    const ready = {
      headers,
      unchangedHeaders,
      body: encoding === 'identity' && bytes.length <= COMPRESS_ABOVE ? this.#text : bytes,
    };
    this.#made.set(encoding, ready);
    return ready;
  }
}

function compress(plain: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'br') return brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
  if (encoding === 'gzip') return gzipSync(plain, { level: 6 });
  return plain;
}

/**
 * A public answer kept as bytes (plain, gzip, br, each with a strong ETag). Immutable: replaced when its content
 * changes.
 */
export class HotContent {
  readonly #json: string;
  readonly #byPrefix = new Map<string, Prepared>();

  /** `json`: the `data` of a call, or the body of a raw route. */
  constructor(json: string) {
    this.#json = json;
  }

  /** Between `prefix` (an envelope's opening, or nothing) and `suffix`. */
  prepared(prefix: string, suffix: string): Prepared {
    const known = this.#byPrefix.get(prefix);
    if (known) return known;
    const made = new Prepared(prefix + this.#json + suffix);
    this.#byPrefix.set(prefix, made);
    return made;
  }
}
export type { Prepared };

/** Ready-made content from a value. */
export const hotContent = (value: unknown): HotContent => new HotContent(JSON.stringify(value));
