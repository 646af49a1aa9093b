import { shapeLines } from '../ledger/journal-shapes.ts';
import { openDb, sql } from '../platform/db.ts';

const MEMBER = ['funds', 'options', 'quant'];
const ACCOUNTS = [...MEMBER, '@outside', '@spot', '@options', '@loans', '@rewards', '@fees', '@rounding'];

const payees = (payer: string): readonly string[] =>
  MEMBER.includes(payer) ? [...ACCOUNTS, ...MEMBER.map((other) => `~${other}`)] : ACCOUNTS;

/** Every line that there can be, with holds of one kind. */
const LINES = ACCOUNTS.flatMap((payer) => [
  `${payer}>${payer}* test`,
  ...payees(payer).flatMap((payee) => [`${payer}>${payee}`, `${payer}*>${payee} test`]),
]);

const insert = sql<never>(
  'testing.trialKind',
  `insert into ledger_shape (kind, line, part, needed, repeats)
  select l.* from jsonb_to_recordset($1) as l (kind text, line text, part int, needed int, repeats boolean)`,
);

/** Lets a test's database post journals of the kind `test`, with any lines and with holds of the kind `test`. */
export async function allowTrialKind({ url }: { readonly url: string }): Promise<void> {
  const owner = openDb(url, { connections: 1, role: null });
  await owner.run(insert, [JSON.stringify(shapeLines('test', [`+${LINES.join(' | ')}`]))]);
  await owner.close();
}
