import { useState, useSyncExternalStore } from 'react';
import { navigate, useSearchParams } from '../../platform/router.tsx';
import { rememberedAccount } from '../../platform/session.ts';
import { ForgotAsk } from './forgot-ask.tsx';
import { ForgotNew } from './forgot-new.tsx';
import { ForgotSent } from './forgot-sent.tsx';

const listen = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/**
 * /forgot: asks for a link, and sets another password when opened by it. The token is in the fragment, which no
 * server sees.
 */
export default function ForgotScreen() {
  const token = useSyncExternalStore(listen, () => location.hash.slice(1));
  const [query] = useSearchParams();
  const [email, setEmail] = useState(rememberedAccount);
  if (token !== '') return <ForgotNew key={token} token={token} />;
  if (query.get('step') === 'sent' && email !== '') return <ForgotSent email={email.trim()} />;
  return (
    <ForgotAsk
      email={email}
      onType={setEmail}
      onSent={(isHere) => {
        if (isHere) navigate('/forgot?step=sent');
      }}
    />
  );
}
