import type { Fault } from './fault.ts';
import { awayWords, strikeOften } from './server-killed.ts';

export const databaseKilled: Fault = {
  name: 'database-killed',
  does: 'kills PostgreSQL (SIGKILL), which the server starts again; every second time the server too, while its database restarts',
  times: { full: 20, short: 2 },
  needs: {},
  mayFail: true,
  async strike(ground, { times }) {
    const away = await strikeOften(ground, times, (number) => (number % 2 === 0 ? 'database' : 'both'));
    return [
      `${times} kills of the database, ${Math.floor(times / 2)} of the server right behind it; ${awayWords(away)}`,
    ];
  },
};
