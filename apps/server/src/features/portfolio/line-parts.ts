import type { PortfolioPart } from '@plimsoll/rules';
import { CAUSE_KINDS, type CauseKind, type House } from '../../ledger/index.ts';

/** Where a line's other end is: an account of the platform, or another member. */
type OtherEnd = House | 'member';

type Ends = Partial<Record<OtherEnd, PortfolioPart>>;

/** What lines are that have no entry of their own: a fee to `fees`, everything else money that came or went. */
const USUAL: Ends = { fees: 'fee' };
const TRADE: Ends = { ...USUAL, spot: 'trade' };
const INTEREST: Ends = { ...USUAL, rewards: 'interest' };

/**
 * What the lines of each kind of journal are to a member (RULES 9). A loan is money that came, and its repayment money
 * that went; what is paid beyond it is interest. A correction mends what should have come or gone.
 */
const PARTS: Readonly<Record<CauseKind, Ends>> = {
  'house-funding': USUAL,
  'demo-funding': USUAL,
  'demo-gift': USUAL,
  'spot-place': USUAL,
  'spot-fill': TRADE,
  'spot-cancel': USUAL,
  'spot-end': USUAL,
  'account-transfer': USUAL,
  'option-open': USUAL,
  'option-settle': { options: 'option' },
  'flash-exchange': TRADE,
  recharge: USUAL,
  'withdrawal-request': USUAL,
  withdrawal: USUAL,
  'withdrawal-refusal': USUAL,
  'member-transfer': USUAL,
  'member-transfer-hold': USUAL,
  'member-transfer-arrival': USUAL,
  'member-transfer-cancel': USUAL,
  loan: USUAL,
  'loan-repayment': { fees: 'interest' },
  'mining-open': USUAL,
  'mining-payment': INTEREST,
  'mining-end': USUAL,
  'stake-open': USUAL,
  'stake-end': INTEREST,
  'stake-redeem': INTEREST,
  correction: USUAL,
  'house-posting': USUAL,
};

const isKnown = (kind: string): kind is CauseKind => (CAUSE_KINDS as readonly string[]).includes(kind);

/** What a line is to a member, by its journal's kind and its other end. */
export const partOf = (kind: string, other: OtherEnd): PortfolioPart =>
  (isKnown(kind) ? PARTS[kind] : USUAL)[other] ?? 'flow';
