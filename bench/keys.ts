import { createHmac, randomBytes } from 'node:crypto';
import { SIDE } from '@plimsoll/contract';
import { hmacKey, isSigned, readSignedQuery } from '../apps/server/src/features/keys/signature.ts';
import { obtain, PASSWORD } from '../apps/server/src/testing/api-client.ts';
import { drive } from './load/drive.ts';
import type { Job, Outcome } from './load/job.ts';
import { openTradingFloor, type TradingFloor, type TradingMember } from './load/trading-floor.ts';
import { ratioFigure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { median } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// Orders of members' programs, signed and with numbers of their own, against orders of sessions with idempotency keys,
// 64 members at once, in turns in one run; and what a check of a signature costs. Groups of members change places each
// round, so that none runs out of money; an order that is refused ends the run.

const AT_ONCE = 64;
const GROUPS = 3;
const ROUNDS = 4;
const SECONDS = 3;
const PLACE = '/huobiapi/v1/order/orders/place';
const CHECKS = 200_000;

const perSecond = ({ ids, tookMs }: Outcome): number => ids.length / (tookMs / 1000);
const rateText = (value: number): string => `${Math.round(value)}/s`;

/** The same orders, as HTX writes them. */
async function programsOf(floor: TradingFloor) {
  const { list } = await obtain(floor.url, 'getMarketList');
  const symbols = new Map(list.map(({ id, symbol }) => [String(id), symbol]));
  const written = (body: string): string => {
    const order = new URLSearchParams(body);
    const side = order.get('type') === SIDE.buy ? 'buy' : 'sell';
    return JSON.stringify({
      symbol: symbols.get(order.get('m_id') ?? ''),
      type: `${side}-limit`,
      amount: order.get('num'),
      price: order.get('price'),
    }).slice(0, -1);
  };
  return Promise.all(
    floor.members.map(async ({ token, bodies }: TradingMember) => {
      const { access, secret } = await obtain(
        floor.url,
        'makeKey',
        { name: 'bench', trade: '1', password: PASSWORD },
        { token },
      );
      return { token, bodies: bodies.map(written), signs: { access, secret: secret ?? '' } };
    }),
  );
}

/** Microseconds of the processor for one check, of the query and of its signature. */
function checkMicroseconds(): number {
  const secret = randomBytes(32).toString('base64url');
  const key = hmacKey(Buffer.from(secret));
  const path = '/v1/order/orders/place';
  const query =
    'AccessKeyId=1a2b3c4d-1a2b3c4d-1a2b3c4d-1a2b3c4d&SignatureMethod=HmacSHA256&SignatureVersion=2&Timestamp=2026-01-05T12%3A00%3A00';
  const signature = createHmac('sha256', secret).update(`POST\nquay.example\n${path}\n${query}`).digest('base64');
  const search = `${query}&Signature=${encodeURIComponent(signature)}`;
  // The second host that is tried, as of a program that was given this platform's own.
  const request = {
    method: 'POST',
    hosts: ['api.huobi.pro', 'quay.example', 'api-aws.huobi.pro'],
    paths: [path, `/huobiapi${path}`],
  };
  const once = (): void => {
    const read = readSignedQuery(search);
    if (typeof read === 'string' || !isSigned(key, request, read)) throw new Error('not signed');
  };
  for (let count = 0; count < CHECKS / 10; count += 1) once();
  const began = process.cpuUsage();
  for (let count = 0; count < CHECKS; count += 1) once();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / CHECKS;
}

await bench('orders of programs', () =>
  inTempFolder(async (folder) => {
    const checks = Array.from({ length: ROUNDS }, checkMicroseconds);
    say(`one check of a signature: ${checks.map((value) => value.toFixed(1)).join(', ')} µs`);
    if (median(checks) > 25) throw new Error('a check of a signature takes more than 25 µs');
    const floor = await openTradingFloor(folder, GROUPS * AT_ONCE);
    try {
      const programs = await programsOf(floor);
      const groupOf = (round: number) => [round % GROUPS, (round % GROUPS) + 1].map((nth) => nth * AT_ONCE);
      const load = async (path: string, members: Job['members'], round: number): Promise<number> => {
        const outcome = await drive(floor.url, {
          path,
          members: members.slice(...groupOf(round)),
          seconds: SECONDS,
          perSecond: null,
          keys: `round${round}`,
        });
        if (Object.keys(outcome.refused).length > 0) throw new Error(`refused: ${JSON.stringify(outcome.refused)}`);
        return perSecond(outcome);
      };
      const sessions: number[] = [];
      const signed: number[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        const bySession = await load('/api/upbbbuy', floor.members, round);
        const byKey = await load(PLACE, programs, round + 1);
        say(`round ${round}: sessions ${rateText(bySession)}, keys ${rateText(byKey)}`);
        // The first warms up.
        if (round === 0) continue;
        sessions.push(bySession);
        signed.push(byKey);
      }
      return [
        ratioFigure(
          'spot orders of programs, signed, 64 members at once',
          { values: signed, text: rateText },
          { values: sessions, text: (value) => `orders of sessions with idempotency keys, ${rateText(value)}` },
          { atLeast: 0.9 },
        ),
      ];
    } finally {
      await floor.close();
    }
  }));
