import { parseEntry, type Entry } from '@plimsoll/proof/log';
import type { Query } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { epochFolder, KEPT_EPOCHS } from './epochs.ts';
import { newestEpochs } from './store.ts';
import { TreeFiles } from './tree-files.ts';

/** Where an entry is in the public log. */
export interface Located {
  readonly index: number;
  /** The inclusion proof, base64, the leaf's sibling first. */
  readonly proof: readonly string[];
  /** A signed note. */
  readonly checkpoint: string;
}

/** Finds an entry's line in the public log; undefined while no checkpoint includes it. */
export type Locate = (entry: string) => Promise<Located | undefined>;

export interface PublishedDeps {
  readonly db: Query;
  readonly log: Pick<Log, 'error'>;
  /** Where each epoch's tree has a folder of its own. */
  readonly folder: string;
  readonly locate: Locate;
}

/** An epoch that anybody can find in the public log. */
export interface Published {
  readonly line: string;
  readonly entry: Entry<'liabilities'>;
  readonly located: Located;
  readonly files: TreeFiles;
}

/** The newest epoch that is in the public log; undefined when none is, or its files are missing here. */
export async function newestPublished({ db, log, folder, locate }: PublishedDeps): Promise<Published | undefined> {
  for (const { epoch, entry: line } of await db.run(newestEpochs, [KEPT_EPOCHS])) {
    const located = await locate(line);
    if (!located) continue;
    const entry = parseEntry(line);
    if (entry?.t !== 'liabilities') throw new Error(`epoch ${epoch} of liabilities has another entry`);
    const files = await TreeFiles.open(epochFolder(folder, epoch)).catch((error: unknown) => {
      log.error({ err: error, epoch }, 'liabilities files unreadable');
    });
    if (!files) return undefined;
    if ((await files.root()) === entry.root) return { line, entry, located, files };
    log.error({ epoch }, 'liabilities files do not match the published root');
    return undefined;
  }
  return undefined;
}

/** What every answer says of an epoch. */
export const epochAnswer = ({ line, entry, located }: Published) => ({
  epoch: entry.epoch,
  coins: [...entry.coins],
  root: entry.root,
  entry: line,
  index: located.index,
  proof: [...located.proof],
  checkpoint: located.checkpoint,
});
