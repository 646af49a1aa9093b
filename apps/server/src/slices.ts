import { optionSettings, spotSettings } from './dealing-settings.ts';
import { assetsAudits, createAssets } from './features/assets/index.ts';
import { createAuditing } from './features/auditing/index.ts';
import { createCatalogue } from './features/catalogue/index.ts';
import { openDebts } from './features/debt/index.ts';
import { createDescriptions } from './features/descriptions/index.ts';
import { createExchange, exchangeAudits } from './features/exchange/index.ts';
import { createFunding, fundingAudits } from './features/funding/index.ts';
import { createGate } from './features/gate/index.ts';
import { createHouse, houseAudits } from './features/house/index.ts';
import { createIdentity, identityAudits } from './features/identity/index.ts';
import { createInvitation } from './features/invitation/index.ts';
import { createKeys, type Keys } from './features/keys/index.ts';
import { createLoans, loanAudits } from './features/loans/index.ts';
import { createMembership, memberOperatorRoutes, type Membership } from './features/membership/index.ts';
import { createMining, miningAudits } from './features/mining/index.ts';
import { createFreezeLinks, createNotices } from './features/notices/index.ts';
import { createOperators, operatorAudits, type Operators } from './features/operators/index.ts';
import { createOptions, optionAudits } from './features/options/index.ts';
import { createPayouts } from './features/payouts/index.ts';
import { createProducts } from './features/products/index.ts';
import { createProof, proofAudits } from './features/proof/index.ts';
import { createProposals, type Proposals } from './features/proposals/index.ts';
import { createReports } from './features/reports/index.ts';
import { createSecurity } from './features/security/index.ts';
import { createSite, siteAudits } from './features/site/index.ts';
import { createSpot, spotAudits } from './features/spot/index.ts';
import { createStaking, stakingAudits } from './features/staking/index.ts';
import { createTransfers, transferAudits } from './features/transfers/index.ts';
import { createUploads } from './features/uploads/index.ts';
import { createVoids } from './features/voids/index.ts';
import { createWebhooks } from './features/webhooks/index.ts';
import { shapeAudits } from './ledger/index.ts';
import { createFavourites } from './features/favourites/index.ts';
import { createLiabilities, liabilitiesAudits } from './features/liabilities/index.ts';
import { createPortfolio, portfolioAudits } from './features/portfolio/index.ts';
import { tapeAudits } from './market/index.ts';
import { functionAudits } from './platform/function-audit.ts';
import type { Slice, SliceAudit } from './platform/slice.ts';
import { seedAudits } from './seed-audit.ts';
import type { Services } from './services.ts';
import { version } from './version.ts';

// The only place where a slice is registered with the server.

/** The audits of every slice, beside the ledger's own (RULES 1), for `npm run audit`. */
export const AUDITS: readonly SliceAudit[] = [
  ...functionAudits,
  ...shapeAudits,
  ...seedAudits,
  ...assetsAudits,
  ...exchangeAudits,
  ...fundingAudits,
  ...houseAudits,
  ...identityAudits,
  ...liabilitiesAudits,
  ...loanAudits,
  ...miningAudits,
  ...spotAudits,
  ...optionAudits,
  ...operatorAudits,
  ...portfolioAudits,
  ...proofAudits,
  ...siteAudits,
  ...tapeAudits,
  ...transferAudits,
  ...stakingAudits,
];

interface Needed {
  /** After an owner added a market: in a demo house accounts get funds for it. */
  readonly marketAdded?: () => Promise<void>;
}

export interface ServerSlices {
  /** In the order in which their workers start. */
  readonly all: readonly Slice[];
  readonly operators: Operators;
  readonly options: ReturnType<typeof createOptions>;
  readonly proof: ReturnType<typeof createProof>;
  readonly spot: ReturnType<typeof createSpot>;
  readonly keys: Keys;
}

/** Slices about members themselves, which all others may use. */
export interface MemberSlices {
  readonly all: readonly Slice[];
  readonly membership: Membership;
  readonly security: ReturnType<typeof createSecurity>;
  readonly uploads: ReturnType<typeof createUploads>;
  readonly proposals: Proposals;
}

/** Makes the slices that others need. */
export function createMemberSlices(services: Services): MemberSlices {
  const { secret, settings, origin, mailer } = services;
  const links = createFreezeLinks(secret);
  const siteName = () => settings().name;
  const notices = createNotices({
    ...services,
    mailTransport: mailer,
    siteName,
    freezeLink: (noticeId) => links.hrefOf(noticeId, origin()),
  });
  const security = createSecurity({ ...services, home: () => ({ origin: origin(), name: siteName() }) });
  const membership = createMembership({ ...services, links, security });
  const uploads = createUploads(services);
  const queue = createProposals(services);
  const { proposals } = queue;
  const site = createSite({
    ...services,
    settings: services.settingsStore,
    proposals,
    storeLanguage: (id, lang) => membership.storeLanguage(id, lang),
  });
  return { all: [notices, security, membership, uploads, queue, site], membership, security, uploads, proposals };
}

const exchangeSettings = (settings: Services['settings']) => ({
  freshSeconds: () => settings().fresh_seconds,
  spread: () => settings().exchange_spread,
});

const liabilitySettings = ({ settings, liabilitiesFolder }: Services) => ({
  folder: liabilitiesFolder,
  everySeconds: () => settings().liabilities_seconds,
});

/** Makes all slices; workers are started later. */
export function createSlices(services: Services, members: MemberSlices, { marketAdded }: Needed): ServerSlices {
  const { market, marketRoom, settings, settingsStore } = services;
  const { membership, proposals } = members;
  const { payments, preparations } = membership;
  const spot = createSpot({ ...services, settings: spotSettings(settings) });
  const { books, depth, limits } = spot;
  const options = createOptions({
    ...services,
    tape: marketRoom.tape,
    marks: marketRoom.marks,
    proposals,
    settings: optionSettings(settings),
    refreshSettings: () => settingsStore.refresh(),
  });
  const operators = createOperators({ ...services, proposals, home: services.origin, siteName: () => settings().name });
  const proof = createProof(services);
  const keys = createKeys({ ...services, preparations, spot: spot.service });
  return {
    operators,
    options,
    proof,
    spot,
    keys,
    all: [
      { routes: marketRoom.routes, rawRoutes: marketRoom.rawRoutes },
      ...members.all,
      spot,
      options,
      operators,
      ...createMoneySlices(services, members),
      { operatorRoutes: memberOperatorRoutes({ ...services, proposals }) },
      createAssets(services),
      createCatalogue({ ...services, proposals, market: marketRoom, ...(marketAdded ? { marketAdded } : {}) }),
      createExchange({ ...services, payments, books, depth, limits, settings: exchangeSettings(settings) }),
      createHouse({ ...services, proposals, market, feed: marketRoom, limits }),
      createIdentity({ ...services, uploads: members.uploads }),
      createInvitation(services),
      keys,
      proof,
      createPayouts({ ...services, proposals, preparations }),
      createProducts({ ...services, proposals }),
      createReports(services),
      createFavourites(services),
      createLiabilities({ ...services, ...liabilitySettings(services), locate: proof.locate }),
      createPortfolio(services),
      createVoids(services),
      createDescriptions({ version: version(), origin: services.origin }),
      createWebhooks({ ...services, proposals }),
      createAuditing({ ...services, audits: AUDITS }),
    ],
  };
}

/** Slices that lend and lock; they use the gate and a member's debts. */
function createMoneySlices(services: Services, { membership, security, uploads, proposals }: MemberSlices): Slice[] {
  const { payments, loginProofs } = membership;
  const debts = openDebts(services);
  const gate = createGate({
    ...services,
    second: security.second,
    debts,
    payments,
    loginProofs,
    leavings: {
      withdraw: (memberId, asked) => funding.leaving(memberId, asked),
      balanceTransfer: (memberId, asked) => transfers.leaving(memberId, asked),
    },
  });
  const deps = { ...services, gate: gate.waysOut, uploads, debts, proposals };
  const funding = createFunding(deps);
  const transfers = createTransfers(deps);
  return [
    createLoans(deps),
    transfers,
    createMining({ ...deps, paying: services.settling }),
    createStaking({ ...deps, payments }),
    gate,
    funding,
  ];
}
