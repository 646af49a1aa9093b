import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../testing/database.ts';
import { connected } from './connection.ts';
import { APP_ROLE, CommitUncertain, errorCode, openDb, sql, type Db, type Tx } from './db.ts';

const insert = sql<never>('test.insert', 'insert into note (n) values ($1)');
const list = sql<{ n: number }>('test.list', 'select n from note order by n');
const cut = sql<never>('test.cut', 'select pg_terminate_backend(pg_backend_pid())');

let database: TestDatabase;
let one: Db;

beforeAll(async () => {
  database = await testDatabase();
  await connected(database.url, (owner) =>
    owner.query(`create table note (n int primary key); grant select, insert on note to ${APP_ROLE}`),
  );
  one = openDb(database.url, { connections: 1 });
});
afterAll(async () => {
  await one.close();
  await database.drop();
});

const notes = async () => (await database.db.run(list)).map(({ n }) => n);

test('a commit sent behind the last statement commits it, and the next transaction need not wait', async () => {
  const order: string[] = [];
  const second = Promise.withResolvers<number[]>();
  await one.transaction(async (tx) => {
    const written = tx.run(insert, [1]);
    tx.commit();
    // On a pool of one connection: behind the commit of the first, it sees what that did.
    void one
      .transaction(async (next) => {
        order.push('second begun');
        return (await next.run(list)).map(({ n }) => n);
      })
      .then(second.resolve, second.reject);
    await written;
    order.push('first answered');
  });
  expect(order).toEqual(['second begun', 'first answered']);
  expect(await second.promise).toEqual([1]);
});

test('a commit sent behind a statement that fails commits nothing, and the statement says why', async () => {
  const twice = one.transaction(async (tx) => {
    const written = [tx.run(insert, [2]), tx.run(insert, [1]), tx.run(insert, [3])];
    tx.commit();
    const [, failed] = await Promise.allSettled(written);
    if (failed?.status === 'rejected') throw failed.reason;
  });
  expect(await twice.catch(errorCode)).toBe('23505');
  expect(await notes()).toEqual([1]);
  expect(await one.transaction((tx) => tx.run(list))).toEqual([{ n: 1 }]);
});

test('an ignored failure of a statement prevents the commit', async () => {
  const overlooked = one.transaction(async (tx) => {
    void tx.run(insert, [1]).catch(() => {});
    tx.commit();
  });
  await expect(overlooked).rejects.toThrow('a statement of the transaction had failed');
  expect(await notes()).toEqual([1]);
});

test('nothing is run after the commit was sent', async () => {
  const late = one.transaction(async (tx) => {
    tx.commit();
    await tx.run(insert, [9]);
  });
  await expect(late).rejects.toThrow('the commit was sent');
  expect(await notes()).toEqual([1]);
});

test('nothing is run once the transaction is over', async () => {
  const kept: Tx[] = [];
  await expect(
    one.transaction(async (tx) => {
      kept.push(tx);
      throw new Error('given up');
    }),
  ).rejects.toThrow('given up');
  await one.transaction(async (tx) => {
    await kept[0]?.run(insert, [9]).catch(() => {});
    kept.push(tx);
  });
  await kept[1]?.run(insert, [9]).catch(() => {});
  expect(await notes()).toEqual([1]);
});

test('a connection that breaks during the commit leaves it uncertain, and the next connection is new', async () => {
  const own = openDb(database.url, { connections: 1, role: null });
  const broken = own.transaction(async (tx) => {
    const gone = tx.run(cut);
    tx.commit();
    await gone;
  });
  await expect(broken).rejects.toBeInstanceOf(CommitUncertain);
  expect(await own.transaction((tx) => tx.run(list))).toEqual([{ n: 1 }]);
  await own.close();
});
