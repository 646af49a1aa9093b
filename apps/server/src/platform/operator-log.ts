import type { PublicOperatorContext, OperatorIdentity } from './http/index.ts';
import { sql, type Tx } from './db.ts';

/** Something an operator did, as the log keeps it. */
export interface AuditEntry {
  /** Who asked, and from where; a context of the server's own has no operator. */
  readonly by: Pick<PublicOperatorContext, 'address'> & {
    readonly operator?: Pick<OperatorIdentity, 'operatorId' | 'username' | 'role'>;
  };
  /** A verb: `approve`, `reject`, `create`, `change`, `freeze`, `view`, … */
  readonly action: string;
  /** The thing's kind as the console's paths name it: `withdrawals`. */
  readonly resource: string;
  /** Its id; empty where there is one alone, as of settings. */
  readonly ref: string;
  /** What of it the action changed, before and after: wire fields, no secrets. */
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
 * Adds a action to the log, in the transaction that does it: neither is there without the other. Call it last, after
 * the ledger has posted: whoever waits for the end of the log must hold nothing that another who has it waits for.
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
