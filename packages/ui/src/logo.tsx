const HULL = 'M12.4 32a19.6 19.6 0 0 0 39.2 0z';
const LINE = 'M2 29.6H62v4.8H2z';
const LETTERS =
  'M2.6 40V0M2.6 2.6h10.4a9.7 9.7 0 0 1 0 19.4H2.6M33.3 0V40M43.9 12.6V40M54.5 12.6V40M54.5 24.2V23.4a8.1 8.1 0 0 1 16.2 0V40M70.7 24.2V23.4a8.1 8.1 0 0 1 16.2 0V40M110.1 20.3C109 17 106.3 15.2 102.6 15.2C98.7 15.2 96 17.1 96 20.2C96 27.6 110.1 24.6 110.1 32.1C110.1 35.4 107.1 37.4 102.8 37.4C98.7 37.4 95.8 35.6 94.7 32.2M117.1 26.1a11.6 11.6 0 1 0 23.2 0a11.6 11.6 0 1 0 -23.2 0ZM150.9 0V40M161.5 0V40';

function Drawing() {
  return (
    <>
      <path d={HULL} fill="var(--mark-water)" />
      <circle cx="32" cy="32" r="19.6" fill="none" stroke="currentColor" strokeWidth="4.4" />
      <path d={LINE} fill="currentColor" />
    </>
  );
}

/** The load line alone. */
export function Mark({ size = 32, className = '' }: { readonly size?: number; readonly className?: string }) {
  return (
    <svg className={`text-mark-line ${className}`} width={size} height={size} viewBox="0 0 64 64" aria-hidden="true">
      <Drawing />
    </svg>
  );
}

/** The load line and the name, 26 high. */
export function Logo() {
  return (
    <svg className="text-mark-line" width="98.35" height="26" viewBox="0 0 242.1 64" aria-hidden="true">
      <Drawing />
      <g transform="translate(78 11.5)">
        <path fill="none" stroke="currentColor" strokeWidth="5.2" d={LETTERS} />
        <path fill="currentColor" d="M41.1 1.2h5.6v5.4h-5.6z" />
      </g>
    </svg>
  );
}
