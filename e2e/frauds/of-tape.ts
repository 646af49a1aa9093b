import type { Fraud } from './fraud.ts';
import type { Scene } from './scene.ts';

// Frauds 6 to 9: marks that are changed, made up, taken away or declared complete too early.

/** Computes the chain of bitcoin's marks again from one on, and its head. */
const chainedAgain = (fromSeq: string): string => `
  do $$ declare link bytea; k record; begin
    select previous into link from mark where market_id = 1 and seq = ${fromSeq};
    for k in select * from mark where market_id = 1 and seq >= ${fromSeq} order by seq loop
      update mark set previous = link, hash = mark_hash(link, 'btcusdt', k.seq, k.time, k.price, k.sources, k.held)
      where market_id = 1 and seq = k.seq returning hash into link;
    end loop;
    update mark_head set hash = link where market_id = 1;
  end $$`;

/** The mark of so many before the last. */
async function markBeforeLast(scene: Scene, count: number): Promise<string> {
  const [mark] = await scene.rows<{ seq: string }>(
    `select seq from mark where market_id = 1 order by seq desc offset ${count} limit 1`,
  );
  if (!mark) throw new Error('there is no such mark');
  return mark.seq;
}

export const OF_TAPE: readonly Fraud[] = [
  {
    number: 6,
    what: 'a mark changed, and the chain hashed again',
    planted: 'the database',
    async commit(scene) {
      const seq = await markBeforeLast(scene, 5);
      await scene.behind(
        'mark',
        `update mark set time = time + interval '1 millisecond' where market_id = 1 and seq = ${seq}`,
      );
      await scene.behind('mark', chainedAgain(seq));
      return [{ args: await scene.log(), wrong: 'tape-head' }];
    },
  },
  {
    number: 7,
    what: 'a mark that no source quoted',
    planted: 'the code’s place',
    audit: 'mark-chain',
    async commit(scene) {
      const { clock, market } = scene.world;
      clock.advance(1_000);
      market.setMark('btcusdt', '160.00000001', { quoted: '160' });
      await market.keep();
      await scene.world.follow();
      await scene.pass(3, () => '161');
      return [{ args: await scene.log(), wrong: 'mark-price' }];
    },
  },
  {
    number: 8,
    what: 'marks of six seconds withheld, so that a winner goes void',
    planted: 'the database',
    async commit(scene) {
      const { world, story } = scene;
      // Up to the expiry everybody saw the marks, and the log named them.
      for (let second = 1; second <= 9; second += 1) {
        world.clock.advance(1_000);
        world.market.setMark('btcusdt', `${150 + second}`);
        await world.market.marks.complete();
        await world.follow();
      }
      const from = await markBeforeLast(scene, 6);
      await scene.behind('mark', `delete from mark where market_id = 1 and seq > ${from}`);
      await scene.behind(
        'mark_head',
        `update mark_head h set seq = k.seq, hash = k.hash, time = k.time from mark k
        where h.market_id = 1 and k.market_id = 1 and k.seq = ${from}`,
      );
      for (let second = 0; second < 65; second += 1) {
        world.clock.advance(1_000);
        await world.options.service.settler.settleAll();
      }
      const [ended] = await scene.rows<{ outcome: string }>(
        `select outcome from option_order where id = ${story.options.open}`,
      );
      if (ended?.outcome !== 'void') throw new Error(`the option ended ${ended?.outcome}`);
      await scene.pass(3, () => '120');
      return [{ args: await scene.log(), wrong: 'tape-short' }];
    },
  },
  {
    number: 9,
    what: 'complete_to set too early',
    planted: 'the database',
    async commit(scene) {
      const { clock, market } = scene.world;
      clock.advance(1_000);
      market.setMark('btcusdt', '160');
      await market.keep();
      const [head] = await scene.rows<{ complete_to: Date }>('select complete_to from mark_head where market_id = 1');
      await scene.behind(
        'mark_head',
        `update mark_head set complete_to = complete_to + interval '2 seconds' where market_id = 1`,
      );
      await scene.world.follow();
      await scene.behind(
        'mark_head',
        `update mark_head set complete_to = '${head?.complete_to.toISOString()}' where market_id = 1`,
      );
      await scene.pass(4, () => '161');
      return [{ args: await scene.log(), wrong: 'complete-to' }];
    },
  },
];
