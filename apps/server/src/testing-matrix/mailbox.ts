import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { vi } from 'vitest';
import type { House } from './house.ts';

const WRITTEN = z.object({ msg: z.literal('mail written'), file: z.string() });

/** Where the mails of a house without a mail server are written, oldest first. */
const filesOf = (house: Pick<House, 'logged'>): string[] =>
  house
    .logged()
    .split('\n')
    .flatMap((line) => {
      const { data } = line.includes('mail written') ? WRITTEN.safeParse(JSON.parse(line)) : {};
      return data ? [data.file] : [];
    });

/** Quoted-printable (RFC 2045), of the letters that links and codes have. */
const decoded = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Waits for the newest mail to an address that has `part`, whose first group it returns. */
export const mailed = (house: Pick<House, 'logged'>, to: string, part: RegExp): Promise<string> =>
  vi.waitFor(
    async () => {
      for (const file of filesOf(house).toReversed()) {
        const mail = decoded(await readFile(file, 'utf8'));
        const found = mail.includes(to) ? part.exec(mail)?.[1] : undefined;
        if (found !== undefined) return found;
      }
      throw new Error(`no mail to ${to} has ${part.source}`);
    },
    { timeout: 20_000, interval: 50 },
  );
