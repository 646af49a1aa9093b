import { Count } from '@plimsoll/ui';
import { Link } from 'react-router';

/** A link to a journal. */
export function JournalLink({ id }: { readonly id: number }) {
  return (
    <Link to={`/ledger/${id}`} className="font-medium text-water">
      <Count value={id} grouped={false} />
    </Link>
  );
}
