import type { Bus, SharedScript } from './bus/index.ts';
import type { Clock } from './clock.ts';
import { SlowDown, TokenBucket, type SlowDownOptions } from './throttle.ts';

/** {@link SlowDown}, perhaps counted by several processes together. */
export interface Slower {
  /** Whole seconds until `key` may try; 0 when it may now. Failures counted before the call are included. */
  waitOf(key: string): number | Promise<number>;
  failed(key: string): void;
  /**
   * Both in one step, where each try counts: of many at once no more pass than may. Seconds until `key` may try, or 0
   * and this one is counted.
   */
  take(key: string): number | Promise<number>;
  succeeded(key: string): void;
}

/** {@link TokenBucket}, perhaps counted by several processes together. */
export interface Turns {
  /** 0 when there was a turn, else whole seconds to wait. */
  take(key: string): number | Promise<number>;
}

/** A name is one throttle in every process. */
export interface Throttles {
  slowDown(name: string, options: SlowDownOptions): Slower;
  turns(name: string, perSecond: number): Turns;
}

/** Counts of this process alone. */
export const ownThrottles = (clock: Clock): Throttles => ({
  slowDown: (_name, options) => new SlowDown(clock, options),
  turns: (_name, perSecond) => new TokenBucket(clock, perSecond),
});

/** Counts shared by every process of the installation. Each also counts by itself and uses that while Redis is away. */
export const sharedThrottles = (clock: Clock, bus: Bus): Throttles => ({
  slowDown(name, options) {
    const own = new SlowDown(clock, options);
    const keyOf = (key: string): string => `slow:${name}:${key}`;
    const { free, withinMs, pauseMs } = options;
    // Sent in order: a later question includes it.
    const send = (script: SharedScript, key: string, values: readonly number[]) => {
      bus.run(script, keyOf(key), values).catch(() => {});
    };
    return {
      async waitOf(key) {
        const ownWait = own.waitOf(key);
        return Math.max(ownWait, await asNumber(bus.run(WAIT, keyOf(key), [clock.nowMs(), free, withinMs, pauseMs])));
      },
      failed(key) {
        own.failed(key);
        send(FAIL, key, [clock.nowMs(), free, withinMs, pauseMs]);
      },
      async take(key) {
        const ownWait = own.waitOf(key);
        if (ownWait > 0) return ownWait;
        try {
          const wait = Number(await bus.run(TRY, keyOf(key), [clock.nowMs(), free, withinMs, pauseMs]));
          if (wait === 0) own.failed(key);
          return wait;
        } catch {
          return own.take(key);
        }
      },
      succeeded(key) {
        own.succeeded(key);
        send(FORGET, key, []);
      },
    };
  },
  turns(name, perSecond) {
    const own = new TokenBucket(clock, perSecond);
    return {
      async take(key) {
        const ownWait = own.take(key);
        return ownWait > 0 ? ownWait : asNumber(bus.run(TAKE, `turns:${name}:${key}`, [clock.nowMs(), perSecond]));
      },
    };
  },
});

/** 0 while the bus is away: the process's own count decides. */
const asNumber = (answer: Promise<unknown>): Promise<number> => answer.then(Number, () => 0);

// The sums of throttle.ts in Redis; a key expires when it no longer counts.

const TAKE: SharedScript = {
  name: 'throttleTake',
  lua: `
local now, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('hmget', KEYS[1], 'tokens', 'at')
local tokens = rate
if kept[1] then tokens = math.min(rate, tonumber(kept[1]) + math.max(0, now - tonumber(kept[2])) * rate / 1000) end
local wait = 1
if tokens >= 1 then
  tokens = tokens - 1
  wait = 0
end
redis.call('hset', KEYS[1], 'tokens', tostring(tokens), 'at', ARGV[1])
redis.call('pexpire', KEYS[1], 2000)
return wait`,
};

const READ = `
local now, free, within, pause = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local at, next = {}, 0
local kept = redis.call('get', KEYS[1])
if kept then
  local known = cjson.decode(kept)
  next = known.next
  for _, each in ipairs(known.at) do
    if each > now - within then at[#at + 1] = each end
  end
end`;

const WAITING = `
local wait = 0
if #at >= free then wait = math.max(0, math.ceil(math.min(next - now, pause) / 1000)) end`;

const COUNT = `
at[#at + 1] = now
while #at > free do table.remove(at, 1) end
redis.call('set', KEYS[1], cjson.encode({ at = at, next = now + pause }), 'px', within)`;

const WAIT: SharedScript = { name: 'throttleWait', lua: `${READ}${WAITING}\nreturn wait` };

const FAIL: SharedScript = { name: 'throttleFail', lua: `${READ}${COUNT}\nreturn 0` };

const TRY: SharedScript = {
  name: 'throttleTry',
  lua: `${READ}${WAITING}
if wait > 0 then return wait end${COUNT}
return 0`,
};

const FORGET: SharedScript = { name: 'throttleForget', lua: "return redis.call('del', KEYS[1])" };
