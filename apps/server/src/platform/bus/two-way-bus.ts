import type { Clock, Timer } from '../clock.ts';
import type { Log } from '../log.ts';
import type { SecretOrSecrets } from '../secret.ts';
import type { Bus, RedisBus, Subscriber } from './bus.ts';
import { openNotifyWay, type NotifyWay } from './notify-way.ts';

/** Who lacks Redis asks for the other way so often, and gets it for so long after the last time. */
const ASK_EVERY_MS = 1_000;
const ASKED_FOR_MS = 3_000;

interface TwoWayOptions {
  /** Of the database. */
  readonly url: string;
  readonly secret: SecretOrSecrets;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * A bus over Redis that goes on over the database's notifications where Redis is away: for all processes, or for one
 * that lost it alone and asks the others. Messages may come twice meanwhile. Scripts still need Redis.
 */
export async function twoWayBus(redis: RedisBus, { url, secret, clock, log }: TwoWayOptions): Promise<Bus> {
  const subscribers = new Map<string, Subscriber>();
  const state: { askedMs: number; asking: Timer | undefined; closed: boolean } = {
    askedMs: Number.NEGATIVE_INFINITY,
    asking: undefined,
    closed: false,
  };
  const way: NotifyWay = await openNotifyWay({
    url,
    secret,
    clock,
    log,
    received: (channel, message) => subscribers.get(channel)?.received(message),
    asked: () => {
      state.askedMs = clock.nowMs();
    },
    restored: () => {
      if (!redis.isUp()) for (const each of subscribers.values()) each.reconnected();
    },
  });
  const isAskedFor = (): boolean => Math.abs(clock.nowMs() - state.askedMs) < ASKED_FOR_MS;
  const ask = (): void => {
    if (state.closed || redis.isUp()) return;
    way.ask();
    state.asking = clock.after(ASK_EVERY_MS, ask);
  };
  redis.onChange(() => {
    state.asking?.cancel();
    if (redis.isUp()) return;
    ask();
    // What was under way is lost: whoever can ask for it again does, over the other way.
    for (const each of subscribers.values()) each.reconnected();
  });
  return {
    publish(channel, message) {
      redis.publish(channel, message);
      if (!redis.isUp() || isAskedFor()) way.publish(channel, message);
    },
    async listen(channel, subscriber) {
      subscribers.set(channel, subscriber);
      await redis.listen(channel, subscriber);
    },
    run: (script, key, values) => redis.run(script, key, values),
    async close() {
      state.closed = true;
      state.asking?.cancel();
      await way.close();
      await redis.close();
    },
  };
}
