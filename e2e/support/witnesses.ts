import { cosignText, formatVerifierKey } from '@plimsoll/proof/log';
import type { Page } from '@playwright/test';
import { keyPair, type KeyPair } from '../verifiers/log.ts';
import { intercept } from './answers.ts';

/** Two witnesses with keys of their own. */
export const WITNESSES: readonly KeyPair[] = [
  keyPair('harbourmaster.example', 'cosignature', 21),
  keyPair('quay.example', 'cosignature', 22),
];

/** How a page's log is watched: each witness that is configured, and how old its cosignature is, if it has one. */
export interface Watched {
  readonly by: KeyPair;
  readonly agoSeconds?: number;
  /** Signs in the witness's place. */
  readonly forger?: KeyPair;
}

/** Serves the log of a page with these witnesses; none for `[]`. */
export async function serveWitnessed(page: Page, watched: readonly Watched[]): Promise<void> {
  const body = watched.map(({ by }) => `${formatVerifierKey(by.key)}\n`).join('');
  await intercept(page, '**/log/witnesses', () => new Response(body));
  await intercept(page, '**/log/checkpoint', async (asked) => {
    // The page asks until it is closed: the last of its questions may find neither page nor server.
    const note = await fetch(asked).then(
      (response) => response.text(),
      () => '\n\n',
    );
    const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
    const lines = watched.flatMap(({ by, agoSeconds, forger = by }) =>
      agoSeconds === undefined
        ? []
        : [cosignText(text, by.key, forger.sign, Math.floor(Date.now() / 1000) - agoSeconds)],
    );
    return new Response(note + lines.join(''));
  });
}
