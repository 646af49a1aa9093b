import type { BankCard } from '@plimsoll/contract';
import { BottomBar, Field, Note, SubmitButton } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useTranslations } from 'use-intl';
import { ProofFields } from '../security/index.ts';
import { PageHeader } from '../site/index.ts';
import { useFigures } from '../../platform/use-figures.ts';
import { useCardForm } from './use-card-form.ts';

const FORM = 'bank-card';

/** The form of a new card, or of one to change. */
export function CardFormPage({ card }: { readonly card: BankCard | undefined }) {
  const t = useTranslations('payouts.bank');
  const { bind, proof, refusal, setRefusal, isBusy, send } = useCardForm(card);
  return (
    <>
      <PageHeader title={t(card ? 'editTitle' : 'newTitle')} canGoBack />
      <form id={FORM} onSubmit={(event) => void send(event)} noValidate className="grid gap-4 px-4 pt-1">
        <Field label={t('bankName')} autoComplete="off" maxLength={255} {...bind('bankName')} />
        <Field label={t('holder')} autoComplete="name" maxLength={255} {...bind('cardName')} />
        <Field
          label={t('number')}
          dir="ltr"
          spellCheck={false}
          autoCapitalize="characters"
          autoComplete="off"
          maxLength={80}
          help={t('numberHelp', useFigures())}
          {...bind('cardNumber')}
        />
        <ProofFields proof={proof} refusal={refusal} onType={() => setRefusal(undefined)} />
        <Note icon={info}>{t('note')}</Note>
      </form>
      <BottomBar>
        <SubmitButton form={FORM} busy={isBusy} busyText={t('saving')}>
          {t(card ? 'change' : 'bind')}
        </SubmitButton>
      </BottomBar>
    </>
  );
}
