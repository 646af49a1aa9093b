/** What crosses the wire. Names like upbbbuy or xjprice appear only here. */
import * as assets from './assets.ts';
import type { Call, InputOf, OutputOf } from './call.ts';
import * as exchange from './exchange.ts';
import * as funding from './funding.ts';
import * as gate from './gate.ts';
import * as identity from './identity.ts';
import * as keys from './keys.ts';
import * as invitation from './invitation.ts';
import * as loans from './loans.ts';
import * as market from './market.ts';
import * as membership from './membership.ts';
import * as mining from './mining.ts';
import * as notices from './notices.ts';
import * as options from './options.ts';
import * as payouts from './payouts.ts';
import * as proof from './proof.ts';
import * as security from './security.ts';
import * as site from './site.ts';
import * as spot from './spot.ts';
import * as staking from './staking.ts';
import * as transfers from './transfers.ts';
import * as uploads from './uploads.ts';
import * as voids from './voids.ts';
import * as favourites from './favourites.ts';
import * as liabilities from './liabilities.ts';
import * as portfolio from './portfolio.ts';

type CallsIn<Slice> = { [K in keyof Slice as Slice[K] extends Call<infer Name> ? Name : never]: Slice[K] };
type Slices = typeof assets &
  typeof exchange &
  typeof funding &
  typeof gate &
  typeof identity &
  typeof invitation &
  typeof keys &
  typeof loans &
  typeof market &
  typeof membership &
  typeof mining &
  typeof notices &
  typeof options &
  typeof payouts &
  typeof proof &
  typeof security &
  typeof site &
  typeof spot &
  typeof staking &
  typeof transfers &
  typeof favourites &
  typeof liabilities &
  typeof portfolio &
  typeof uploads &
  typeof voids;

/** Every member call by its name. */
export type MemberCalls = CallsIn<Slices>;
export type CallName = keyof MemberCalls;
/** `data` of a call's successful answer. */
export type Answer<Name extends CallName> = OutputOf<MemberCalls[Name]>;
/** Input of a call's handler. */
export type Input<Name extends CallName> = InputOf<MemberCalls[Name]>;

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'methods' in value && 'idempotent' in value;

/** Every member call. */
export const memberCalls: readonly Call[] = [
  assets,
  exchange,
  funding,
  gate,
  identity,
  invitation,
  keys,
  loans,
  market,
  membership,
  mining,
  notices,
  options,
  payouts,
  proof,
  security,
  site,
  spot,
  staking,
  transfers,
  uploads,
  voids,
  favourites,
  liabilities,
  portfolio,
].flatMap((slice) => Object.values<unknown>(slice).filter(isCall));

export { ACCOUNT_TYPE, RECORD_STATUS, type AccountType } from './codes/assets.ts';
export type { Bill, OwnTransfer } from './assets.ts';
export { KEY_RIGHTS, type Call, type Envelope, type InputOf, type KeyRight, type OutputOf } from './call.ts';
export type { ExchangeCoin } from './exchange.ts';
export type { WithdrawType } from './codes/funding.ts';
export type { RechargeRecord, TimelineStep, WithdrawalRecord } from './funding.ts';
export { IDENTITY_STATUS, type IdentityStatus } from './codes/identity.ts';
export type { IdentityApplication } from './identity.ts';
export { JOINED_MAX } from './invitation.ts';
export type { Key, KeyKind } from './keys.ts';
export { LOAN_STATUS, REPAYMENT, type LoanStatus, type Repayment } from './codes/loans.ts';
export type { LoanProject, LoanRecord } from './loans.ts';
export {
  BOOK_DEPTH,
  PERIODS,
  RESOLUTIONS,
  type KlineBar,
  type MarketItem,
  type Period,
  type Resolution,
  type Sparkline,
  type StreamError,
  type StreamMark,
  type StreamTick,
} from './market.ts';
export type { PasswordReset, WorkAsked } from './membership.ts';
export { MINING_STATUS } from './codes/mining.ts';
export type { MiningOrder, MiningProduct } from './mining.ts';
export type { CoinBalance, NewsBegun, NewsEnded, NewsEvent, NewsFields, NewsFrame, NewsLogin } from './news.ts';
export { NOTICE_STATUS } from './codes/notices.ts';
export type { Notice } from './notices.ts';
export { DIRECTION, OPTION_RULES, OPTION_STATUS, type OptionStatus } from './codes/options.ts';
export { OUTCOMES, MARKS_MAX, TAPE_STRETCH_MAX, type OptionOrder, type OwnLimits } from './options.ts';
export type { BankCard, BookAddress, BoundAddress, Network, NetworkCoin } from './payouts.ts';
export { ok, REASON_CODES, refuse, type Code, type Reason, type Refusal, type Result } from './reasons.ts';
export type {
  KnownDevice,
  OwnSession,
  Passkey,
  PasskeyRequest,
  SecondFactor,
  SecondNeeded,
  SignIn,
} from './security.ts';
export type { Settings } from './site.ts';
export {
  ORDER_KIND,
  PRICE_MODE,
  SIDE,
  SPOT_STATUS,
  type OrderKind,
  type PriceMode,
  type Side,
  type SpotStatus,
} from './codes/spot.ts';
export type { OrderInput, SpotFill, SpotOrder } from './spot.ts';
export { STAKE_STATUS, STAKING_TYPE } from './codes/staking.ts';
export type { Stake, StakingInfo, StakingProject } from './staking.ts';
export type { MemberTransferStatus } from './codes/transfers.ts';
export type { MemberTransfer, TransferCoin } from './transfers.ts';
export type { MarkGap, VoidOption } from './voids.ts';
