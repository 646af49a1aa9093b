import { createHmac } from 'node:crypto';
import { Redis } from 'ioredis';
import { callBack } from '../listeners.ts';
import type { Log } from '../log.ts';
import { messageOf } from '../system-error.ts';
import type { Bus, SharedScript, Subscriber } from './bus.ts';
import { secretsOf, type SecretOrSecrets } from '../secret.ts';

const SCRIPT_WITHIN_MS = 500;
const CONNECT_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 250;
/** 128 bits in base64url. */
const SIGNATURE_LENGTH = 22;

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
export async function openRedisBus({ url, prefix, secret, log }: RedisBusOptions): Promise<Bus> {
  const commands = new Redis(url, { ...OPTIONS, commandTimeout: SCRIPT_WITHIN_MS });
  const subscriptions = new Redis(url, OPTIONS);
  const subscribers = new Map<string, Subscriber>();
  let closing = false;
  watch(
    commands,
    () => {
      if (!closing) log.error({}, 'redis connection lost, working without it');
    },
    () => log.info({}, 'redis connection restored'),
  );
  subscriptions.on('error', () => {});
  await connect({ commands, subscriptions });
  const [sign, ...before] = secretsOf(secret).map(signer);
  if (!sign) throw new Error('there is no secret to sign with');
  deliver(subscriptions, { subscribers, signs: [sign, ...before], log });

  const run = scriptRunner(commands);
  return {
    publish: (channel, message) => {
      commands.publish(prefix + channel, sign(prefix + channel, message) + message).catch(() => {});
    },
    async listen(channel, subscriber) {
      subscribers.set(prefix + channel, subscriber);
      await subscriptions.subscribe(prefix + channel);
    },
    run: (script, key, values) => run(script, prefix + key, values),
    async close() {
      closing = true;
      await Promise.allSettled([commands.quit(), subscriptions.quit()]);
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
    throw new Error(`Redis (REDIS_URL) cannot be reached: ${messageOf(error)}.`, {
      cause: error,
    });
  }
}

type Sign = (channel: string, message: string) => string;

const signer =
  (secret: string): Sign =>
  (channel, message) =>
    createHmac('sha256', secret).update(`${channel}\n${message}`).digest('base64url').slice(0, SIGNATURE_LENGTH);

interface Delivery {
  readonly subscribers: ReadonlyMap<string, Subscriber>;
  /** Of every secret that is read with. */
  readonly signs: readonly Sign[];
  readonly log: Log;
}

/** The first message that is not signed is logged. */
function deliver(subscriptions: Redis, { subscribers, signs, log }: Delivery): void {
  let wasForged = false;
  subscriptions.on('message', (channel: string, signed: string) => {
    const message = signed.slice(SIGNATURE_LENGTH);
    if (signs.some((sign) => sign(channel, message) === signed.slice(0, SIGNATURE_LENGTH))) {
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

/** Calls `lost` and `restored` once each time. */
function watch(redis: Redis, lost: () => void, restored: () => void): void {
  let isLost = false;
  redis.on('error', () => {});
  redis.on('close', () => {
    if (isLost) return;
    isLost = true;
    lost();
  });
  redis.on('ready', () => {
    if (isLost) restored();
    isLost = false;
  });
}
