// Figures of rules that no setting changes. The code that checks a rule and the texts that name it both read them here.

/** The smallest and the largest number of something. */
interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Characters of a new password: of any visible ones (RULES 8), or of letters and digits alone (RULES 7.1). */
export const PASSWORD_LENGTH = { any: { min: 8, max: 128 }, plain: { min: 6, max: 20 } } as const satisfies Record<
  string,
  Bounds
>;
/** The form of a new password, normalised to NFC. */
export const PASSWORD_FORM = new RegExp(
  `^(?:[A-Za-z0-9]{${PASSWORD_LENGTH.plain.min},${PASSWORD_LENGTH.plain.max}}|[^\\p{C}\\p{Zl}\\p{Zp}]{${PASSWORD_LENGTH.any.min},${PASSWORD_LENGTH.any.max}})$`,
  'u',
);

/** Letters and digits of a bank card's or account's number (RULES 7.3). */
export const CARD_NUMBER_LENGTH = { min: 8, max: 34 } as const satisfies Bounds;
/** The form of such a number, in groups or not; blanks around it are trimmed before. */
export const CARD_NUMBER_FORM = new RegExp(
  `^(?=(?: *[A-Za-z0-9]){${CARD_NUMBER_LENGTH.min},${CARD_NUMBER_LENGTH.max}}$)`,
);

/** Most bytes and pixels of an image (RULES 7.4). */
export const IMAGE_MAX_BYTES = 8 * 2 ** 20;
export const IMAGE_MAX_PIXELS = 25_000_000;

/** The reputation that screens compare a member's with: operators may give more. */
export const CREDIT_SCORE_FULL = 100;

/** Maximum claim of one deposit (docs/wire/assets.md). */
export const CLAIM_MAX = '1000000000';
/** USDT that a member of a demo deployment may be given once a day. */
export const DEMO_GIFT = '10000';

/** Digits of a code by mail, by text message, or of an authenticator app. */
export const CODE_DIGITS = 6;
/** How long an authenticator app shows one code. */
export const AUTHENTICATOR_SECONDS = 30;
/** How many recovery codes are made at once. */
export const RECOVERY_CODES = 10;
/** How long a device is trusted after a second factor was given on it. */
export const DEVICE_TRUST_DAYS = 90;
/** How far the login history reaches back. */
export const LOGIN_HISTORY_DAYS = 90;
/** How long the link to set a new password is valid. */
export const RESET_LINK_MINUTES = 15;
/** How long the link to freeze an account, in a mail, is valid. */
export const FREEZE_LINK_DAYS = 7;
/** Of a program's key (RULES 7.7): the hours of its caps, besides the one under way, and the most networks and markets it is bound to. */
export const KEY_CAP_HOURS = 24;
export const KEY_MAX_NETWORKS = 20;
export const KEY_MAX_MARKETS = 50;
/** How long a plan can be placed. */
export const PLAN_SECONDS = 60;
/** How long nothing leaves to new destinations after a change, and the period of the limit of what leaves (RULES 8). */
export const OUT_HOURS = 24;
