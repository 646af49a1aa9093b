interface MemberNameProps {
  readonly name: string;
  /** In a queue, whose columns have no room to spare. */
  readonly isNarrow?: boolean;
}

/** A member's name in a list: long ones are cut, the whole of it is read out and shown on pointing. */
export const MemberName = ({ name, isNarrow = false }: MemberNameProps) => (
  <bdi className={`inline-block truncate align-bottom ${isNarrow ? 'max-w-32' : 'max-w-44'}`} title={name}>{name}</bdi>
);
