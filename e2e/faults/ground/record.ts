import { setTimeout as delay } from 'node:timers/promises';
import type { Envelope } from '@plimsoll/contract';
import { ask } from '../../../apps/server/src/testing/api-client.ts';

/** Calls that move money, as members make them here. */
export type SubmitName =
  | 'upbbbuy'
  | 'tradecancelOrder'
  | 'creatorder'
  | 'transfer'
  | 'exchangeCoin'
  | 'withdraw'
  | 'demoFunds';

/** A submit with its key, and the answer that stands for it. Kept outside the server. */
export interface Submit {
  readonly name: SubmitName;
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string;
  readonly sentMs: number;
  answeredMs: number;
  /** How often it was asked until there was an answer. */
  asked: number;
  answer?: Envelope;
}

const AGAIN_AFTER_MS = 20;
/** An answer that has not come by then is lost: the line may be dead without anybody saying so. */
const ANSWER_WITHIN_MS = 20_000;
const MAX_ATTEMPTS = 6_000;

/** Answers that say nothing of what became of the command, or put it off. */
const isUndecided = ({ code }: Envelope): boolean => code === 429 || code >= 500;

/** Writes down what one member submits, and asks again until each has its answer. */
export class MemberRecord {
  readonly token: string;
  readonly submits: Submit[] = [];
  /** Answers with 500 or more: to what, and what they said. */
  readonly serverErrors: string[] = [];
  readonly #name: string;
  readonly #url: () => Promise<string>;

  constructor(name: string, token: string, url: () => Promise<string>) {
    this.#name = name;
    this.token = token;
    this.#url = url;
  }

  /** Submits that were acknowledged. */
  acknowledged(name: SubmitName): Submit[] {
    return this.submits.filter((submit) => submit.name === name && submit.answer?.code === 1);
  }

  /** Ids that acknowledgements named, as text. */
  ids(name: SubmitName): string[] {
    return this.acknowledged(name).map(({ answer }) =>
      String((answer?.data as { id?: number; order_id?: number } | null)?.[name === 'creatorder' ? 'order_id' : 'id']),
    );
  }

  /** Sends, and asks again with the same key until there is a definite answer. */
  async submit(name: SubmitName, fields: Readonly<Record<string, string>>): Promise<Envelope> {
    const submit: Submit = {
      name,
      fields,
      key: `${this.#name}.${this.submits.length}`,
      sentMs: Date.now(),
      answeredMs: 0,
      asked: 0,
    };
    this.submits.push(submit);
    const answer = await this.settle(submit);
    submit.answeredMs = Date.now();
    return (submit.answer = answer);
  }

  /** Asks until there is a definite answer: the first one, or what is kept of it. */
  async settle(submit: Submit): Promise<Envelope> {
    for (let tries = 0; tries < MAX_ATTEMPTS; tries += 1) {
      submit.asked += 1;
      const answer = await this.#ask(submit);
      if (answer && !isUndecided(answer)) return answer;
      if (answer && answer.code >= 500)
        this.serverErrors.push(`${submit.name} ${submit.key}: ${answer.code} ${answer.reason} ${answer.msg}`);
      await delay(AGAIN_AFTER_MS);
    }
    throw new Error(`${submit.name} ${submit.key} was never answered`);
  }

  /** Asks once; undefined when no answer came. */
  async #ask({ name, fields, key }: Submit): Promise<Envelope | undefined> {
    const url = await this.#url();
    return ask(url, name, fields, { token: this.token, key, withinMs: ANSWER_WITHIN_MS }).catch(() => undefined);
  }
}
