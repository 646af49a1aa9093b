import { useCanAccess } from 'ra-core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A member's name; a link for who may see members. */
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
