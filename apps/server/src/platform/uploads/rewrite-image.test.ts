import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { rewriteImage } from './rewrite-image.ts';

const SCRIPT = '<script>alert(document.domain)</script>';
/** Four plain quarters show which way up a picture is. */
const quarters = (width = 120, height = 80) => {
  const quarter = (background: string) =>
    sharp({ create: { width: width / 2, height: height / 2, channels: 3, background } })
      .png()
      .toBuffer();
  return Promise.all(['#d02020', '#20d020', '#2020d0', '#d0d020'].map(quarter)).then((parts) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .composite(
        parts.map((input, at) => ({
          input,
          left: at % 2 === 0 ? 0 : width / 2,
          top: at < 2 ? 0 : height / 2,
        })),
      )
      .png()
      .toBuffer(),
  );
};
let plain: Buffer;
let jpeg: Buffer;
let png: Buffer;
let webp: Buffer;

beforeAll(async () => {
  plain = await quarters();
  [jpeg, png, webp] = await Promise.all([
    sharp(plain).jpeg().toBuffer(),
    sharp(plain).png().toBuffer(),
    sharp(plain).webp().toBuffer(),
  ]);
});

/** The colour at a place, each part rounded to whether there is much of it. */
async function colourAt(bytes: Buffer, left: number, top: number): Promise<string> {
  const { data } = await sharp(bytes)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data].map((part) => (part > 128 ? '1' : '0')).join('');
}

/** One chunk of a PNG. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(content.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** A PNG that says it is so large and holds next to nothing. */
function pngHeader(width: number, height: number, ...more: readonly Buffer[]): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', size),
    ...more,
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test.each([['jpeg'], ['png'], ['webp']] as const)(
  'a %s stays one, of the same size and the same picture',
  async (format) => {
    const made = await rewriteImage(await sharp(plain).toFormat(format).toBuffer());
    expect(made).toMatchObject({ type: `image/${format}`, width: 120, height: 80 });
    const bytes = made?.bytes ?? Buffer.alloc(0);
    expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 120, height: 80 });
    expect(
      await Promise.all([
        colourAt(bytes, 20, 20),
        colourAt(bytes, 100, 20),
        colourAt(bytes, 20, 60),
        colourAt(bytes, 100, 60),
      ]),
    ).toEqual(['100', '010', '001', '110']);
  },
);

test('a rotated photo becomes upright, without its orientation tag', async () => {
  const sideways = await sharp(plain).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const made = await rewriteImage(sideways);
  expect(made).toMatchObject({ width: 80, height: 120 });
  // A quarter turn clockwise brings what was below left to the top left.
  expect(await colourAt(made?.bytes ?? Buffer.alloc(0), 10, 20)).toBe('001');
  expect((await sharp(made?.bytes).metadata()).orientation).toBeUndefined();
});

test.each([['jpeg'], ['png'], ['webp']] as const)(
  'nothing that a %s says besides its pixels is kept',
  async (format) => {
    const annotated = await sharp(plain)
      .toFormat(format)
      .withExif({
        IFD0: { Copyright: 'Lea Hansen' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 32/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Lea Hansen</x:xmpmeta>')
      .withIccProfile('p3')
      .toBuffer();
    expect(annotated.includes('Lea Hansen')).toBe(true);
    const { bytes = Buffer.alloc(0) } = (await rewriteImage(annotated)) ?? {};
    const metadata = await sharp(bytes).metadata();
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.iptc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(bytes.includes('Lea Hansen')).toBe(false);
  },
);

test('bytes behind a picture or in comments are removed', async () => {
  const comment = Buffer.from(`\xff\xfe\x00${String.fromCharCode(SCRIPT.length + 2)}${SCRIPT}`, 'latin1');
  const archive = Buffer.from('PK\x03\x04 an archive', 'latin1');
  const hostile = [
    Buffer.concat([jpeg, Buffer.from(SCRIPT)]),
    Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]),
    Buffer.concat([png, archive]),
    Buffer.concat([SIGNATURE, png.subarray(8, 33), chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`)), png.subarray(33)]),
    Buffer.concat([webp, Buffer.from(SCRIPT)]),
  ];
  for (const each of hostile) {
    const made = await rewriteImage(each);
    expect(made).toMatchObject({ width: 120, height: 80 });
    expect([made?.bytes.includes('script'), made?.bytes.includes('archive')]).toEqual([false, false]);
  }
});

test('broken metadata is removed, not refused', async () => {
  const annotated = await sharp(plain)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'x' } })
    .withIccProfile('p3')
    .toBuffer();
  const exif = Buffer.from(annotated);
  exif.fill(0xff, annotated.indexOf('Exif') + 6, annotated.indexOf('Exif') + 30);
  const profile = Buffer.from(annotated);
  profile.fill(0xee, annotated.indexOf('ICC_PROFILE') + 14, annotated.indexOf('ICC_PROFILE') + 200);
  for (const each of [exif, profile])
    expect(await rewriteImage(each)).toMatchObject({ type: 'image/jpeg', width: 120, height: 80 });
});

test('of an animation the first picture is kept', async () => {
  const frames = await sharp([await sharp(plain).png().toBuffer(), await sharp(plain).negate().png().toBuffer()], {
    join: { animated: true },
  })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer();
  expect((await sharp(frames).metadata()).pages).toBe(2);
  const made = await rewriteImage(frames);
  expect(made).toMatchObject({ type: 'image/webp', width: 120, height: 80 });
  expect((await sharp(made?.bytes).metadata()).pages).toBeUndefined();
});

test('transparency is kept', async () => {
  const glass = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
  })
    .png()
    .toBuffer();
  expect(await sharp((await rewriteImage(glass))?.bytes).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
});

test('grey, palette, 16-bit and CMYK images are read', async () => {
  const kinds = [
    sharp(plain).grayscale().png(),
    sharp(plain).png({ palette: true }),
    sharp(plain).toColourspace('rgb16').png(),
    sharp(plain).toColourspace('cmyk').jpeg(),
    sharp(plain).jpeg({ progressive: true }),
    sharp(plain).webp({ lossless: true }),
  ];
  for (const each of kinds) expect(await rewriteImage(await each.toBuffer())).toMatchObject({ width: 120, height: 80 });
});

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['nothing', () => Buffer.alloc(0)],
  ['a page', () => Buffer.from(`<!doctype html><html>${SCRIPT}</html>`)],
  [
    'a drawing that can run scripts',
    () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`),
  ],
  ['a GIF', () => sharp(plain).gif().toBuffer()],
  ['a TIFF', () => sharp(plain).tiff().toBuffer()],
  ['an AVIF', () => sharp(plain).avif({ effort: 0 }).toBuffer()],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n')],
  [
    'the beginning of a JPEG and then a page',
    () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(SCRIPT.repeat(20))]),
  ],
  [
    'the beginning of a WebP and then a page',
    () => Buffer.concat([Buffer.from('RIFF\x20\0\0\0WEBPVP8 ', 'latin1'), Buffer.from(SCRIPT.repeat(20))]),
  ],
  ['half a JPEG', () => jpeg.subarray(0, jpeg.length >> 1)],
  ['half a PNG', () => png.subarray(0, png.length >> 1)],
  ['half a WebP', () => webp.subarray(0, webp.length >> 1)],
  ['a JPEG of nothing but its beginning', () => jpeg.subarray(0, 20)],
  [
    'a PNG with damage in its pixels',
    () => {
      const damaged = Buffer.from(png);
      const at = damaged.indexOf('IDAT') + 20;
      damaged.fill(0, at, at + 12);
      return damaged;
    },
  ],
])('%s is no image', async (_what, make) => {
  expect(await rewriteImage(await make())).toBeUndefined();
});

/** So many MiB of zeros as zlib packs them, made without ever having them. */
function packedZeros(mebibytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_FULL_FLUSH });
  const sum = Buffer.alloc(4);
  sum.writeUInt16BE((mebibytes * 2 ** 20) % 65_521, 0);
  sum.writeUInt16BE(1, 2);
  return Buffer.concat([
    Buffer.from('7801', 'hex'),
    ...Array.from({ length: mebibytes }, () => one),
    Buffer.from('0300', 'hex'),
    sum,
  ]);
}

test('decompression bombs are refused by their headers, without the memory', async () => {
  await rewriteImage(png);
  const note = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packedZeros(1024)]);
  const bombs: readonly Buffer[] = [
    pngHeader(50_000, 50_000),
    pngHeader(0x7fffffff, 1),
    pngHeader(1, 0x7fffffff),
    Buffer.concat([
      Buffer.from('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', 'latin1'),
      Buffer.from('fe3f00fe3f00', 'hex'),
    ]),
  ];
  const before = process.resourceUsage().maxRSS;
  for (const bomb of bombs) expect(await rewriteImage(bomb)).toBeUndefined();
  // A note of a gigabyte beside one pixel, and a gigabyte where one pixel was announced.
  expect(await rewriteImage(pngHeader(1, 1, chunk('zTXt', note)))).toMatchObject({ width: 1, height: 1 });
  const tooMuch = Buffer.concat([
    pngHeader(1, 1).subarray(0, 33),
    chunk('IDAT', packedZeros(1024)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  await rewriteImage(tooMuch);
  // In KiB.
  expect(process.resourceUsage().maxRSS - before).toBeLessThan(128 * 1024);
});

test('25 megapixels are accepted, a row more is not', async () => {
  const flat = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#123456' } })
      .png({ compressionLevel: 1 })
      .toBuffer();
  expect(await rewriteImage(await flat(5000, 5000))).toMatchObject({ width: 5000, height: 5000 });
  expect(await rewriteImage(await flat(5000, 5001))).toBeUndefined();
});

test('a JPEG with too many scans is refused', async () => {
  const scans = await sharp(plain).jpeg({ progressive: true }).toBuffer();
  const last = scans.lastIndexOf(Buffer.from('ffda', 'hex'));
  const again = scans.subarray(last, scans.length - 2);
  const endless = Buffer.concat([
    scans.subarray(0, scans.length - 2),
    ...Array.from({ length: 2000 }, () => again),
    scans.subarray(-2),
  ]);
  expect(await rewriteImage(scans)).toBeDefined();
  expect(await rewriteImage(endless)).toBeUndefined();
});

test('the hash depends on pixels alone', async () => {
  const annotated = await sharp(png)
    .png()
    .withExif({ IFD0: { Copyright: 'x' } })
    .toBuffer();
  const changed = await sharp(png)
    .composite([{ input: { create: { width: 1, height: 1, channels: 3, background: '#fff' } }, left: 5, top: 5 }])
    .png()
    .toBuffer();
  const hashes = await Promise.all(
    [png, annotated, Buffer.concat([png, Buffer.from('tail')]), changed].map(
      async (each) => (await rewriteImage(each))?.pixelsHash,
    ),
  );
  expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(hashes.map((each) => each === hashes[0])).toEqual([true, true, true, false]);
});
