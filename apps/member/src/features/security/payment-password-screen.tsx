import { OUT_HOURS } from '@plimsoll/contract/figures';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { leavePage, useLocation } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useMember } from '../../platform/member.ts';
import { PageHeader } from '../site/index.ts';
import { forgetPassword, handPassword } from './handed-password.ts';
import { PasswordChange } from './password-change.tsx';
import { useOfferToEndOthers } from './use-offer-to-end-others.ts';

/** /resetLegalPwd: sets the payment password, and returns with it to the form that needed it. */
export default function PaymentPasswordScreen() {
  const t = useTranslations('security');
  const app = useTranslations('app.titles');
  const client = useQueryClient();
  const { depth } = useLocation();
  const { demo } = useSettings();
  const { data: member } = useMember();
  const offer = useOfferToEndOthers();
  const [refusal, setRefusal] = useState<Refusal>();
  const set = useRef('');
  const { busy, submit } = useSubmit('resetpay', {
    onRefused: setRefusal,
    onDone(_answer, isHere) {
      void client.invalidateQueries({ queryKey: ['getusr'] });
      if (depth === 0) forgetPassword();
      else handPassword(set.current);
      if (isHere) leavePage('back', '/security');
      offer();
    },
  });
  return (
    <>
      <PageHeader title={app('paymentPassword')} canGoBack />
      <PasswordChange
        labels={{ current: t('fields.login'), next: t('fields.newPayment'), again: t('fields.again') }}
        note={demo === 1 ? t('paymentNote') : `${t('paymentNote')} ${t('waits', { hours: OUT_HOURS })}`}
        submitText={t(member?.have_pay === 1 ? 'changePayment' : 'setPayment')}
        busy={busy}
        refusal={refusal}
        onType={() => setRefusal(undefined)}
        onSend={({ current, next }, second) => {
          set.current = next;
          void submit({ logpassword: current, newpassword: next, ...second });
        }}
      />
    </>
  );
}
