import { ok } from '@plimsoll/contract';
import type { Clock } from '../clock.ts';
import type { BytesRoute } from './route.ts';

/** RFC 9116 recommends less than a year. */
const GOOD_FOR_MS = 90 * 24 * 60 * 60 * 1000;

interface SecurityText {
  /** `mailto:…` or `https://…` */
  readonly contact: string;
  /** The public address, when configured. */
  readonly publicUrl?: string;
  readonly clock: Clock;
}

/** The contact for vulnerabilities (RFC 9116). */
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
