/** A hull under one sail, two or three: the longer the lock, the larger the ship. */
const SAILS = [
  ['M31 12v26', 'M34 15v21h13z'],
  ['M29 10v28', 'M32 13v23h15z', 'M26 18v18H14z'],
  ['M22 13v25M38 9v29', 'M25 16v19h9zM41 13v22h11z', 'M19 19v17H9z'],
] as const;

/** Days from which a lock has two sails, and three. */
const LONGER = [20, 60] as const;

interface MachineMarkProps {
  readonly img: string;
  readonly days: number;
  readonly size?: number;
}

/** A product's picture, or a drawing by its days; hidden from screen readers, because its name is beside it. */
export function MachineMark({ img, days, size = 64 }: MachineMarkProps) {
  const style = { width: size, height: size };
  if (img !== '')
    return (
      <img src={img} alt="" loading="lazy" style={style} className="flex-none rounded-md bg-raised object-cover" />
    );
  return (
    <svg viewBox="0 0 64 64" style={style} className="flex-none rounded-md bg-raised" aria-hidden="true">
      <path d="M10 48h44a22 22 0 0 1-44 0z" fill="var(--mark-water)" opacity=".35" />
      <g fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinejoin="round" strokeLinecap="round">
        {(SAILS[LONGER.filter((from) => days >= from).length] ?? SAILS[0]).map((sail) => (
          <path key={sail} d={sail} />
        ))}
        <path d="M11 42h42l-5 11H17zM5 48h54" />
      </g>
    </svg>
  );
}
