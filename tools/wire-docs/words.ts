import type { Call } from '@plimsoll/contract';
import { fieldsOf, formReasonsOf, type CallWords, type Words } from '@plimsoll/contract/descriptions';
import type { OperatorCall } from '@plimsoll/contract/operator';
import type { SourceFile } from '../tidy/house.ts';
import { renderClient } from './client.ts';
import { doneOf, Page, streamFile } from './render.ts';
import { memberSlices, operatorSlices, type Named, type Slice } from './slices.ts';
import { fieldWords, type Documented } from './sources.ts';
import { TOPICS } from './stream.ts';
import { rowsOf, type Schema } from './types.ts';

const PATH = 'packages/contract/src/descriptions/words.json';

/** What clients send for their news. */
const ASKED = { file: 'news', shape: 'NewsLogin' } as const;

/** Entries with words. */
const written = (entries: Iterable<readonly [string, string]>): Record<string, string> =>
  Object.fromEntries([...entries].filter(([, words]) => words !== ''));

interface Read {
  readonly call: Pick<Call, 'name' | 'input'>;
  readonly output: Schema;
}

function callWords(
  { slice, name, documented }: { readonly slice: string; readonly name: string; readonly documented: Documented },
  { call, output }: Read,
): CallWords {
  const names = fieldsOf(call).map((field) => field.name);
  const rows = rowsOf(output, { words: (fields) => fieldWords(documented, fields), seen: () => undefined });
  return {
    slice,
    words: documented.declarations.get(name) ?? '',
    form: formReasonsOf(call.input),
    fields: written(fieldWords(documented, names)),
    answers: written(rows.map(({ path, words }) => [path, words] as const)),
  };
}

/** The words of all calls of some slices, by what names a call. */
const wordsIn = <C>(
  page: Page,
  slices: readonly Slice<C>[],
  read: (named: Named<C>) => Read,
): Record<string, CallWords> =>
  Object.fromEntries(
    slices.flatMap((slice) => {
      const documented = page.documented(slice.path);
      return slice.calls.map((named) => {
        const made = read(named);
        return [made.call.name, callWords({ slice: slice.name, name: named.name, documented }, made)] as const;
      });
    }),
  );

const ofOperator = ({ call }: Named<OperatorCall>): Read => ({
  call: { name: `${call.method} ${call.path}`, input: call.input },
  output: doneOf(call),
});

/** Writes down the contract's docstrings for the descriptions that the server makes of it, and the client's types. */
export async function renderWords(files: readonly SourceFile[]): Promise<readonly SourceFile[]> {
  const page = new Page(files);
  const words: Words = {
    member: wordsIn(page, await memberSlices(files), ({ call }: Named<Call>) => ({ call, output: call.output })),
    operator: wordsIn(page, await operatorSlices(files), ofOperator),
    stream: written(
      [...TOPICS, ASKED].map(
        ({ file, shape }) => [shape, page.documented(streamFile(file)).declarations.get(shape) ?? ''] as const,
      ),
    ),
  };
  const text = page.withNumbers(`${JSON.stringify(words, null, 1)}\n`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same with numbers put in
  return [{ path: PATH, text }, ...renderClient(JSON.parse(text) as Words)];
}
