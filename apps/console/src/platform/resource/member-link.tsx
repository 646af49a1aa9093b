import { useCanAccess } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A member's name, leading to their page for who may see it. */
export function MemberLink({ id, children }: { readonly id: number; readonly children: ReactNode }) {
  const { canAccess } = useCanAccess({ resource: 'members', action: 'show' });
  return canAccess ? (
    <Link to={`/members/${id}`} className="font-medium text-water">
      {children}
    </Link>
  ) : (
    <span>{children}</span>
  );
}
