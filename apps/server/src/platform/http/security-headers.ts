import { createHash } from 'node:crypto';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const inside = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'gi'))].map((match) => match[1] ?? '');

/**
 * The policies of Trusted Types that a page may make: its own, which lets no text become HTML and few addresses scripts; that of the
 * sanitiser; and one that a page script two owners approved can make, when it writes HTML of its own.
 */
const TRUSTED_TYPES = ["require-trusted-types-for 'script'", 'trusted-types default dompurify page-script'];

/**
 * The page's policy: everything from here, and of inline scripts and styles only those that stand in the page itself, by their hashes. With
 * `isTyped` no text is taken for HTML, a script or a script's address that no policy of the page has looked at.
 */
export function contentSecurityPolicy(html: string, { isTyped = false } = {}): string {
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
    ...(isTyped ? TRUSTED_TYPES : []),
  ].join('; ');
}

/** What every page and file of the app is sent with. */
export const pageHeaders = (policy: string): string[] => [
  'Content-Security-Policy', policy,
  'X-Content-Type-Options', 'nosniff',
  'Referrer-Policy', 'strict-origin-when-cross-origin',
  'Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy', 'same-origin',
];
