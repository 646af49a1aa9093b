import { connected } from './connection.ts';
import { RefusedStart } from './refused-start.ts';

const NEEDED = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Makes sure that acknowledged commits survive a crash.
 * @throws Error naming the setting that is off.
 */
export const checkDurability = (url: string): Promise<void> =>
  connected(url, async (client) => {
    for (const name of NEEDED) {
      const {
        rows: [row],
      } = await client.query<{ value: string }>('select current_setting($1) as value', [name]);
      if (row?.value === 'off')
        throw new RefusedStart(
          `The database has ${name} off: what it acknowledges could be lost in a crash. Set ${name} = on.`,
        );
    }
  });
