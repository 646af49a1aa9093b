import type { Call } from '@plimsoll/contract';
import type { OperatorCall } from '@plimsoll/contract/operator';
import { classWords, fieldsOf, type CallField } from '@plimsoll/contract/descriptions';
import { classOf, doneOf, needOf, streamFile, streamShapes } from './render.ts';
import { memberSlices, operatorSlices, type Named } from './slices.ts';
import type { SourceFile } from '../tidy/house.ts';
import { TOPICS } from './stream.ts';
import { rowsOf, shapeOf, typeWords, WHOLE, type Schema } from './types.ts';

const SNAPSHOT = 'docs/wire/snapshot.json';

/** Public facts of a call, as texts, so that each line of a diff is one fact. */
interface CallFacts {
  readonly call: string;
  /** By field: its values and whether it is required. */
  readonly takes: Readonly<Record<string, string>>;
  /** By path in the answer's `data`: its type and bounds. */
  readonly answers: Readonly<Record<string, string>>;
  readonly reasons: readonly string[];
}

function takenOf(
  input: Call['input'],
  fields: readonly CallField[],
  inPath: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    fields.map((field) => [
      field.name,
      `${classOf(field, shapeOf(input)?.[field.name])}, needed: ${needOf(field, inPath(field.name))}`,
    ]),
  );
}

/** Fields of an answer with types, objects expanded. */
function answeredOf(schema: Schema): Record<string, string> {
  const rows = rowsOf(schema, { words: () => new Map(), seen: () => undefined });
  return Object.fromEntries([[WHOLE, typeWords(schema)], ...rows.map(({ path, type }) => [path, type])]);
}

const memberFacts = ({ call }: Named<Call>): CallFacts => ({
  call: [
    `${call.methods.join(' or ')} /api/${call.name}`,
    call.member ? 'members' : 'public',
    ...(call.idempotent ? ['idempotent'] : []),
    ...(call.session === undefined ? [] : [`session ${call.session}`]),
    ...(call.file ? ['file'] : []),
  ].join(', '),
  takes: takenOf(call.input, fieldsOf(call), () => false),
  answers: answeredOf(call.output),
  reasons: [...new Set(call.reasons)].toSorted(),
});

const operatorFacts = ({ call }: Named<OperatorCall>): CallFacts => ({
  call: [
    `${call.method} /operator/api${call.path}`,
    call.role === null ? 'without a login' : `from ${call.role}`,
    `answers ${call.status}`,
    ...(call.fresh ? ['fresh factor'] : []),
    ...(call.two.length === 0
      ? []
      : [`two operators: ${typeof call.two === 'string' ? call.two : call.two.join(' ')}`]),
    ...(call.file ? ['file'] : []),
  ].join(', '),
  takes: takenOf(call.input, fieldsOf({ name: call.path, input: call.input }), (name) =>
    call.path.includes(`{${name}}`),
  ),
  answers: answeredOf(doneOf(call)),
  reasons: [...new Set(call.reasons)].toSorted(),
});

const byName = <C>(
  prefix: string,
  slices: readonly { readonly name: string; readonly calls: readonly Named<C>[] }[],
  facts: (named: Named<C>) => CallFacts,
): Record<string, CallFacts> =>
  Object.fromEntries(
    slices
      .flatMap(({ name, calls }) => calls.map((named) => [`${prefix}${name}.${named.name}`, facts(named)] as const))
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

function streamFacts(files: readonly SourceFile[]): Record<string, object> {
  return Object.fromEntries(
    TOPICS.map(({ name, file, shape, sent }) => {
      const shapes = streamShapes(files.find(({ path }) => path === streamFile(file))?.text ?? '');
      const body = (shapes.get(shape) ?? '').replaceAll(/\/\*\*[\s\S]*?\*\//g, '');
      const lines = body.split('\n').map((line) => line.trim());
      return [name, { sent, says: lines.filter((line) => line !== '').join(' ') }];
    }),
  );
}

/** Classes used by a call, with the bounds of `takes`. */
function classesMet(
  calls: readonly { readonly name: string; readonly input: Call['input'] }[],
): Record<string, string> {
  const kinds = new Set(calls.flatMap((call) => fieldsOf(call).map(({ kind }) => kind)));
  return Object.fromEntries([...kinds].toSorted().map((kind) => [kind, classWords(kind)]));
}

/** Everything on the wire in one committed file: changes are reviewed in its diff. */
export async function renderSnapshot(files: readonly SourceFile[]): Promise<SourceFile> {
  const [member, operator] = await Promise.all([memberSlices(files), operatorSlices(files)]);
  const all = [
    ...member.flatMap(({ calls }) => calls.map(({ call }) => call)),
    ...operator.flatMap(({ calls }) => calls.map(({ call }) => ({ name: call.path, input: call.input }))),
  ];
  const snapshot = {
    classes: classesMet(all),
    member: byName('', member, memberFacts),
    operator: byName('operator/', operator, operatorFacts),
    stream: streamFacts(files),
  };
  return { path: SNAPSHOT, text: `${JSON.stringify(snapshot, null, 1)}\n` };
}
