const GROUP = 4;

/** An address in groups of four, its first and its last lit: what one compares. Read out as one. */
export function AddressGroups({ address }: { readonly address: string }) {
  const groups = address.match(new RegExp(`.{1,${GROUP}}`, 'gu')) ?? [];
  // A short last group alone would light too little.
  const lit = (at: number) => at === 0 || at >= groups.length - ((groups.at(-1)?.length ?? 0) < GROUP ? 2 : 1);
  return (
    <span className="mono flex flex-wrap gap-x-2.5 gap-y-0.5 text-15 select-all" dir="ltr">
      <span className="sr">{address}</span>
      {groups.map((group, at) => (
        <span key={at} aria-hidden="true" className={lit(at) ? 'font-semibold text-water' : ''}>{group}</span>
      ))}
    </span>
  );
}
