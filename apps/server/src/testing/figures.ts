import type { FigureSources } from '../features/operating/index.ts';
import { StreamFigures } from '../market/stream/stream-figures.ts';

/** Reads `/metrics`: values by name and labels. */
export async function readFigures(url: string): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`figures answered ${answer.status}`);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line): [string, number] => {
      const gap = line.lastIndexOf(' ');
      return [line.slice(0, gap), Number(line.slice(gap + 1))];
    }),
  );
}

type World = Pick<FigureSources, 'db' | 'clock' | 'market'>;

/** Sources of figures without a feed or sockets. */
export const quietSources = ({ db, clock, market }: World): FigureSources => ({
  db,
  pulse: { ageSeconds: () => 0 },
  isRedisUp: () => undefined,
  replica: () => undefined,
  clock,
  market,
  feed: {
    health: () => ({
      feed: 'simulated',
      ageMs: 1500,
      fresh: true,
      quarantined: { jump: 3 },
      tapeWaiting: 7,
      leading: true,
    }),
    streams: () => new StreamFigures(),
  },
  isFeedLeader: () => true,
  writers: {},
  pools: {},
  disk: async () => ({ free: 1, size: 2 }),
  tallies: { mails: { read: () => ({ sent: 5, failed: 2 }) }, store: { read: () => ({ done: 9, away: 1 }) } },
  witnessAges: async () => ({ 'witness.example/w1': 61 }),
  log: {
    info() {},
    error(details, message) {
      throw new Error(message, { cause: details });
    },
  },
});
