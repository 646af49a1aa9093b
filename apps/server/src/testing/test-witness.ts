import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import {
  cosignText,
  EMPTY_ROOT,
  formatVerifierKey,
  fromBase64,
  isExtension,
  parseCheckpoint,
  type Hash,
  type VerifierKey,
} from '@plimsoll/proof/log';
import type { Clock } from '../platform/clock.ts';
import { portOf } from '../platform/listening-port.ts';
import { logKeyOf, type WitnessAddress } from '../features/proof/index.ts';

/** How a witness answers what it should cosign. */
export type Conduct =
  | 'honest'
  | 'dead'
  | 'silent'
  | 'forges'
  | 'another-text'
  | 'old-time'
  | 'endless'
  | 'not-a-note'
  | 'wanders';

/** A witness in this process, which behaves as it is asked to. */
export interface TestWitness {
  readonly address: WitnessAddress;
  conduct: Conduct;
  /** The size that it cosigned last. */
  readonly known: number;
  /** The `old` of each request and the size of its checkpoint. */
  readonly asked: (readonly [old: number, size: number])[];
  close(): void;
}

/** Opens a witness under a name. */
export async function openTestWitness(name: string, clock: Pick<Clock, 'nowMs'>): Promise<TestWitness> {
  const { key: signer, sign } = logKeyOf(name, Buffer.alloc(32, name).toString('base64'));
  const key: VerifierKey = { ...signer, type: 'cosignature' };
  let known: { readonly size: number; readonly root: Hash } = { size: 0, root: EMPTY_ROOT };
  const asked: (readonly [number, number])[] = [];

  const answer = (body: string): { readonly status: number; readonly body: string } => {
    const end = body.indexOf('\n\n');
    const [first = '', ...proof] = body.slice(0, end).split('\n');
    const note = body.slice(end + 2);
    const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
    const checkpoint = parseCheckpoint(text);
    const old = Number(first.slice('old '.length));
    if (!checkpoint) return { status: 400, body: '' };
    asked.push([old, checkpoint.size]);
    const seconds = Math.floor(clock.nowMs() / 1000);
    if (witness.conduct === 'dead') return { status: 500, body: 'broken\n' };
    if (witness.conduct === 'not-a-note') return { status: 200, body: 'cosigned\n' };
    if (witness.conduct === 'wanders') return { status: 409, body: `${asked.length % checkpoint.size}\n` };
    if (witness.conduct === 'endless') return { status: 200, body: 'x'.repeat(1_000_000) };
    if (old !== known.size) return { status: 409, body: `${known.size}\n` };
    const hashes = proof.flatMap((each) => fromBase64(each) ?? []);
    if (!isExtension(known, checkpoint, hashes)) return { status: 422, body: '' };
    known = checkpoint;
    const signed = witness.conduct === 'another-text' ? text.replace(/\n\d+\n/, '\n1\n') : text;
    const made = cosignText(signed, key, sign, witness.conduct === 'old-time' ? seconds - 60 : seconds);
    return { status: 200, body: witness.conduct === 'forges' ? made.replace(/.{8}=*\n$/, 'AAAAAAAA\n') : made };
  };

  const server = createServer((request, response) => {
    bodyOf(request).then((body) => {
      if (witness.conduct === 'silent') return;
      const { status, body: answered } = answer(body);
      response.writeHead(status).end(answered);
    }, response.destroy.bind(response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const witness: TestWitness = {
    address: { vkey: formatVerifierKey(key), key, url: `http://127.0.0.1:${portOf(server)}` },
    conduct: 'honest',
    get known() {
      return known.size;
    },
    asked,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return witness;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  const parts: AsyncIterable<Uint8Array> = request;
  for await (const chunk of parts) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
