/** The id of the `index`th item of a batch. Throws when the sequence gave too few. */
export function idAt(ids: readonly string[], index: number): string {
  const id = ids[index];
  if (id === undefined) throw new Error(`no id was taken for item ${index} of a batch`);
  return id;
}
