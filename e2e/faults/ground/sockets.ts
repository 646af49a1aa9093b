import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** A raw connection, for misbehaving clients. */
export interface RawSocket {
  readonly socket: Socket;
  isOpen(): boolean;
}

/** Connects and sends these bytes. Errors are ignored: they are the server's answer. */
export function rawSocket(url: string, first: string | Buffer = ''): RawSocket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let isOpen = true;
  socket.on('error', () => {});
  socket.on('close', () => {
    isOpen = false;
  });
  socket.on('connect', () => {
    if (first.length > 0) socket.write(first);
  });
  socket.resume();
  return { socket, isOpen: () => isOpen };
}

export const upgradeHead = (path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: quay.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`;

/** A text frame as a client sends it, with a zero mask. */
export function textFrame(text: string): Buffer {
  const bytes = Buffer.from(text);
  if (bytes.length > 125) throw new Error('too long for a small frame');
  return Buffer.concat([Buffer.from([0x81, 0x80 | bytes.length, 0, 0, 0, 0]), bytes]);
}

/** Resident memory of a process in MiB; undefined where the system does not report it. */
export function residentMib(pid: number): number | undefined {
  try {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kib === undefined ? undefined : Math.round(Number(kib) / 1024);
  } catch {
    return undefined;
  }
}
