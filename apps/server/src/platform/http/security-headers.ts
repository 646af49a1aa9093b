import { createHash } from 'node:crypto';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const inside = (html: string, element: 'script' | 'style'): string[] =>
  [...html.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}>`, 'gi'))].map((match) => match[1] ?? '');

/** The page's policy: everything from here, and of inline scripts and styles only those that stand in the page itself, by their hashes. */
export function contentSecurityPolicy(html: string): string {
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
