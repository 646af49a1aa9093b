import { RECOVERY_CODES } from '@plimsoll/contract/figures';
import { buttonClass } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { useSubmit } from '../../platform/submit.ts';
import { CodesShown } from './codes-shown.tsx';
import { SecurityPage, WaitsNote } from './page-parts.tsx';
import { ProofForm } from './proof-form.tsx';
import { UNSEEN_CODES, useCodes } from './use-codes.ts';
import { useHasUnseen } from './unseen.ts';
import { factorsHere, useSecurityChanged, type SecurityState } from './queries.ts';

function Renew({ state }: { readonly state: SecurityState }) {
  const t = useTranslations('security.recovery');
  const changed = useSecurityChanged();
  const [refusal, setRefusal] = useState<Refusal>();
  const codes = useCodes();
  const { busy, submit } = useSubmit('renewRecoveryCodes', {
    onDone({ recovery_codes }, isHere) {
      changed();
      codes.keep(recovery_codes, isHere);
    },
    onRefused: setRefusal,
  });
  if (codes.shown) return <CodesShown codes={codes.shown} onKept={codes.saved} />;
  return (
    <>
      <p className="text-14 text-ink-2">{t('renewText')}</p>
      <WaitsNote />
      <ProofForm
        state={state}
        submitText={t('renew')}
        busy={busy}
        refusal={refusal}
        onType={() => setRefusal(undefined)}
        onSend={(proof) => void submit({ ...proof })}
      />
    </>
  );
}

/** /security?view=recovery: how many recovery codes are left; with `step=renew` ten new ones. */
export function RecoveryPage() {
  const t = useTranslations('security');
  const [query] = useSearchParams();
  const hasUnseen = useHasUnseen(UNSEEN_CODES);
  return (
    <SecurityPage title={t('rows.recovery')}>
      {(state) => {
        if (hasUnseen) return <Renew state={state} />;
        if (state.totp === 0 && state.passkeys.length === 0)
          return <p className="text-14 text-ink-2">{t('recovery.none')}</p>;
        if (query.get('step') === 'renew') return <Renew state={state} />;
        return (
          <>
            <p className="text-14 text-ink-2">{t('recovery.text')}</p>
            <p className={`text-20 font-semibold ${factorsHere(state).includes('recovery') ? '' : 'text-warn'}`}>
              {t('recovery.left', { count: state.recovery_left, total: RECOVERY_CODES })}
            </p>
            <Link to="/security?view=recovery&step=renew" className={`${buttonClass('quiet')} w-full`}>
              {t('recovery.renew')}
            </Link>
          </>
        );
      }}
    </SecurityPage>
  );
}
