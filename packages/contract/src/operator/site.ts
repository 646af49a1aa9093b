import { z } from 'zod';
import { flag, id, time } from '../call.ts';
import { SCRIPT_STATUS } from '../codes/site.ts';
import { choiceField, optional, textField } from '../fields.ts';
import { linkField, neededLinkField, neededPictureField, pictureField } from './link-fields.ts';
import { creates, operatorCall } from './operator-call.ts';
import {
  byId,
  flagField,
  ifGiven,
  listFields,
  longTextField,
  pageOf,
  readersField,
  remarkField,
  retirable,
  wholeField,
} from './operator-fields.ts';

/** `status` is `enabled`; the site's order is by `sort`, ascending. */
const lists = z.strictObject(listFields({ statuses: ['0', '1'], sorts: ['id', 'sort'] }));
const placed = { sort: optional(wholeField(0, 1_000_000)), enabled: optional(flagField()) };
const shown = { id, sort: z.int(), ...retirable };
const changed = ['not_found', 'bad_image', 'bad_text', 'nothing_to_change'] as const;

const bannerItem = z.object({ img: z.string(), url: z.string(), ...shown });
export type BannerItem = z.output<typeof bannerItem>;
export const listBanners = operatorCall('GET', '/banners', {
  role: 'viewer',
  input: lists,
  output: pageOf(bannerItem),
});
export const readBanner = operatorCall('GET', '/banners/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: bannerItem,
  reasons: ['not_found'],
});
export const createBanner = operatorCall('POST', '/banners', {
  ...creates,
  role: 'clerk',
  input: z.strictObject({ img: neededPictureField(), url: ifGiven(linkField()), ...placed }),
  output: bannerItem,
  reasons: ['bad_image'],
});
export const changeBanner = operatorCall('PATCH', '/banners/{id}', {
  role: 'clerk',
  input: z.strictObject({ ...byId, img: ifGiven(neededPictureField()), url: ifGiven(linkField()), ...placed }),
  output: bannerItem,
  reasons: changed,
});

/** `content` is sanitised HTML, `lang` the readers' language, empty for all. */
const contentItem = z.object({ title: z.string(), content: z.string(), img: z.string(), lang: z.string(), ...shown });
export type ContentItem = z.output<typeof contentItem>;
export const listContents = operatorCall('GET', '/contents', {
  role: 'viewer',
  input: lists,
  output: pageOf(contentItem),
});
export const readContent = operatorCall('GET', '/contents/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: contentItem,
  reasons: ['not_found'],
});
export const createContent = operatorCall('POST', '/contents', {
  ...creates,
  role: 'clerk',
  input: z.strictObject({
    title: textField(),
    content: longTextField(),
    img: ifGiven(pictureField()),
    lang: ifGiven(readersField()),
    ...placed,
  }),
  output: contentItem,
  reasons: ['bad_text', 'bad_image', 'bad_lang'],
});
export const changeContent = operatorCall('PATCH', '/contents/{id}', {
  role: 'clerk',
  input: z.strictObject({
    ...byId,
    title: optional(textField()),
    content: ifGiven(longTextField()),
    img: ifGiven(pictureField()),
    lang: ifGiven(readersField()),
    ...placed,
  }),
  output: contentItem,
  reasons: [...changed, 'bad_lang'],
});

const friendItem = z.object({ url: z.string(), img: z.string(), title: z.string(), ...shown });
export type FriendItem = z.output<typeof friendItem>;
export const listFriends = operatorCall('GET', '/friends', {
  role: 'viewer',
  input: lists,
  output: pageOf(friendItem),
});
export const readFriend = operatorCall('GET', '/friends/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: friendItem,
  reasons: ['not_found'],
});
export const createFriend = operatorCall('POST', '/friends', {
  ...creates,
  role: 'clerk',
  input: z.strictObject({ url: neededLinkField(), img: ifGiven(pictureField()), title: textField(), ...placed }),
  output: friendItem,
  reasons: ['bad_text', 'bad_image'],
});
export const changeFriend = operatorCall('PATCH', '/friends/{id}', {
  role: 'clerk',
  input: z.strictObject({
    ...byId,
    url: ifGiven(neededLinkField()),
    img: ifGiven(pictureField()),
    title: optional(textField()),
    ...placed,
  }),
  output: friendItem,
  reasons: changed,
});

/** One of the 26 languages. The default is always offered. */
const languageItem = z.object({ id, language_name: z.string(), file_name: z.string(), is_default: flag, ...retirable });
export type LanguageItem = z.output<typeof languageItem>;
export const listLanguages = operatorCall('GET', '/languages', {
  role: 'viewer',
  input: z.strictObject(listFields({ statuses: ['0', '1'] })),
  output: pageOf(languageItem),
});
export const readLanguage = operatorCall('GET', '/languages/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: languageItem,
  reasons: ['not_found'],
});
/** `is_default` 1 makes it the default instead of another, and offers it. The default cannot be withdrawn. */
export const changeLanguage = operatorCall('PATCH', '/languages/{id}', {
  role: 'owner',
  input: z.strictObject({ ...byId, enabled: optional(flagField()), is_default: optional(choiceField('1')) }),
  output: languageItem,
  reasons: ['not_found', 'in_use', 'nothing_to_change'],
});

/** It runs once another owner approves it; only one runs at a time. */
const scriptItem = z.object({
  id,
  content: z.string(),
  /** SHA-256 of the content, in hex. */
  hash: z.string(),
  /** 1 waits for a second owner, 2 runs, 3 was replaced or revoked. */
  status: z.literal(Object.values(SCRIPT_STATUS)),
  proposed_by: id,
  approved_by: id.nullable(),
  revoked_by: id.nullable(),
  addtime: time,
  approved_at: time.nullable(),
  ended_at: time.nullable(),
});
export type ScriptItem = z.output<typeof scriptItem>;
export const listScripts = operatorCall('GET', '/scripts', {
  role: 'viewer',
  input: z.strictObject(listFields({ statuses: ['1', '2', '3'] })),
  output: pageOf(scriptItem),
});
export const readScript = operatorCall('GET', '/scripts/{id}', {
  role: 'viewer',
  input: z.strictObject(byId),
  output: scriptItem,
  reasons: ['not_found'],
});
export const proposeScript = operatorCall('POST', '/scripts', {
  role: 'owner',
  status: 202,
  input: z.strictObject({ content: longTextField() }),
  output: scriptItem,
  reasons: ['bad_text', 'not_established'],
});
/** By another owner. It becomes the site's only script. */
export const approveScript = operatorCall('POST', '/scripts/{id}/approve', {
  role: 'owner',
  input: z.strictObject({ ...byId, remark: remarkField() }),
  output: scriptItem,
  fresh: true,
  reasons: ['not_found', 'already_decided', 'same_operator', 'not_established'],
});
/** By any owner, also while it waits. */
export const revokeScript = operatorCall('POST', '/scripts/{id}/revoke', {
  role: 'owner',
  input: z.strictObject({ ...byId, remark: remarkField() }),
  output: scriptItem,
  reasons: ['not_found', 'already_decided'],
});
