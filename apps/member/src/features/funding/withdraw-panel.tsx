import type { BankCard, WithdrawType } from '@plimsoll/contract';
import { WITHDRAW_TYPE } from '@plimsoll/contract/codes/funding';
import { amount, format, minus } from '@plimsoll/money';
import {
  SkeletonBlock,
  BottomBar,
  ErrorState,
  Figure,
  Loading,
  LoadLine,
  Note,
  Seg,
  showToast,
  shownNumber,
  SubmitButton,
  AmountField,
} from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useFreshness } from '../../platform/connection.ts';
import { useDraft } from '../../platform/draft.ts';
import type { Refusal } from '../../platform/envelope.ts';
import { refusedWords } from '../../platform/refused.ts';
import { leavePage } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit } from '../../platform/submit.ts';
import { AgeBar, CoinField, takeWishedCoin, useAmountWords } from '../assets/index.ts';
import { useMember } from '../../platform/member.ts';
import { isOpenInBook, useAddresses, useBook } from '../payouts/index.ts';
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
import { ServiceButton } from './funding-page.tsx';
import { NextSteps } from './next-steps.tsx';
import { OLD_MS, useFundingChanged, useTerms } from './queries.ts';
import {
  blockOf,
  cardOf,
  changed,
  errorIn,
  fieldsOf,
  percentOfMax,
  computeFees,
  type WithdrawAction,
  type WithdrawForm,
} from './withdraw-form.ts';
import { WithdrawSummary } from './withdraw-summary.tsx';
import { BlockNote, ToAddress, ToCard } from './withdraw-target.tsx';

const FORM = 'withdraw';
/** What is about to be asked for. */
interface WithdrawCommand {
  readonly fields: Readonly<Record<string, string | number | undefined>>;
  readonly facts: LookFacts;
}
/** A figure within words. */
const isolated = (figure: ReactNode) => <bdi className="n">{figure}</bdi>;

interface WithdrawPanelProps {
  readonly coins: readonly { readonly id: number; readonly title: string }[];
  readonly cards: readonly BankCard[];
  /** The ways that are open; at least one. */
  readonly types: readonly WithdrawType[];
}

/** Which coin to where, how much, what it comes to, and the last yes. */
export function WithdrawPanel({ coins, cards, types }: WithdrawPanelProps) {
  const t = useTranslations('funding');
  const secondWords = useTranslations('security.second');
  const proveWords = useTranslations('security.prove');
  const words = useAmountWords();
  const settings = useSettings();
  const { data: member } = useMember();
  const { data: addresses } = useAddresses();
  const { data: book, dataUpdatedAt: bookAtMs } = useBook();
  const fundingChanged = useFundingChanged();
  const { data: security, refetch: lookAgain } = useSecurity();
  const second = useSecondFactor(factorsHere(security));
  const [isAsking, setAsking] = useState(false);
  const [form, setForm, forget] = useDraft((): WithdrawForm => {
    const wish = takeWishedCoin();
    return {
      type: types[0] ?? 1,
      coinId: coins.find(({ id }) => String(id) === wish)?.id ?? coins[0]?.id ?? 0,
      cardId: undefined,
      amount: '',
      wrong: undefined,
    };
  });
  const [text, setText] = useState('');
  /** The server's last word, until something is changed. */
  const [refusal, setRefusal] = useState<Refusal>();
  const login = useLoginAgain(security, refusal);
  const [command, setCommand] = useState<WithdrawCommand>();
  const [isConfirming, setConfirming] = useState(false);
  const type = types.find((each) => each === form.type) ?? types[0] ?? form.type;
  const coin = coins.find(({ id }) => id === form.coinId) ?? coins[0];
  const isAddress = type === WITHDRAW_TYPE.address;
  const card = cardOf(form, cards);
  const {
    data: terms,
    error,
    isError,
    isPaused,
    dataUpdatedAt,
    refetch,
  } = useTerms(coin?.id ?? 0, type, isAddress ? undefined : card?.id);
  const freshness = useFreshness(dataUpdatedAt, OLD_MS);
  const change = (action: WithdrawAction) => {
    setRefusal(undefined);
    setForm((now) => changed(now, action, terms));
  };
  const { busy, submit } = useSubmit('withdraw', {
    keyed: true,
    onDone() {
      forget();
      fundingChanged();
      leavePage(settings.withdrawal_subover_refre === 1 ? 'home' : 'back');
    },
    onRefused(next) {
      setConfirming(false);
      setRefusal(next);
      fundingChanged();
      // It may have been set in another window since.
      if (isAboutSecond(next) || isAboutLogin(next)) void lookAgain();
    },
  });
  if (!coin) return null;
  const now = { ...form, type, coinId: coin.id };
  const isOn = settings.withdrawal_status === 1;
  const password = { isAsked: settings.traders_password_switch === 1, text };
  const bound = terms?.address_list[0];
  const block = terms && blockOf(now, terms, cards);
  const computed = terms && computeFees(now, terms);
  const range = terms && { minimum: words(terms.txminnum), maximum: words(terms.txmaxnum) };
  const say = (wrong: WithdrawForm['wrong']) =>
    wrong &&
    t(`errors.${wrong}`, {
      coin: coin.title,
      places: String(terms?.decimals ?? 8),
      minimum: range?.minimum ?? '',
      maximum: range?.maximum ?? '',
    });
  const isAboutPassword = ABOUT_PAYMENT_PASSWORD.includes(refusal?.reason);
  const confirm = async () => {
    if (!command || busy || isAsking) return;
    setAsking(true);
    const { paypwd: _paypwd, type: _type, ...asked } = command.fields;
    const given = await second.give(() => challengeFor('withdraw', asked, command.facts));
    setAsking(false);
    if (given) await submit({ ...command.fields, ...given, ...(login.isAsked ? { password: login.password } : {}) });
    // What is missing is said in the form.
    else setConfirming(false);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !isOn || !terms || block) return;
    const wrong = errorIn(now, terms, password);
    if (wrong === 'passwordMissing' && member?.have_pay === 0) showToast('bad', t('withdraw.noPassword'));
    else if (wrong || !computed) {
      change({ kind: 'wrong', wrong });
      showToast('bad', say(wrong) ?? '');
    } else if (login.isMissing()) showToast('bad', proveWords('missing'));
    else if (second.by === 'passkey' || (await second.give(async () => undefined))) {
      // A passkey is asked for at the last yes: it signs once.
      setCommand({
        fields: fieldsOf(now, cards, password),
        facts: {
          gross: format(computed.gross),
          fee: format(computed.fee),
          net: format(computed.net),
          left: format(minus(amount(terms.balance), computed.gross)),
          coin: coin.title,
          to:
            isAddress || !card
              ? {
                  kind: 'address',
                  address: bound?.address ?? '',
                  over: bound?.networks.join(', ') ?? '',
                  used: terms.used_addresses,
                  isAllowed: isOpenInBook(book, coin.id, bound?.address, bookAtMs),
                }
              : {
                  kind: 'card',
                  bank: card.bank_name,
                  number: shownNumber(card.card_number, settings.bank_swan_type === 1),
                  whole: card.card_number,
                  holder: card.card_name,
                },
          note: `${t('confirm.review')} ${t(isAddress ? 'confirm.wrongAddress' : 'confirm.wrongCard')}`,
        },
      });
      setConfirming(true);
    } else showToast('bad', secondWords('missing'));
  };
  const asked = form.wrong !== 'passwordMissing';
  return (
    <>
      <AgeBar {...freshness} updatedAtMs={dataUpdatedAt} />
      <form
        id={FORM}
        onSubmit={(event) => void send(event)}
        noValidate
        aria-label={t('withdraw.form')}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1"
      >
        {!isOn && (
          <Note kind="warn" icon={info}>
            <span className="grid justify-items-start gap-2">
              {t('withdraw.off')}
              <ServiceButton />
            </span>
          </Note>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <Seg
            label={t('withdraw.way')}
            options={types.map((each) => ({
              value: String(each),
              label: t(each === WITHDRAW_TYPE.address ? 'withdraw.wallet' : 'withdraw.bank'),
            }))}
            value={String(type)}
            onChange={(next) => change({ kind: 'type', type: next === '1' ? 1 : 2 })}
          />
          <CoinField
            label={t('coin')}
            title={t('chooseCoin')}
            coins={coins.map(({ id, title }) => ({
              id,
              title,
              end: isAddress && addresses?.some(({ c_id }) => c_id === id) ? t('withdraw.isBound') : undefined,
            }))}
            chosen={coin}
            aside={
              <>
                {t('withdraw.available')}{' '}
                {terms ? (
                  <Figure value={terms.balance} places={8} className={freshness.isOld ? 'text-ink-3' : ''} />
                ) : (
                  '--'
                )}
              </>
            }
            onPick={(id) => change({ kind: 'coin', id })}
          />
        </div>
        {terms ? (
          <>
            <EmailNeeded />
            <BlockNote block={block} terms={terms} />
            {isAddress ? (
              <ToAddress coinId={coin.id} coin={coin.title} terms={terms} />
            ) : (
              <ToCard cards={cards} chosen={card} onPick={(id) => change({ kind: 'card', id })} />
            )}
            <div className="grid gap-2.5">
              <AmountField
                label={t('withdraw.amount')}
                value={form.amount}
                unit={coin.title}
                placeholder={t('withdraw.range', { minimum: range?.minimum ?? '', maximum: range?.maximum ?? '' })}
                wrong={
                  (asked ? say(form.wrong) : undefined) ??
                  (isAboutPassword || isAboutSecond(refusal) || isAboutLogin(refusal) ? undefined : refusal?.message)
                }
                all={{ text: t('withdraw.all'), name: t('withdraw.allNamed'), onTap: () => change({ kind: 'all' }) }}
                onEnter={(amount) => change({ kind: 'enter', text: amount })}
              />
              <div>
                <LoadLine
                  percent={percentOfMax(now, terms)}
                  isOver={form.wrong === 'outOfRange'}
                  label={t('withdraw.ofMost', { percent: String(Math.round(percentOfMax(now, terms))) })}
                />
                <p className="flex flex-wrap justify-between gap-x-3 text-12 text-ink-3">
                  <span>{t('withdraw.least', { amount: range?.minimum ?? '' })}</span>
                  <span>{t('withdraw.most', { amount: range?.maximum ?? '' })}</span>
                </p>
              </div>
            </div>
            {password.isAsked && (
              <PaymentField
                isSet={member?.have_pay !== 0}
                none={t('withdraw.noPassword')}
                value={text}
                wrong={asked ? (isAboutPassword ? refusal?.message : undefined) : say(form.wrong)}
                onType={(next) => {
                  setText(next);
                  change({ kind: 'wrong', wrong: asked ? form.wrong : undefined });
                }}
              />
            )}
            <LoginAgainField login={login} onType={() => setRefusal(undefined)} />
            <SecondFields
              form={second}
              refused={isAboutSecond(refusal) ? refusal?.message : undefined}
              onChange={() => setRefusal(undefined)}
            />
            <WithdrawSummary
              terms={terms}
              type={type}
              coin={coin.title}
              network={bound?.networks.join(', ') ?? ''}
              computed={computed}
            />
          </>
        ) : isError || isPaused ? (
          <ErrorState
            title={t('withdraw.failed')}
            text={refusedWords(error) ?? t('failedText')}
            onRetry={() => void refetch()}
          />
        ) : (
          <Loading label={t('withdraw.waiting')}>
            <div className="grid gap-4">
              <SkeletonBlock height={108} />
              <SkeletonBlock height={72} />
              <SkeletonBlock height={150} />
            </div>
          </Loading>
        )}
        <section aria-labelledby="withdraw-next" className="mt-2">
          <h2 id="withdraw-next" className="mb-3 text-17 font-semibold">
            {t('next')}
          </h2>
          <NextSteps of="withdraw" />
          <p className="mt-4 text-13 text-ink-2">{t('withdraw.ifRefused')}</p>
        </section>
      </form>
      {isOn && (
        <BottomBar>
          <SubmitButton
            form={FORM}
            busy={busy}
            busyText={t('sending')}
            disabled={block !== undefined || !terms || security?.email_needed === 1}
          >
            {block ? (
              t(`withdraw.blocked.${block}`)
            ) : computed && form.wrong === undefined ? (
              <span>{t.rich('withdraw.submit', { n: isolated, amount: words(format(computed.net)) })}</span>
            ) : (
              t('withdraw.submitBare')
            )}
          </SubmitButton>
        </BottomBar>
      )}
      <LastLook
        open={isConfirming}
        facts={command?.facts}
        busy={busy || isAsking}
        isSigned={second.by === 'passkey'}
        onClose={() => setConfirming(false)}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
