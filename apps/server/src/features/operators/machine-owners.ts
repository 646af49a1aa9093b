import type { Clock } from '../../platform/clock.ts';
import { sql, type Db } from '../../platform/db.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { unusablePassword, writeClaim } from './claims.ts';
import { lockFirst } from './first-operator.ts';
import { loggedOf } from './item.ts';
import { insertOperator } from './store.ts';

/** As many as have to agree on everything else. */
const FIRST_OWNERS = 2;
const countOwners = sql<{ owners: number }>(
  'operators.countOwners',
  `select count(*)::int as owners from operator where role = 'owner' and enabled`,
);
const EMAIL = /^[^\s@]{1,40}@[a-z0-9.-]+\.[a-z]{2,}$/;

/** A new owner, and the secret of the link for choosing a password. */
export interface MadeOwner {
  readonly username: string;
  readonly link: string;
}

/**
 * Creates the first two owners by the command line (RULES 8); their names are e-mail addresses.
 * @throws Error for a third owner, a used name, or an invalid address.
 */
export async function makeOwners(
  addresses: readonly string[],
  { db, clock, passwords }: { readonly db: Db; readonly clock: Clock; readonly passwords: Passwords },
): Promise<MadeOwner[]> {
  const emails = addresses.map((each) => each.trim().toLowerCase());
  const wrong = emails.find((email) => !EMAIL.test(email));
  if (emails.length === 0)
    throw new Error('Name the owners by their e-mail addresses: npm run owners -- anna@example.org bert@example.org');
  if (wrong !== undefined) throw new Error(`${wrong} is not an e-mail address.`);
  return db.transaction(async (tx) => {
    await lockFirst(tx);
    const [{ owners } = { owners: 0 }] = await tx.run(countOwners);
    if (owners + emails.length > FIRST_OWNERS)
      throw new Error(
        `There are ${owners} owners: this command creates the first ${FIRST_OWNERS}; they create all others in the console.`,
      );
    const made: MadeOwner[] = [];
    for (const email of emails) {
      const at = new Date(clock.nowMs());
      const row = await insertOperator(
        tx,
        { username: email, email, passwordHash: await unusablePassword(passwords), role: 'owner', enabled: true },
        at,
      );
      if (!row) throw new Error(`An operator ${email} exists already.`);
      const { link } = await writeClaim(tx, row, at);
      await appendAuditLog(
        tx,
        { by: { address: '' }, action: 'create', resource: 'operators', ref: row.id, after: loggedOf(row) },
        at.getTime(),
      );
      made.push({ username: email, link });
    }
    return made;
  });
}
