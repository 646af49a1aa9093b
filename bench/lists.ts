import { mkdir } from 'node:fs/promises';
import type { MemberFixture } from './lists/fixture.ts';
import { consoleReads, memberReads, readName } from './lists/reads.ts';
import { memberRead, operatorRead, submit, type Request } from './lists/requests.ts';
import type { Side } from './lists/side.ts';
import { makeSide, openSide } from './lists/sides.ts';
import { SUBMITS } from './lists/submits.ts';
import { ratioFigure, verdictOf, type Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { quantile } from './measure/stats.ts';
import { inTempFolder } from './measure/temp-folder.ts';

// Every list and submit of the contract on a server with a thousand members against one with a million, both running,
// asked in turns. The measured members have the same history in both. Making the large one takes a quarter of an hour
// and 20 GB; BENCH_FIXTURE names a folder that keeps it. BENCH_FIXTURE_SHARE=0.1 makes a tenth of it, which is
// reported. Arguments select calls by a part of their name.

const FEW: MemberFixture = { members: 1_000, lines: 50_000, orders: 10_000, others: 1_000 };
const SHARE = Number(process.env['BENCH_FIXTURE_SHARE'] ?? '1');
const MANY: MemberFixture = {
  members: 1_000_000 * SHARE,
  lines: 50_000_000 * SHARE,
  orders: 10_000_000 * SHARE,
  others: 1_000_000 * SHARE,
};
const ROUNDS = 5;
/** Requests of one kind to one server in a round, and how many of them at a time. */
const ASKED = 160;
const AT_ONCE = 4;
const IN_A_ROW = 20;
/** Slow requests are repeated less often. */
const SLOW_MS = 200;
const ASKED_SLOWLY = 8;
const AT_MOST = { atMost: 1.3 };

type Times = (request: Request, side: Side, round: number, from: number, to: number) => Promise<number[]>;

/** Time of each request of a range, in milliseconds. */
const times: Times = async (request, side, round, from, to) => {
  const tookMs: number[] = [];
  let next = from;
  const one = async (): Promise<void> => {
    for (let time = next++; time < to; time = next++) {
      const begunMs = performance.now();
      await (await request(side, round * ASKED + time)).arrayBuffer();
      tookMs.push(performance.now() - begunMs);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return tookMs;
};

async function compare(what: string, few: [Side, Request], many: [Side, Request], asked = ASKED): Promise<Figure> {
  // Over all rounds: the 99th percentile of one round is its second slowest request, mostly noise.
  const took = { few: [] as number[], many: [] as number[] };
  // Round 0 warms both servers.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (let from = 0; from < asked; from += IN_A_ROW) {
      for (const name of (from / IN_A_ROW + round) % 2 === 0
        ? (['few', 'many'] as const)
        : (['many', 'few'] as const)) {
        const [side, request] = name === 'few' ? few : many;
        const tookMs = await times(request, side, round, from, Math.min(asked, from + IN_A_ROW));
        if (round > 0) took[name].push(...tookMs);
      }
    }
  }
  const text = (ms: number) => `${ms.toFixed(2)} ms`;
  const [ofMany, ofFew] = [quantile(took.many, 0.99), quantile(took.few, 0.99)];
  return ratioFigure(`p99 of ${what}`, { values: [ofMany], text }, { values: [ofFew], text }, AT_MOST);
}

async function measureAll(few: Side, many: Side): Promise<Figure[]> {
  const words = process.argv.slice(2);
  const isWanted = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));
  const figures: Figure[] = [];
  const measure = async (what: string, onFew: Request, onMany: Request, asked = ASKED): Promise<void> => {
    const figure = await compare(what, [few, onFew], [many, onMany], asked);
    figures.push(figure);
    say(
      `  ${verdictOf(figure) === 'reached' ? '' : '! '}${what}: ${figure.value.toFixed(2)} ×, ${figure.measured} against ${figure.against}`,
    );
  };
  const measureRead = async (what: string, onFew: Request, onMany: Request): Promise<void> => {
    const [tookMs = 0] = await times(onMany, many, 0, 0, 1);
    await measure(what, onFew, onMany, tookMs > SLOW_MS ? ASKED_SLOWLY : ASKED);
  };
  for (const read of memberReads.filter((each) => isWanted(readName(each))))
    await measureRead(readName(read), memberRead(read), memberRead(read));
  for (const read of consoleReads.filter((each) => isWanted(readName(each)))) {
    const [onFew, onMany] = [await operatorRead(few, read), await operatorRead(many, read)];
    if (onFew && onMany) await measureRead(`console ${readName(read)}`, onFew, onMany);
    else say(`  console ${readName(read)}: there is none to be read`);
  }
  const submits = SUBMITS.filter(({ call }) => isWanted(call));
  for (const each of submits) {
    if (each.isUnmeasured) {
      for (const side of [few, many])
        for (let round = 0; round <= ROUNDS; round += 1) await times(submit(each), side, round, 0, ASKED);
    } else await measure(each.call, submit(each), submit(each));
  }
  return figures;
}

/** Missed figures one by one; the others as one line with the worst of them. */
function summed(figures: readonly Figure[], against: string): Figure[] {
  const worst = figures.toSorted((a, b) => b.value - a.value);
  const missed = worst.filter((figure) => verdictOf(figure) === 'missed');
  const reached = worst.filter((figure) => verdictOf(figure) === 'reached');
  const [first] = reached;
  return [
    ...missed,
    ...(first ? [{ ...first, what: `${reached.length} lists and submits, the worst of them: ${first.what}` }] : []),
  ].map((figure) => ({ ...figure, what: `${figure.what} (${against})` }));
}

async function inFolder(work: (folder: string) => Promise<readonly Figure[]>): Promise<readonly Figure[]> {
  const kept = process.env['BENCH_FIXTURE'];
  if (kept === undefined) return inTempFolder(work);
  await mkdir(kept, { recursive: true });
  return work(kept);
}

await bench('lists and submits with a million members', () =>
  inFolder(async (folder) => {
    const [withFew, withMany] = [await makeSide(folder, 'few', FEW), await makeSide(folder, 'many', MANY)];
    const few = await openSide(withFew);
    try {
      const many = await openSide(withMany);
      try {
        return summed(
          await measureAll(few, many),
          `${MANY.members} members, ${MANY.orders} orders, ${MANY.lines} lines against ${FEW.members}, ${FEW.orders}, ${FEW.lines}`,
        );
      } finally {
        await many.close();
      }
    } finally {
      await few.close();
    }
  }));
