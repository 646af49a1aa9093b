import type { PublicOperatorContext, OperatorIdentity } from './http/index.ts';
import { sql, type Tx } from './db.ts';

/** A line of the audit log. */
export interface AuditEntry {
  /** No operator for the server's own actions. */
  readonly by: Pick<PublicOperatorContext, 'address'> & {
    readonly operator?: Pick<OperatorIdentity, 'operatorId' | 'username' | 'role'>;
  };
  /** A verb: `approve`, `reject`, `create`, `change`, `freeze`, `view`, … */
  readonly action: string;
  /** The kind of thing, as in console paths: `withdrawals`. */
  readonly resource: string;
  /** Empty where there is only one, as of settings. */
  readonly ref: string;
  /** The changed fields, as on the wire; no secrets. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  readonly remark?: string;
}

const append = sql<{ id: string }>(
  'operators.appendAudit',
  'select operator_audit_append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as id',
);
const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/**
 * Adds an action to the log, in the transaction that does it. Call it last, after the ledger has posted: it takes a lock that
 * others wait for.
 */
export async function appendAuditLog(
  tx: Tx,
  { by, action, resource, ref, before, after, remark }: AuditEntry,
  atMs: number,
): Promise<void> {
  await tx.run(append, [
    new Date(atMs),
    by.operator?.operatorId ?? null,
    by.operator?.username ?? 'server',
    by.operator?.role ?? 'server',
    action,
    resource,
    ref,
    json(before),
    json(after),
    remark ?? '',
    by.address,
  ]);
}
