import type { OptionOrderForOperator } from '@plimsoll/contract/operator';

/** What the sentence about a settlement is made of, of what the tape and the terms say. */
export interface Settling {
  /** Names the sentence: `options.how.<is>`. */
  readonly is: 'open' | 'winUp' | 'winDown' | 'loseUp' | 'loseDown' | 'tie' | 'void';
  /** The tick that decided; of a void one the last there was. None while it is open. */
  readonly tick: OptionOrderForOperator['exit_tick'];
}

const UP = 1;

/** How an option was settled. Never judged anew here: the outcome is the server's, reckoned from the tape. */
export function settlingOf({ outcome, hyzd, exit_tick: exit, last_tick: last }: Pick<OptionOrderForOperator, 'outcome' | 'hyzd' | 'exit_tick' | 'last_tick'>): Settling {
  switch (outcome) {
    case null: return { is: 'open', tick: null };
    case 'tie': return { is: 'tie', tick: exit };
    case 'void': return { is: 'void', tick: last };
    case 'win': return { is: hyzd === UP ? 'winUp' : 'winDown', tick: exit };
    case 'lose': return { is: hyzd === UP ? 'loseUp' : 'loseDown', tick: exit };
  }
}
