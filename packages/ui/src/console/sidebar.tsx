import { useId, useState, type ReactNode } from 'react';
import { Icon, type IconShape } from '../icon.tsx';
import { close } from '../icons-shell.ts';
import { Logo } from '../logo.tsx';

export interface NavEntry {
  readonly key: string;
  readonly icon: IconShape;
  readonly name: string;
  readonly isHere: boolean;
  /** How many wait; `isHot` when they wait for this operator. */
  readonly count?: { readonly text: string; readonly name: string; readonly isHot: boolean } | undefined;
  readonly link: (props: {
    readonly className: string;
    readonly children: ReactNode;
    readonly 'aria-current': 'page' | undefined;
  }) => ReactNode;
}

/** Links of the sidebar that belong together. */
export function NavGroup({
  name,
  entries,
}: {
  readonly name?: string | undefined;
  readonly entries: readonly NavEntry[];
}) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={name === undefined ? undefined : id} className="grid gap-0.5">
      {name !== undefined && (
        <p id={id} className="px-2.5 pt-4 pb-1.5 text-12 text-ink-3">
          {name}
        </p>
      )}
      {entries.map(({ key, icon, name: words, isHere, count, link }) => (
        <div key={key} className="grid">
          {link({
            className: `nav-link ${isHere ? 'nav-here' : ''}`,
            'aria-current': isHere ? 'page' : undefined,
            children: (
              <>
                <Icon of={icon} size={20} duo={isHere} />
                <span className="min-w-0 flex-1">{words}</span>
                {count && (
                  <span
                    className={`rounded-full px-1.75 text-12 leading-4.5 ${count.isHot ? 'bg-warn-tint text-warn' : 'bg-raised text-ink-2'}`}
                  >
                    <span aria-hidden="true" className="n">
                      {count.text}
                    </span>
                    <span className="sr">{count.name}</span>
                  </span>
                )}
              </>
            ),
          })}
        </div>
      ))}
    </div>
  );
}

interface ConsoleFrameProps {
  readonly navName: string;
  readonly nav: ReactNode;
  readonly top: ReactNode;
  /** Changes with the page: closes the sidebar where it lies above it. */
  readonly place: string;
  readonly skip: string;
  readonly children: ReactNode;
}

const MENU: IconShape = { stroke: 'M4 7h16M4 12h16M4 17h16' };

/** The console's frame: sidebar, bar and page. Where it is narrow, the sidebar unfolds above the page. */
export function ConsoleFrame({ navName, nav, top, place, skip, children }: ConsoleFrameProps) {
  const [openAt, setOpenAt] = useState<string>();
  const isOpen = openAt === place;
  const id = useId();
  return (
    <div className="console-frame">
      <a href="#main" className="skip-link">
        {skip}
      </a>
      <aside className="console-side">
        <div className="flex min-h-11 items-center justify-between px-2.5">
          <Logo />
          <button
            type="button"
            className="-me-2.5 grid size-11 place-items-center rounded-md wide:hidden"
            aria-label={navName}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpenAt(isOpen ? undefined : place)}
          >
            <Icon of={isOpen ? close : MENU} />
          </button>
        </div>
        <nav
          id={id}
          aria-label={navName}
          className={`${isOpen ? 'grid' : 'hidden'} content-start gap-0.5 pt-2 wide:grid`}
        >
          {nav}
        </nav>
      </aside>
      <div className="flex min-w-0 flex-col">
        {top}
        <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-0">
          {children}
        </main>
      </div>
    </div>
  );
}
