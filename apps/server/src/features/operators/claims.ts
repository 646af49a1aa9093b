import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { refuseOperator, type OperatorResult } from '@plimsoll/contract/operator';
import type { claimLink as call } from '@plimsoll/contract/operator/operators';
import { networkOf } from '../../platform/concurrency-limiter.ts';
import { sql, type Query, type Statement, type Tx } from '../../platform/db.ts';
import type { PublicOperatorContext } from '../../platform/http/index.ts';
import { countsAddress } from '../../platform/login-throttle.ts';
import { appendAuditLog } from '../../platform/operator-log.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { Applied } from '../../platform/two-operators.ts';
import type { UseCaseDeps } from './deps.ts';
import { RETRY_SECONDS } from './prove-password.ts';
import { choosePassword, type OperatorRow } from './store.ts';
import { isWeakPassword } from './weak-password.ts';

const LINK_LIFE_MS = 24 * 60 * 60 * 1000;
/** 256 bits in base64url. */
const LINK = /^[A-Za-z0-9_-]{43}$/;

const insert = sql<never>(
  'operators.insertClaim',
  'insert into operator_claim (link_hash, operator_id, created_at) values ($1, $2, $3)',
);
const endOthers = sql<never>(
  'operators.endClaims',
  'update operator_claim set used_at = $2 where operator_id = $1 and used_at is null',
);
interface ClaimRow {
  readonly operator_id: string;
  readonly username: string;
  readonly enabled: boolean;
}
const FIND = `
  select c.operator_id, o.username, o.enabled from operator_claim c join operator o on o.id = c.operator_id
  where c.link_hash = $1 and c.used_at is null and c.created_at > $2`;
const find = sql<ClaimRow>('operators.claim', FIND);
const lock = sql<ClaimRow>('operators.lockClaim', `${FIND} for update of c`);

interface Claim {
  readonly to: Pick<OperatorRow, 'username' | 'email'>;
  readonly link: string;
}
const claimShape = z.object({ to: z.object({ username: z.string(), email: z.string().nullable() }), link: z.string() });

/** An operator's mail address; in a demo made of the name, if need be. */
export const addressOf = (
  { username, email }: Pick<OperatorRow, 'username' | 'email'>,
  mode: 'demo' | 'live',
): string | undefined =>
  email ?? (username.includes('@') ? username : mode === 'demo' ? `${username}@localhost` : undefined);

/** A hash that no password matches. */
export const unusablePassword = (passwords: Passwords): Promise<string> =>
  passwords.hash(randomBytes(32).toString('base64url'), 'console');

/** Makes a single-use link to choose a password; earlier links become invalid. */
export async function writeClaim(
  tx: Tx,
  { id, username, email }: Pick<OperatorRow, 'id' | 'username' | 'email'>,
  at: Date,
): Promise<Claim> {
  const link = randomBytes(32).toString('base64url');
  await tx.run(endOthers, [id, at]);
  await tx.run(insert, [hash('sha256', link, 'hex'), id, at]);
  return { to: { username, email }, link };
}

/** Mails the link that the committed change made, if any. */
export const mailingClaims =
  ({ mode, mailer, home }: Pick<UseCaseDeps, 'mode' | 'mailer' | 'home'>) =>
  async ({ aside }: Pick<Applied<unknown>, 'aside'>): Promise<void> => {
    const claim = claimShape.safeParse(aside).data;
    const to = claim && addressOf(claim.to, mode);
    if (!claim || to === undefined) return;
    mailer.send({
      to,
      subject: 'Your login to the console',
      text: `Your console login, ${claim.to.username}, was created or reset by two operators.\n\nChoose a password within 24 hours:\n${home()}/operator/claim#${claim.link}\n\nThe link works once. If you did not expect it, inform another owner immediately.\n`,
    });
  };

/** The claim of a link that may be used now. */
async function claimOf(query: Query, statement: Statement<ClaimRow>, link: string, nowMs: number) {
  const [claim] = await query.run(statement, [hash('sha256', link, 'hex'), new Date(nowMs - LINK_LIFE_MS)]);
  return claim?.enabled ? claim : undefined;
}

/** Chooses a password by a mailed link: once, within a day. In the turn of the caller's network, as a login. */
export async function claimLink(
  input: z.output<typeof call.input>,
  context: PublicOperatorContext,
  deps: UseCaseDeps,
): Promise<OperatorResult<{ username: string }>> {
  if (!LINK.test(input.link)) return refuseOperator('link_over');
  const claim = () => claimInTurn(input, context, deps);
  if (!countsAddress(deps.mode, context.address)) return claim();
  return (
    (await deps.limiter.inTurn(networkOf(context.address), claim)) ??
    refuseOperator('too_many_requests', { seconds: RETRY_SECONDS })
  );
}

async function claimInTurn(
  { link, password }: z.output<typeof call.input>,
  context: PublicOperatorContext,
  { db, clock, passwords, sessions }: UseCaseDeps,
): Promise<OperatorResult<{ username: string }>> {
  // A link that is none costs no hash: everybody may ask. Its 256 bits cannot be found by the time that this takes.
  const found = await claimOf(db, find, link, clock.nowMs());
  if (!found) return refuseOperator('link_over');
  if (isWeakPassword(password, found.username)) return refuseOperator('bad_password');
  const passwordHash = await passwords.hash(password, 'console');
  return db.transaction(async (tx): Promise<OperatorResult<{ username: string }>> => {
    const nowMs = clock.nowMs();
    const claim = await claimOf(tx, lock, link, nowMs);
    if (!claim) return refuseOperator('link_over');
    const { operator_id: id, username } = claim;
    await tx.run(endOthers, [id, new Date(nowMs)]);
    await choosePassword(tx, id, passwordHash);
    await sessions.endAll(id, tx);
    await appendAuditLog(tx, { by: context, action: 'claim', resource: 'operators', ref: id }, nowMs);
    return { ok: true, value: { username } };
  });
}
