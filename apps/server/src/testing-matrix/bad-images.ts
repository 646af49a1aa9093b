import { crc32, deflateSync, gzipSync } from 'node:zlib';

interface BadImage {
  readonly what: string;
  readonly bytes: Buffer;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
/** A PNG of one colour, whole or with the rows it claims left out. */
function png(width: number, height: number, rows: Buffer, more: readonly Buffer[] = []): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([PNG, chunk('IHDR', head), ...more, chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}
const SCRIPT = '<script>alert(1)</script>';

/** Files that must be refused: other kinds, disguises, decompression bombs. */
export function badImages(photo: Buffer): readonly BadImage[] {
  const text = (what: string, content: string): BadImage => ({ what, bytes: Buffer.from(content) });
  const bomb = deflateSync(Buffer.alloc(32 * 2 ** 20), { level: 9 });
  return [
    text('nothing', ''),
    text('one byte', 'x'),
    text('HTML', `<html>${SCRIPT}</html>`),
    text('SVG', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>`),
    text(
      'SVG behind an XML line',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
    ),
    text('a PDF', '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    text('PHP', '<?php system($_GET[0]); ?>'),
    text('a GIF that is a script', 'GIF89a/*xxxx*/=1;alert(1)//'),
    text('a BMP', `BM${'\0'.repeat(60)}`),
    text('an archive', 'PK\u0003\u0004\u0014'),
    text('a program', '\u007fELF\u0002\u0001\u0001'),
    text('a mark of JPEG alone', '\u00ff\u00d8\u00ff'),
    { what: 'a GIF', bytes: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64') },
    { what: 'HTML with a photo behind it', bytes: Buffer.concat([Buffer.from(SCRIPT), photo]) },
    { what: 'half a photo’s head', bytes: photo.subarray(0, 20) },
    { what: 'a gzipped photo', bytes: gzipSync(photo) },
    { what: 'a PNG of sixty thousand by sixty thousand points', bytes: png(60_000, 60_000, bomb) },
    { what: 'a PNG of two thousand million by one', bytes: png(2_147_483_647, 1, bomb) },
    {
      what: 'a PNG just above what is taken, whole',
      bytes: png(5_001, 5_000, deflateSync(Buffer.alloc(5_002 * 5_000), { level: 9 })),
    },
    { what: 'a PNG of no points', bytes: png(0, 0, deflateSync(Buffer.alloc(0))) },
    { what: 'a PNG with broken rows', bytes: png(100, 100, Buffer.from('these are no rows')) },
    {
      what: 'a PNG with a text of ten megabytes packed',
      bytes: png(60_000, 60_000, bomb, [
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(10 * 2 ** 20))])),
      ]),
    },
  ];
}

/** A photo that is another kind of file too; only the photo is kept. */
export const polyglots = (photo: Buffer): readonly BadImage[] => [
  { what: 'a photo with HTML behind it', bytes: Buffer.concat([photo, Buffer.from(`<html>${SCRIPT}</html>`)]) },
  {
    what: 'a photo with a script in its comment',
    bytes: Buffer.concat([
      photo.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, SCRIPT.length + 2]),
      Buffer.from(SCRIPT),
      photo.subarray(2),
    ]),
  },
  {
    what: 'a photo with an archive behind it',
    bytes: Buffer.concat([photo, Buffer.from(`PK\u0003\u0004${SCRIPT}PK\u0005\u0006`)]),
  },
];
