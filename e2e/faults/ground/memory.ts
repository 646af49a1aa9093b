/** As much of itself as memory may grow from the second quarter of a run to its last. */
const MAY_GROW = 0.1;
/** Below it the start of a run, in which caches fill, is too much of it. */
const MIN_SAMPLES = 40;

const middle = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** What of a process is in the heap of its main thread, in MiB: its room, what is in use, and what is outside it. */
export interface Heap {
  readonly room: number;
  readonly used: number;
  readonly outside: number;
}

/** The heap as the metrics of a process say; undefined while they cannot be read. */
export async function heapOf(metricsUrl: string): Promise<Heap | undefined> {
  const text = await fetch(metricsUrl)
    .then((answer) => answer.text())
    .catch(() => undefined);
  if (text === undefined) return undefined;
  const mebibytes = (name: string): number =>
    Math.round(Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 2 ** 20);
  return {
    room: mebibytes('nodejs_heap_size_total_bytes'),
    used: mebibytes('nodejs_heap_size_used_bytes'),
    outside: mebibytes('nodejs_external_memory_bytes'),
  };
}

/** How much memory one process had over a run, in MiB. */
export interface Memory {
  /** The middle of each quarter of the run. */
  readonly quarters: readonly number[];
  readonly most: number;
  /** Undefined for a run too short to say. */
  readonly isFlat: boolean | undefined;
}

/** What samples at even distances say; the first quarter, in which caches fill, counts for nothing. */
export function memoryOf(samples: readonly number[]): Memory {
  const quarter = Math.floor(samples.length / 4);
  const quarters = [0, 1, 2, 3].map((at) => middle(samples.slice(at * quarter, (at + 1) * quarter)));
  const [, second = 0, , last = 0] = quarters;
  return {
    quarters,
    most: Math.max(0, ...samples),
    isFlat: samples.length < MIN_SAMPLES ? undefined : last <= second * (1 + MAY_GROW),
  };
}
