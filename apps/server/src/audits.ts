import { assetsAudits } from './features/assets/index.ts';
import { exchangeAudits } from './features/exchange/index.ts';
import { fundingAudits } from './features/funding/index.ts';
import { houseAudits } from './features/house/index.ts';
import { identityAudits } from './features/identity/index.ts';
import { loanAudits } from './features/loans/index.ts';
import { miningAudits } from './features/mining/index.ts';
import { operatorAudits } from './features/operators/index.ts';
import { optionAudits } from './features/options/index.ts';
import { siteAudits } from './features/site/index.ts';
import { spotAudits } from './features/spot/index.ts';
import { stakingAudits } from './features/staking/index.ts';
import { transferAudits } from './features/transfers/index.ts';
import type { SliceAudit } from './ledger/index.ts';
import { tapeAudits } from './market/index.ts';

/** What every slice has checked beside the ledger itself (RULES 1): the whole of `npm run audit`. */
export const AUDITS: readonly SliceAudit[] = [
  ...assetsAudits,
  ...exchangeAudits,
  ...fundingAudits,
  ...houseAudits,
  ...identityAudits,
  ...loanAudits,
  ...miningAudits,
  ...spotAudits,
  ...optionAudits,
  ...operatorAudits,
  ...siteAudits,
  ...tapeAudits,
  ...transferAudits,
  ...stakingAudits,
];
