import { ok, refuse, type Result } from '@plimsoll/contract';
import type { LinkedBytes, RawRequest } from '../../platform/http/index.ts';
import { StoreAway, type ImageType, type Links, type ObjectStore } from '../../platform/uploads/index.ts';
import type { KeepingDeps } from './keep-upload.ts';
import { logView } from './log-view.ts';
import { howToOpen, publicPicture } from './store.ts';

const NAME = /^[0-9a-f]{32}$/;

/** An upload's bytes for the holder of its link, else `unknown_path`. Operators' views are logged first. */
export async function openUpload(
  { path, search, address }: RawRequest,
  links: Links,
  { db, clock, log, plain, sealed }: KeepingDeps,
): Promise<Result<LinkedBytes>> {
  const link = links.opened(path, search);
  if (!link) return refuse('unknown_path');
  const { name, signature, viewer } = link;
  const [upload] = await db.run(howToOpen, [name]);
  const opened = upload
    ? await bytesOf({ name, type: upload.type, store: upload.sealed ? sealed : plain }, log)
    : refuse('unknown_path');
  if (!opened.ok || !viewer) return opened;
  return (await logView(db, { name, signature, viewer, address }, clock.nowMs())) ? opened : refuse('unknown_path');
}

/** A public picture of an operator; `unknown_path` for members' uploads. */
export async function openPicture(name: string, { db, log, plain }: KeepingDeps): Promise<Result<LinkedBytes>> {
  const [picture] = NAME.test(name) ? await db.run(publicPicture, [name]) : [];
  const opened = picture ? await bytesOf({ name, type: picture.type, store: plain }, log) : refuse('unknown_path');
  return opened.ok ? ok({ ...opened.value, isForEver: true }) : opened;
}

interface Kept {
  readonly name: string;
  readonly type: ImageType;
  readonly store: ObjectStore;
}

async function bytesOf({ name, type, store }: Kept, log: KeepingDeps['log']): Promise<Result<LinkedBytes>> {
  try {
    const bytes = await store.get(name);
    return bytes ? ok({ type, bytes }) : refuse('unknown_path');
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
    log.error({ err: error }, 'upload store unavailable');
    return refuse('not_ready');
  }
}
