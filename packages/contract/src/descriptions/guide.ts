import type { Call } from '../call.ts';
import { summaryOf } from './open-api.ts';
import { WORDS, wordsOf } from './words.ts';

interface Guided {
  /** `https://host`, without a final slash. */
  readonly origin: string;
}

const line = ({ name, methods, member }: Call): string => {
  const { words } = wordsOf(WORDS.member, name);
  const summary = words === '' ? '' : `: ${summaryOf(words, name)}`;
  return `- \`${methods[0]} /api/${name}\`${member ? '' : ' (public)'}${summary}`;
};

const titled = (slice: string): string => `${slice.charAt(0).toUpperCase()}${slice.slice(1)}`;

/** A guide for language models in the form of llms.txt: where descriptions are, what holds for all calls, and the calls. */
export function guideText(calls: readonly Call[], { origin }: Guided): string {
  const bySlice = Map.groupBy(calls, ({ name }) => wordsOf(WORDS.member, name).slice);
  const parts = [...bySlice].map(([slice, its]) => [`### ${titled(slice)}`, its.map(line).join('\n')].join('\n\n'));
  return `${[
    '# Plimsoll',
    '> A crypto trading and wallet platform whose members can check every fill, settlement and balance.',
    [
      '- A POST takes JSON or a form. Amounts, prices and balances are decimal text: never compute with them as floating point numbers.',
      '- Every answer is `{"code", "msg", "data"}`. `code` 1 is done. Anything else is a refusal with `reason`, a stable word; most come on HTTP 200.',
      '- A member’s calls carry `Token`, which `login` answered. Calls that move money take an `Idempotency-Key`: repeat a lost request with the same key.',
      '- A call that is refused with `too_many_requests` says in `Retry-After` when to go on.',
      '- Programs trade by keys that can neither withdraw nor send, through HTX’s protocol below `/huobiapi`, or signing calls of this API. Assistants: `npm run mcp`, where what moves is planned first and placed by its plan.',
    ].join('\n'),
    '## Descriptions',
    [
      `- [Member API](${origin}/api/openapi.json): OpenAPI 3.1`,
      `- [Stream](${origin}/api/asyncapi.json): AsyncAPI 3, prices and private news`,
      `- [Operator API](${origin}/operator/api/openapi.json): OpenAPI 3.1, for the console’s operators`,
    ].join('\n'),
    '## Calls',
    ...parts,
  ].join('\n\n')}\n`;
}
