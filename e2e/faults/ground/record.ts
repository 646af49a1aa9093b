import { setTimeout as delay } from 'node:timers/promises';
import type { Envelope } from '@plimsoll/contract';
import { ask } from '../../../apps/server/src/testing/api-client.ts';
import { objectOf } from '../../support/json.ts';

export type SubmitName =
  | 'upbbbuy'
  | 'tradecancelOrder'
  | 'creatorder'
  | 'transfer'
  | 'exchangeCoin'
  | 'withdraw'
  | 'demoFunds';

/** A submit with its key and its final answer, kept outside the server. */
export interface Submit {
  readonly name: SubmitName;
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string;
  readonly sentMs: number;
  answeredMs: number;
  asked: number;
  answer?: Envelope;
}

const AGAIN_AFTER_MS = 20;
/** After this an answer counts as lost: a dead connection may not report itself. */
const ANSWER_WITHIN_MS = 20_000;
const MAX_ATTEMPTS = 6_000;

/** Answers that leave the outcome open, or postpone it. */
const isUndecided = ({ code }: Envelope): boolean => code === 429 || code >= 500;

/** Records what one member submits, and repeats each submit until it is answered. */
export class MemberRecord {
  readonly token: string;
  readonly submits: Submit[] = [];
  /** Answers of 500 and above: the call and the text. */
  readonly serverErrors: string[] = [];
  readonly #name: string;
  readonly #url: () => Promise<string>;

  constructor(name: string, token: string, url: () => Promise<string>) {
    this.#name = name;
    this.token = token;
    this.#url = url;
  }

  acknowledged(name: SubmitName): Submit[] {
    return this.submits.filter((submit) => submit.name === name && submit.answer?.code === 1);
  }

  ids(name: SubmitName): string[] {
    return this.acknowledged(name).map(({ answer }) =>
      String(objectOf(answer?.data)[name === 'creatorder' ? 'order_id' : 'id']),
    );
  }

  /** Sends, and repeats with the same key until there is a definite answer. */
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

  /** Repeats until there is a definite answer, new or stored. */
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

  async #ask({ name, fields, key }: Submit): Promise<Envelope | undefined> {
    const url = await this.#url();
    return ask(url, name, fields, { token: this.token, key, withinMs: ANSWER_WITHIN_MS }).catch(() => undefined);
  }
}
