import type { PasswordReset } from '@plimsoll/contract';
import { OUT_HOURS } from '@plimsoll/contract/figures';
import { Button, ErrorState, Loading, Note, PasswordField, RowSkeleton, showToast, SubmitButton } from '@plimsoll/ui';
import { clock } from '@plimsoll/ui/icons-shell';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { post } from '../../platform/client.ts';
import { Refusal } from '../../platform/envelope.ts';
import { leaveIfOver } from '../../platform/leave-if-over.ts';
import { useFigures } from '../../platform/use-figures.ts';
import { refusedWords } from '../../platform/refused.ts';
import { isGoodPassword } from '../../platform/password-shape.ts';
import { navigate, stillHere } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { isAboutSecond, passkeysWorkAt, SecondFields, useSecondFactor } from '../security/index.ts';
import { ForgotFrame } from './forgot-frame.tsx';
import { PasswordRules } from '../../platform/password-rules.tsx';

const GONE = 'bad_reset_link';
const askAgain = () => navigate('/forgot', { replace: true });

function Gone() {
  const t = useTranslations('membership.forgot');
  return (
    <ForgotFrame title={t('goneTitle')} lead={t('goneText')}>
      <Button kind="primary" className="mt-6 w-full" onClick={askAgain}>
        {t('ask')}
      </Button>
    </ForgotFrame>
  );
}

interface FormProps {
  readonly token: string;
  readonly reset: PasswordReset;
  /** The challenge that a passkey signs. */
  readonly look: () => Promise<PasswordReset | undefined>;
  readonly onGone: () => void;
}

function useNewPassword({ token, reset, look, onGone }: FormProps) {
  const register = useTranslations('membership.register');
  const figures = useFigures();
  const isAtHome = reset.passkey !== null && passkeysWorkAt(reset.passkey.rpId);
  const second = useSecondFactor(reset.factors.filter((each) => each !== 'passkey' || isAtHome));
  const [password, setPassword] = useState('');
  const [wasTried, setTried] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const { busy, submit } = useSubmit('newpwd', {
    isLast: true,
    onDone(_answer, isHere) {
      const isStillHere = stillHere();
      setAsking(true);
      // A session of this browser ended with all others, unless it is another member's.
      void leaveIfOver().then(() => {
        setAsking(false);
        if (isHere && isStillHere()) navigate('/login', { replace: true });
      });
    },
    onRefused(refused) {
      if (refused.reason === GONE) onGone();
      else setRefusal(refused);
    },
  });
  const error =
    wasTried && !isGoodPassword(password)
      ? register('badPassword', figures)
      : refusal?.reason === 'bad_password' || refusal?.reason === 'same_password'
        ? refusal.message
        : undefined;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (busy || isAsking) return;
    if (!isGoodPassword(password)) {
      showToast('bad', register('badPassword', figures));
      return;
    }
    setAsking(true);
    const given = await second.give(async () => (await look())?.passkey ?? undefined);
    setAsking(false);
    if (given) await submit({ token, password, repassword: password, ...given });
  };
  const enter = (text: string) => {
    setPassword(text);
    setRefusal(undefined);
  };
  return { password, enter, error, second, refusal, setRefusal, isBusy: busy || isAsking, send };
}

function NewPasswordForm(props: FormProps) {
  const t = useTranslations('membership.forgot');
  const security = useTranslations('security');
  const { demo } = useSettings();
  const { password, enter, error, second, refusal, setRefusal, isBusy, send } = useNewPassword(props);
  return (
    <ForgotFrame
      step={3}
      title={t('newTitle')}
      lead={t.rich('newText', { account: props.reset.username, b: (words) => <bdi>{words}</bdi> })}
    >
      <form className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-4" onSubmit={(event) => void send(event)} noValidate>
        <div className="grid gap-2">
          <PasswordField
            label={t('newTitle')}
            autoComplete="new-password"
            value={password}
            error={error}
            onChange={(event) => enter(event.target.value)}
          />
          <PasswordRules password={password} />
        </div>
        <SecondFields
          form={second}
          refused={isAboutSecond(refusal) ? refusal?.message : undefined}
          onChange={() => setRefusal(undefined)}
        />
        {demo !== 1 && <Note icon={clock}>{security('waits', { hours: OUT_HOURS })}</Note>}
        <SubmitButton busy={isBusy} busyText={security('busy')}>
          {t('submit')}
        </SubmitButton>
      </form>
    </ForgotFrame>
  );
}

/** The last step, opened by the mailed link: another password, with the second factor where one is set. */
export function ForgotNew({ token }: { readonly token: string }) {
  const app = useTranslations('app.kit');
  const {
    data: reset,
    error,
    refetch,
  } = useQuery({
    queryKey: ['getNewpwd', token],
    queryFn: () => post('getNewpwd', { token }, { quiet: true }),
    // A used link has its own page.
    meta: { isExpected: true },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  const [isGone, setGone] = useState(false);
  if (isGone || (error instanceof Refusal && error.reason === GONE)) return <Gone />;
  if (error && !reset)
    return (
      <ErrorState
        title={app('loadFailed')}
        text={refusedWords(error) ?? app('loadFailedText')}
        onRetry={() => void refetch()}
      />
    );
  if (!reset)
    return (
      <Loading label={app('loading')}>
        <RowSkeleton count={3} mark={false} />
      </Loading>
    );
  return (
    <NewPasswordForm
      token={token}
      reset={reset}
      look={async () => (await refetch()).data}
      onGone={() => setGone(true)}
    />
  );
}
