import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { IMAGE_MAX_PIXELS } from '@plimsoll/contract/figures';
import type { Sharp } from 'sharp';

/** Max seconds for one image; the largest take a few. */
const WITHIN_S = 60;
/** Above this an image that compresses badly is kept as JPEG. */
const KEPT_MAX_BYTES = 24 * 2 ** 20;
/** Bytes hashed in one turn of the event loop, a few milliseconds. */
const HASH_STRIDE = 2 ** 20;

export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp';

/** Upright pixels and nothing else. */
export interface RewrittenImage {
  readonly type: ImageType;
  readonly bytes: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** SHA-256 (hex) of the decoded pixels. */
  readonly pixelsHash: string;
}

/** The type by the first bytes; the decoder judges the rest. */
function typeOf(bytes: Buffer): ImageType | undefined {
  if (bytes.length < 16) return undefined;
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'image/png';
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'
    ? 'image/webp'
    : undefined;
}

async function load() {
  const { default: sharp } = await import('sharp');
  // Only these three formats, from memory: none can fetch, include or run anything.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });
  sharp.cache(false);
  return sharp;
}
/** Loaded at the first image, to save its memory. */
let loading: ReturnType<typeof load> | undefined;
const sharpOnce = () => (loading ??= load());

const WRITERS: Readonly<Record<ImageType, (image: Sharp) => Sharp>> = {
  'image/jpeg': (image) => image.flatten({ background: '#fff' }).jpeg({ quality: 90 }),
  'image/png': (image) => image.png({ compressionLevel: 4 }),
  // Ten times as fast as the default effort, a tenth larger.
  'image/webp': (image) => image.webp({ quality: 90, effort: 0 }),
};

async function decode(bytes: Buffer) {
  const sharp = await sharpOnce();
  try {
    // Damaged metadata is ignored; damaged pixels are not.
    const image = sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).timeout({ seconds: WITHIN_S });
    return await image.autoOrient().toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  } catch {
    return undefined;
  }
}

/** SHA-256 (hex) of many bytes, without blocking the event loop. */
export async function hashOf(bytes: Uint8Array, salt = ''): Promise<string> {
  const hash = createHash('sha256').update(salt);
  for (let at = 0; at < bytes.length; at += HASH_STRIDE) {
    hash.update(bytes.subarray(at, at + HASH_STRIDE));
    await nextTurn();
  }
  return hash.digest('hex');
}

/**
 * Encodes the pixels of a JPEG, PNG or WebP, known by its content, again: upright, in sRGB, the first frame, without
 * metadata. Undefined when it is none of these, is damaged, or has more than 25 megapixels. Takes up to 300 MB: limit
 * how many run at once.
 */
export async function rewriteImage(file: Uint8Array): Promise<RewrittenImage | undefined> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const type = typeOf(bytes);
  const decoded = type && (await decode(bytes));
  if (!decoded) return undefined;
  const {
    data,
    info: { width, height, channels },
  } = decoded;
  const pixelsHash = await hashOf(data, `${width} ${height} ${channels} `);
  const sharp = await sharpOnce();
  const write = (as: ImageType) =>
    WRITERS[as](
      sharp(data, { raw: { width, height, channels }, limitInputPixels: IMAGE_MAX_PIXELS }).timeout({
        seconds: WITHIN_S,
      }),
    ).toBuffer();
  const written = await write(type);
  if (written.length <= KEPT_MAX_BYTES) return { type, bytes: written, width, height, pixelsHash };
  return { type: 'image/jpeg', bytes: await write('image/jpeg'), width, height, pixelsHash };
}
