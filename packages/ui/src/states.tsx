import type { CSSProperties, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from './button.tsx';
import { Icon, type IconShape } from './icon.tsx';
import { clock, offline, refresh } from './icons-shell.ts';

/** A grey piece in the shape of what loads. Sizes in pixels or any CSS length. */
export function SkeletonBlock({
  width = '100%',
  height,
  round = false,
  className = '',
}: {
  readonly width?: number | string;
  readonly height: number;
  readonly round?: boolean;
  readonly className?: string;
}) {
  const style: CSSProperties = { width, height, ...(round ? { borderRadius: '50%' } : {}) };
  return <span className={`bone ${className}`} style={style} aria-hidden="true" />;
}

/** Skeletons with a name for screen readers. */
export function Loading({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div aria-busy="true">
      <span className="sr" role="status">
        {label}
      </span>
      {children}
    </div>
  );
}

/** Rows of a list that are loading. */
export function RowSkeleton({ count = 6, mark = true }: { readonly count?: number; readonly mark?: boolean }) {
  return (
    <div className="rows">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="flex min-h-16 items-center gap-3 px-4">
          {mark && <SkeletonBlock width={32} height={32} round />}
          <span className="flex-1">
            <SkeletonBlock width={56 + ((row * 23) % 40)} height={13} />
            <SkeletonBlock width={92} height={9} className="mt-2" />
          </span>
          <span className="grid justify-items-end">
            <SkeletonBlock width={86 + ((row * 31) % 40)} height={13} />
            <SkeletonBlock width={60} height={9} className="mt-2" />
          </span>
        </div>
      ))}
    </div>
  );
}

interface StateProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
  readonly className?: string;
}

function State({
  title,
  text,
  children,
  className = '',
  art,
  role,
}: StateProps & { readonly art: ReactNode; readonly role?: 'alert' }) {
  return (
    <section role={role} className={`grid justify-items-center gap-2 px-8 py-10 text-center ${className}`}>
      <svg className="mb-2 text-line-strong" width="120" height="88" viewBox="0 0 120 88" aria-hidden="true">
        <g fill="none" stroke="currentColor" strokeWidth="2">
          {art}
        </g>
      </svg>
      <h2 className="text-17 font-semibold">{title}</h2>
      {text && <p className="max-w-[34ch] text-balance text-14 text-ink-2">{text}</p>}
      {children}
    </section>
  );
}

const WAVES = { stroke: 'var(--water-fill)', strokeOpacity: 0.7 };

/** An empty state: a buoy, a sentence, an action. */
export function Empty(props: StateProps) {
  return (
    <State
      {...props}
      art={
        <>
          <path d="M8 46h104" stroke="var(--paint)" />
          <circle cx="60" cy="46" r="22" />
          <path d="M22 60q9-5 18 0M46 74q7-4 14 0 7 4 14 0M80 60q9-5 18 0" {...WAVES} />
        </>
      }
    />
  );
}

/** What failed, its effect, and a button to try again. */
export function ErrorState({
  onRetry,
  children,
  ...rest
}: StateProps & { readonly onRetry?: (() => void) | undefined }) {
  const t = useTranslations('app');
  return (
    <State
      {...rest}
      role="alert"
      art={
        <>
          <path d="M8 46h36M76 46h36" stroke="var(--paint)" />
          <path d="M44 36a22 22 0 0 1 28-9M82 52a22 22 0 0 1-33 13" />
          <path d="M40 56l6-9M80 30l-6 10" stroke="var(--danger)" />
          <path d="M46 78q7-4 14 0 7 4 14 0" {...WAVES} />
        </>
      }
    >
      {onRetry && (
        <Button className="mt-3" onClick={onRetry}>
          <Icon of={refresh} size={20} />
          {t('kit.retry')}
        </Button>
      )}
      {children}
    </State>
  );
}

/** A bar over old data: its age, or that there is no connection. */
export function StaleBar({
  icon = clock,
  children,
  className = '',
}: {
  readonly icon?: IconShape;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <div
      role="status"
      data-cut={icon === offline || undefined}
      className={`flex min-h-9 items-center gap-2 bg-warn-tint px-4 py-1.5 text-13 text-ink ${className}`}
    >
      <Icon of={icon} size={18} className="text-warn" />
      <span className="flex-1">{children}</span>
    </div>
  );
}
