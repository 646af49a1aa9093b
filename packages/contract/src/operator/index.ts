/** What crosses the wire between console and server. The member app never imports from here. */
import * as assets from './assets.ts';
import * as catalogue from './catalogue.ts';
import * as funding from './funding.ts';
import * as house from './house.ts';
import * as identity from './identity.ts';
import * as invitation from './invitation.ts';
import * as loans from './loans.ts';
import * as membership from './membership.ts';
import * as mining from './mining.ts';
import * as notices from './notices.ts';
import type { OperatorCall } from './operator-call.ts';
import * as operators from './operators.ts';
import * as optionOrders from './option-orders.ts';
import * as options from './options.ts';
import * as payouts from './payouts.ts';
import * as products from './products.ts';
import * as proposals from './proposals.ts';
import * as reports from './reports.ts';
import * as settings from './settings.ts';
import * as site from './site.ts';
import * as spot from './spot.ts';
import * as staking from './staking.ts';
import * as transfers from './transfers.ts';
import * as uploads from './uploads.ts';
import * as webhooks from './webhooks.ts';

const isCall = (value: unknown): value is OperatorCall =>
  typeof value === 'object' && value !== null && 'method' in value && 'role' in value;

/** Every console call. */
export const operatorCalls: readonly OperatorCall[] = [
  assets,
  catalogue,
  funding,
  house,
  identity,
  invitation,
  loans,
  membership,
  mining,
  notices,
  operators,
  optionOrders,
  options,
  payouts,
  products,
  proposals,
  reports,
  settings,
  site,
  spot,
  staking,
  transfers,
  uploads,
  webhooks,
].flatMap((slice) => Object.values<unknown>(slice).filter(isCall));

export type { TransferForOperator } from './assets.ts';
export type { RechargeForOperator, WithdrawalForOperator } from './funding.ts';
export {
  FUNDED_HOUSES,
  HOUSES,
  type CoinReport,
  type Correction,
  type Exposure,
  type HousePosting,
  type JournalItem,
  type LedgerAccount,
  type LedgerLine,
  type Overview,
  type WholeJournal,
} from './house.ts';
export type { IdentityForOperator } from './identity.ts';
export type { LoanForOperator } from './loans.ts';
export type { BillForOperator, HistoryLine, MemberBalance, MemberDetail, MemberItem } from './membership.ts';
export { isAtLeast, isProposed, ROLES, type OperatorCall, type Proposed, type Role } from './operator-call.ts';
export { TOTAL_MAX } from './operator-fields.ts';
export {
  OPERATOR_REASON_STATUS,
  problemStatus,
  refuseOperator,
  type OperatorReason,
  type OperatorRefusal,
  type OperatorResult,
  type Problem,
} from './operator-reasons.ts';
export { PROPOSAL_KINDS, type ProposalItem, type ProposalKind } from './proposal-item.ts';
export type { NoticeItem } from './notices.ts';
export type { OptionOrderForOperator } from './option-orders.ts';
export type { AuditLine, OperatorItem } from './operators.ts';
export type { SettingsChange, SettingsItem } from './settings.ts';
export type { BannerItem, ContentItem, FriendItem, LanguageItem, ScriptItem } from './site.ts';
export type { SpotOrderForOperator } from './spot.ts';
export type { CoinItem, CurrencyItem, MarketForOperator } from './catalogue.ts';
export type { OptionTermItem } from './options.ts';
export {
  UNUSUAL_OPTIONS,
  UNUSUAL_SIGMAS,
  type Edge,
  type EdgeReport,
  type UnusualResult,
  type UnusualResults,
} from './reports.ts';
export type { NetworkItem } from './payouts.ts';
export type { LoanProjectItem, MiningProductItem, StakingProjectItem } from './products.ts';
export type { MiningOrderForOperator } from './mining.ts';
export type { StakeForOperator } from './staking.ts';
export type { MemberTransferForOperator } from './transfers.ts';
export {
  WEBHOOK_EVENTS,
  WEBHOOK_STATUS,
  type WebhookEvent,
  type WebhookItem,
  type WebhookMessageItem,
} from './webhooks.ts';
