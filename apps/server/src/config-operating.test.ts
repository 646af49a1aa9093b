import { expect, test } from 'vitest';
import { readOperating } from './config-operating.ts';
import { ConfigError } from './environment.ts';

test('without variables there are no metrics, everything is logged, and a stop does not wait', () => {
  expect(readOperating({})).toEqual({});
  expect(readOperating({ METRICS_PORT: '', METRICS_HOST: '', LOG_LEVEL: '', DRAIN_SECONDS: '' })).toEqual({});
});

test.each<[Record<string, string>, object]>([
  [{ METRICS_PORT: '9464' }, { metrics: { host: '127.0.0.1', port: 9464 } }],
  [{ METRICS_PORT: '0', METRICS_HOST: '::1' }, { metrics: { host: '::1', port: 0 } }],
  [{ METRICS_HOST: '10.0.0.2' }, {}],
  [{ LOG_LEVEL: 'error' }, { logLevel: 'error' }],
  [{ DRAIN_SECONDS: '3' }, { drainMs: 3000 }],
  [
    { AUDIT_MINUTES: '5', AUDIT_ALL_HOURS: '48' },
    { auditMs: 300_000, auditAllMs: 172_800_000 },
  ],
  [{ ACCESS_LOG: '0.01' }, { accessLog: 0.01 }],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_SAMPLER_ARG: '0.5' },
    { traces: { endpoint: 'http://127.0.0.1:4318', part: 0.5 } },
  ],
  [{ OTEL_TRACES_SAMPLER_ARG: '1' }, {}],
  [{ ACCESS_LOG: '1' }, { accessLog: 1 }],
  [{ ACCESS_LOG: '0' }, {}],
  [{ AUDIT_MINUTES: '0' }, { auditMs: 0 }],
  [{ FEED_LEASE_SECONDS: '5' }, { feedLeaseMs: 5000 }],
])('%j is read', (env, read) => {
  expect(readOperating(env)).toEqual(read);
});

test.each([
  'METRICS_PORT=65536',
  'METRICS_PORT=http',
  'METRICS_HOST=a b',
  'LOG_LEVEL=loud',
  'DRAIN_SECONDS=4',
  'DRAIN_SECONDS=-1',
  'DRAIN_SECONDS=1.5',
  'AUDIT_MINUTES=1441',
  'AUDIT_ALL_HOURS=721',
  'ACCESS_LOG=1.5',
  'ACCESS_LOG=all',
  'OTEL_EXPORTER_OTLP_ENDPOINT=collector',
  'OTEL_TRACES_SAMPLER_ARG=2',
  'FEED_LEASE_SECONDS=0',
  'FEED_LEASE_SECONDS=31',
])('%s is refused by its name', (line) => {
  const [name = '', value = ''] = line.split('=');
  expect(() => readOperating({ METRICS_PORT: '1', [name]: value })).toThrow(new RegExp(`^${name} must .*\\.$`));
  expect(() => readOperating({ [name]: value })).toThrow(ConfigError);
});
