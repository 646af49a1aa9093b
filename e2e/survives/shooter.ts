import type { Envelope } from '@plimsoll/contract';
import { ask } from '../../apps/server/src/testing/api-client.ts';
import type { Target } from './target.ts';

/** Calls that move money, as this test makes them. */
type Name = 'upbbbuy' | 'tradecancelOrder' | 'demoFunds';

/** A request with its key, and the answer that stands for it. Kept outside the server. */
export interface Shot {
  readonly name: Name;
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string;
  /** How often it was asked until there was an answer. */
  asked: number;
  answer?: Envelope;
}

/** Answers that say nothing of what became of the deed, or put it off. */
const isUndecided = ({ code }: Envelope): boolean => code === 429 || code >= 500;

/** A member who submits, one request after the other, and writes down each with its answer. */
export class Shooter {
  readonly token: string;
  readonly shots: Shot[] = [];
  readonly #target: Target;
  readonly #name: string;

  constructor(target: Target, name: string, token: string) {
    this.#target = target;
    this.#name = name;
    this.token = token;
  }

  /** Orders that were acknowledged. */
  get orderIds(): number[] {
    return this.shots.flatMap(({ name, answer }) => (name === 'upbbbuy' && answer?.code === 1 ? [(answer.data as { id: number }).id] : []));
  }

  /** Sends, and asks again with the same key until there is a definite answer. */
  async submit(name: Name, fields: Readonly<Record<string, string>>): Promise<Envelope> {
    const shot: Shot = { name, fields, key: `${this.#name}.${this.shots.length}`, asked: 0 };
    this.shots.push(shot);
    return (shot.answer = await this.settle(shot));
  }

  /** Asks until there is a definite answer: the first one, or what is kept of it. */
  async settle(shot: Shot): Promise<Envelope> {
    for (;;) {
      shot.asked += 1;
      const answer = await this.#ask(shot);
      if (answer && !isUndecided(answer)) return answer;
    }
  }

  /** Asks once; undefined when no answer came. */
  async #ask({ name, fields, key }: Shot): Promise<Envelope | undefined> {
    const url = await this.#target.url();
    return ask(url, name, fields, { token: this.token, key }).catch(() => undefined);
  }
}
