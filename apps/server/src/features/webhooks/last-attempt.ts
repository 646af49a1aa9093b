import type { WebhookMessageItem } from '@plimsoll/contract/operator';

/** A moment as the console shows it. */
export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What came of a message's last attempt; null before the first. */
export const lastOf = (at: Date | null, result: string | null, ms: number | null): WebhookMessageItem['last'] =>
  at === null ? null : { at: at.toISOString(), result: result ?? '', ms: ms ?? 0 };
