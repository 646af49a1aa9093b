import type { Answer, Envelope } from '@plimsoll/contract';
import { expect } from '@playwright/test';

/** The demo's first total of all liabilities, once it is in the public log: some moments after a start. */
export async function firstEpoch(url: string): Promise<Answer<'liabilities'>> {
  let found: Answer<'liabilities'> | undefined;
  await expect
    .poll(
      async () => {
        const response = await fetch(`${url}/api/liabilities`);
        const { code, data }: Envelope<Answer<'liabilities'>> = await response.json();
        if (code === 1 && data !== null) found = data;
        return code;
      },
      { timeout: 60_000, message: 'a total of all liabilities is published' },
    )
    .toBe(1);
  if (!found) throw new Error('no total');
  return found;
}
