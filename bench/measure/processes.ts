import { readdirSync, readFileSync } from 'node:fs';

const TICKS = 100;

export interface Usage {
  /** Resident memory in MiB; shared pages count once. */
  readonly mebibytes: number;
  /** Processor time since the start, ended children included, in seconds. */
  readonly cpuSeconds: number;
  readonly processes: number;
}

interface Stat {
  readonly parent: number;
  readonly ticks: number;
}

/** The needed fields of `/proc/PID/stat`; the name, in brackets, may contain anything. */
export function readStat(text: string): Stat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const number = (place: number) => Number(fields[place] ?? 0);
  return { parent: number(1), ticks: number(11) + number(12) + number(13) + number(14) };
}

export function familyOf(root: number, parents: ReadonlyMap<number, number>): number[] {
  const family = [root];
  for (const member of family) for (const [pid, parent] of parents) if (parent === member) family.push(pid);
  return family;
}

/** `Pss` of `smaps_rollup` in KiB. */
export const readPss = (text: string): number => Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN);

/** Current usage of a process and its descendants. Linux only. */
export function usageOf(root: number): Usage {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      stats.set(Number(name), readStat(readFileSync(`/proc/${name}/stat`, 'utf8')));
    } catch {
      // The process ended meanwhile.
    }
  }
  const family = familyOf(root, new Map([...stats].map(([pid, { parent }]) => [pid, parent])));
  const kibibytes = family.flatMap((pid) => {
    try {
      return [readPss(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
  return {
    mebibytes: kibibytes.reduce((sum, each) => sum + each, 0) / 1024,
    cpuSeconds: family.reduce((sum, pid) => sum + (stats.get(pid)?.ticks ?? 0), 0) / TICKS,
    processes: family.length,
  };
}
