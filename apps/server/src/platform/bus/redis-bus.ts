import { Redis } from 'ioredis';
import type { Clock } from '../clock.ts';
import { callBack } from '../listeners.ts';
import type { Log } from '../log.ts';
import { RefusedStart } from '../refused-start.ts';
import { messageOf } from '../system-error.ts';
import type { SecretOrSecrets } from '../secret.ts';
import type { RedisBus, SharedScript, Subscriber } from './bus.ts';
import { envelope, type Envelope } from './signature.ts';

const ANSWERED_WITHIN_MS = 500;
const CONNECT_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 250;

const OPTIONS = {
  lazyConnect: true,
  connectTimeout: CONNECT_WITHIN_MS,
  // A message is sent now or not at all: a price of a minute ago would be wrong.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: () => AGAIN_AFTER_MS,
};

interface RedisBusOptions {
  /** `redis:` or `rediss:`, with name and password where Redis asks for them. */
  readonly url: string;
  /** Of every key and channel: several installations may use one Redis. */
  readonly prefix: string;
  /** Signs messages: access to Redis alone publishes no price. */
  readonly secret: SecretOrSecrets;
  readonly clock: Clock;
  readonly log: Log;
}

/** Two connections: one that subscribes cannot run commands. */
interface Connections {
  readonly commands: Redis;
  readonly subscriptions: Redis;
}

/**
 * Opens the bus over Redis; a lost connection is opened again.
 * @throws Error, without the address (which may hold a password), when Redis cannot be reached at the start.
 */
export async function openRedisBus({ url, prefix, secret, clock, log }: RedisBusOptions): Promise<RedisBus> {
  // Of its own questions, when it connects; ours end earlier.
  const commands = new Redis(url, { ...OPTIONS, commandTimeout: CONNECT_WITHIN_MS });
  const subscriptions = new Redis(url, OPTIONS);
  const subscribers = new Map<string, Subscriber>();
  const up = new UpOrNot(log);
  watch(commands, (isUp) => up.set({ sends: isUp }));
  watch(subscriptions, (isUp) => up.set({ receives: isUp }));
  await connect({ commands, subscriptions });
  const { seal, open } = envelope(secret);
  deliver(subscriptions, { subscribers, open, log });

  const run = scriptRunner(commands);
  const inTime = timely(clock);
  return {
    publish: (channel, message) => {
      inTime(commands.publish(prefix + channel, seal(prefix + channel, message))).then(
        () => up.set({ sends: true }),
        () => up.set({ sends: false }),
      );
    },
    async listen(channel, subscriber) {
      subscribers.set(prefix + channel, subscriber);
      await subscriptions.subscribe(prefix + channel);
    },
    run: (script, key, values) => inTime(run(script, prefix + key, values)),
    isUp: () => up.isUp,
    onChange: (changed) => up.onChange(changed),
    async close() {
      up.end();
      await Promise.allSettled([inTime(commands.quit()), inTime(subscriptions.quit())]);
      commands.disconnect();
      subscriptions.disconnect();
    },
  };
}

async function connect({ commands, subscriptions }: Connections): Promise<void> {
  try {
    await Promise.all([commands.connect(), subscriptions.connect()]);
  } catch (error) {
    commands.disconnect();
    subscriptions.disconnect();
    throw new RefusedStart(`Redis (REDIS_URL) cannot be reached: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

/** Rejects what is not answered within half a second. */
const timely =
  (clock: Clock) =>
  async <T>(asked: Promise<T>): Promise<T> => {
    const { promise: late, reject } = Promise.withResolvers<never>();
    // What has arrived is read first: a process that was held up itself must not blame Redis.
    const timer = clock.after(ANSWERED_WITHIN_MS, () => setImmediate(() => reject(new Error('Redis does not answer'))));
    try {
      return await Promise.race([asked, late]);
    } finally {
      timer.cancel();
    }
  };

interface Delivery {
  readonly subscribers: ReadonlyMap<string, Subscriber>;
  readonly open: Envelope['open'];
  readonly log: Log;
}

/** The first message that is not signed is logged. */
function deliver(subscriptions: Redis, { subscribers, open, log }: Delivery): void {
  let wasForged = false;
  subscriptions.on('message', (channel: string, signed: string) => {
    const message = open(channel, signed);
    if (message !== undefined) {
      callBack('bus.message', log, () => subscribers.get(channel)?.received(message));
      return;
    }
    if (!wasForged)
      log.error({ channel }, 'redis message without a valid signature ignored: is SECRET the same in all processes?');
    wasForged = true;
  });
  subscriptions.on('ready', () => {
    for (const each of subscribers.values()) callBack('bus.reconnected', log, () => each.reconnected());
  });
}

function scriptRunner(redis: Redis) {
  const known = new Set<string>();
  return async ({ name, lua }: SharedScript, key: string, values: readonly (string | number)[]): Promise<unknown> => {
    if (!known.has(name)) redis.defineCommand(name, { numberOfKeys: 1, lua });
    known.add(name);
    // A script's command is a method that the client's type does not have.
    const command: unknown = Reflect.get(redis, name);
    if (typeof command !== 'function') throw new Error(`there is no script ${name}`);
    return Reflect.apply(command, redis, [key, ...values]);
  };
}

function watch(redis: Redis, set: (isUp: boolean) => void): void {
  redis.on('error', () => {});
  redis.on('close', () => set(false));
  redis.on('ready', () => set(true));
}

/** Whether both connections work; each change is logged once. */
class UpOrNot {
  readonly #log: Log;
  #sends = true;
  #receives = true;
  #ended = false;
  #changed: () => void = () => {};

  constructor(log: Log) {
    this.#log = log;
  }

  get isUp(): boolean {
    return this.#sends && this.#receives;
  }

  set({
    sends = this.#sends,
    receives = this.#receives,
  }: {
    readonly sends?: boolean;
    readonly receives?: boolean;
  }): void {
    const wasUp = this.isUp;
    this.#sends = sends;
    this.#receives = receives;
    if (this.#ended || wasUp === this.isUp) return;
    if (this.isUp) this.#log.info({}, 'redis connection restored');
    else this.#log.error({}, 'redis connection lost, working without it');
    this.#changed();
  }

  onChange(changed: () => void): void {
    this.#changed = changed;
  }

  end(): void {
    this.#ended = true;
  }
}
