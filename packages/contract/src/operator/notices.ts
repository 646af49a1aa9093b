import { z } from 'zod';
import { flag, id, time } from '../call.ts';
import { idField, optional, textField } from '../fields.ts';
import { pictureField } from './link-fields.ts';
import { creates, operatorCall } from './operator-call.ts';
import { byId, flagField, ifGiven, listFields, longTextField, pageOf, readersField } from './operator-fields.ts';

/** Automatic ones are not listed. */
const noticeItem = z.object({
  id,
  title: z.string(),
  /** HTML, as it was sanitised. */
  content: z.string(),
  imgs: z.string(),
  /** Null for all, later members too. */
  member_id: id.nullable(),
  username: z.string(),
  /** Of those for all: the readers' language, empty for every language. */
  lang: z.string(),
  enabled: flag,
  addtime: time,
});
export type NoticeItem = z.output<typeof noticeItem>;

const about = { imgs: ifGiven(pictureField()), enabled: optional(flagField()) };

/** `q` is the beginning of a title, or the username or id of the member it is for; `status` is `enabled`. */
export const listNotices = operatorCall('GET', '/notices', {
  role: 'viewer',
  input: z.strictObject(listFields({ statuses: ['0', '1'] })),
  output: pageOf(noticeItem),
});
export const readNotice = operatorCall('GET', '/notices/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: noticeItem,
  reasons: ['not_found'],
});
/**
 * For all; with `member_id` for one, or with `lang` for readers of that language. Forbidden tags, attributes and
 * addresses are removed.
 */
export const createNotice = operatorCall('POST', '/notices', {
  ...creates,
  role: 'clerk',
  input: z.strictObject({
    title: textField(),
    content: longTextField(),
    member_id: optional(idField()),
    lang: ifGiven(readersField()),
    ...about,
  }),
  output: noticeItem,
  reasons: ['bad_text', 'bad_image', 'bad_lang', 'bad_value', 'not_found'],
});
/** Changes the text; recipients and read marks stay. */
export const changeNotice = operatorCall('PATCH', '/notices/{id}', {
  role: 'clerk',
  input: z.strictObject({ ...byId, title: optional(textField()), content: optional(longTextField()), ...about }),
  output: noticeItem,
  reasons: ['not_found', 'bad_text', 'bad_image', 'nothing_to_change'],
});
