import { formatShort, parseAmount, ZERO, type Amount } from '@plimsoll/money';
import type { Direction } from '@plimsoll/proof';
import { cycleOf, type Cycle, type Terms } from './terms.ts';

/** What may be wrong with a stake, each with words in the catalogue. */
export type StakeError = 'enterStake' | 'notPositive' | 'belowMinimum' | 'aboveMaximum' | 'insufficient' | 'lossLimit';
export interface OptionErrors {
  readonly stake?: StakeError;
  readonly seconds?: 'chooseCycle';
}

/** An option being written. */
export interface OptionForm {
  /** A decimal as the wire writes it, or empty. */
  readonly stake: string;
  readonly seconds: number | undefined;
  readonly errors: OptionErrors;
}

export type OptionAction =
  /** What was typed, already a wire decimal or empty. */
  | { readonly kind: 'stake'; readonly text: string }
  | { readonly kind: 'preset'; readonly stake: Amount }
  /** The whole balance. */
  | { readonly kind: 'all' }
  | { readonly kind: 'cycle'; readonly seconds: number }
  /** A submit was refused, here or by the server. */
  | { readonly kind: 'wrong'; readonly errors: OptionErrors };

export const EMPTY_FORM: OptionForm = { stake: '', seconds: undefined, errors: {} };

/** True once both are chosen; before that, up and down only open the sheet (spec part 2, section 4). */
export const isChosen = (form: OptionForm, terms: Terms): boolean => form.stake !== '' && cycleOf(terms, form.seconds) !== undefined;

function stakeError(form: OptionForm, terms: Terms, cycle: Cycle | undefined): StakeError | undefined {
  if (form.stake === '') return 'enterStake';
  const stake = parseAmount(form.stake) ?? ZERO;
  if (stake === ZERO) return 'notPositive';
  if (cycle && stake < cycle.min) return 'belowMinimum';
  if (cycle && stake > cycle.max) return 'aboveMaximum';
  return stake > terms.balance ? 'insufficient' : undefined;
}

/** What is wrong so far: what is not entered yet, or may still grow into a right stake, is no error while one types. */
function soFar(form: OptionForm, terms: Terms): OptionForm {
  const stake = stakeError(form, terms, cycleOf(terms, form.seconds));
  const isPlain = stake === 'aboveMaximum' || stake === 'insufficient';
  return { ...form, errors: isPlain ? { stake } : {} };
}

/** True when the account cannot pay what is entered, or not even the least stake there is: money must be moved here first. */
export const isShort = (form: OptionForm, terms: Terms): boolean =>
  form.errors.stake === 'insufficient' || (terms.cycles.length > 0 && terms.cycles.every(({ min }) => terms.balance < min));

/** A decimal with two places at least: a stake reads 30.50, and one of more places keeps them all. */
export function inCents(text: string): string {
  const [whole = '', fraction = ''] = text.split('.');
  return `${whole}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** The form after an action. */
export function changed(form: OptionForm, action: OptionAction, terms: Terms): OptionForm {
  switch (action.kind) {
    case 'stake': return soFar({ ...form, stake: action.text }, terms);
    case 'preset': return soFar({ ...form, stake: inCents(formatShort(action.stake)) }, terms);
    // Of an empty account there is nothing to take: that is said, not filled in.
    case 'all': return terms.balance === ZERO ? { ...form, stake: '', errors: { stake: 'insufficient' } } : soFar({ ...form, stake: inCents(formatShort(terms.balance)) }, terms);
    case 'cycle': return soFar({ ...form, seconds: action.seconds }, terms);
    case 'wrong': return { ...form, errors: action.errors };
  }
}

/** What is placed, as `creatorder` takes it. */
export interface OptionFields {
  readonly m_id: string;
  readonly ctime: string;
  readonly ctzed: string;
  readonly buytype: '1' | '2';
}

/** An option that can be placed, and what it is placed on. */
export interface OptionCommand {
  readonly fields: OptionFields;
  readonly stake: Amount;
  readonly cycle: Cycle;
  readonly direction: Direction;
}

/** What keeps the form from being sent, or what to send. The server checks all of it again. */
export function commandOf(form: OptionForm, terms: Terms, marketId: string, direction: Direction): { readonly errors: OptionErrors } | OptionCommand {
  const cycle = cycleOf(terms, form.seconds);
  const stake = stakeError(form, terms, cycle);
  if (stake !== undefined || cycle === undefined) {
    return { errors: { ...(stake === undefined ? {} : { stake }), ...(cycle === undefined ? { seconds: 'chooseCycle' as const } : {}) } };
  }
  return {
    fields: { m_id: marketId, ctime: String(cycle.seconds), ctzed: form.stake, buytype: direction === 'up' ? '1' : '2' },
    stake: parseAmount(form.stake) ?? ZERO,
    cycle,
    direction,
  };
}
