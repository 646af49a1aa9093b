import type { Fault } from './fault.ts';
import type { Ground } from './ground/ground.ts';
import { rawSocket, textFrame, upgradeHead, type RawSocket } from './ground/sockets.ts';
import { until } from './ground/until.ts';

const BYTE_EVERY_MS = 50;
const ANSWERS_MEANWHILE = 60;
/** Far more than may be queued for one client. */
const LARGE_ANSWERS = 600;
/** A body may take half a minute, checked every half minute. */
const LET_GO_MS = 120_000;

const BODY = 'username=slow@fault.example&password=quayside2026';
const SLOW_HEAD = `POST /api/login HTTP/1.1\r\nHost: quay.example\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n`;

function dribble(url: string): RawSocket {
  const raw = rawSocket(url, SLOW_HEAD);
  let sent = 0;
  const dribbling = setInterval(() => {
    if (!raw.isOpen()) clearInterval(dribbling);
    else raw.socket.write(BODY[(sent += 1) % BODY.length] ?? 'x');
  }, BYTE_EVERY_MS);
  raw.socket.on('close', () => clearInterval(dribbling));
  return raw;
}

function stopReading(url: string): RawSocket {
  const raw = rawSocket(url, upgradeHead('/huobiapi/ws'));
  raw.socket.once('data', () => {
    raw.socket.pause();
    for (let asked = 0; asked < LARGE_ANSWERS; asked += 1)
      raw.socket.write(textFrame(JSON.stringify({ req: 'market.btcusdt.kline.1min', id: String(asked) })));
  });
  return raw;
}

const openOnes = (sockets: readonly RawSocket[]): number => sockets.filter((each) => each.isOpen()).length;

async function strike(ground: Ground, times: number, isShort: boolean): Promise<readonly string[]> {
  const url = await ground.target.url();
  const half = Math.ceil(times / 2);
  const dribblers = Array.from({ length: half }, () => dribble(url));
  const deaf = Array.from({ length: half }, () => stopReading(url));
  try {
    const beganMs = performance.now();
    await ground.untilAnswered(ANSWERS_MEANWHILE);
    const meanwhileMs = performance.now() - beganMs;
    const did = [
      `${half} who send a body byte by byte, ${half} who ask for ${LARGE_ANSWERS} large answers and read none; ${ANSWERS_MEANWHILE} submits of others were answered in ${Math.round(meanwhileMs)} ms meanwhile`,
    ];
    // A client that does not read does not see the end either: it resumes, and finds the connection closed early.
    for (const { socket } of deaf) socket.resume();
    await until('those who did not read are dropped', () => openOnes(deaf) === 0, LET_GO_MS);
    did.push('all who did not read were dropped');
    if (isShort) return [...did, 'not waited for: the half minute that a body may take'];
    await until('those who send byte by byte are dropped', () => openOnes(dribblers) === 0, LET_GO_MS);
    return [...did, 'all who sent byte by byte were dropped'];
  } finally {
    for (const { socket } of [...dribblers, ...deaf]) socket.destroy();
  }
}

export const slowClients: Fault = {
  name: 'slow-clients',
  does: 'lets clients send bodies byte by byte, and others stop reading what they asked the stream for',
  times: { full: 200, short: 20 },
  needs: {},
  strike: (ground, { times, isShort }) => strike(ground, times, isShort),
};
