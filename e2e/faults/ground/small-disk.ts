import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../../support/message-of.ts';

const BYTES = 8 * 1024 * 1024;

/** Why a small disk cannot be made here; undefined when it can. */
export function whyNoSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-disk-'));
  try {
    SmallDisk.mount(folder).unmount();
    return undefined;
  } catch (error) {
    return messageOf(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @throws Error when this account may not mount. */
  static mount(folder: string): SmallDisk {
    mkdirSync(folder, { recursive: true });
    const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${BYTES},mode=0755`, 'tmpfs', folder]);
    if (status !== 0) throw new Error(`no small disk could be mounted: ${stderr.toString().trim()}`);
    return new SmallDisk(folder);
  }

  /** Fills it, except for this many bytes. */
  fill(leaveBytes: number): void {
    const { bavail, bsize } = statfsSync(this.folder);
    writeFileSync(this.#ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes), 1));
  }

  makeRoom(): void {
    rmSync(this.#ballast, { force: true });
  }

  unmount(): void {
    spawnSync('umount', ['-l', this.folder]);
  }

  get #ballast(): string {
    return join(this.folder, 'ballast');
  }
}
