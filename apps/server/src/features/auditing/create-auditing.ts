import type { SliceWith } from '../../platform/slice.ts';
import { AuditTimer, type AuditTimerDeps } from './audit-timer.ts';

const EVERY_MS = 15 * 60_000;
const ALL_EVERY_MS = 24 * 3_600_000;

interface AuditingDeps extends Omit<AuditTimerDeps, 'everyMs' | 'allEveryMs'> {
  /** `AUDIT_MINUTES` and `AUDIT_ALL_HOURS`; 0 never. */
  readonly auditEvery: { readonly newMs: number | undefined; readonly allMs: number | undefined };
}

interface Auditing extends SliceWith<'workers'> {
  readonly timer: AuditTimer;
}

/** Opens the audit by the clock. */
export function createAuditing({ auditEvery, ...deps }: AuditingDeps): Auditing {
  const timer = new AuditTimer({
    ...deps,
    everyMs: auditEvery.newMs ?? EVERY_MS,
    allEveryMs: auditEvery.allMs ?? ALL_EVERY_MS,
  });
  return { workers: [timer], timer };
}
