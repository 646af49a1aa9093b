import type { StakingInfo, StakingProject } from '@plimsoll/contract';
import { amount, formatShort, parseAmount, placesUsed, plus, rate, ZERO, type Amount } from '@plimsoll/money';
import { stakeRevenue } from '@plimsoll/rules';
import { STAKING_TYPE } from '@plimsoll/contract/codes/staking';
import { worthOf, type Deal } from '../../platform/unusual.ts';

export type StakeError = 'enter' | 'notPositive' | 'tooFine' | 'below' | 'insufficient' | 'passwordMissing';

export interface StakeForm {
  readonly infoId: number;
  readonly amount: string;
  readonly wrong: StakeError | undefined;
}

export type StakeAction =
  | { readonly kind: 'duration'; readonly id: number }
  | { readonly kind: 'enter'; readonly text: string }
  | { readonly kind: 'all' }
  | { readonly kind: 'wrong'; readonly wrong: StakeError | undefined }
  /** What was sent: a stake that was begun meanwhile stays as it is. */
  | { readonly kind: 'staked'; readonly form: StakeForm };

/** What a form is checked against. `balance` is undefined while unknown. */
export interface Ground {
  readonly project: StakingProject;
  readonly balance: string | undefined;
}

const given = ({ amount: text }: Pick<StakeForm, 'amount'>): Amount => parseAmount(text) ?? ZERO;

/** The chosen duration; the shortest where it is no longer offered. */
export const infoOf = (
  { infoId }: Pick<StakeForm, 'infoId'>,
  { staking_info }: StakingProject,
): StakingInfo | undefined => staking_info.find(({ id }) => id === infoId) ?? staking_info[0];

/** A new form: the shortest duration. */
export const formAt = ({ staking_info }: StakingProject): StakeForm => ({
  infoId: staking_info[0]?.id ?? 0,
  amount: '',
  wrong: undefined,
});

/** Errors shown while typing; an amount below the minimum only when it is sent. */
function judged(form: StakeForm, { project, balance }: Ground): StakeForm {
  if (placesUsed(given(form)) > project.coin.decimals) return { ...form, wrong: 'tooFine' };
  return { ...form, wrong: balance !== undefined && given(form) > amount(balance) ? 'insufficient' : undefined };
}

/** The form after an action. */
export function changed(form: StakeForm, action: StakeAction, ground: Ground): StakeForm {
  switch (action.kind) {
    case 'duration':
      return { ...form, infoId: action.id, wrong: form.wrong === 'below' ? undefined : form.wrong };
    case 'enter':
      return judged({ ...form, amount: action.text }, ground);
    case 'all': {
      const all = amount(ground.balance ?? '0');
      return {
        ...form,
        amount: all === ZERO ? '' : formatShort(all),
        wrong: all === ZERO ? 'insufficient' : undefined,
      };
    }
    case 'wrong':
      return { ...form, wrong: action.wrong };
    case 'staked':
      return form !== action.form ? form : { ...form, amount: '', wrong: undefined };
  }
}

/** What prevents sending; the server checks again. */
export function errorIn(
  form: StakeForm,
  ground: Ground,
  password: { readonly isAsked: boolean; readonly text: string },
): StakeError | undefined {
  if (form.amount === '') return 'enter';
  if (given(form) === ZERO) return 'notPositive';
  const { wrong } = judged(form, ground);
  if (wrong === 'tooFine') return wrong;
  const info = infoOf(form, ground.project);
  if (info && given(form) < amount(info.min_price)) return 'below';
  return wrong ?? (password.isAsked && password.text === '' ? 'passwordMissing' : undefined);
}

/** What is staked, for its last look. A flexible stake is not locked. */
export function dealOf(form: StakeForm, { project, balance }: Ground): Deal {
  const leaves = given(form);
  const info = infoOf(form, project);
  const isLocked = project.type === STAKING_TYPE.fixed;
  return {
    leaves,
    available: balance === undefined ? undefined : amount(balance),
    coin: project.coin.title,
    worth: worthOf(leaves, project.coin.title),
    lockedDays: isLocked ? info?.days : undefined,
  };
}

export interface StakeReturn {
  readonly staked: Amount;
  readonly revenue: Amount;
  readonly total: Amount;
}

/** What the stake comes to; undefined without a valid amount. */
export function computeReturn(form: StakeForm, project: StakingProject): StakeReturn | undefined {
  const info = infoOf(form, project);
  const { decimals } = project.coin;
  const staked = given(form);
  if (!info || staked === ZERO || placesUsed(staked) > decimals || staked < amount(info.min_price)) return undefined;
  const revenue = stakeRevenue({ amount: staked, rate: rate(info.interest_rate), decimals }, info.days);
  return { staked, revenue, total: plus(staked, revenue) };
}
