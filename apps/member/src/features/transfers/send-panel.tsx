import type { Answer, TransferCoin } from '@plimsoll/contract';
import { formatTime } from '@plimsoll/i18n';
import { amount, format, minus } from '@plimsoll/money';
import { BottomBar, Figure, linkClass, Note, showToast, SubmitButton, useReading, AmountField } from '@plimsoll/ui';
import { check } from '@plimsoll/ui/icons-shell';
import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import type { Freshness } from '../../platform/connection.ts';
import { useDraft } from '../../platform/draft.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { Link } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { CoinField, useAmountWords } from '../assets/index.ts';
import { useMember } from '../../platform/member.ts';
import {
  ABOUT_PAYMENT_PASSWORD,
  challengeFor,
  EmailNeeded,
  factorsHere,
  isAboutSecond,
  isAboutLogin,
  LastLook,
  LoginAgainField,
  type LookFacts,
  PaymentField,
  SecondFields,
  useLoginAgain,
  useSecondFactor,
  useSecurity,
} from '../security/index.ts';
import { MEMBER_TRANSFER_STATUS } from '@plimsoll/contract/codes/transfers';
import { useSentChanged } from './queries.ts';
import { ReceiverField } from './receiver-field.tsx';
import {
  changed,
  coinOf,
  errorIn,
  fieldsOf,
  formAt,
  isAboutReceiver,
  computeFees,
  type SendAction,
  type SendForm,
} from './send-form.ts';
import { SendSummary } from './send-summary.tsx';

const FORM = 'send';

interface Done {
  readonly answer: Answer<'balanceTransfer'>;
  readonly amount: string;
  readonly coin: string;
  readonly to: string;
}

interface SendPanelProps {
  readonly coins: readonly TransferCoin[];
  readonly freshness: Freshness;
  /** When the balances were told. */
  readonly nowMs: number;
}

/** To whom, which coin, how much, what it comes to, and the button. */
export function SendPanel({ coins, freshness, nowMs }: SendPanelProps) {
  const t = useTranslations('transfers');
  const proveWords = useTranslations('security.prove');
  const reading = useReading();
  const words = useAmountWords();
  const { traders_password_switch } = useSettings();
  const { data: member } = useMember();
  const sentChanged = useSentChanged();
  const [form, setForm, forget] = useDraft(() => formAt(coins));
  const [text, setText] = useState('');
  /** The server's last word, until something is changed. */
  const [refusal, setRefusal] = useState<Refusal>();
  const { data: security, refetch: lookAgain } = useSecurity();
  const second = useSecondFactor(factorsHere(security));
  const login = useLoginAgain(security, refusal);
  const [isAsking, setAsking] = useState(false);
  /** What is looked at for the last time, and stays while the sheet closes. */
  const [facts, setFacts] = useState<LookFacts>();
  const [isLooking, setLooking] = useState(false);
  const [done, setDone] = useState<Done>();
  const coin = coinOf(form, coins);
  const change = (action: SendAction) => {
    setRefusal(undefined);
    if (action.kind !== 'sent') setDone(undefined);
    setForm((now) => changed(now, action, coins));
  };
  const { busy, submit } = useSubmit('balanceTransfer', {
    keyed: true,
    onDone(answer) {
      setLooking(false);
      setDone({ answer, amount: form.amount, coin: coin?.title ?? '', to: form.receiver?.username ?? '' });
      change({ kind: 'sent' });
      setText('');
      login.taken();
      void lookAgain();
      second.type('');
      forget();
      sentChanged();
    },
    onRefused(next) {
      setLooking(false);
      setRefusal(next);
      sentChanged();
      // It may have been set in another window since.
      if (isAboutSecond(next) || isAboutLogin(next)) void lookAgain();
    },
  });
  if (!coin) return null;
  const password = { isAsked: traders_password_switch === 1, text };
  const { wrong } = form;
  const say = (error: SendForm['wrong']) =>
    error && t(`errors.${error}`, { coin: coin.title, places: String(coin.decimals) });
  const isAboutPassword = ABOUT_PAYMENT_PASSWORD.includes(refusal?.reason);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || isAsking) return;
    const error = errorIn(form, coins, password);
    if (error === 'passwordMissing' && member?.have_pay === 0) showToast('bad', t('noPassword'));
    else if (error) {
      change({ kind: 'wrong', wrong: error });
      showToast('bad', say(error) ?? '');
    } else if (login.isMissing()) showToast('bad', proveWords('missing'));
    else if (second.by === 'passkey' || (await second.give(async () => undefined))) {
      const computed = computeFees(form, coin);
      if (!computed) return;
      setFacts({
        gross: format(computed.gross),
        fee: format(computed.fee),
        net: format(computed.net),
        left: format(minus(amount(coin.balance), computed.gross)),
        coin: coin.title,
        to: { kind: 'member', id: String(form.receiver?.id ?? ''), name: form.receiver?.username ?? '' },
        note: t(coin.internal_transfer_days === 0 ? 'summary.final' : 'summary.canCancel'),
      });
      setLooking(true);
    }
  };
  // A passkey is asked for at the last yes: it signs once.
  const confirm = async () => {
    if (busy || isAsking || !facts) return;
    setAsking(true);
    const { paypassword: _paypassword, ...asked } = fieldsOf(form, password);
    const given = await second.give(() => challengeFor('balanceTransfer', asked, facts));
    setAsking(false);
    if (given)
      await submit({ ...fieldsOf(form, password), ...given, ...(login.isAsked ? { password: login.password } : {}) });
    // What is missing is said in the form.
    else setLooking(false);
  };
  const isAboutAmount = wrong !== 'passwordMissing' && !isAboutReceiver(wrong);
  return (
    <>
      <form
        id={FORM}
        onSubmit={(event) => void send(event)}
        noValidate
        aria-label={t('title')}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1"
      >
        <EmailNeeded />
        <ReceiverField form={form} wrong={isAboutReceiver(wrong) ? say(wrong) : undefined} onChange={change} />
        <CoinField
          label={t('coin')}
          title={t('chooseCoin')}
          coins={coins.map(({ id, title, balance }) => ({ id, title, end: <Figure value={balance} places={8} /> }))}
          chosen={coin}
          aside={
            <>
              {t('available')}{' '}
              <Figure value={coin.balance} places={8} className={freshness.isOld ? 'text-ink-3' : ''} />
            </>
          }
          onPick={(id) => change({ kind: 'coin', id })}
        />
        <AmountField
          label={t('amount')}
          value={form.amount}
          unit={coin.title}
          wrong={
            (isAboutAmount ? say(wrong) : undefined) ??
            (isAboutPassword || isAboutSecond(refusal) || isAboutLogin(refusal) ? undefined : refusal?.message)
          }
          all={{ text: t('all'), name: t('allNamed'), onTap: () => change({ kind: 'all' }) }}
          onEnter={(next) => change({ kind: 'enter', text: next })}
        />
        {password.isAsked && (
          <PaymentField
            isSet={member?.have_pay !== 0}
            none={t('noPassword')}
            value={text}
            wrong={wrong === 'passwordMissing' ? say(wrong) : isAboutPassword ? refusal?.message : undefined}
            onType={(next) => {
              setText(next);
              change({ kind: 'wrong', wrong: wrong === 'passwordMissing' ? undefined : wrong });
            }}
          />
        )}
        <LoginAgainField login={login} onType={() => setRefusal(undefined)} />
        <SecondFields
          form={second}
          refused={isAboutSecond(refusal) ? refusal?.message : undefined}
          onChange={() => setRefusal(undefined)}
        />
        {done && (
          <Note kind="ok" icon={check}>
            <b className="text-ink">
              {t(done.answer.status === MEMBER_TRANSFER_STATUS.finished ? 'done.arrived' : 'done.onItsWay', {
                amount: words(done.amount),
                coin: done.coin,
                name: `\u2068${done.to}\u2069`,
              })}
            </b>
            <br />
            {done.answer.status === MEMBER_TRANSFER_STATUS.transferring && (
              <>
                {t('done.until', {
                  time: `\u2068${formatTime(done.answer.arrival_time, { ...reading, style: 'full' })}\u2069`,
                })}{' '}
              </>
            )}
            <Link to="/transfer-list" className={`${linkClass} hit`}>
              {t('done.list')}
            </Link>
          </Note>
        )}
        <SendSummary
          coin={coin}
          receiver={form.receiver?.username ?? ''}
          computed={computeFees(form, coin)}
          nowMs={nowMs}
        />
      </form>
      <BottomBar>
        <SubmitButton
          form={FORM}
          busy={busy || isAsking}
          busyText={t('sending')}
          disabled={security?.email_needed === 1}
        >
          {form.amount === '' ? t('submitBare') : t('submit', { amount: words(form.amount), coin: coin.title })}
        </SubmitButton>
      </BottomBar>
      <LastLook
        open={isLooking}
        facts={facts}
        busy={busy || isAsking}
        isSigned={second.by === 'passkey'}
        onClose={() => setLooking(false)}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
