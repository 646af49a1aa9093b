import { crc32, gzipSync } from 'node:zlib';

const FINAL = 0x80;
const TEXT = 1;
const BINARY = 2;
/** Second bytes that announce a length in two or eight bytes. */
const IN_TWO_BYTES = 126;
const IN_EIGHT_BYTES = 127;

declare const written: unique symbol;
/** A whole WebSocket frame. A server does not mask, so the same bytes serve any number of clients. */
export type Frame = Buffer & { readonly [written]: true };

const frameOf = (head: Buffer, payload: Buffer): Frame =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a brand has no value: only a header makes a frame
  Buffer.concat([head, payload]) as Frame;

/** Adds a WebSocket header (RFC 6455, 5.2) to a payload. */
function framed(opcode: number, payload: Buffer): Frame {
  const { length } = payload;
  const head =
    length < IN_TWO_BYTES ? [length] : length < 0x1_0000 ? [IN_TWO_BYTES, length >> 8, length & 0xff] : undefined;
  if (head) return frameOf(Buffer.from([FINAL | opcode, ...head]), payload);
  const long = Buffer.alloc(10);
  long[0] = FINAL | opcode;
  long[1] = IN_EIGHT_BYTES;
  long.writeBigUInt64BE(BigInt(length), 2);
  return frameOf(long, payload);
}

/** A binary message as a frame. */
export const binaryFrame = (payload: Buffer): Frame => framed(BINARY, payload);

/** An object as JSON in a text frame, not packed. */
export const textFrame = (message: object): Frame => framed(TEXT, Buffer.from(JSON.stringify(message)));

/** A text, or an object as JSON, in a gzip binary frame (WIRE 3). */
export const gzipFrame = (message: object | string): Frame =>
  binaryFrame(gzipSync(typeof message === 'string' ? message : JSON.stringify(message), { level: 1 }));

/** RFC 1952: deflate, no flags, no time, no operating system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** RFC 1951: a final block that is stored has at most so many bytes. */
const MAX_STORED = 0xffff;

/**
 * The same for a message that one client receives: gzip in form, not compressed. Compressing what is small and sent once
 * costs more than it saves.
 */
export function storedFrame(message: object): Frame {
  const payload = Buffer.from(JSON.stringify(message));
  const { length } = payload;
  if (length > MAX_STORED) return gzipFrame(message);
  const block = Buffer.alloc(5);
  block[0] = 1;
  block.writeUInt16LE(length, 1);
  block.writeUInt16LE(length ^ MAX_STORED, 3);
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(payload), 0);
  tail.writeUInt32LE(length, 4);
  return binaryFrame(Buffer.concat([GZIP_HEAD, block, payload, tail]));
}
