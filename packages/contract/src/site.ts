import { z } from 'zod';
import { call, flag, listOf } from './call.ts';
import { fields, textField } from './fields.ts';

/** Every flag, in one answer (docs/wire/site.md). Empty text means "not configured". */
export const settingsShape = z.object({
  name: z.string(),
  logo: z.string(),
  /**
   * The page script that two owners approved, or empty. Loaded from `custom_script_src`, never inlined, and on no
   * screen of login, registration, security, withdrawals or bank cards (RULES 7).
   */
  custom_script: z.string(),
  /** Its address on this origin, or empty. The content under one address never changes. */
  custom_script_src: z.string(),
  unread_notice_switch: flag,
  custom_service: z.string(),
  flash_exchange_status: flag,
  loan_switch: flag,
  machine_switch: flag,
  staking_switch: flag,
  /** Shows the link to /staking-list; 0 by default (PRODUCT 24). */
  staking_list_switch: flag,
  Internal_transfer_status: flag,
  account_transfer_status: flag,
  recharge_status: flag,
  withdrawal_status: flag,
  certification_switch: flag,
  address_switch: flag,
  bank_switch: flag,
  introduce_switch: flag,
  traders_password_switch: flag,
  email_register_switch: flag,
  phone_register_switch: flag,
  verify_email_code: flag,
  /** **+** Registration by phone needs a code sent there (`smssend`). */
  verify_phone_code: flag,
  invie_code_switch: flag,
  can_edit_address: flag,
  can_edit_bank: flag,
  bank_swan_type: flag,
  quantize_switch: flag,
  options_switch: flag,
  invit_url: z.string(),
  ios_url: z.string(),
  android_url: z.string(),
  /** After a recharge or withdrawal: 1 home, 2 back. */
  recharge_subover_refre: z.union([z.literal(1), z.literal(2)]),
  withdrawal_subover_refre: z.union([z.literal(1), z.literal(2)]),
  /** 1 while prices are simulated or replayed. */
  demo: flag,
  terms_version: z.int().positive(),
});
export type Settings = z.output<typeof settingsShape>;

/** What the site has switched on, with its limits and texts. */
export const getSetting = call({ name: 'getSetting', methods: ['GET'], output: settingsShape });

/** The languages that `Lang` and `setLang` take. */
export const getLangList = call({
  name: 'getLangList',
  methods: ['GET'],
  output: z.array(z.object({ language_name: z.string(), file_name: z.string(), is_default: flag })),
});

export const setLang = call({
  name: 'setLang',
  methods: ['GET'],
  input: fields({ lang: textField('bad_lang') }),
  reasons: ['bad_lang'],
});

/** Pictures of the home screen. */
export const getBanner = call({ name: 'getBanner', output: z.array(z.object({ img: z.string(), url: z.string() })) });

/**
 * Articles for all, and for readers of the requested language: HTML, sanitised when stored and when shown (RULES 7).
 */
export const getContentList = call({
  name: 'getContentList',
  output: listOf(z.object({ title: z.string(), img: z.string(), content: z.string() })),
});

/** Partner sites. */
export const getFriendList = call({
  name: 'getFriendList',
  output: listOf(z.object({ url: z.string(), img: z.string(), title: z.string() })),
});
