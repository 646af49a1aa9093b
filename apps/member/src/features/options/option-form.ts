import type { OptionOrder } from '@plimsoll/contract';
import { formatShort, minus, parseAmount, plus, sum, ZERO, type Amount } from '@plimsoll/money';
import type { Direction } from '@plimsoll/proof';
import { cycleOf, type Cycle, type Terms } from './terms.ts';

export type StakeError =
  | 'enterStake'
  | 'notPositive'
  | 'belowMinimum'
  | 'aboveMaximum'
  | 'openLimit'
  | 'insufficient'
  | 'lossLimit';
export interface OptionErrors {
  readonly stake?: StakeError;
  readonly seconds?: 'chooseCycle';
}

export interface OptionForm {
  readonly stake: string;
  readonly seconds: number | undefined;
  readonly errors: OptionErrors;
}

export type OptionAction =
  | { readonly kind: 'stake'; readonly text: string }
  | { readonly kind: 'preset'; readonly stake: Amount }
  | { readonly kind: 'all' }
  | { readonly kind: 'cycle'; readonly seconds: number }
  /** The terms have changed. */
  | { readonly kind: 'again' }
  | { readonly kind: 'wrong'; readonly errors: OptionErrors };

export const EMPTY_FORM: OptionForm = { stake: '', seconds: undefined, errors: {} };

/** True once stake and cycle are chosen; before that, up and down only open the sheet (PRODUCT 11). */
export const isChosen = (form: OptionForm, terms: Terms): boolean =>
  form.stake !== '' && cycleOf(terms, form.seconds) !== undefined;

/** The sum of these stakes. */
export const stakedIn = (orders: readonly Pick<OptionOrder, 'num'>[]): Amount =>
  sum(orders.map(({ num }) => parseAmount(num) ?? ZERO));

/** True when all accounts together have less than that. What is not known yet may suffice. */
const isBelow = ({ balance, fundable }: Pick<Terms, 'balance' | 'fundable'>, wanted: Amount): boolean =>
  fundable !== undefined && plus(balance, fundable) < wanted;

function stakeError(
  form: OptionForm,
  { balance, fundable, memberLimit }: Terms,
  cycle: Cycle | undefined,
  open: Amount,
): StakeError | undefined {
  if (form.stake === '') return 'enterStake';
  const stake = parseAmount(form.stake) ?? ZERO;
  if (stake === ZERO) return 'notPositive';
  if (cycle && stake < cycle.min) return 'belowMinimum';
  if (cycle && stake > cycle.max) return 'aboveMaximum';
  if (stake > minus(memberLimit, open)) return 'openLimit';
  return isBelow({ balance, fundable }, stake) ? 'insufficient' : undefined;
}

/** Errors so far: what may still grow into a valid stake is none while one types. */
function soFar(form: OptionForm, terms: Terms, open: Amount): OptionForm {
  const stake = stakeError(form, terms, cycleOf(terms, form.seconds), open);
  const isPlain = stake === 'aboveMaximum' || stake === 'openLimit' || stake === 'insufficient';
  return { ...form, errors: isPlain ? { stake } : {} };
}

/** What the entered stake takes from other accounts. */
export const missingFor = (form: OptionForm, { balance }: Terms): Amount => {
  const stake = parseAmount(form.stake) ?? ZERO;
  return stake > balance ? minus(stake, balance) : ZERO;
};

/** True when all accounts together are below the entered stake, or below every minimum. */
export const isShort = (form: OptionForm, terms: Terms): boolean =>
  form.errors.stake === 'insufficient' ||
  (terms.cycles.length > 0 && terms.cycles.every(({ min }) => isBelow(terms, min)));

/** True while it is not known whether other accounts have what the entered stake takes from them. */
export const isUnsure = (form: OptionForm, terms: Terms): boolean =>
  terms.fundable === undefined && missingFor(form, terms) > ZERO;

/** A decimal with at least two places: 30.50, and more where it has them. */
export function inCents(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** The form after an action, with what the member has staked in open options. */
export function changed(form: OptionForm, action: OptionAction, terms: Terms, open: Amount): OptionForm {
  switch (action.kind) {
    case 'stake':
      return soFar({ ...form, stake: action.text }, terms, open);
    case 'preset':
      return soFar({ ...form, stake: inCents(formatShort(action.stake)) }, terms, open);
    // Nothing to stake is an error, not a stake of zero.
    case 'all': {
      const all = terms.balance === ZERO ? terms.fundable : terms.balance;
      if (all === undefined) return form;
      return all === ZERO
        ? { ...form, stake: '', errors: { stake: 'insufficient' } }
        : soFar({ ...form, stake: inCents(formatShort(all)) }, terms, open);
    }
    case 'cycle':
      return soFar({ ...form, seconds: action.seconds }, terms, open);
    case 'again': {
      // Any other error stands until something is entered.
      const { stake, seconds } = form.errors;
      return (stake ?? seconds ?? 'insufficient') === 'insufficient' ? soFar(form, terms, open) : form;
    }
    case 'wrong':
      return { ...form, errors: action.errors };
  }
}

/** What `creatorder` takes. */
export interface OptionFields {
  readonly m_id: string;
  readonly ctime: string;
  readonly ctzed: string;
  readonly buytype: '1' | '2';
}

/** An option that can be placed, and its terms. */
export interface OptionCommand {
  readonly fields: OptionFields;
  readonly stake: Amount;
  /** Moved to the options account first, from other accounts. */
  readonly topUp: Amount;
  readonly cycle: Cycle;
  readonly direction: Direction;
}

/** What prevents sending, or what to send. The server checks again. */
export function commandOf(
  form: OptionForm,
  terms: Terms,
  { marketId, open }: { readonly marketId: string; readonly open: Amount },
  direction: Direction,
): { readonly errors: OptionErrors } | OptionCommand {
  const cycle = cycleOf(terms, form.seconds);
  const stake = stakeError(form, terms, cycle, open);
  if (stake !== undefined || cycle === undefined) {
    return {
      errors: {
        ...(stake === undefined ? {} : { stake }),
        ...(cycle === undefined ? { seconds: 'chooseCycle' as const } : {}),
      },
    };
  }
  return {
    fields: {
      m_id: marketId,
      ctime: String(cycle.seconds),
      ctzed: form.stake,
      buytype: direction === 'up' ? '1' : '2',
    },
    stake: parseAmount(form.stake) ?? ZERO,
    topUp: missingFor(form, terms),
    cycle,
    direction,
  };
}
