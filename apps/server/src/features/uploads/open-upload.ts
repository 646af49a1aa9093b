import { ok, refuse, type Result } from '@plimsoll/contract';
import type { LinkedBytes, RawRequest } from '../../platform/http/index.ts';
import { StoreAway, type Links } from '../../platform/uploads/index.ts';
import type { KeepingDeps } from './keep-upload.ts';
import { howToOpen } from './store.ts';

/** An upload's bytes for who comes with its link. A link that is forged, altered, expired or leads nowhere is told apart by nobody: `unknown_path`. */
export async function openUpload(
  { path, search }: Pick<RawRequest, 'path' | 'search'>, links: Links, { db, log, plain, sealed }: KeepingDeps,
): Promise<Result<LinkedBytes>> {
  const name = links.opened(path, search);
  if (name === undefined) return refuse('unknown_path');
  const [upload] = await db.run(howToOpen, [name]);
  if (!upload) return refuse('unknown_path');
  try {
    const bytes = await (upload.sealed ? sealed : plain).get(name);
    return bytes ? ok({ type: upload.type, bytes }) : refuse('unknown_path');
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
    log.error({ err: error }, 'the store for uploads is away');
    return refuse('not_ready');
  }
}
