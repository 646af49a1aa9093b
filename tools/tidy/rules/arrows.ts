import { isCode, isTest, type Finding, type Rule, type SourceFile } from '../house.ts';
import { importsOf, type Import } from '../imports.ts';

/** What each room may import (ARCHITECTURE, "Direction of imports"). */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'packages/money': [],
  'packages/contract': ['packages/money'],
  // Its tests alone: what is published knows nothing else of this repository.
  'packages/client': ['packages/contract'],
  'packages/rules': ['packages/money'],
  'packages/proof': ['packages/money', 'packages/rules'],
  'packages/i18n': [],
  'packages/ui': ['packages/money', 'packages/i18n'],
  'apps/server': ['packages/money', 'packages/rules', 'packages/proof', 'packages/contract', 'packages/i18n'],
  'apps/member': [
    'packages/money',
    'packages/rules',
    'packages/proof',
    'packages/contract',
    'packages/i18n',
    'packages/ui',
  ],
  'apps/console': ['packages/money', 'packages/proof', 'packages/contract', 'packages/i18n', 'packages/ui'],
  'apps/witness': ['packages/proof'],
  'apps/mcp': ['packages/client', 'packages/proof'],
  e2e: [
    'packages/money',
    'packages/rules',
    'packages/proof',
    'packages/contract',
    'packages/client',
    'packages/i18n',
    'apps/server',
    // Backups of released versions, which upgrades are tried on.
    'tools',
  ],
  bench: ['packages/money', 'packages/rules', 'packages/proof', 'packages/contract', 'packages/i18n', 'apps/server'],
  tools: ['packages/money', 'packages/rules', 'packages/proof', 'packages/contract', 'packages/i18n', 'apps/server'],
};

/** Layers of an app, lowest first; a folder imports those below it, and itself. Files beside the folders are on top. */
const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'apps/server/src': [['platform'], ['ledger', 'market'], ['features']],
  'apps/member/src': [['platform'], ['features'], ['app']],
  'apps/console/src': [['platform'], ['features'], ['app']],
};

const roomOf = (path: string): string | undefined => Object.keys(ROOMS).find((room) => path.startsWith(`${room}/`));

function meantRoom({ from, path }: Import): string | undefined {
  if (path !== undefined) return roomOf(path);
  const match = /^@plimsoll\/([a-z0-9]+)/.exec(from);
  return Object.keys(ROOMS).find((room) => match && room.split('/').at(-1) === match[1]);
}

/** Packages import one another in one direction, by package name. */
export const betweenRooms: Rule = (files) =>
  eachImport(files, (file, used) => {
    const own = roomOf(file.path);
    const meant = meantRoom(used);
    if (own === undefined || meant === undefined || own === meant) return undefined;
    if (!ROOMS[own]?.includes(meant)) return `${own} must not use ${meant}.`;
    if (own === 'apps/member' && used.from.startsWith('@plimsoll/contract/operator'))
      return 'the member app must not know the operators’ contract.';
    if (used.path !== undefined && meant.startsWith('packages/'))
      return `${meant} is used by its name, not by a path into it.`;
    return undefined;
  });

interface Place {
  readonly app: string;
  /** 0 is the lowest; files beside the folders are above all. */
  readonly layer: number;
  readonly folder: string;
  /** The slice, inside `features`. */
  readonly slice: string | undefined;
}

function placeOf(path: string): Place | undefined {
  if (!/\.(?:ts|tsx)$/.test(path)) return undefined; // a stylesheet or a picture
  const app = Object.keys(LAYERS).find((each) => path.startsWith(`${each}/`));
  if (app === undefined) return undefined;
  const [folder = '', slice = ''] = path.slice(app.length + 1).split('/');
  const layers = LAYERS[app] ?? [];
  const layer = layers.findIndex((names) => names.includes(folder));
  return { app, layer: layer === -1 ? layers.length : layer, folder, slice: folder === 'features' ? slice : undefined };
}

/** Inside an app imports go down; ledger and market do not import each other. Tests may reach what they set up. */
export const betweenLayers: Rule = (files) =>
  eachImport(files, (file, { path }) => {
    const own = placeOf(file.path);
    const meant = path === undefined ? undefined : placeOf(path);
    if (!own || !meant || own.app !== meant.app || own.folder === meant.folder) return undefined;
    if (isTest(file) || own.folder === 'testing') return undefined;
    if (meant.folder === 'testing') return 'what tests share is for tests alone.';
    return own.layer > meant.layer || own.layer === LAYERS[own.app]?.length
      ? undefined
      : `${own.folder} must not use ${meant.folder}.`;
  });

/** Rooms of the server beside `features` with an index as their only entry point, except for tests. */
const WITH_INDEX = ['ledger', 'market'];

const entryOf = (path: string): string | undefined =>
  /^(.*\/features\/[^/]+)\//.exec(path)?.[1] ??
  WITH_INDEX.map((room) => `apps/server/src/${room}`).find((room) => path.startsWith(`${room}/`));

/** Slices, ledger and market are imported through their index. */
export const throughTheIndex: Rule = (files) =>
  eachImport(files, (file, { path = '' }) => {
    const own = placeOf(file.path);
    const meant = placeOf(path);
    if (!own || !meant || own.app !== meant.app) return undefined;
    const entry = entryOf(path);
    if (
      entry === undefined ||
      file.path.startsWith(`${entry}/`) ||
      (/\/index\.tsx?$/.test(path.slice(entry.length)) && !path.slice(entry.length + 1).includes('/'))
    )
      return undefined;
    if (meant.slice === undefined) {
      const isStage = isTest(file) || own.folder.startsWith('testing');
      return isStage ? undefined : `${meant.folder} is used through its index alone.`;
    }
    return `the slice ${meant.slice} is used through its index alone.`;
  });

/** Slices do not import one another in a cycle, tests excepted. */
export const noCircles: Rule = (files) => {
  const uses = new Map<string, Map<string, Finding>>();
  for (const file of files.filter((each) => isCode(each) && !isTest(each))) {
    const own = entryOf(file.path);
    if (own === undefined) continue;
    for (const { path = '', line } of importsOf(file)) {
      const meant = entryOf(path);
      if (meant === undefined || meant === own) continue;
      const from = uses.get(own) ?? new Map<string, Finding>();
      uses.set(own, from);
      if (!from.has(meant)) from.set(meant, { path: file.path, line, sentence: '' });
    }
  }
  return [...uses].flatMap(([own, from]) =>
    [...from].flatMap(([meant, finding]) => {
      const way = wayBetween(meant, own, uses);
      const names = way?.map(nameOf).join(' → ');
      return names === undefined
        ? []
        : [{ ...finding, sentence: `slices use each other in a circle: ${nameOf(own)} → ${names}.` }];
    }),
  );
};

const nameOf = (entry: string): string => entry.split('/').at(-1) ?? entry;

/** How one slice reaches another, both named; undefined when it does not. */
function wayBetween(
  from: string,
  to: string,
  uses: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
): string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const at of cameFrom.keys()) {
    if (at === to) {
      const way: string[] = [];
      for (let each: string | undefined = at; each !== undefined; each = cameFrom.get(each)) way.unshift(each);
      return way;
    }
    for (const next of uses.get(at)?.keys() ?? []) if (!cameFrom.has(next)) cameFrom.set(next, at);
  }
  return undefined;
}

function eachImport(
  files: readonly SourceFile[],
  judge: (file: SourceFile, used: Import) => string | undefined,
): Finding[] {
  return files.filter(isCode).flatMap((file) =>
    importsOf(file).flatMap((used) => {
      const sentence = judge(file, used);
      return sentence === undefined ? [] : [{ path: file.path, line: used.line, sentence }];
    }),
  );
}
