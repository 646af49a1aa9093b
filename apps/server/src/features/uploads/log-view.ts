import type { Db } from '../../platform/db.ts';
import type { Viewer } from '../../platform/uploads/index.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import { lookingOperator, noteView } from './store.ts';

interface View {
  readonly name: string;
  readonly signature: string;
  readonly viewer: Viewer;
  readonly address: string;
}

/** Logs a view, once for each link; false for a disabled operator. */
export async function logView(
  db: Db,
  { name, signature, viewer: { operatorId, resource, ref, image }, address }: View,
  nowMs: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [operator] = await tx.run(lookingOperator, [operatorId]);
    if (!operator) return false;
    const isFirst = (await tx.run(noteView, [signature, name, operatorId, new Date(nowMs)])).length > 0;
    if (isFirst)
      await appendAuditLog(
        tx,
        {
          by: { operator: { operatorId, ...operator }, address },
          action: 'view',
          resource,
          ref,
          after: { image, upload: name },
        },
        nowMs,
      );
    return true;
  });
}
