import { Link, useLocation } from 'react-router';

interface SiblingsProps {
  readonly label: string;
  readonly pages: readonly { readonly path: string; readonly name: string }[];
}

/** Links between lists of one sidebar entry. */
export function Siblings({ label, pages }: SiblingsProps) {
  const { pathname } = useLocation();
  const first = `/${pathname.split('/')[1] ?? ''}`;
  return (
    <nav aria-label={label} className="no-bar flex gap-5 overflow-x-auto border-b px-4 wide:px-7">
      {pages.map(({ path, name }) => (
        <Link
          key={path}
          to={path}
          aria-current={path === first ? 'page' : undefined}
          className="-mb-px grid h-11 flex-none place-items-center border-b-2 border-transparent font-medium text-ink-3 aria-[current=page]:border-paint aria-[current=page]:font-semibold aria-[current=page]:text-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
