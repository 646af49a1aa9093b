import { ok } from '@plimsoll/contract';
import type { Clock } from '../clock.ts';
import type { BytesRoute } from './route.ts';

/** How long a reader may go by what it says: far less than the year that RFC 9116 recommends at most. */
const GOOD_FOR_MS = 90 * 24 * 60 * 60 * 1000;

interface SecurityText {
  /** `mailto:…` or `https://…` */
  readonly contact: string;
  /** Where the house is open, when it was told. */
  readonly publicUrl?: string;
  readonly clock: Clock;
}

/** Whom to tell of a hole, where such people look for it (RFC 9116). */
export const securityText = ({ contact, publicUrl, clock }: SecurityText): BytesRoute => ({
  path: '/.well-known/security.txt',
  open: async () => {
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(clock.nowMs() + GOOD_FOR_MS).toISOString()}`,
      'Preferred-Languages: en',
      ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}/.well-known/security.txt`]),
    ];
    return ok({ type: 'text/plain; charset=utf-8', bytes: Buffer.from(`${lines.join('\n')}\n`) });
  },
});
