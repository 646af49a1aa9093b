import { REASON_CODES, type Reason, type Refusal } from '@plimsoll/contract';
import answers from '@plimsoll/i18n/locales/en/answers.json' with { type: 'json' };
import { translator } from '@plimsoll/i18n/server';
import { reasonWords } from './reason-words.ts';

const isAnswer = (name: string): name is keyof typeof answers => Object.hasOwn(answers, name);
const openings = new Map<string, string>();
const plainRefusals = new Map<string, string>();

/** The text before `data` in a successful answer: `{"code":1,"msg":"…","data":`; {@link CLOSING} follows the data. */
export function opening(lang: string, call: string): string {
  const key = `${lang} ${call}`;
  const known = openings.get(key);
  if (known !== undefined) return known;
  const msg = translator(lang)(`answers.${isAnswer(call) ? call : 'done'}`);
  const made = `{"code":1,"msg":${JSON.stringify(msg)},"data":`;
  openings.set(key, made);
  return made;
}
export const CLOSING = '}';

/** The whole envelope of a refusal, in words. */
export function refusalBody(lang: string, { reason, params, data }: Refusal): string {
  if (params || data) return envelopeOf(lang, reason, params, data);
  const key = `${lang} ${reason}`;
  const known = plainRefusals.get(key);
  if (known !== undefined) return known;
  const made = envelopeOf(lang, reason);
  plainRefusals.set(key, made);
  return made;
}

function envelopeOf(
  lang: string,
  reason: Reason,
  params?: Refusal['params'],
  data: Refusal['data'] | null = null,
): string {
  return JSON.stringify({
    code: REASON_CODES[reason],
    msg: reasonWords(lang, reason, params),
    data,
    reason,
  });
}

/**
 * The HTTP status of a refusal: 200 for business codes and 401, its own for transport failures
 * (docs/wire/conventions.md).
 */
export function statusOf(reason: Reason): number {
  const code = REASON_CODES[reason];
  return code >= 400 && code !== 401 ? code : 200;
}
