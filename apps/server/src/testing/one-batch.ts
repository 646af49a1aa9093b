import type { GroupedWriter } from '../ledger/index.ts';

/**
 * Lets the next `count` submissions to a writer arrive in one turn, and so make one batch, in the order in which they
 * came. Answers how many are still missing.
 */
export function inOneBatch(writer: GroupedWriter, count: number): () => number {
  const submit = writer.submit.bind(writer);
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  let missing = count;
  const together: GroupedWriter['submit'] = async (command, input, claim) => {
    missing -= 1;
    if (missing === 0) {
      Object.assign(writer, { submit });
      resolve();
    }
    await arrived;
    return submit(command, input, claim);
  };
  Object.assign(writer, { submit: together });
  return () => missing;
}
