import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { TreeBuilder } from '../apps/server/src/features/liabilities/build-tree.ts';
import type { Figure } from './measure/figure.ts';
import { bench, say } from './measure/run.ts';
import { inTempFolder } from './measure/temp-folder.ts';
import { median } from './measure/stats.ts';

// The tree of one epoch of liabilities (PROOF 5) of a million members with six coins, by one thread, from balances in
// memory to synced files.

const MEMBERS = Number(process.argv[2] ?? 1_000_000);
const COINS = 6;
const ROUNDS = 3;
const HOUSE = ['spot', 'options', 'loans', 'rewards', 'fees', 'rounding'];
/** Steps between members' amounts, so that most have many digits and some coins are empty. */
const STEPS = [1_234_567_891n, 98_765n, 0n, 314_159_265n, 1n, 2_718_281_828n];

const amountsOf = (n: bigint): bigint[] => STEPS.map((step, coin) => (n % BigInt(coin + 2) === 0n ? 0n : n * step));

function build(folder: string): number {
  const startMs = performance.now();
  const builder = new TreeBuilder({
    folder,
    epoch: 1,
    coins: COINS,
    members: MEMBERS,
    house: HOUSE.map((name) => ({ name, amounts: amountsOf(1n) })),
  });
  for (let id = 1; id <= MEMBERS; id += 1)
    builder.addMember({ id, name: `member${id}@quay.example`, amounts: amountsOf(BigInt(id)) });
  const { leaves } = builder.finish();
  const tookMs = performance.now() - startMs;
  say(`${leaves} leaves in ${(tookMs / 1000).toFixed(1)} s`);
  return tookMs;
}

await bench('liabilities', () =>
  inTempFolder(async (folder): Promise<Figure[]> => {
    const times: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      times.push(build(join(folder, String(round))));
      rmSync(join(folder, String(round)), { recursive: true });
    }
    const seconds = median(times) / 1000;
    const mebibytes = process.resourceUsage().maxRSS / 1024;
    return [
      {
        what: `the tree of ${MEMBERS} members with six coins, by one thread`,
        measured: `${seconds.toFixed(1)} s`,
        against: null,
        value: seconds,
        unit: 's',
        limit: { atMost: 30 },
      },
      {
        what: 'the same, memory at its highest',
        measured: `${Math.round(mebibytes)} MiB`,
        against: null,
        value: mebibytes,
        unit: 'MiB',
        limit: { atMost: 400 },
      },
    ];
  }));
