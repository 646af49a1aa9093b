import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { uniform } from '../../apps/server/src/testing/dice.ts';
import type { Job, Outcome } from './job.ts';

// A load generator in its own process, so that its cost is not the server's: one kept connection per member, requests
// written as bytes, answers parsed only as far as needed. Gets a Job from its parent, answers an Outcome.

const LENGTH = /^content-length: (\d+)/im;
const ID = /"(?:id|data)":"?(\d+)/;
const REASON = /"(?:reason|err-code)":"([\w-]+)"/;

class Line {
  readonly #socket: Socket;
  #text = '';
  #done: ((body: string) => void) | undefined;

  constructor(socket: Socket, fail: (error: Error) => void) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => this.#read(part));
    socket.on('error', fail);
    socket.on('close', () => {
      if (this.#done) fail(new Error('the server closed a connection'));
    });
  }

  static open(host: string, port: number, fail: (error: Error) => void): Promise<Line> {
    return new Promise((resolve) => {
      const socket = connect({ host, port }, () => resolve(new Line(socket, fail)));
      socket.on('error', fail);
    });
  }

  send(request: string, done: (body: string) => void): void {
    this.#done = done;
    this.#socket.write(request);
  }

  end(): void {
    this.#socket.destroy();
  }

  #read(part: string): void {
    this.#text += part;
    const head = this.#text.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = Number(LENGTH.exec(this.#text)?.[1] ?? 0);
    const body = this.#text.slice(head + 4);
    if (Buffer.byteLength(body) < length) return;
    const done = this.#done;
    this.#text = '';
    this.#done = undefined;
    done?.(body);
  }
}

/** What members sign as HTX's programs do, once a second: requests of one second have one signature. */
function signer({ host, port, path, members }: Job): (member: number) => string {
  const made = members.map(() => ({ second: '', head: '' }));
  return (member) => {
    const second = new Date().toISOString().slice(0, 19);
    const last = made[member];
    const signs = members[member]?.signs;
    if (!last || !signs) return '';
    if (last.second !== second) {
      const query = `AccessKeyId=${signs.access}&SignatureMethod=HmacSHA256&SignatureVersion=2&Timestamp=${encodeURIComponent(second)}`;
      const text = `POST\n${host}:${port}\n${path}\n${query}`;
      const signature = encodeURIComponent(createHmac('sha256', signs.secret).update(text).digest('base64'));
      last.second = second;
      last.head = `POST ${path}?${query}&Signature=${signature} HTTP/1.1\r\nHost: ${host}:${port}\r\nContent-Type: application/json\r\n`;
    }
    return last.head;
  };
}

/** Returns what builds a request: the member's bodies in turn, with its own key when asked for. */
function writer(job: Job): (member: number) => string {
  const { host, port, path, members, keys } = job;
  const signedHead = signer(job);
  const turns = members.map(() => 0);
  const heads = members.map(
    ({ token }) =>
      `POST ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\nToken: ${token}\r\nContent-Type: application/x-www-form-urlencoded\r\n`,
  );
  return (member) => {
    const turn = turns[member] ?? 0;
    turns[member] = turn + 1;
    const bodies = members[member]?.bodies ?? [];
    const body = bodies[turn % bodies.length] ?? '';
    if (members[member]?.signs) {
      const signed = `${body},"client-order-id":"${keys ?? ''}.${turn}"}`;
      return `${signedHead(member)}Content-Length: ${signed.length}\r\n\r\n${signed}`;
    }
    const key = keys === null ? '' : `Idempotency-Key: ${keys}.${turn}\r\n`;
    return `${heads[member] ?? ''}${key}Content-Length: ${body.length}\r\n\r\n${body}`;
  };
}

class Tally {
  readonly ids: number[] = [];
  readonly latenciesMs: number[] = [];
  readonly refused: Record<string, number> = {};

  add(body: string, sinceMs: number): void {
    this.latenciesMs.push(performance.now() - sinceMs);
    if (body.startsWith('{"code":1,') || body.startsWith('{"status":"ok"'))
      this.ids.push(Number(ID.exec(body)?.[1] ?? 0));
    else {
      const reason = REASON.exec(body)?.[1] ?? 'unreadable';
      this.refused[reason] = (this.refused[reason] ?? 0) + 1;
    }
  }
}

function work(job: Job, lines: readonly Line[], finish: (outcome: Outcome) => void): void {
  const write = writer(job);
  const tally = new Tally();
  const startMs = performance.now();
  const endMs = startMs + job.seconds * 1000;
  let flying = 0;

  const maybeFinish = (): void => {
    if (flying === 0 && performance.now() >= endMs && waiting.length === 0) {
      const { ids, latenciesMs, refused } = tally;
      finish({ ids, latenciesMs, refused, tookMs: performance.now() - startMs });
    }
  };
  const waiting: number[] = [];
  const idle = lines.map((_, member) => member);

  const serve = (): void => {
    for (;;) {
      const [sinceMs] = waiting;
      const [member] = idle;
      if (sinceMs === undefined || member === undefined) return;
      waiting.shift();
      idle.shift();
      flying += 1;
      lines[member]?.send(write(member), (body) => {
        flying -= 1;
        tally.add(body, sinceMs);
        idle.push(member);
        if (job.perSecond === null && performance.now() < endMs) waiting.push(performance.now());
        serve();
        maybeFinish();
      });
    }
  };

  if (job.perSecond === null) {
    for (let member = 0; member < lines.length; member += 1) waiting.push(startMs);
    serve();
    return;
  }
  // Poisson arrivals, as pgbench's, whether or not earlier requests were answered.
  const everyMs = 1000 / job.perSecond;
  let nextMs = startMs;
  let drawn = 0;
  const arrive = (): void => {
    const nowMs = performance.now();
    while (nextMs <= nowMs && nextMs < endMs) {
      waiting.push(nowMs);
      drawn += 1;
      nextMs -= Math.log(uniform(1, 0, drawn)) * everyMs;
    }
    serve();
    if (nextMs < endMs) setTimeout(arrive, 0);
    else setTimeout(maybeFinish, Math.max(0, endMs - nowMs) + 1);
  };
  arrive();
}

process.on('message', (job: Job) => {
  const fail = (error: Error): void => {
    process.stderr.write(`the load stopped: ${error.message}\n`);
    process.exit(1);
  };
  void Promise.all(job.members.map(() => Line.open(job.host, job.port, fail))).then((lines) => {
    work(job, lines, (outcome) => {
      for (const line of lines) line.end();
      process.send?.(outcome, () => process.disconnect());
    });
  });
});
