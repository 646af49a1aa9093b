import { sql } from '../../platform/db.ts';
import type { ImageType } from '../../platform/uploads/index.ts';

/** Keeps what is known of an upload. */
export const insertUpload = sql<never>('uploads.insert', `
  insert into upload (name, member_id, type, sealed, size, width, height, file_hash, pixels_hash, at)
  values ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'), decode($9, 'hex'), $10)`);

/** How an upload is to be opened. */
export const howToOpen = sql<{ type: ImageType; sealed: boolean }>('uploads.howToOpen', 'select type, sealed from upload where name = $1');

/** An upload of this member's. */
export const ownUpload = sql<{ name: string; file_hash: string; pixels_hash: string }>('uploads.own', `
  select name, encode(file_hash, 'hex') as file_hash, encode(pixels_hash, 'hex') as pixels_hash from upload where name = $1 and member_id = $2`);

/** How many a member has sent since a time, counted to `most` at the utmost. */
export const countSince = sql<{ sent: number }>('uploads.countSince', `
  select count(*)::int as sent from (select from upload where member_id = $1 and at > $2 limit $3) recent`);
