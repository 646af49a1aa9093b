import type { VerifySignature } from '@plimsoll/proof/log';

/** Bytes as lower-case hex digits. */
export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((each) => each.toString(16).padStart(2, '0')).join('');

/** A copy whose buffer is its own, as Web Crypto wants it. */
const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

const UNSUPPORTED = 'NotSupportedError';

/** Whether a check failed because the browser has no Ed25519, and not because of what was checked. */
export const isWithoutEd25519 = (error: unknown): boolean =>
  error instanceof DOMException && error.name === UNSUPPORTED;

/** False, too, for a malformed key or signature. */
async function isSigned(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean> {
  // Without TLS a browser has no Web Crypto at all, whatever its types say.
  if (!('subtle' in crypto)) throw new DOMException('no Web Crypto', UNSUPPORTED);
  try {
    const key = await crypto.subtle.importKey('raw', owned(publicKey), 'Ed25519', false, ['verify']);
    return await crypto.subtle.verify('Ed25519', key, owned(signature), owned(message));
  } catch (error) {
    if (isWithoutEd25519(error)) throw error;
    return false;
  }
}

interface Asked {
  readonly id: string;
  readonly args: Parameters<VerifySignature>;
}

/**
 * Runs a check that asks for signatures at once, although the browser verifies them later: it is run again until it asks
 * for none that is not known. Until then each is taken for good, so that all that follow it are asked for together.
 * @throws DOMException where the browser has no Ed25519
 */
export async function withSignatures<T>(check: (verify: VerifySignature) => T): Promise<T> {
  const known = new Map<string, boolean>();
  for (;;) {
    const asked: Asked[] = [];
    const found = check((...args) => {
      const id = args.map((bytes) => hexOf(bytes)).join(' ');
      const result = known.get(id);
      if (result === undefined) asked.push({ id, args });
      return result ?? true;
    });
    if (asked.length === 0) return found;
    await Promise.all(asked.map(async ({ id, args }) => known.set(id, await isSigned(...args))));
  }
}
