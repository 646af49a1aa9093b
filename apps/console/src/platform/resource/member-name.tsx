interface MemberNameProps {
  readonly name: string;
  /** Shorter, for queues. */
  readonly isNarrow?: boolean;
}

/** A name in a list; long ones are cut, with the whole as title and for readers. */
export const MemberName = ({ name, isNarrow = false }: MemberNameProps) => (
  <bdi
    className={`inline-block truncate align-bottom ${isNarrow ? 'max-w-[clamp(3.25rem,16cqi,8rem)]' : 'max-w-[11rem]'}`}
    title={name}
  >
    {name}
  </bdi>
);
