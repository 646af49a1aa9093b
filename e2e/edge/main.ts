import { existsSync } from 'node:fs';
import { LAST_TRADE } from './last-trade.ts';
import { MARKS } from './marks.ts';
import { readOptions } from './options.ts';
import { playAll, winning, type Row } from './run.ts';
import { DEMO_MARKETS, replayedTrack, simulatedTrack } from './sources.ts';
import { bestTable, rowText } from './table.ts';
import { messageOf } from '../support/message-of.ts';

// `npm run edge`: expected return of strategies with public data only, with its 99 % interval. Exits with 0 when none
// expects more than zero, 1 when one does, 2 when nothing could be played.

const TRADES_PER_DECISION = 5;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function play(args: readonly string[]): number {
  const { seeds, decisions, markets, file, rules: chosen, all } = readOptions(args);
  const rules = chosen === 'marks' ? MARKS : LAST_TRADE;
  const rows: Row[] = [];
  const startMs = performance.now();
  let playedMs = 0;
  const take = (played: readonly Row[]): void => {
    rows.push(...played);
    for (const row of played) if (all || row.low > 0) say(rowText(row));
  };
  const played = DEMO_MARKETS.filter(({ symbol }) => markets.length === 0 || markets.includes(symbol));
  if (played.length === 0) throw new Error('There is no such market.');
  say(`rules: ${rules.name}`);
  for (const market of played) {
    const trades = Math.ceil((decisions * TRADES_PER_DECISION) / seeds.length);
    const tracks = seeds.map((seed) => simulatedTrack(market, seed, trades));
    playedMs += tracks.reduce((sum, track) => sum + track.timeAt(track.length - 1) - track.timeAt(0), 0);
    take(playAll(rules, { source: 'simulated', tracks, decisions }));
  }
  if (file !== undefined && existsSync(file)) {
    const tracks = seeds.map((seed) => replayedTrack(file, seed));
    const moments = tracks.reduce((sum, track) => sum + track.length, 0);
    take(playAll(rules, { source: 'replayed', tracks, decisions: moments }));
  } else
    say(
      file === undefined
        ? 'replayed candles: skipped, no file was given'
        : `replayed candles: skipped, there is no ${file}`,
    );
  for (const line of bestTable(rows)) say(line);
  const won = winning(rows);
  const tookMs = performance.now() - startMs;
  say(`${won.length} of ${rows.length} may expect more than zero at 99 %`);
  say(`played ${Math.round(playedMs / tookMs)} times faster than life, in ${Math.round(tookMs / 1000)} s`);
  return won.length === 0 ? 0 : 1;
}

try {
  process.exitCode = play(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 2;
}
