import type { OptionOrderForOperator } from '@plimsoll/contract/operator';
import { DIRECTION } from '@plimsoll/contract/codes/options';

/** What the sentence about a settlement is made of, of what the tape and the terms say. */
export interface Settling {
  /** Names the sentence: `options.how.<is>`. */
  readonly is: 'drawing' | 'noLine' | 'open' | 'winUp' | 'winDown' | 'loseUp' | 'loseDown' | 'tie' | 'void';
  /** The tick that decided; of a void one the last there was. None while it is open. */
  readonly tick: OptionOrderForOperator['exit_tick'];
}

/** How an option was settled. Never judged here: the outcome is the server's, computed from the tape. */
export function settlingOf({
  outcome,
  hyzd,
  buyprice,
  exit_tick: exit,
  last_tick: last,
}: Pick<OptionOrderForOperator, 'outcome' | 'hyzd' | 'buyprice' | 'exit_tick' | 'last_tick'>): Settling {
  switch (outcome) {
    case null:
      return { is: buyprice === null ? 'drawing' : 'open', tick: null };
    case 'tie':
      return { is: 'tie', tick: exit };
    case 'void':
      return { is: buyprice === null ? 'noLine' : 'void', tick: last };
    case 'win':
      return { is: hyzd === DIRECTION.up ? 'winUp' : 'winDown', tick: exit };
    case 'lose':
      return { is: hyzd === DIRECTION.up ? 'loseUp' : 'loseDown', tick: exit };
  }
}
