import { createHash } from 'node:crypto';
import type { Peers } from './peers.ts';
import type { RequestHandler } from './request.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const inside = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'gi'))].map(
    (match) => match[1] ?? '',
  );

/**
 * The page's policy: everything from here, and of inline scripts and styles only those that stand in the page itself,
 * by their hashes. With `trustedTypes` no text is taken for HTML, a script or a script's address that none of the
 * policies named there has looked at.
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

/**
 * What no page of ours asks of a device. Photos are taken by the system's own camera, which this does not stand before.
 */
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

/** What every page and file of the app is sent with. */
export const pageHeaders = (policy: string): string[] => [
  'Content-Security-Policy',
  policy,
  'X-Content-Type-Options',
  'nosniff',
  // Of `frame-ancestors`, for browsers that do not know it.
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

/** A year, and of this name alone: what else lives under the operator's domain is theirs to decide. */
const ONLY_TLS = 'max-age=31536000';

/**
 * Tells a browser that came over TLS to come no other way for a year (RFC 6797, which forbids saying so to the others).
 */
export const overTls =
  (handler: RequestHandler, peers: Pick<Peers, 'isSecure'>): RequestHandler =>
  (request, response) => {
    if (peers.isSecure(request)) response.setHeader('Strict-Transport-Security', ONLY_TLS);
    handler(request, response);
  };
