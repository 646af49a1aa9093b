import { gzipSync } from 'node:zlib';

const FINAL = 0x80;
const BINARY = 2;
/** Lengths that a frame's second byte does not hold itself are announced by these, and follow in two or eight bytes. */
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;

declare const written: unique symbol;
/** A whole WebSocket frame as bytes. A server does not mask, so the same bytes go out to any number of clients. */
export type Frame = Buffer & { readonly [written]: true };

/** Puts a WebSocket header (RFC 6455, 5.2) before a payload. */
function framed(opcode: number, payload: Buffer): Frame {
  const { length } = payload;
  const head =
    length < IN_TWO_BYTES ? [length] : length < 0x1_0000 ? [IN_TWO_BYTES, length >> 8, length & 0xff] : undefined;
  if (head) return Buffer.concat([Buffer.from([FINAL | opcode, ...head]), payload]) as Frame;
  const long = Buffer.alloc(10);
  long[0] = FINAL | opcode;
  long[1] = IN_EIGHT_BYTES;
  long.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([long, payload]) as Frame;
}

/** A message of these bytes as it goes out. */
export const binaryFrame = (payload: Buffer): Frame => framed(BINARY, payload);

/** A message as it goes out: a text as it stands, anything else as JSON; gzip, binary (WIRE 3). */
export const gzipFrame = (message: object | string): Frame =>
  binaryFrame(gzipSync(typeof message === 'string' ? message : JSON.stringify(message), { level: 1 }));
