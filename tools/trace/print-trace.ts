import type { Trace } from './read-trace.ts';

/** Writes a trace as lines, from the click to the public log. */
export function printTrace({ what, id, memberId, line, clicks, fills, journals, entries }: Trace): string[] {
  const held = clicks.map(
    ({ request_id, call, at }) => `  ${at.toISOString()}  ${call}  request ${request_id ?? 'without a name'}`,
  );
  const posted = journals.flatMap(({ id: journal, cause, actor, at, lines, batch, first, last, hash }) => [
    `  ${at.toISOString()}  journal ${journal}  ${cause}, by ${actor}`,
    ...lines.map((each) => `      ${each}`),
    `      link ${batch} of the chain, journals ${first} to ${last}, ${hash}`,
  ]);
  const logged = entries.map(
    ({ type, journalId, line: entry, index }) =>
      `  ${index === undefined ? 'not in the log yet' : `entry ${index}`}  ${type}${journalId === '0' ? '' : `, of journal ${journalId}`}\n      ${entry}`,
  );
  return [
    `${what} ${id} of member ${memberId}: ${line}`,
    'clicks',
    ...orNone(held, 'none is kept: it is older than three days, or came without a key'),
    ...(what === 'order'
      ? [
          'fills',
          ...orNone(
            fills.map((each) => `  ${each}`),
            'none',
          ),
        ]
      : []),
    'journals',
    ...orNone(posted, 'none'),
    'public log, of which receipts are made',
    ...orNone(logged, 'none: nothing was exchanged yet'),
  ];
}

const orNone = (lines: readonly string[], none: string): readonly string[] =>
  lines.length > 0 ? lines : [`  ${none}`];
