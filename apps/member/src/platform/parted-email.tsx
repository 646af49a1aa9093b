import type { ReactNode } from 'react';

/** An e-mail address that breaks before its host rather than anywhere. */
export function partedEmail(email: string): ReactNode {
  const at = email.lastIndexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}
