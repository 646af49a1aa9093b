import type { getUserBalanceList } from './assets.ts';
import type { OutputOf } from './call.ts';
import type { Notice } from './notices.ts';
import type { OptionOrder } from './options.ts';
import type { SpotOrder } from './spot.ts';

// Private news on `/stream` (docs/wire/stream.md): frames for whoever logged in there.

type BalanceAccount = OutputOf<typeof getUserBalanceList>['coinList'][number];
/** The balance of one account and coin. */
export type CoinBalance = Pick<BalanceAccount, 'type'> & BalanceAccount['balanceInfo'][number];

/** The fields of each event beside `event`: those of the thing in its list call. */
export interface NewsFields {
  /** A spot order that was placed, filled or cancelled, as in `tradegetOrderList`. */
  order: SpotOrder;
  /** An option that was accepted, got its line or ended, as in `getHyOrderList`. */
  option: OptionOrder;
  /** The balance of one account and coin, as in `getUserBalanceList`. */
  balance: CoinBalance;
  /** A notice that was written, changed or read, as in `getNoticeList`. */
  notice: Notice;
}

export type NewsEvent = keyof NewsFields;
/** `{"event": "balance", …}` */
export type NewsFrame<Event extends NewsEvent = NewsEvent> = {
  [E in Event]: { readonly event: E } & NewsFields[E];
}[Event];

/** What a client sends for its news. Words are in `lang`, else in the member's language. */
export interface NewsLogin {
  login: string;
  lang?: string;
}

/** Answers a login: from here on each change is reported. */
export interface NewsBegun {
  login: 'ok';
}

/**
 * Ends news, or refuses a login. `login_required`: the token has no session, or no longer. `unavailable`: a change may
 * have been missed; log in again after a moment, and read the lists again. `too_many_requests`: too many bad tokens.
 */
export interface NewsEnded {
  error: 'login_required' | 'unavailable' | 'too_many_requests';
}
