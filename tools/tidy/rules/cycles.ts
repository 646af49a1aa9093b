import { isCode, isTest, type Rule, type SourceFile } from '../house.ts';
import { importsOf } from '../imports.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** By node, the nodes it imports in any form, types and `import()` included; imports inside a node are left out. */
function graphOf(files: readonly SourceFile[], nodeOf: (path: string) => string | undefined): Graph {
  const known = new Set(files.map(({ path }) => path));
  const graph = new Map<string, Set<string>>();
  for (const file of files) {
    const own = nodeOf(file.path);
    if (own === undefined) continue;
    const used = graph.get(own) ?? new Set();
    graph.set(own, used);
    for (const { path } of importsOf(file)) {
      const node = path === undefined || !known.has(path) ? undefined : nodeOf(path);
      if (node !== undefined && node !== own) used.add(node);
    }
  }
  return graph;
}

/** Nodes reachable from `start` by at least one import. */
function reachedFrom(start: string, graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...(graph.get(start) ?? [])];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    waiting.push(...(graph.get(node) ?? []));
  }
  return reached;
}

/** Cycles of a graph: sets of mutually reachable nodes, sorted. */
function cyclesOf(graph: Graph): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachedFrom(node, graph)]));
  const cycles = new Map<string, readonly string[]>();
  for (const [node, others] of reached) {
    if (!others.has(node)) continue;
    const cycle = [...others].filter((other) => reached.get(other)?.has(node)).sort();
    cycles.set(cycle.join(), cycle);
  }
  return [...cycles.values()];
}

const sliceOf = (path: string): string | undefined => /^apps\/\w+\/src\/features\/[^/]+(?=\/)/.exec(path)?.[0];
const fileOutsideServer = (path: string): string | undefined => (path.startsWith('apps/server/') ? undefined : path);

/**
 * Neither files nor slices import one another in a cycle. The linter sees neither types nor `import()`. Of the server
 * only slices are checked.
 */
export const noCycles: Rule = (files) => {
  const code = files.filter((file) => isCode(file) && !isTest(file));
  return [...cyclesOf(graphOf(code, fileOutsideServer)), ...cyclesOf(graphOf(code, sliceOf))].map((cycle) => ({
    path: cycle[0] ?? '',
    line: 1,
    sentence: `imports go in a circle: ${cycle.join(', ')}; move what they share below them.`,
  }));
};
