import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { formatVerifierKey } from '@plimsoll/proof/log';
import { DEMO_PASSWORD, readConfig } from './config.ts';
import { ConfigError } from './environment.ts';

const [LOG_KEY, LOG_KEY_OLD] = [Buffer.alloc(32, 1).toString('base64'), Buffer.alloc(32, 2).toString('base64')];
const LIVE = { MODE: 'live', FEED: 'htx', SECRET: 'a secret that nobody guesses', LOG_KEY };
const witnessKey = (name: string, type: 'ed25519' | 'cosignature' = 'cosignature') =>
  formatVerifierKey({ name, type, publicKey: new Uint8Array(32) });
const [WITNESS, OTHER_WITNESS] = [witnessKey('w1.example'), witnessKey('w2.example')];
const S3 = {
  UPLOADS_S3_ENDPOINT: 'https://s3.example',
  UPLOADS_S3_BUCKET: 'pier',
  UPLOADS_S3_ACCESS_KEY: 'key',
  UPLOADS_S3_SECRET_KEY: 'hush',
  UPLOADS_S3_REGION: 'auto',
};
const read = (env: Record<string, string>) => readConfig(env, (path) => path.endsWith('readable.csv'));

test('without variables it is a demo on the embedded database and simulated prices', () => {
  const demo = {
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('var'),
    feed: { kind: 'simulated', rate: 2 },
    mode: 'demo',
    operator: { username: 'owner' },
    mail: { from: 'Plimsoll <no-reply@localhost>' },
  };
  expect(read({})).toEqual(demo);
  const names = [
    ...Object.keys(S3),
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'MIGRATE_DATABASE_URL',
    'REPLICA_URL',
    'REPLICA_LAG_SECONDS',
    'REDIS_URL',
    'FEED',
    'FEED_FILE',
    'FEED_SPEED',
    'FEED_RATE',
    'FEED_SEED',
    'FEED_SOURCES',
    'HTX_URL',
    'HTX_WS_URL',
    'BINANCE_URL',
    'BINANCE_WS_URL',
    'OKX_URL',
    'OKX_WS_URL',
    'MODE',
    'OPERATOR_USERNAME',
    'OPERATOR_PASSWORD',
    'SMTP_URL',
    'MAIL_FROM',
    'SMS_URL',
    'SECRET',
    'SECRET_PREVIOUS',
    'LOG_KEY',
    'LOG_KEY_OLD',
    'WITNESSES',
    'PUBLIC_URL',
    'TRUST_PROXY',
    'CONSOLE_ALLOW',
    'WEBHOOK_ALLOW',
    'SECURITY_CONTACT',
  ];
  expect(read(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(demo);
});

test.each<[Record<string, string>, object]>([
  [{ PORT: '0' }, { port: 0 }],
  [
    { PORT: '65535', HOST: '::' },
    { port: 65_535, host: '::' },
  ],
  [{ DATA_DIR: 'elsewhere/data' }, { dataDir: resolve('elsewhere/data') }],
  [{ DATABASE_URL: 'postgres://me:word@db:5432/plimsoll' }, { databaseUrl: 'postgres://me:word@db:5432/plimsoll' }],
  [
    { DATABASE_URL: 'postgresql://me@/plimsoll?host=%2Ftmp%2Fx' },
    { databaseUrl: 'postgresql://me@/plimsoll?host=%2Ftmp%2Fx' },
  ],
  [
    { DATABASE_URL: 'postgres://me:word@db/plimsoll', MIGRATE_DATABASE_URL: 'postgres://owner:word@db/plimsoll' },
    { databaseUrl: 'postgres://me:word@db/plimsoll', migrateDatabaseUrl: 'postgres://owner:word@db/plimsoll' },
  ],
  [
    { DATABASE_URL: 'postgres://me@db/plimsoll', REPLICA_URL: 'postgres://me@copy/plimsoll' },
    { databaseUrl: 'postgres://me@db/plimsoll', replica: { url: 'postgres://me@copy/plimsoll', withinSeconds: 10 } },
  ],
  [{ REDIS_URL: 'redis://:word@cache:6379/1' }, { redisUrl: 'redis://:word@cache:6379/1' }],
  [{ FEED_RATE: '0.5', FEED_SEED: 'monday' }, { feed: { kind: 'simulated', rate: 0.5, seed: 'monday' } }],
  [
    { FEED: 'replay', FEED_FILE: 'readable.csv' },
    { feed: { kind: 'replay', file: resolve('readable.csv'), speed: 1 } },
  ],
  [
    { FEED: 'replay', FEED_FILE: 'readable.csv', FEED_SPEED: '60' },
    { feed: { kind: 'replay', file: resolve('readable.csv'), speed: 60 } },
  ],
  [
    { FEED: 'replay', FEED_FILE: 'readable.csv', FEED_SEED: 'monday' },
    { feed: { kind: 'replay', file: resolve('readable.csv'), speed: 1, seed: 'monday' } },
  ],
  [{ FEED: 'htx' }, { feed: { kind: 'htx', url: 'https://api.huobi.pro', wsUrl: 'wss://api.huobi.pro/ws' } }],
  [
    { FEED: 'htx', HTX_URL: 'http://localhost:1', HTX_WS_URL: 'ws://localhost:2/ws' },
    { feed: { kind: 'htx', url: 'http://localhost:1', wsUrl: 'ws://localhost:2/ws' } },
  ],
  [
    { FEED: 'live' },
    {
      feed: {
        kind: 'live',
        venues: [
          { name: 'htx', url: 'https://api.huobi.pro', wsUrl: 'wss://api.huobi.pro/ws' },
          { name: 'binance', url: 'https://api.binance.com', wsUrl: 'wss://stream.binance.com:9443/ws' },
          { name: 'okx', url: 'https://www.okx.com', wsUrl: 'wss://ws.okx.com:8443/ws/v5' },
        ],
      },
    },
  ],
  [
    {
      FEED: 'live',
      FEED_SOURCES: 'okx, htx',
      OKX_URL: 'https://eea.okx.com/',
      OKX_WS_URL: 'wss://wseea.okx.com:8443/ws/v5',
    },
    {
      feed: {
        kind: 'live',
        venues: [
          { name: 'okx', url: 'https://eea.okx.com', wsUrl: 'wss://wseea.okx.com:8443/ws/v5' },
          { name: 'htx', url: 'https://api.huobi.pro' },
        ],
      },
    },
  ],
  [
    { ...LIVE, FEED: 'live', FEED_SOURCES: 'binance' },
    { mode: 'live', feed: { kind: 'live', venues: [{ name: 'binance' }] } },
  ],
  [{ OPERATOR_USERNAME: 'pier', OPERATOR_PASSWORD: 'pw' }, { operator: { username: 'pier', password: 'pw' } }],
  [
    { SMTP_URL: 'smtp://u:p@mail.example:25' },
    { mail: { smtpUrl: 'smtp://u:p@mail.example:25', from: 'Plimsoll <no-reply@mail.example>' } },
  ],
  [
    { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'a@b.example' },
    { mail: { smtpUrl: 'smtps://mail.example', from: 'a@b.example' } },
  ],
  [{ SMS_URL: 'http://house:word@sms.example/send' }, { smsUrl: 'http://house:word@sms.example/send' }],
  [{ ...LIVE, SMS_URL: 'https://sms.example/send' }, { smsUrl: 'https://sms.example/send' }],
  [{ ...LIVE, SMS_URL: 'http://127.0.0.1:8080/send' }, { smsUrl: 'http://127.0.0.1:8080/send' }],
  [{ SECRET: 'x' }, { secret: 'x' }],
  [{ PUBLIC_URL: 'https://App.Quay.example/' }, { publicUrl: 'https://app.quay.example' }],
  [{ PUBLIC_URL: 'http://localhost:3000' }, { publicUrl: 'http://localhost:3000' }],
  [
    { TRUST_PROXY: ' 127.0.0.1, 10.0.0.0/8 ,2001:db8::/32' },
    { trustProxy: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'] },
  ],
  [{ SECURITY_CONTACT: 'security@quay.example' }, { securityContact: 'mailto:security@quay.example' }],
  [{ SECURITY_CONTACT: 'https://quay.example/report' }, { securityContact: 'https://quay.example/report' }],
  [{ WEBHOOK_ALLOW: '127.0.0.1, 10.1.0.0/16' }, { webhookAllow: ['127.0.0.1', '10.1.0.0/16'] }],
  [{ CONSOLE_ALLOW: '203.0.113.7, 10.0.0.0/8' }, { consoleAllow: ['203.0.113.7', '10.0.0.0/8'] }],
  [
    { ...LIVE, HOST: '0.0.0.0', TRUST_PROXY: '172.16.0.0/12' },
    { host: '0.0.0.0', trustProxy: ['172.16.0.0/12'] },
  ],
  [{ ...LIVE, HOST: '::', TRUST_PROXY: 'none' }, { host: '::' }],
  [
    { ...LIVE, HOST: 'localhost', PUBLIC_URL: 'https://app.quay.example' },
    { host: 'localhost', publicUrl: 'https://app.quay.example' },
  ],
  [
    S3,
    {
      uploadsS3: {
        endpoint: 'https://s3.example',
        bucket: 'pier',
        accessKey: 'key',
        secretKey: 'hush',
        region: 'auto',
      },
    },
  ],
  [
    { ...S3, UPLOADS_S3_ENDPOINT: 'http://127.0.0.1:9000/base/', UPLOADS_S3_REGION: '' },
    { uploadsS3: { endpoint: 'http://127.0.0.1:9000/base/', region: 'us-east-1' } },
  ],
  [LIVE, { mode: 'live', secret: LIVE.SECRET, logKeys: [LOG_KEY], feed: { kind: 'htx' } }],
  [
    { SECRET: 'the new one', SECRET_PREVIOUS: 'the old one' },
    { secret: 'the new one', secretBefore: 'the old one' },
  ],
  [{ LOG_KEY, LOG_KEY_OLD }, { logKeys: [LOG_KEY, LOG_KEY_OLD] }],
  [
    { WITNESSES: `${WITNESS} http://127.0.0.1:3300; ${OTHER_WITNESS} https://w2.example/log/` },
    {
      witnesses: [
        { vkey: WITNESS, url: 'http://127.0.0.1:3300' },
        { vkey: OTHER_WITNESS, url: 'https://w2.example/log' },
      ],
    },
  ],
])('%j is read', (env, config) => {
  expect(read(env)).toMatchObject(config);
});

test.each<[string, Record<string, string>]>([
  ['WITNESSES', { WITNESSES: WITNESS }],
  ['WITNESSES', { WITNESSES: `${WITNESS} https://w1.example;` }],
  ['WITNESSES', { WITNESSES: `${WITNESS} https://w1.example x` }],
  ['WITNESSES', { WITNESSES: `${WITNESS} ftp://w1.example` }],
  ['WITNESSES', { WITNESSES: `${WITNESS} https://me:hush@w1.example` }],
  ['WITNESSES', { WITNESSES: `${WITNESS} https://w1.example/?a=1` }],
  ['WITNESSES', { WITNESSES: `${witnessKey('log.example/log', 'ed25519')} https://w1.example` }],
  ['WITNESSES', { WITNESSES: `${WITNESS.replace('w1', 'w3')} https://w1.example` }],
  ['WITNESSES', { WITNESSES: `${WITNESS} https://w1.example;${WITNESS} https://w2.example` }],
  ['WITNESSES', { ...LIVE, WITNESSES: `${WITNESS} http://w1.example` }],
  ['PORT', { PORT: 'http' }],
  ['PORT', { PORT: '65536' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '3e3' }],
  ['HOST', { HOST: 'two words' }],
  ['DATA_DIR', { DATA_DIR: 'a\nb' }],
  ['DATABASE_URL', { DATABASE_URL: 'plimsoll' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://me:hush@db/plimsoll' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://me:hush@db' }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://me:hush@db/plimsoll?options=-c%20synchronous_commit%3Doff' }],
  ['MIGRATE_DATABASE_URL', { MIGRATE_DATABASE_URL: 'postgres://owner:hush@db/plimsoll' }],
  ['MIGRATE_DATABASE_URL', { DATABASE_URL: 'postgres://me@db/plimsoll', MIGRATE_DATABASE_URL: 'plimsoll' }],
  ['REPLICA_URL', { REPLICA_URL: 'postgres://me@copy/plimsoll' }],
  ['REPLICA_LAG_SECONDS', { REPLICA_LAG_SECONDS: '0' }],
  ['REDIS_URL', { REDIS_URL: 'localhost:6379' }],
  ['FEED', { FEED: 'random' }],
  ['FEED_SOURCES', { FEED: 'live', FEED_SOURCES: 'htx,krakn' }],
  ['FEED_SOURCES', { FEED: 'live', FEED_SOURCES: 'htx,' }],
  ['FEED_SOURCES', { FEED: 'live', FEED_SOURCES: 'htx,okx,htx' }],
  ['FEED_SOURCES', { FEED_SOURCES: 'toString' }],
  ['BINANCE_URL', { FEED: 'live', BINANCE_URL: 'wss://api.binance.com' }],
  ['OKX_WS_URL', { FEED: 'live', OKX_WS_URL: 'https://ws.okx.com' }],
  ['FEED_FILE', { FEED: 'replay' }],
  ['FEED_FILE', { FEED: 'replay', FEED_FILE: 'missing.csv' }],
  ['FEED_SPEED', { FEED_SPEED: '0' }],
  ['FEED_SPEED', { FEED_SPEED: '-1' }],
  ['FEED_SPEED', { FEED_SPEED: 'fast' }],
  ['FEED_RATE', { FEED_RATE: '0.0' }],
  ['FEED_RATE', { FEED_RATE: 'Infinity' }],
  ['FEED_RATE', { FEED_RATE: '1e3' }],
  ['FEED_SEED', { FEED_SEED: 'x'.repeat(256) }],
  ['HTX_URL', { HTX_URL: 'ws://localhost' }],
  ['HTX_WS_URL', { HTX_WS_URL: 'https://localhost' }],
  ['MODE', { MODE: 'production' }],
  ['OPERATOR_USERNAME', { OPERATOR_USERNAME: 'two words' }],
  ['OPERATOR_PASSWORD', { OPERATOR_PASSWORD: 'hush'.repeat(33) }],
  ['OPERATOR_PASSWORD', { OPERATOR_PASSWORD: 'hush\u0007hush' }],
  ['SMTP_URL', { SMTP_URL: 'http://me:hush@mail.example' }],
  ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
  ['MAIL_FROM', { MAIL_FROM: '"Quay <no-reply@quay.example>"' }],
  ['MAIL_FROM', { MAIL_FROM: "'no-reply@quay.example'" }],
  ['SMS_URL', { SMS_URL: 'sms.example' }],
  ['SMS_URL', { SMS_URL: 'ftp://me:hush@sms.example' }],
  ['SMS_URL', { ...LIVE, SMS_URL: 'http://me:hush@sms.example/send' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'app.quay.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://app.quay.example' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://203.0.113.7' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://[2001:db8::1]' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://app.quay.example/path' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://me:hush@app.quay.example' }],
  ['PUBLIC_URL', { ...LIVE, PUBLIC_URL: 'http://localhost:3000' }],
  ['CONSOLE_ALLOW', { CONSOLE_ALLOW: 'home' }],
  ['WEBHOOK_ALLOW', { WEBHOOK_ALLOW: 'intern' }],
  ['WEBHOOK_ALLOW', { WEBHOOK_ALLOW: '0.0.0.0/0' }],
  ['CONSOLE_ALLOW', { CONSOLE_ALLOW: '::/0' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
  ['TRUST_PROXY', { TRUST_PROXY: '127.0.0.1,' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/33' }],
  ['TRUST_PROXY', { TRUST_PROXY: '10.0.0.0/8/8' }],
  ['TRUST_PROXY', { TRUST_PROXY: '0.0.0.0/0' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'fe80::1%eth0' }],
  ['TRUST_PROXY', { ...LIVE, HOST: '0.0.0.0' }],
  ['TRUST_PROXY', { ...LIVE, HOST: '::' }],
  ['TRUST_PROXY', { ...LIVE, HOST: 'quay.example' }],
  ['SECURITY_CONTACT', { SECURITY_CONTACT: 'nobody' }],
  ['SECURITY_CONTACT', { SECURITY_CONTACT: 'javascript:alert(1)' }],
  ['SECURITY_CONTACT', { SECURITY_CONTACT: 'http://quay.example' }],
  ['UPLOADS_S3_ENDPOINT', { ...S3, UPLOADS_S3_ENDPOINT: '' }],
  ['UPLOADS_S3_ENDPOINT', { ...S3, UPLOADS_S3_ENDPOINT: 's3://pier' }],
  ['UPLOADS_S3_ENDPOINT', { ...S3, UPLOADS_S3_ENDPOINT: 'https://me:hush@s3.example' }],
  ['UPLOADS_S3_BUCKET', { ...S3, UPLOADS_S3_BUCKET: '../up' }],
  ['UPLOADS_S3_BUCKET', { ...S3, UPLOADS_S3_BUCKET: '' }],
  ['UPLOADS_S3_ACCESS_KEY', { ...S3, UPLOADS_S3_ACCESS_KEY: '' }],
  ['UPLOADS_S3_SECRET_KEY', { ...S3, UPLOADS_S3_SECRET_KEY: '' }],
  ['UPLOADS_S3_REGION', { ...S3, UPLOADS_S3_REGION: 'two words' }],
  ['FEED', { ...LIVE, FEED: '' }],
  ['FEED', { ...LIVE, FEED: 'replay', FEED_FILE: 'readable.csv' }],
  ['SECRET', { ...LIVE, SECRET: '' }],
  ['SECRET', { ...LIVE, SECRET: 'short' }],
  ['SECRET', { ...LIVE, SECRET: 'please-change-me-soon' }],
  ['SECRET', { ...LIVE, SECRET: 'secretsecretsecret' }],
  ['SECRET', { ...LIVE, SECRET: 'hush hush hush hush', OPERATOR_PASSWORD: 'hush hush hush hush' }],
  ['LOG_KEY', { ...LIVE, LOG_KEY: '' }],
  ['LOG_KEY', { LOG_KEY: 'hush' }],
  ['LOG_KEY', { LOG_KEY: `${LOG_KEY.slice(0, 42)}B=` }],
  ['LOG_KEY_OLD', { LOG_KEY_OLD }],
  ['LOG_KEY_OLD', { LOG_KEY, LOG_KEY_OLD: LOG_KEY }],
  ['SECRET_PREVIOUS', { SECRET_PREVIOUS: 'hush' }],
  ['SECRET_PREVIOUS', { ...LIVE, SECRET_PREVIOUS: LIVE.SECRET }],
  ['OPERATOR_PASSWORD', { ...LIVE, OPERATOR_PASSWORD: DEMO_PASSWORD }],
])('%s is refused in %j, by name, in one sentence that repeats no secret', (name, env) => {
  const refusal = () => read(env);
  expect(refusal).toThrow(ConfigError);
  expect(refusal).toThrow(new RegExp(`^${name} [^\n]+\\.$`));
  expect(refusal).not.toThrow(/hush/);
});
