import { lastWords, type LastWords } from '@plimsoll/contract/last-words';

/** It would sign something else than the last look shows. */
export const OTHER_WORDS = 'other';

/** SHA-256 of what the last look shows, as a passkey signs it. Available wherever passkeys are. */
export async function challengeOver(words: LastWords, nonce: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(lastWords(words, nonce)));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
