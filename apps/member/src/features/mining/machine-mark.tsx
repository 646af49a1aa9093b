interface MachineMarkProps {
  readonly img: string;
  readonly size?: number;
}

/** A mining machine's picture, or a drawing; hidden from screen readers, because its name is beside it. */
export function MachineMark({ img, size = 64 }: MachineMarkProps) {
  const style = { width: size, height: size };
  if (img !== '')
    return (
      <img src={img} alt="" loading="lazy" style={style} className="flex-none rounded-md bg-raised object-cover" />
    );
  return (
    <svg viewBox="0 0 64 64" style={style} className="flex-none rounded-md bg-raised" aria-hidden="true">
      <path d="M12 32h40v12a4 4 0 0 1-4 4H16a4 4 0 0 1-4-4z" fill="var(--mark-water)" opacity=".35" />
      <g fill="none" stroke="currentColor" strokeWidth="2.2">
        <rect x="12" y="16" width="40" height="32" rx="4" />
        <circle cx="24" cy="32" r="7" />
        <circle cx="41" cy="32" r="7" />
        <path d="M12 53h40" />
      </g>
    </svg>
  );
}
