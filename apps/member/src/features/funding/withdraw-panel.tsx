import { format } from '@plimsoll/money';
import {
  BottomBar,
  ErrorState,
  LazyBoundary,
  lazyPart,
  Loading,
  Note,
  SkeletonBlock,
  SubmitButton,
} from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import type { FormEvent, ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { whenIdle } from '../../platform/idle.ts';
import { refusedWords } from '../../platform/refused.ts';
import { useSettings } from '../../platform/settings.ts';
import { AgeBar, useAmountWords } from '../assets/index.ts';
import { EmailNeeded, LastLook } from '../security/index.ts';
import { Gone, ServiceButton } from './funding-page.tsx';
import {
  useWithdrawChoice,
  type WithdrawChoice,
  type WithdrawChoices,
  type WithdrawCoin,
} from './use-withdraw-choice.ts';
import type { NextStepsProps } from './next-steps.tsx';
import { useWithdrawProof } from './use-withdraw-proof.ts';
import { useWithdrawSubmit } from './use-withdraw-submit.ts';
import { AmountPart, ProofPart, refusedAmount, WayFields } from './withdraw-fields.tsx';
import { blockOf, computeFees, type WithdrawAction, type WithdrawTerms } from './withdraw-form.ts';
import { WithdrawSummary } from './withdraw-summary.tsx';
import { BlockNote, ToAddress, ToCard } from './withdraw-target.tsx';

/** Below what is to be filled in. */
const WHAT: NextStepsProps = { of: 'withdraw' };
const NEXT = lazyPart<NextStepsProps>(() => whenIdle().then(() => import('./next-steps.tsx')));
const FORM = 'withdraw';
const isolated = (figure: ReactNode) => <bdi className="n">{figure}</bdi>;

/** The form of a withdrawal, with the last look. */
export function WithdrawPanel(choices: WithdrawChoices) {
  const t = useTranslations('funding');
  const isOn = useSettings().withdrawal_status === 1;
  const choice = useWithdrawChoice(choices);
  const proof = useWithdrawProof();
  const { busy, review, look } = useWithdrawSubmit(choice, proof);
  const { coin, terms, freshness, query } = choice;
  const change = (action: WithdrawAction) => {
    proof.setRefusal(undefined);
    choice.change(action);
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    void review();
  };
  return (
    <>
      <AgeBar {...freshness} updatedAtMs={query.dataUpdatedAt} />
      <form
        id={FORM}
        onSubmit={send}
        noValidate
        aria-label={t('withdraw.form')}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-1"
      >
        {!isOn && <SwitchedOff />}
        <WayFields choice={choice} coins={choices.coins} types={choices.types} coin={coin} onChange={change} />
        {!coin ? (
          <Gone />
        ) : terms ? (
          <>
            <Terms choice={choice} coin={coin} terms={terms} proof={proof} onChange={change} />
            <WhatFollows />
          </>
        ) : (
          <NoTerms query={query} />
        )}
      </form>
      {isOn && coin && <SendBar choice={choice} busy={busy} isEmailNeeded={proof.security?.email_needed === 1} />}
      <LastLook look={look} isSigned={proof.second.by === 'passkey'} />
    </>
  );
}

function SwitchedOff() {
  const t = useTranslations('funding.withdraw');
  return (
    <Note kind="warn" icon={info}>
      <span className="grid justify-items-start gap-2">
        {t('off')}
        <ServiceButton />
      </span>
    </Note>
  );
}

interface TermsProps {
  readonly choice: WithdrawChoice;
  readonly coin: WithdrawCoin;
  readonly terms: WithdrawTerms;
  readonly proof: ReturnType<typeof useWithdrawProof>;
  readonly onChange: (action: WithdrawAction) => void;
}

function Terms({ choice, coin, terms, proof, onChange }: TermsProps) {
  const { form, cards, card, isAddress } = choice;
  return (
    <>
      <EmailNeeded />
      <BlockNote block={blockOf(form, terms, cards)} terms={terms} />
      {isAddress ? (
        <ToAddress coinId={coin.id} coin={coin.title} terms={terms} />
      ) : (
        <ToCard cards={cards} chosen={card} onPick={(id) => onChange({ kind: 'card', id })} />
      )}
      <AmountPart choice={choice} coin={coin} terms={terms} refused={refusedAmount(proof)} onChange={onChange} />
      <ProofPart choice={choice} proof={proof} onChange={onChange} />
      <WithdrawSummary
        terms={terms}
        type={form.type}
        coin={coin.title}
        network={terms.address_list[0]?.networks.join(', ') ?? ''}
        computed={computeFees(form, terms)}
      />
    </>
  );
}

function NoTerms({ query: { error, isError, isPaused, refetch } }: Pick<WithdrawChoice, 'query'>) {
  const t = useTranslations('funding');
  if (isError || isPaused)
    return (
      <ErrorState
        title={t('withdraw.failed')}
        text={refusedWords(error) ?? t('failedText')}
        onRetry={() => void refetch()}
      />
    );
  return (
    <Loading label={t('withdraw.waiting')}>
      <div className="grid gap-4">
        <SkeletonBlock height={108} />
        <SkeletonBlock height={72} />
        <SkeletonBlock height={150} />
      </div>
    </Loading>
  );
}

function WhatFollows() {
  const t = useTranslations('funding');
  return (
    <section aria-labelledby="withdraw-next" className="mt-2">
      <h2 id="withdraw-next" className="mb-3 text-17 font-semibold">
        {t('next')}
      </h2>
      <LazyBoundary part={NEXT} props={WHAT} fallback={<SkeletonBlock height={180} />} isBesides />
      <p className="mt-4 text-13 text-ink-2">{t('withdraw.ifRefused')}</p>
    </section>
  );
}

interface SendBarProps {
  readonly choice: WithdrawChoice;
  readonly busy: boolean;
  /** Nothing leaves before the member's address is proven. */
  readonly isEmailNeeded: boolean;
}

function SendBar({ choice: { form, terms, cards }, busy, isEmailNeeded }: SendBarProps) {
  const t = useTranslations('funding');
  const words = useAmountWords();
  const block = terms && blockOf(form, terms, cards);
  const computed = terms && computeFees(form, terms);
  return (
    <BottomBar>
      <SubmitButton
        form={FORM}
        busy={busy}
        busyText={t('sending')}
        disabled={block !== undefined || !terms || isEmailNeeded}
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
  );
}
