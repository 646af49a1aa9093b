import { Settler } from '../../apps/server/src/features/options/settler.ts';
import { GroupedWriter } from '../../apps/server/src/ledger/index.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { openDb, type Db } from '../../apps/server/src/platform/db.ts';

// A second server process for options: without a feed, settling by the first one's tape. Ends with its input.

const [, , url = ''] = process.argv;
const db = openDb(url);
const connections = [openDb(url, { connections: 1 }), openDb(url, { connections: 1 })] as const;
const writerOn = (connection: Db) => new GroupedWriter({ connection, db, clock: systemClock });
const settler = new Settler({
  db,
  writer: writerOn(connections[0]),
  beside: writerOn(connections[1]),
  clock: systemClock,
  completeMarks: async () => {},
  completeTrades: async () => {},
  log: {
    error: (details, message) => {
      process.stderr.write(`${message}: ${JSON.stringify(details)}\n`);
    },
  },
});
settler.start();
process.stdout.write('ready\n');
process.stdin.resume();
process.stdin.on('end', () => {
  void settler.stop().then(() => Promise.all([db, ...connections].map((each) => each.close())));
});
