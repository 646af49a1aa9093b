import type { Role } from '@plimsoll/contract/operator';
import { sql } from '../../platform/db.ts';
import type { ImageType } from '../../platform/uploads/index.ts';

/** Inserts an upload. */
export const insertUpload = sql<never>(
  'uploads.insert',
  `
  insert into upload (name, member_id, operator_id, type, sealed, size, width, height, file_hash, pixels_hash, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'hex'), decode($10, 'hex'), $11)`,
);

/** How an upload is stored. */
export const howToOpen = sql<{ type: ImageType; sealed: boolean }>(
  'uploads.howToOpen',
  'select type, sealed from upload where name = $1',
);

/** The type of a public picture. */
export const publicPicture = sql<{ type: ImageType }>(
  'uploads.public',
  'select type from upload where name = $1 and operator_id is not null',
);

/** An upload of this member. */
export const ownUpload = sql<{ name: string; file_hash: string; pixels_hash: string }>(
  'uploads.own',
  `
  select name, encode(file_hash, 'hex') as file_hash, encode(pixels_hash, 'hex') as pixels_hash from upload where name = $1 and member_id = $2`,
);

/** A member's uploads since a time, counted to a maximum. */
export const countOfMember = sql<{ sent: number }>(
  'uploads.countOfMember',
  `
  select count(*)::int as sent from (select from upload where member_id = $1 and at > $2 limit $3) recent`,
);
/** An operator's uploads since a time, counted to a maximum. */
export const countOfOperator = sql<{ sent: number }>(
  'uploads.countOfOperator',
  `
  select count(*)::int as sent from (select from upload where operator_id = $1 and at > $2 limit $3) recent`,
);

/** The viewing operator as the log names them, unless disabled. */
export const lookingOperator = sql<{ username: string; role: Role }>(
  'uploads.lookingOperator',
  'select username, role from operator where id = $1 and enabled',
);
/** Records a link's first use; no row afterwards. */
export const noteView = sql<object>(
  'uploads.noteView',
  `
  insert into upload_view (signature, upload, operator_id, at) values ($1, $2, $3, $4) on conflict do nothing returning signature`,
);
