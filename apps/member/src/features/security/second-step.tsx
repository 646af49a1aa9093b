import type { SecondNeeded } from '@plimsoll/contract';
import { DEVICE_TRUST_DAYS } from '@plimsoll/contract/figures';
import { Button, Check, Mark, SubmitButton } from '@plimsoll/ui';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Refusal } from '../../platform/envelope.ts';
import { useSubmit } from '../../platform/submit.ts';
import { useIsolated } from './device-name.ts';
import { keepDevice, keepKnown } from './known-devices.ts';
import { passkeysWorkAt } from './passkeys-work.ts';
import { SecondFields } from './second-fields.tsx';
import { isAboutSecond } from './second-reasons.ts';
import { useSecondFactor } from './use-second-factor.ts';

interface SecondStepProps {
  readonly account: string;
  readonly needed: SecondNeeded;
  readonly onIn: (token: string, isHere: boolean) => void;
  /** Back to the password: by hand, or because the ticket has expired. */
  readonly onBack: () => void;
}

/** The second step of a login. */
export function SecondStep({ account, needed, onIn, onBack }: SecondStepProps) {
  const t = useTranslations('security.second');
  const isolated = useIsolated();
  const { ticket, passkey } = needed;
  // A passkey works at its own host; a member without another factor sees that, and the recovery codes.
  const isAtHome = passkey !== null && passkeysWorkAt(passkey.rpId);
  const form = useSecondFactor(needed.factors.filter((each) => each !== 'passkey' || isAtHome));
  const [isRemembered, setRemembered] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const { busy, submit } = useSubmit('loginSecond', {
    onDone({ userinfo, known, device }, isHere) {
      keepKnown(account, known);
      if (device !== null) keepDevice(account, device);
      onIn(userinfo.token, isHere);
    },
    onRefused(refused, isHere) {
      if (refused.reason === 'bad_ticket' && isHere) onBack();
      else setRefusal(refused);
    },
  });
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || isAsking) return;
    setAsking(true);
    const given = await form.give(async () => passkey ?? undefined);
    setAsking(false);
    if (given) await submit({ ticket, ...given, remember_device: isRemembered ? 1 : 0 });
  };
  return (
    <section className="relative px-4 pt-8.5">
      <Mark size={56} />
      <h1 className="mt-4 text-28 font-semibold tracking-[-.01em]">{t('title')}</h1>
      <p className="mt-1 text-ink-2 [overflow-wrap:anywhere]">{t('loginText', { account: isolated(account) })}</p>
      <form className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={(event) => void send(event)} noValidate>
        <SecondFields
          form={form}
          refused={isAboutSecond(refusal) ? refusal?.message : undefined}
          onChange={() => setRefusal(undefined)}
        />
        <Check checked={isRemembered} onChange={setRemembered}>
          {t('remember', { days: DEVICE_TRUST_DAYS })}
        </Check>
        <SubmitButton busy={busy || isAsking} busyText={t('busy')}>
          {t('submit')}
        </SubmitButton>
        <Button kind="quiet" onClick={onBack}>
          {t('other')}
        </Button>
      </form>
    </section>
  );
}
