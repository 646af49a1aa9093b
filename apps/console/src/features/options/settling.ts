import type { OptionOrderForOperator } from '@plimsoll/contract/operator';
import { DIRECTION } from '@plimsoll/contract/codes/options';

/** What describes a settlement. */
export interface Settling {
  /** Key of the sentence: `options.how.<is>`. */
  readonly is: 'drawing' | 'noLine' | 'open' | 'winUp' | 'winDown' | 'loseUp' | 'loseDown' | 'tie' | 'void';
  /** The deciding tick; the last one of a void option; null while it is open. */
  readonly tick: OptionOrderForOperator['exit_tick'];
}

/** How an option was settled, by the outcome of the server. */
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
