import { createHmac } from 'node:crypto';
import { Redis } from 'ioredis';
import { callBack } from '../listeners.ts';
import type { Log } from '../log.ts';
import type { Bus, Ears, SharedScript } from './bus.ts';

/** A script that takes longer is as good as none: what asks goes on alone. */
const SCRIPT_WITHIN_MS = 500;
const CONNECT_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 250;
/** 128 bits in base64url. */
const SIGNATURE_LENGTH = 22;

const OPTIONS = {
  lazyConnect: true,
  connectTimeout: CONNECT_WITHIN_MS,
  // What cannot be said now is not said later: a price of a minute ago would be a lie.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => AGAIN_AFTER_MS,
};

interface RedisBusOptions {
  /** `redis:` or `rediss:`, with name and password where Redis asks for them. */
  readonly url: string;
  /** Begins every key and channel: several installations may use one Redis. */
  readonly prefix: string;
  /** Signs what is said, the same in every process: whoever reaches Redis alone cannot name a price. */
  readonly secret: string;
  readonly log: Log;
}

/**
 * Opens the bus over Redis.
 * @throws Error, in a sentence without the address (which may hold a password), when Redis cannot be reached at the
 *   start. Lost later, it is taken up again.
 */
export async function openRedisBus({ url, prefix, secret, log }: RedisBusOptions): Promise<Bus> {
  const asking = new Redis(url, { ...OPTIONS, commandTimeout: SCRIPT_WITHIN_MS });
  const listening = new Redis(url, OPTIONS);
  const ears = new Map<string, Ears>();
  let closing = false;
  watch(
    asking,
    () => {
      if (!closing) log.error({}, 'redis is away: this process goes on alone');
    },
    () => log.info({}, 'redis is back'),
  );
  listening.on('error', () => {});
  try {
    await Promise.all([asking.connect(), listening.connect()]);
  } catch (error) {
    asking.disconnect();
    listening.disconnect();
    throw new Error(`Redis (REDIS_URL) cannot be reached: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
  const signatureOf = (channel: string, said: string): string =>
    createHmac('sha256', secret).update(`${channel}\n${said}`).digest('base64url').slice(0, SIGNATURE_LENGTH);
  let wasForged = false;
  listening.on('message', (channel: string, signed: string) => {
    const said = signed.slice(SIGNATURE_LENGTH);
    if (signatureOf(channel, said) === signed.slice(0, SIGNATURE_LENGTH)) {
      callBack('bus.message', log, () => ears.get(channel)?.heard(said));
      return;
    }
    if (!wasForged)
      log.error(
        { channel },
        'something came over redis that no process of this installation signed: is SECRET the same in all of them?',
      );
    wasForged = true;
  });
  // The library subscribes again before it says so.
  listening.on('ready', () => {
    for (const each of ears.values()) callBack('bus.again', log, () => each.again());
  });

  const known = new Set<string>();
  const define = ({ name, lua }: SharedScript) => {
    if (known.has(name)) return;
    known.add(name);
    asking.defineCommand(name, { numberOfKeys: 1, lua });
  };
  return {
    tell: (channel, said) => {
      asking.publish(prefix + channel, signatureOf(prefix + channel, said) + said).catch(() => {});
    },
    async listen(channel, hearing) {
      ears.set(prefix + channel, hearing);
      await listening.subscribe(prefix + channel);
    },
    run(script, key, values) {
      define(script);
      const commands = asking as unknown as Record<
        string,
        (...parts: readonly (string | number)[]) => Promise<unknown>
      >;
      const run = commands[script.name];
      return run
        ? run.call(asking, prefix + key, ...values)
        : Promise.reject(new Error(`there is no script ${script.name}`));
    },
    async close() {
      closing = true;
      await Promise.allSettled([asking.quit(), listening.quit()]);
      asking.disconnect();
      listening.disconnect();
    },
  };
}

/** Tells once when a connection is lost, and once when it is back. */
function watch(redis: Redis, lost: () => void, back: () => void): void {
  let isLost = false;
  redis.on('error', () => {});
  redis.on('close', () => {
    if (isLost) return;
    isLost = true;
    lost();
  });
  redis.on('ready', () => {
    if (isLost) back();
    isLost = false;
  });
}
