import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { address, choice, ConfigError, CONTROL, given, matching, type Environment } from './environment.ts';
import { readFeed, type FeedConfig } from './config-feed.ts';
import { isHere, readNetwork, type NetworkConfig } from './config-network.ts';
import { readWitnesses } from './config-witnesses.ts';
import { readOperating, type OperatingConfig } from './config-operating.ts';
import type { WitnessAddress } from './features/proof/index.ts';
import type { S3Config } from './platform/uploads/index.ts';

/** Everything the environment says, checked (docs/OPERATING.md, Variables). */
export interface Config extends NetworkConfig, OperatingConfig {
  /** 0 takes a free one. */
  readonly port: number;
  readonly host: string;
  /** Absolute path of everything the server writes. */
  readonly dataDir: string;
  /** None: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl?: string;
  /** The database as its owner, for migrations; none where they run separately. */
  readonly migrateDatabaseUrl?: string;
  /** Of a read replica: reports and audits are read from it while it is not further behind. None: nothing is. */
  readonly replica?: { readonly url: string; readonly withinSeconds: number };
  /** Connects several processes on one database. None: this is the only one. */
  readonly redisUrl?: string;
  readonly feed: FeedConfig;
  readonly mode: 'demo' | 'live';
  /** The first operator; without a password one is made and printed once. */
  readonly operator: { readonly username: string; readonly password?: string };
  /** Without `smtpUrl` mails become files in `dataDir`. */
  readonly mail: { readonly smtpUrl?: string; readonly from: string };
  /** Provider of text messages. None: files in `dataDir`, and in live mode no registration by phone. */
  readonly smsUrl?: string;
  /** Store of uploads. None: a folder in `dataDir`. */
  readonly uploadsS3?: S3Config;
  /** Public address of the app, without a path; passkeys are bound to it. None: `http://localhost` and the port. */
  readonly publicUrl?: string;
  /** Signs upload links and receipts. None, in demo mode: the one kept in `dataDir`. */
  readonly secret?: string;
  /** The secret before, which is read with while it is changed (docs/SECRETS.md). */
  readonly secretBefore?: string;
  /**
   * Seeds of the public log's keys, base64 of 32 bytes: the present one, and the one before while both sign. None, in demo
   * mode: the one kept in `dataDir`.
   */
  readonly logKeys?: readonly [string, ...string[]];
  /** Who cosigns the public log. None: nobody. */
  readonly witnesses?: readonly WitnessAddress[];
}

/** Password and payment password of the member `demo`; refused for a live operator. */
export const DEMO_PASSWORD = 'demo2026';
/** Shorter ones can be guessed. */
const SECRET_MIN = 16;
/** Secrets of examples, tried first by attackers. */
const KNOWN_SECRETS =
  /change.?me|replace.?me|your.?secret|example|placeholder|password|demo2026|^(?:secret)+$|^(?:0?123456789?)+/i;
/** Reports are looked at by people. */
const REPLICA_WITHIN_S = 10;
/** No login takes a longer one. */
const OPERATOR_PASSWORD_MAX = 128;

/**
 * Reads every variable (docs/OPERATING.md, Variables); an empty one counts as unset.
 * @param isReadable whether a file can be read.
 * @throws ConfigError at the first variable that is missing or wrong.
 */
export function readConfig(env: Environment, isReadable: (path: string) => boolean = canRead): Config {
  const mode = choice(env, 'MODE', ['demo', 'live'], 'demo');
  const redisUrl = address(env, 'REDIS_URL', ['redis:', 'rediss:']);
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL');
  const migrateDatabaseUrl = readDatabaseUrl(env, 'MIGRATE_DATABASE_URL');
  if (migrateDatabaseUrl !== undefined && databaseUrl === undefined)
    throw new ConfigError('MIGRATE_DATABASE_URL needs DATABASE_URL, which the server logs in with.');
  const replica = readReplica(env, databaseUrl);
  const secret = readSecret(env, mode);
  const uploadsS3 = readUploadsS3(env);
  const publicUrl = readPublicUrl(env, mode);
  const smsUrl = readSmsUrl(env, mode);
  const logKeys = readLogKeys(env, mode);
  const witnesses = readWitnesses(env, mode);
  const host = matching(env, 'HOST', /^[A-Za-z0-9.:_-]+$/, 'a host name or an address') ?? '127.0.0.1';
  return {
    port: readPort(env),
    host,
    ...readNetwork(env, { mode, host }),
    ...readOperating(env),
    dataDir: resolve(given(env, 'DATA_DIR') ?? 'var'),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(migrateDatabaseUrl === undefined ? {} : { migrateDatabaseUrl }),
    ...(replica === undefined ? {} : { replica }),
    ...(redisUrl === undefined ? {} : { redisUrl }),
    feed: readFeed(env, mode, isReadable),
    mode,
    operator: readOperator(env, mode),
    mail: readMail(env),
    ...(smsUrl === undefined ? {} : { smsUrl }),
    ...(uploadsS3 === undefined ? {} : { uploadsS3 }),
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(secret === undefined ? {} : { secret }),
    ...readSecretBefore(env, secret),
    ...(logKeys === undefined ? {} : { logKeys }),
    ...(witnesses === undefined ? {} : { witnesses }),
  };
}

function readPort(env: Environment): number {
  const text = matching(env, 'PORT', /^\d{1,5}$/, 'a port number from 0 to 65535') ?? '3000';
  const port = Number(text);
  if (port > 65_535) throw new ConfigError('PORT must be a port number from 0 to 65535.');
  return port;
}

function readDatabaseUrl(
  env: Environment,
  name: 'DATABASE_URL' | 'MIGRATE_DATABASE_URL' | 'REPLICA_URL',
): string | undefined {
  const text = given(env, name);
  if (text === undefined) return undefined;
  // URL cannot read a socket's address, which has no host.
  const url = URL.parse(text.replace('@/', '@localhost/').replace(':///', '://localhost/'));
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2) {
    throw new ConfigError(`${name} must be of the form postgres://user:password@host:port/database.`);
  }
  if (url.searchParams.has('options')) throw new ConfigError(`${name} must not set options: the server sets its own.`);
  return text;
}

function readReplica(env: Environment, databaseUrl: string | undefined): Config['replica'] {
  const url = readDatabaseUrl(env, 'REPLICA_URL');
  const seconds = matching(env, 'REPLICA_LAG_SECONDS', /^[1-9]\d{0,3}$/, 'a whole number from 1 to 9999');
  if (url === undefined) return undefined;
  if (databaseUrl === undefined) throw new ConfigError('REPLICA_URL needs DATABASE_URL, the database that it follows.');
  return { url, withinSeconds: Number(seconds ?? REPLICA_WITHIN_S) };
}

function readOperator(env: Environment, mode: Config['mode']): Config['operator'] {
  const username =
    matching(env, 'OPERATOR_USERNAME', /^[A-Za-z0-9._@+-]{1,64}$/, '1 to 64 letters, digits or . _ @ + -') ?? 'owner';
  const password = given(env, 'OPERATOR_PASSWORD');
  if (password === undefined) return { username };
  if (password.length > OPERATOR_PASSWORD_MAX || CONTROL.test(password))
    throw new ConfigError(
      `OPERATOR_PASSWORD must be at most ${OPERATOR_PASSWORD_MAX} characters, none of them a control character.`,
    );
  if (mode === 'live' && password === DEMO_PASSWORD)
    throw new ConfigError('OPERATOR_PASSWORD must not be the demo password in live mode.');
  return { username, password };
}

function readMail(env: Environment): Config['mail'] {
  const smtpUrl = address(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  // Where a secret of Kubernetes or a container's file is made of lines, quotes around a value are a part of it.
  if (/^(['"]).*\1$/.test(given(env, 'MAIL_FROM') ?? ''))
    throw new ConfigError('MAIL_FROM must not be in quotes: what it was read from makes them a part of the address.');
  const from = matching(env, 'MAIL_FROM', /^[^@]+@[^@\s]+$/, 'an e-mail address');
  if (smtpUrl === undefined) return { from: from ?? 'Plimsoll <no-reply@localhost>' };
  return { smtpUrl, from: from ?? `Plimsoll <no-reply@${new URL(smtpUrl).hostname}>` };
}

/** It carries codes: in live mode over TLS, or to this machine. */
function readSmsUrl(env: Environment, mode: Config['mode']): string | undefined {
  const text = address(env, 'SMS_URL', ['https:', 'http:']);
  if (text !== undefined && mode === 'live' && text.startsWith('http:') && !isHere(new URL(text).hostname))
    throw new ConfigError('SMS_URL must begin with https:// in live mode.');
  return text;
}

/** Any of the variables requires all but the region. */
function readUploadsS3(env: Environment): S3Config | undefined {
  const endpoint = matching(
    env,
    'UPLOADS_S3_ENDPOINT',
    /^https?:\/\/[^/?#@\s]+(?:\/[^?#\s]*)?$/,
    'an address that begins with http:// or https://',
  );
  const bucket = matching(env, 'UPLOADS_S3_BUCKET', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket');
  const accessKey = given(env, 'UPLOADS_S3_ACCESS_KEY');
  const secretKey = given(env, 'UPLOADS_S3_SECRET_KEY');
  const region = matching(env, 'UPLOADS_S3_REGION', /^[a-z0-9-]{1,64}$/, 'the name of a region');
  if ([endpoint, bucket, accessKey, secretKey, region].every((each) => each === undefined)) return undefined;
  const needed = (value: string | undefined, name: string): string => {
    if (value === undefined)
      throw new ConfigError(`UPLOADS_S3_${name} must be set when uploads are kept in an S3 store.`);
    return value;
  };
  return {
    endpoint: needed(endpoint, 'ENDPOINT'),
    bucket: needed(bucket, 'BUCKET'),
    accessKey: needed(accessKey, 'ACCESS_KEY'),
    secretKey: needed(secretKey, 'SECRET_KEY'),
    region: region ?? 'us-east-1',
  };
}

/** Browsers make passkeys for names only, over TLS or for this machine. */
function readPublicUrl(env: Environment, mode: Config['mode']): string | undefined {
  const text = given(env, 'PUBLIC_URL');
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  const isHere = url?.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname.endsWith('.localhost'));
  const isBare =
    url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!url || !isBare || !(isHere || url.protocol === 'https:') || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) {
    throw new ConfigError(
      'PUBLIC_URL must be where the app is open, of the form https://app.example, with a name and no path.',
    );
  }
  // Members elsewhere would be asked for passkeys of this machine's name.
  if (mode === 'live' && isHere) throw new ConfigError('PUBLIC_URL must begin with https:// in live mode.');
  return url.origin;
}

function readSecret(env: Environment, mode: Config['mode']): string | undefined {
  const secret = given(env, 'SECRET');
  if (mode === 'live' && secret === undefined) throw new ConfigError('SECRET must be set in live mode.');
  if (mode === 'live' && secret !== undefined && secret.length < SECRET_MIN) {
    throw new ConfigError(`SECRET must have at least ${SECRET_MIN} characters in live mode.`);
  }
  if (
    mode === 'live' &&
    secret !== undefined &&
    (KNOWN_SECRETS.test(secret) || secret === given(env, 'OPERATOR_PASSWORD'))
  ) {
    throw new ConfigError(
      'SECRET must be one that nobody else knows in live mode: 32 random bytes, and not one of an example or the operator’s password.',
    );
  }
  return secret;
}

function readSecretBefore(env: Environment, secret: string | undefined): Pick<Config, 'secretBefore'> {
  const before = given(env, 'SECRET_PREVIOUS');
  if (before === undefined) return {};
  if (secret === undefined) throw new ConfigError('SECRET_PREVIOUS needs SECRET beside it.');
  if (before === secret) throw new ConfigError('SECRET_PREVIOUS must be another one than SECRET.');
  return { secretBefore: before };
}

/** The secret before, as {@link Secrets} names it. */
export const beforeOf = ({ secretBefore }: Pick<Config, 'secretBefore'>): { readonly before?: string } =>
  secretBefore === undefined ? {} : { before: secretBefore };

/** Base64 of 32 bytes, one spelling each. */
const LOG_SEED = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

function readLogKeys(env: Environment, mode: Config['mode']): Config['logKeys'] {
  const form = '32 random bytes in base64, as `openssl rand -base64 32` makes them';
  const present = matching(env, 'LOG_KEY', LOG_SEED, form);
  const before = matching(env, 'LOG_KEY_OLD', LOG_SEED, form);
  if (mode === 'live' && present === undefined) throw new ConfigError('LOG_KEY must be set in live mode.');
  if (present === undefined && before !== undefined) throw new ConfigError('LOG_KEY_OLD needs LOG_KEY beside it.');
  if (present !== undefined && present === before)
    throw new ConfigError('LOG_KEY_OLD must be the key before LOG_KEY, and not the same.');
  return present === undefined ? undefined : before === undefined ? [present] : [present, before];
}

function canRead(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
