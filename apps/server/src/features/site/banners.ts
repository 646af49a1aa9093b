import type { Answer } from '@plimsoll/contract';
import type { Clock } from '../../platform/clock.ts';
import { sql, type Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { Refreshed } from './refreshed.ts';

type Banners = Answer<'getBanner'>;

const readAll = sql<Banners[number]>('site.banners', 'select img, url from banner where enabled order by sort, id');

/** The banners of the home screen, in their order, held in memory. */
export const createBanners = ({ db, clock, log }: { db: Db; clock: Clock; log: Pick<Log, 'error'> }): Refreshed<Banners> =>
  new Refreshed<Banners>([], { read: () => db.run(readAll), clock, log });
