import { createHash } from 'node:crypto';
import type { Peers } from './peers.ts';
import type { RequestHandler } from './request.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const inside = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'gi'))].map(
    (match) => match[1] ?? '',
  );

/**
 * The page's policy: everything from here; inline scripts and styles only by their hashes. With `trustedTypes`, HTML,
 * scripts and script addresses only from the named policies.
 */
export function contentSecurityPolicy(
  html: string,
  { trustedTypes }: { readonly trustedTypes?: readonly string[] | undefined } = {},
): string {
  const scripts = inside(html, 'script').map(hashOf);
  const styles = inside(html, 'style').map(hashOf);
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    ["style-src 'self'", ...styles].join(' '),
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(trustedTypes ? ["require-trusted-types-for 'script'", ['trusted-types', ...trustedTypes].join(' ')] : []),
  ].join('; ');
}

/** What no page uses. Photos come from the system's camera, which this does not restrict. */
const NOT_ASKED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/** Headers of every page and file of the app. */
export const pageHeaders = (policy: string): string[] => [
  'Content-Security-Policy',
  policy,
  'X-Content-Type-Options',
  'nosniff',
  // For browsers without `frame-ancestors`.
  'X-Frame-Options',
  'DENY',
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
  'Permissions-Policy',
  NOT_ASKED.map((each) => `${each}=()`).join(', '),
  'Cross-Origin-Opener-Policy',
  'same-origin',
  'Cross-Origin-Resource-Policy',
  'same-origin',
];

/** A year, for this name alone. */
const ONLY_TLS = 'max-age=31536000';

/** HSTS, for clients that came over TLS (RFC 6797 forbids it to others). */
export const overTls =
  (handler: RequestHandler, peers: Pick<Peers, 'isSecure'>): RequestHandler =>
  (request, response) => {
    if (peers.isSecure(request)) response.setHeader('Strict-Transport-Security', ONLY_TLS);
    handler(request, response);
  };
