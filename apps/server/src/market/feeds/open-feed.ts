import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { FeedConfig } from '../config.ts';
import type { FeedState, ReplayPosition } from '../feed-state.ts';
import type { Feed } from './feed.ts';
import { HtxFeed } from './htx/htx.ts';
import { openLive } from './live/open-live.ts';
import { readCandleFile } from './replay/candle-file.ts';
import { ReplayFeed } from './replay/replay.ts';
import { continueFrom } from './replay/timeline.ts';
import { SimulatedFeed } from './simulated/simulated.ts';

interface FeedDeps {
  readonly clock: Clock;
  readonly log: Log;
}

export interface OpenedFeed {
  readonly feed: Feed;
  readonly replay: ReplayPosition | null;
}

/** Opens the configured feed, to continue its stored state. Throws an explanation when it cannot. */
export function openFeed(config: FeedConfig, state: FeedState, { clock, log }: FeedDeps): OpenedFeed {
  switch (config.kind) {
    case 'simulated':
      return { feed: new SimulatedFeed({ clock, seed: config.seed ?? state.seed, rate: config.rate }), replay: null };
    case 'replay':
      return openReplay(config, state, clock);
    case 'htx':
      return { feed: new HtxFeed({ clock, log, url: config.url, wsUrl: config.wsUrl }), replay: null };
    case 'live':
      return { feed: openLive(config.venues, { clock, log }), replay: null };
  }
}

function openReplay(
  { file: path, speed, seed: given }: Extract<FeedConfig, { kind: 'replay' }>,
  state: FeedState,
  clock: Clock,
): OpenedFeed {
  const seed = given ?? state.seed;
  const file = readCandleFile(path);
  const nowMs = clock.nowMs();
  const open = (position: ReplayPosition, run: string) => new ReplayFeed({ clock, seed, file, position, run });
  const { position, restarted } = continueFrom(state.replay, file.minutes, speed, nowMs);
  const continued = open(position, state.run ?? '');
  if (!restarted && continued.identity.world === state.world) return { feed: continued, replay: position };
  const { position: beginning } = continueFrom(null, file.minutes, speed, nowMs);
  return { feed: open(beginning, `replay since ${nowMs}`), replay: beginning };
}
