import type { Fraud } from './fraud.ts';
import type { Scene } from './scene.ts';

// Frauds 1 to 5 and 25: options that end otherwise than their marks, terms and choices say.

/** Seconds from the story's end to the expiry of the open option. */
const TO_EXPIRY = 10;
const RISING = (second: number): string => `${150 + second}`;

/** Passes to the expiry without settling or logging; the last mark is of the very moment. */
async function toExpiry({ world }: Scene): Promise<void> {
  for (let second = 1; second <= TO_EXPIRY; second += 1) {
    world.clock.advance(1_000);
    world.market.setMark('btcusdt', RISING(second));
  }
  await world.market.keep();
}

/** Settles what is due by the server's own code, while the database does not look. */
async function settleUnwatched(scene: Scene): Promise<void> {
  await scene.rows('alter table option_order disable trigger user');
  if ((await scene.world.options.settle()) === 0) throw new Error('nothing was settled');
  await scene.rows('alter table option_order enable trigger user');
}

/** Lets the log go on, with marks of some seconds more. */
const goOn = (scene: Scene): Promise<void> => scene.pass(3, (second) => RISING(TO_EXPIRY + second));

/** Entries of the log with those that match changed. */
async function relogged({ world }: Scene, has: string, change: (line: string) => string): Promise<string[]> {
  const lines = await world.lines();
  if (!lines.some((line) => line.includes(has))) throw new Error(`no entry has ${has}`);
  return lines.map((line) => (line.includes(has) ? change(line) : line));
}

interface NamedMark {
  readonly seq: string;
  readonly hash: string;
}

export const OF_OPTIONS: readonly Fraud[] = [
  {
    number: 1,
    what: 'an outcome flipped, row and journal agreeing',
    planted: 'the database',
    audit: 'option-outcomes',
    async commit(scene) {
      const { open } = scene.story.options;
      await scene.unconstrain('option_order', 'outcome_follows');
      await toExpiry(scene);
      // While the server settles it the option goes down: its own code makes a loss of row and journal.
      await scene.behind('option_order', `update option_order set direction = 2 where id = ${open}`);
      await settleUnwatched(scene);
      await scene.behind('option_order', `update option_order set direction = 1 where id = ${open}`);
      await goOn(scene);
      return [{ args: await scene.log(), wrong: 'outcome' }];
    },
  },
  {
    number: 2,
    what: 'an exit one mark earlier, and the tape served short',
    planted: 'the database',
    audit: 'option-outcomes',
    async commit(scene) {
      await toExpiry(scene);
      const last = `market_id = 1 and seq = (select max(seq) from mark where market_id = 1)`;
      const [exit] = await scene.rows<NamedMark>(`select seq, encode(hash, 'hex') as hash from mark where ${last}`);
      await scene.behind('mark', `update mark set held = true where ${last}`);
      await settleUnwatched(scene);
      await scene.behind('mark', `update mark set held = false where seq = ${exit?.seq} and market_id = 1`);
      await goOn(scene);
      const before = Number(exit?.seq);
      const tape = (marks: readonly unknown[]) => marks.filter((mark) => Number(Object(mark).seq) < before);
      return [
        { at: 'the whole tape', args: await scene.log(), wrong: 'exit' },
        { at: 'the short tape', args: await scene.log({ tape }), wrong: 'tape-short' },
      ];
    },
  },
  {
    number: 3,
    what: 'a line replaced by an older mark',
    planted: 'the database, then the code’s place',
    audit: 'option-lines',
    async commit(scene) {
      const { open } = scene.story.options;
      const [older] = await scene.rows<NamedMark>(
        `select k.seq, encode(k.hash, 'hex') as hash from mark k join option_order o on o.id = ${open}
        where k.market_id = 1 and k.seq < o.line_seq order by k.seq desc limit 1`,
      );
      await scene.behind(
        'option_order',
        `update option_order set line_seq = k.seq, entry_price = k.price from mark k
        where option_order.id = ${open} and k.market_id = 1 and k.seq = ${older?.seq}`,
      );
      // The log's own code takes the line from the tape; here it takes it from the row.
      const lines = await relogged(scene, `"id":${open},"seq":`, (line) =>
        line.replace(/"hash":"\w+"/, `"hash":"${older?.hash}"`).replace(/"seq":\d+/, `"seq":${older?.seq}`),
      );
      return [{ args: await scene.log({ lines }), wrong: 'line' }];
    },
  },
  {
    number: 4,
    what: 'one member’s rate below the terms',
    planted: 'the database',
    audit: 'option-terms',
    async commit(scene) {
      await scene.pass(1, () => '142');
      const id = await scene.world.options.placed(scene.story.bob, { way: 'up' });
      await scene.unconstrain('option_order', 'as_offered');
      await scene.behind('option_order', `update option_order set rate = rate - 0.01 where id = ${id}`);
      await goOn(scene);
      return [{ args: await scene.log(), wrong: 'rate' }];
    },
  },
  {
    number: 5,
    what: 'winnings rounded down by 10⁻⁸',
    planted: 'the database',
    audit: 'option-outcomes',
    async commit(scene) {
      const { story, world } = scene;
      await scene.unconstrain('option_order', 'outcome_follows');
      await toExpiry(scene);
      await settleUnwatched(scene);
      await scene.behind(
        'option_order',
        `update option_order set profit = profit - 0.00000001 where id = ${story.options.open}`,
      );
      await goOn(scene);
      const receipts = await world.receipts(story.ada, 'option', story.options.open);
      return [{ args: await scene.receipt(receipts), wrong: 'profit' }];
    },
  },
];

/** Fraud 25. */
export const LATE_CHOICE: Fraud = {
  number: 25,
  what: 'a direction chosen after the expiry',
  planted: 'the code’s place',
  async commit(scene) {
    const { win } = scene.story.options;
    const of = (line: string): boolean => line.includes(`"id":${win},`) && line.includes('"t":"option-');
    const lines = await scene.world.lines();
    const late = [...lines.filter((line) => !of(line)), ...lines.filter(of)];
    const other = await relogged(scene, `"direction":"up","exit"`, (line) =>
      line.includes(`"id":${win},`) ? line.replace('"direction":"up"', '"direction":"down"') : line,
    );
    return [
      {
        at: 'placed in the log once its end was known',
        args: await scene.log({ lines: late }),
        wrong: 'no-option-taken',
      },
      { at: 'another direction opened than was chosen', args: await scene.log({ lines: other }), wrong: 'direction' },
    ];
  },
};
