interface MemberNameProps {
  readonly name: string;
  /** In a queue, whose columns have no room to spare. */
  readonly isNarrow?: boolean;
}

/**
 * A member's name in a list, or an operator's: long ones are cut, the whole of it is read out and shown on pointing.
 */
export const MemberName = ({ name, isNarrow = false }: MemberNameProps) => (
  <bdi
    className={`inline-block truncate align-bottom ${isNarrow ? 'max-w-[clamp(3.25rem,16cqi,8rem)]' : 'max-w-[11rem]'}`}
    title={name}
  >
    {name}
  </bdi>
);
