/**
 * The platform's notices and their values: amounts as decimal text, `until` as ISO time. Words:
 * `locales/<language>/notice-words.json`.
 */
export interface NoticeParams {
  'recharge-credited': { readonly amount: string; readonly coin: string; readonly claimed: string };
  'recharge-refused': { readonly amount: string; readonly coin: string; readonly remark: string };
  'withdrawal-sent': {
    readonly amount: string;
    readonly net: string;
    readonly fee: string;
    readonly coin: string;
    readonly address: string;
  };
  'withdrawal-refused': { readonly amount: string; readonly coin: string; readonly remark: string };
  correction: { readonly amount: string; readonly coin: string; readonly remark: string; readonly way: 'in' | 'out' };
  frozen: {};
  unfrozen: {};
  'identity-certified': {};
  'identity-refused': { readonly remark: string };
  'loan-approved': { readonly amount: string };
  'loan-refused': { readonly remark: string };
  'loan-collected': { readonly amount: string };
  'loan-overdue': { readonly amount: string };
  'transfer-received': { readonly amount: string; readonly coin: string; readonly from: string };
  'mining-ended': { readonly amount: string; readonly revenue: string; readonly coin: string };
  'stake-ended': { readonly amount: string; readonly revenue: string; readonly coin: string };
  'payments-stopped': { readonly until: string };
  'sign-in-new': { readonly browser: string; readonly system: string; readonly address: string };
  'password-changed': { readonly which: 'login' | 'payment' };
  'authenticator-changed': { readonly how: 'added' | 'replaced' | 'removed' };
  'passkey-changed': { readonly how: 'added' | 'removed'; readonly name: string };
  'key-changed': { readonly how: 'made' | 'ended'; readonly name: string };
  'recovery-used': { readonly left: string };
  'recovery-renewed': {};
  'codes-stopped': { readonly until: string };
  'factors-reset': { readonly remark: string };
  'address-bound': { readonly coin: string; readonly address: string };
  'address-book-changed': {
    readonly how: 'kept' | 'allowed' | 'removed' | 'only' | 'any';
    readonly coin: string;
    readonly address: string;
  };
  'card-bound': { readonly bank: string; readonly number: string };
  'withdrawal-requested': { readonly amount: string; readonly coin: string; readonly address: string };
  'transfer-sent': { readonly amount: string; readonly coin: string; readonly to: string };
  'phrase-changed': {};
  'email-changed': { readonly email: string };
  'password-asked': { readonly browser: string; readonly system: string; readonly address: string };
}
export type NoticeKind = keyof NoticeParams;

/** A notice to one member. */
export type Notification = {
  readonly [Kind in NoticeKind]: {
    readonly memberId: string;
    readonly kind: Kind;
    readonly params: NoticeParams[Kind];
  };
}[NoticeKind];

/** Notices whose mails link to a freeze of the account. */
export const ALARMING: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  'sign-in-new',
  'password-changed',
  'authenticator-changed',
  'passkey-changed',
  'key-changed',
  'recovery-used',
  'recovery-renewed',
  'codes-stopped',
  'payments-stopped',
  'address-bound',
  'address-book-changed',
  'card-bound',
  'withdrawal-requested',
  'withdrawal-sent',
  'transfer-sent',
  'phrase-changed',
  'email-changed',
]);

/**
 * Notices that inform. Their mails are sent behind those of the others, which are of the account's security or somebody
 * waits for.
 */
export const INFORMING: ReadonlySet<NoticeKind> = new Set<NoticeKind>([
  'recharge-credited',
  'recharge-refused',
  'correction',
  'identity-certified',
  'identity-refused',
  'loan-approved',
  'loan-refused',
  'loan-collected',
  'loan-overdue',
  'transfer-received',
  'mining-ended',
  'stake-ended',
]);
