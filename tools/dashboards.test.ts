import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChildServer, type ChildServer } from '../apps/server/src/testing/child-server.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';

// Dashboards and alerts name figures: each must be one that a running server has.

const TIMEOUT = 120_000;
const OPERATING = new URL('../docs/operating/', import.meta.url);
const NAME = /\b(?:plimsoll|nodejs|process)_[a-z0-9_]+/g;
let folder: string;
let server: ChildServer;
let served: ReadonlySet<string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboards-'));
  const port = await freePort();
  server = await startChildServer({ dataDir: folder, env: { METRICS_PORT: String(port), FEED_SEED: 'dashboards' } });
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  served = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}, TIMEOUT);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
}, TIMEOUT);

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  }[];
}
async function dashboards(): Promise<Dashboard[]> {
  const folderOf = new URL('grafana/', OPERATING);
  const files = (await readdir(folderOf)).filter((file) => file.endsWith('.json'));
  return Promise.all(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- files of this repository, in Grafana's form
    files.map(async (file) => JSON.parse(await readFile(new URL(file, folderOf), 'utf8')) as Dashboard),
  );
}
const namesIn = (text: string): string[] => [...new Set(text.match(NAME) ?? [])];

test('every figure that a dashboard shows is one that a server has', async () => {
  const boards = await dashboards();
  expect(boards.map(({ uid }) => uid).sort()).toEqual(['plimsoll-machine', 'plimsoll-money', 'plimsoll-trading']);
  const shown = boards.flatMap(({ panels }) =>
    panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr))),
  );
  expect(shown.length).toBeGreaterThan(30);
  expect(shown.filter((name) => !served.has(name))).toEqual([]);
});

test('every figure that an alert asks for is one that a server has', async () => {
  const expressions = (await readFile(new URL('alerts.yml', OPERATING), 'utf8')).match(/^\s+expr: .*$/gm) ?? [];
  expect(expressions.length).toBeGreaterThan(20);
  expect(namesIn(expressions.join('\n')).filter((name) => !served.has(name))).toEqual([]);
});

test('every figure of the platform’s own is explained in OPERATING', async () => {
  const page = await readFile(new URL('../OPERATING.md', OPERATING), 'utf8');
  const own = [...served]
    .filter((name) => name.startsWith('plimsoll_'))
    .map((name) => name.replace(/_(?:bucket|sum|count)$/, ''));
  // Names that follow another in a row of the table are cut: `…_due_oldest_seconds`.
  const isExplained = (name: string): boolean =>
    page.includes(name) || page.includes(`\`…${name.replace('plimsoll_options', '')}`);
  expect([...new Set(own)].filter((name) => !isExplained(name))).toEqual([]);
});

test('panels of a dashboard lie beside each other, each with a name of its own', async () => {
  for (const { panels } of await dashboards()) {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
  }
});
