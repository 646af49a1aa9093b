import { sql, type Db } from '../../platform/db.ts';
import type { Resealed } from '../../platform/reseal.ts';
import type { Secrets } from '../../platform/secret.ts';
import { sealOfUploads, type ObjectStore } from '../../platform/uploads/index.ts';

const PAGE = 200;
const page = sql<{ name: string }>(
  'uploads.sealed',
  `select name from upload where sealed and name > $1 order by name limit $2`,
);

/** Seals members' images again in their store, one by one; may be repeated at any time. */
export async function resealUploads(db: Db, secret: Secrets, store: ObjectStore): Promise<Resealed> {
  const seal = sealOfUploads(secret);
  let [again, present] = [0, 0];
  const unreadable: string[] = [];
  for (let after = ''; ;) {
    const rows = await db.run(page, [after, PAGE]);
    for (const { name } of rows) {
      const kept = await store.get(name);
      const fresh = kept === undefined ? 'unreadable' : seal.again(name, kept);
      if (fresh === 'present') present += 1;
      else if (fresh === 'unreadable')
        unreadable.push(`upload ${name}${kept === undefined ? ', which is not there' : ''}`);
      else {
        await store.replace(name, fresh);
        again += 1;
      }
    }
    after = rows.at(-1)?.name ?? '';
    if (rows.length < PAGE) return { again, present, unreadable };
  }
}
