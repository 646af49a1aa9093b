import type { Fraud, Look } from './fraud.ts';
import type { Scene } from './scene.ts';
import { buy, packBooks, showBook } from './story.ts';

// Frauds 14 to 16, and 27: fills and their books.

/** Fills an order from a new book and changes rows of it before the log reads them. */
async function filled(scene: Scene, changed: (order: string) => Promise<void>): Promise<unknown> {
  const { world, story } = scene;
  showBook(world, '142');
  const order = await buy(world, story.ada, '300');
  await changed(order);
  await scene.pass(2, () => '142');
  return world.receipts(story.ada, 'fill', order);
}

const lookAt = async (scene: Scene, receipts: unknown, wrong: string, at?: string): Promise<Look> => ({
  ...(at === undefined ? {} : { at }),
  args: await scene.receipt(receipts, '--log', `${scene.world.url}/log`),
  wrong,
});

export const OF_SPOT: readonly Fraud[] = [
  {
    number: 14,
    what: 'a fill off its book, or the book rewritten',
    planted: 'the database',
    audit: 'spot-book-chain',
    async commit(scene) {
      const { world, story } = scene;
      // Off by more than prices may lean, with what was paid to match.
      const off = await filled(scene, (order) =>
        scene.behind(
          'spot_fill',
          `update spot_fill set price = trunc(price * 1.02, 8), paid = trunc(trunc(price * 1.02, 8) * quantity, 8) where order_id = ${order}`,
        ),
      );
      const looks = [await lookAt(scene, off, 'fill-price', 'a fill off its book')];
      // The story's fills are in the log by their book's hash.
      await scene.behind('spot_book', `update spot_book set asks = replace(asks, '"122.0', '"121.0')`);
      const rewritten = await lookAt(
        scene,
        await world.receipts(story.ada, 'fill', story.order),
        'book',
        'the book rewritten',
      );
      return [...looks, rewritten];
    },
  },
  {
    number: 15,
    what: 'a level sold twice',
    planted: 'the database',
    audit: 'spot-books',
    async commit(scene) {
      const { world, story } = scene;
      showBook(world, '142');
      await buy(world, story.ada, '100');
      await scene.rows('update spot_book set asks_left = asks where is_newest');
      await buy(world, story.bob, '100');
      await scene.pass(2, () => '142');
      return [];
    },
  },
  {
    number: 16,
    what: 'a fee above the terms, an improvement kept',
    planted: 'the database',
    audit: 'spot-fill-figures',
    async commit(scene) {
      const fee = await filled(scene, (order) =>
        scene.behind('spot_fill', `update spot_fill set fee = fee * 10 where order_id = ${order}`),
      );
      const paid = await filled(scene, (order) =>
        scene.behind('spot_fill', `update spot_fill set paid = trunc(paid * 1.01, 8) where order_id = ${order}`),
      );
      return [await lookAt(scene, fee, 'fee', 'the fee'), await lookAt(scene, paid, 'paid', 'the improvement')];
    },
  },
];

/** Changes the packed book of an order's fills. */
const repack = (scene: Scene, order: string, packed: string): Promise<void> =>
  scene.behind(
    'spot_book',
    `update spot_book b set packed = ${packed} from spot_fill f join spot_order o on o.id = f.order_id
    where f.order_id = ${order} and b.market_id = o.market_id and b.seq = f.book_seq and b.packed is not null`,
  );

/** What a book is packed to that has other asks. */
const OTHER_ASKS = `(select (spot_book_packed(jsonb_populate_record(k, jsonb_build_object('asks', replace(k.asks, '"122.0', '"121.0'))))).packed
  from spot_book_open(b) k)`;

/** Fraud 27. */
export const REPACKED: Fraud = {
  number: 27,
  what: 'a packed book rewritten, or made unreadable',
  planted: 'the database',
  audit: 'spot-book-chain',
  async commit(scene) {
    const { world, story } = scene;
    showBook(world, '142');
    const second = await buy(world, story.ada, '300');
    // Its book is superseded too.
    await scene.pass(2, (n) => `${141 + n}`);
    showBook(world, '143');
    await buy(world, story.bob, '100');
    await scene.pass(2, () => '143');
    await packBooks(world, 2);
    await repack(scene, story.order, OTHER_ASKS);
    await repack(scene, second, `substr(packed, 1, 20)`);
    const [first, then] = [
      await world.receipts(story.ada, 'fill', story.order),
      await world.receipts(story.ada, 'fill', second),
    ];
    return [
      await lookAt(scene, first, 'book', 'other prices packed'),
      await lookAt(scene, then, 'book', 'bytes that nothing opens'),
    ];
  },
};
