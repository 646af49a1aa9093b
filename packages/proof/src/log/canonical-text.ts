import { canonicalJson, type Canonical } from '../canonical.ts';

/**
 * Reads canonical JSON (RFC 8785, with whole numbers alone; PROOF 1).
 * @returns undefined for any other spelling: spaces, another order, a name twice, a fraction, a lone surrogate
 */
export function parseCanonical(text: string): Canonical | undefined {
  try {
    // `JSON.parse` answers `any`; what it accepts beyond canonical JSON does not come out as the same text again.
    const value: Canonical = JSON.parse(text);
    return isWellFormed(value) && canonicalJson(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether all of its text has UTF-8: an escaped lone surrogate survives the comparison of texts, and has none. */
export function isWellFormed(value: Canonical): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, each]) => name.isWellFormed() && isWellFormed(each ?? null));
}
