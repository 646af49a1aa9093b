import { seedOf, uniform } from '../../apps/server/src/testing/dice.ts';
import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { rawSocket, residentMib, upgradeHead, type RawSocket } from './ground/sockets.ts';
import { until } from './ground/until.ts';

const SEED = seedOf('hostile');
const ANSWERS_MEANWHILE = 60;
/**
 * Headers may take twenty seconds and are checked every half minute; an unresponsive WebSocket is closed at the third
 * ping, after 45 s.
 */
const LET_GO_MS = 150_000;
const MAX_MIB = 150;
const HEADER_BYTES = 200_000;

const noise = (number: number): Buffer =>
  Buffer.from(Array.from({ length: 400 }, (_, at) => Math.floor(uniform(SEED, at, number) * 256)));

/** Kinds of hostile client and their first bytes. `isSentAway`: the server may end it at once. */
const KINDS: readonly {
  readonly name: string;
  readonly isSentAway: boolean;
  readonly says: (number: number) => string | Buffer;
}[] = [
  { name: 'who say nothing', isSentAway: false, says: () => '' },
  {
    name: 'who never end their headers',
    isSentAway: false,
    says: () => 'GET / HTTP/1.1\r\nHost: quay.example\r\nX-More: ',
  },
  { name: 'with garbage', isSentAway: true, says: noise },
  {
    name: 'with giant headers',
    isSentAway: true,
    says: () => `GET / HTTP/1.1\r\nHost: quay.example\r\nX-Giant: ${'a'.repeat(HEADER_BYTES)}\r\n\r\n`,
  },
  { name: 'with an upgrade to nowhere', isSentAway: true, says: () => upgradeHead('/nowhere') },
  { name: 'with an upgrade to the stream, then silence', isSentAway: false, says: () => upgradeHead('/stream') },
  {
    name: 'with an upgrade, then broken frames',
    isSentAway: true,
    says: (number) => Buffer.concat([Buffer.from(upgradeHead('/stream')), Buffer.from([0xff, 0xff]), noise(number)]),
  },
];

async function strike(ground: Ground, times: number, isShort: boolean): Promise<readonly string[]> {
  const url = await ground.target.url();
  const pid = await ground.target.pid();
  const before = residentMib(pid);
  const beganMs = performance.now();
  const strangers = Array.from({ length: times }, (_, number) => {
    const kind = KINDS[number % KINDS.length] ?? { isSentAway: false, says: () => '' };
    return { raw: rawSocket(url, kind.says(number)), isSentAway: kind.isSentAway };
  });
  const open = (of: readonly { readonly raw: RawSocket }[]): number => of.filter(({ raw }) => raw.isOpen()).length;
  try {
    await ground.untilAnswered(ANSWERS_MEANWHILE);
    const meanwhileMs = Math.round(performance.now() - beganMs);
    await until(
      'those with nothing to say but rubbish are sent away',
      () => open(strangers.filter(({ isSentAway }) => isSentAway)) === 0,
      LET_GO_MS,
    );
    const during = residentMib(pid);
    const did = [
      `${times} strangers: ${KINDS.map(({ name }) => name).join(', ')}`,
      `${ANSWERS_MEANWHILE} submits of members were answered in ${meanwhileMs} ms meanwhile; memory ${before ?? '?'} MiB before, ${during ?? '?'} MiB during`,
    ];
    if (before !== undefined && during !== undefined && during - before > MAX_MIB)
      ground.doubt(`${times} strangers cost ${during - before} MiB`);
    if (isShort) return [...did, 'not waited for: the time that headers and pongs may take'];
    await until('all strangers are sent away', () => open(strangers) === 0, LET_GO_MS);
    return [
      ...did,
      `all were closed by the server after ${Math.round((performance.now() - beganMs) / 1000)} s; memory ${residentMib(pid) ?? '?'} MiB then`,
    ];
  } finally {
    for (const { raw } of strangers) raw.socket.destroy();
  }
}

export const hostileSockets: Fault = {
  name: 'hostile-sockets',
  does: 'opens sockets that say nothing, garbage, giant headers or halves of them, or flood upgrades',
  times: { full: 2_000, short: 210 },
  needs: {},
  strike: (ground, { times, isShort }) => strike(ground, times, isShort),
};
