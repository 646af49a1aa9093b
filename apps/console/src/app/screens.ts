import type { IconShape, LazyPart } from '@plimsoll/ui';
import { gauge, id, settings } from '@plimsoll/ui/icons-panel';
import {
  article,
  bank,
  camera,
  edit,
  external,
  filter,
  ledger,
  link,
  share,
  shield,
  users,
} from '@plimsoll/ui/icons-screens';
import {
  assets,
  bell,
  clock,
  deposit,
  exchange,
  globe,
  home,
  loans,
  market,
  mining,
  options,
  staking,
  transfer,
  withdraw,
} from '@plimsoll/ui/icons-shell';
import type { Messages } from 'use-intl';
import { TransfersScreen } from '../features/assets/index.ts';
import { AuditScreen } from '../features/audit/index.ts';
import { DepositsScreen, WithdrawalsScreen } from '../features/funding/index.ts';
import {
  BalancesScreen,
  CorrectionsScreen,
  ExposureScreen,
  HousePostingsScreen,
  OverviewScreen,
} from '../features/house/index.ts';
import { IdentitiesScreen } from '../features/identity/index.ts';
import { AccountsScreen, LedgerScreen } from '../features/ledger/index.ts';
import { LoansScreen } from '../features/loans/index.ts';
import { CoinsScreen, CurrenciesScreen, MarketsScreen } from '../features/catalogue/index.ts';
import { MembersScreen } from '../features/membership/index.ts';
import { MiningOrdersScreen } from '../features/mining/index.ts';
import { NoticesScreen } from '../features/notices/index.ts';
import { MeScreen, OperatorsScreen } from '../features/operators/index.ts';
import { OptionOrdersScreen, OptionTermsScreen } from '../features/options/index.ts';
import { NetworksScreen } from '../features/payouts/index.ts';
import { LoanProjectsScreen, MiningProductsScreen, StakingProjectsScreen } from '../features/products/index.ts';
import { ProposalsScreen } from '../features/proposals/index.ts';
import { EdgeScreen, UnusualScreen } from '../features/reports/index.ts';
import {
  BannersScreen,
  ContentsScreen,
  FriendsScreen,
  LanguagesScreen,
  ScriptsScreen,
  SettingsScreen,
} from '../features/site/index.ts';
import { SpotOrdersScreen } from '../features/spot/index.ts';
import { StakingOrdersScreen } from '../features/staking/index.ts';
import { MemberTransfersScreen } from '../features/transfers/index.ts';
import { WebhookMessagesScreen, WebhooksScreen } from '../features/webhooks/index.ts';
import type { QueueName } from '../platform/overview.ts';

export const GROUPS = ['review', 'look', 'catalogue', 'house'] as const;
export type Group = (typeof GROUPS)[number];

/** A screen of the console. One entry gives it its address, its place in the sidebar and its right. */
export interface ConsoleScreen {
  /** Below `/operator`; with `/:id` and `/create`. */
  readonly path: string;
  /** Key of its name: `console.screens.…`. */
  readonly name: keyof Messages['console']['screens'];
  readonly icon: IconShape;
  /** Its group in the sidebar; none for above all groups, `nowhere` for not in the sidebar. */
  readonly group?: Group | 'nowhere';
  /** Outside the sidebar: path of the screen that is marked instead. */
  readonly within?: string;
  /** Who may list this resource sees the screen; without it everybody does. */
  readonly resource?: string;
  /** The queue that is decided here; its length is shown in the sidebar. */
  readonly queue?: QueueName;
  readonly Screen: LazyPart;
}

/** In the order of the sidebar. */
export const SCREENS: readonly ConsoleScreen[] = [
  { path: '', name: 'overview', icon: home, Screen: OverviewScreen },
  {
    path: 'deposits',
    name: 'deposits',
    icon: deposit,
    group: 'review',
    resource: 'recharges',
    queue: 'recharges',
    Screen: DepositsScreen,
  },
  {
    path: 'withdrawals',
    name: 'withdrawals',
    icon: withdraw,
    group: 'review',
    resource: 'withdrawals',
    queue: 'withdrawals',
    Screen: WithdrawalsScreen,
  },
  {
    path: 'identities',
    name: 'identities',
    icon: id,
    group: 'review',
    resource: 'identities',
    queue: 'identities',
    Screen: IdentitiesScreen,
  },
  {
    path: 'loans',
    name: 'loans',
    icon: loans,
    group: 'review',
    resource: 'loans',
    queue: 'loans',
    Screen: LoansScreen,
  },
  {
    path: 'proposals',
    name: 'proposals',
    icon: users,
    group: 'review',
    resource: 'proposals',
    queue: 'proposals',
    Screen: ProposalsScreen,
  },
  { path: 'members', name: 'members', icon: users, group: 'look', resource: 'members', Screen: MembersScreen },
  {
    path: 'spot-orders',
    name: 'spotOrders',
    icon: exchange,
    group: 'look',
    resource: 'spot-orders',
    Screen: SpotOrdersScreen,
  },
  {
    path: 'option-orders',
    name: 'options',
    icon: options,
    group: 'look',
    resource: 'option-orders',
    Screen: OptionOrdersScreen,
  },
  {
    path: 'mining-orders',
    name: 'miningOrders',
    icon: mining,
    group: 'look',
    resource: 'mining-orders',
    Screen: MiningOrdersScreen,
  },
  {
    path: 'staking-orders',
    name: 'stakingOrders',
    icon: staking,
    group: 'look',
    resource: 'staking-orders',
    Screen: StakingOrdersScreen,
  },
  {
    path: 'transfers',
    name: 'transfers',
    icon: transfer,
    group: 'look',
    resource: 'transfers',
    Screen: TransfersScreen,
  },
  {
    path: 'member-transfers',
    name: 'memberTransfers',
    icon: transfer,
    group: 'nowhere',
    within: 'transfers',
    resource: 'member-transfers',
    Screen: MemberTransfersScreen,
  },
  { path: 'ledger', name: 'ledger', icon: ledger, group: 'look', resource: 'ledger', Screen: LedgerScreen },
  {
    path: 'ledger-accounts',
    name: 'accounts',
    icon: ledger,
    group: 'nowhere',
    within: 'ledger',
    resource: 'ledger/accounts',
    Screen: AccountsScreen,
  },
  { path: 'audit', name: 'audit', icon: article, group: 'look', resource: 'audit', Screen: AuditScreen },
  {
    path: 'balances',
    name: 'balances',
    icon: shield,
    group: 'house',
    resource: 'reports/balances',
    Screen: BalancesScreen,
  },
  {
    path: 'exposure',
    name: 'exposure',
    icon: gauge,
    group: 'house',
    resource: 'reports/exposure',
    Screen: ExposureScreen,
  },
  {
    path: 'option-edge',
    name: 'edge',
    icon: options,
    group: 'house',
    resource: 'reports/option-edge',
    Screen: EdgeScreen,
  },
  {
    path: 'unusual-results',
    name: 'unusual',
    icon: filter,
    group: 'house',
    resource: 'reports/unusual-results',
    Screen: UnusualScreen,
  },
  {
    path: 'corrections',
    name: 'corrections',
    icon: edit,
    group: 'house',
    resource: 'corrections',
    queue: 'corrections',
    Screen: CorrectionsScreen,
  },
  {
    path: 'house-postings',
    name: 'housePostings',
    icon: bank,
    group: 'house',
    resource: 'house-postings',
    queue: 'house_postings',
    Screen: HousePostingsScreen,
  },
  { path: 'coins', name: 'coins', icon: assets, group: 'catalogue', resource: 'coins', Screen: CoinsScreen },
  { path: 'networks', name: 'networks', icon: link, group: 'catalogue', resource: 'networks', Screen: NetworksScreen },
  { path: 'markets', name: 'markets', icon: market, group: 'catalogue', resource: 'markets', Screen: MarketsScreen },
  {
    path: 'currencies',
    name: 'currencies',
    icon: filter,
    group: 'catalogue',
    resource: 'currencies',
    Screen: CurrenciesScreen,
  },
  {
    path: 'option-terms',
    name: 'optionTerms',
    icon: clock,
    group: 'catalogue',
    resource: 'option-terms',
    Screen: OptionTermsScreen,
  },
  {
    path: 'loan-projects',
    name: 'loanProjects',
    icon: loans,
    group: 'catalogue',
    resource: 'loan-projects',
    Screen: LoanProjectsScreen,
  },
  {
    path: 'mining-products',
    name: 'miningProducts',
    icon: mining,
    group: 'catalogue',
    resource: 'mining-products',
    Screen: MiningProductsScreen,
  },
  {
    path: 'staking-projects',
    name: 'stakingProjects',
    icon: staking,
    group: 'catalogue',
    resource: 'staking-projects',
    Screen: StakingProjectsScreen,
  },
  { path: 'banners', name: 'banners', icon: camera, group: 'catalogue', resource: 'banners', Screen: BannersScreen },
  { path: 'notices', name: 'notices', icon: bell, group: 'catalogue', resource: 'notices', Screen: NoticesScreen },
  {
    path: 'contents',
    name: 'contents',
    icon: article,
    group: 'catalogue',
    resource: 'contents',
    Screen: ContentsScreen,
  },
  { path: 'friends', name: 'friends', icon: share, group: 'catalogue', resource: 'friends', Screen: FriendsScreen },
  {
    path: 'languages',
    name: 'languages',
    icon: globe,
    group: 'catalogue',
    resource: 'languages',
    Screen: LanguagesScreen,
  },
  { path: 'settings', name: 'settings', icon: settings, group: 'house', resource: 'settings', Screen: SettingsScreen },
  { path: 'scripts', name: 'scripts', icon: external, group: 'house', resource: 'scripts', Screen: ScriptsScreen },
  { path: 'webhooks', name: 'webhooks', icon: share, group: 'house', resource: 'webhooks', Screen: WebhooksScreen },
  {
    path: 'webhook-messages',
    name: 'webhookMessages',
    icon: share,
    group: 'nowhere',
    within: 'webhooks',
    resource: 'webhook-messages',
    Screen: WebhookMessagesScreen,
  },
  { path: 'operators', name: 'operators', icon: users, group: 'house', resource: 'operators', Screen: OperatorsScreen },
  { path: 'me', name: 'me', icon: settings, group: 'nowhere', Screen: MeScreen },
];

/** The screen of an address. */
export const screenAt = (pathname: string): ConsoleScreen | undefined => {
  const first = pathname.split('/')[1] ?? '';
  return SCREENS.find(({ path }) => path === first);
};
