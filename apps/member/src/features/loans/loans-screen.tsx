import { Bone, Button, Empty, EndlessList, ErrorState, Loading, Note, showToast, Tabs } from '@plimsoll/ui';
import { info } from '@plimsoll/ui/icons-shell';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSearchParams } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { openService, PageHeader } from '../site/index.ts';
import { ChipSelect } from '../spot/index.ts';
import { LoanCard } from './loan-card.tsx';
import { ProjectCard } from './project-card.tsx';
import { useLoanProjects, useLoans, type LoanFilter } from './queries.ts';

const STATES = [
  { value: '0', label: 'all' }, { value: '1', label: 'applied' }, { value: '2', label: 'approved' }, { value: '3', label: 'refused' }, { value: '4', label: 'cancelled' },
] as const;

const Bones = ({ height }: { readonly height: number }) => <div className="grid gap-3 px-4">{Array.from({ length: 3 }, (_, row) => <Bone key={row} height={height} />)}</div>;

/** What is offered. */
function Projects() {
  const t = useTranslations('loans');
  const kit = useTranslations('app.kit');
  const app = useTranslations('app');
  const settings = useSettings();
  const { data, isError, isPaused, refetch } = useLoanProjects();
  const isOn = settings.loan_switch === 1;
  const ask = () => { if (!openService(settings)) showToast('bad', app('contactService')); };
  if (!data) {
    if (isError || isPaused) return <ErrorState title={t('failed')} text={t('failedText')} onRetry={() => void refetch()} className="pt-16" />;
    return <Loading label={kit('loading')}><Bones height={178} /></Loading>;
  }
  if (data.length === 0) return <Empty title={t('none')} text={t('noneText')} className="pt-16"><Button kind="quiet" className="mt-3" onClick={ask}>{t('contact')}</Button></Empty>;
  return (
    <div className="grid gap-3 px-4 pb-6">
      {!isOn && <Note kind="warn" icon={info}>{t('off')}</Note>}
      {data.map((project) => <ProjectCard key={project.id} project={project} canApply={isOn} />)}
    </div>
  );
}

/** What the member applied for. */
function Orders() {
  const t = useTranslations('loans.list');
  const [status, setStatus] = useState<LoanFilter>('0');
  const pages = useLoans(status);
  return (
    <>
      <div className="px-4 pb-3">
        <ChipSelect label={t('status')} options={STATES.map(({ value, label }) => ({ value, label: t(label) }))} value={status} onChange={setStatus} selectClass="min-h-11 rounded-full ps-3.5 pe-8 text-14" />
      </div>
      <div className="[&_.rows]:grid [&_.rows]:gap-3 [&_.rows]:px-4 [&_.rows>li]:border-0">
        <EndlessList
          key={status}
          pages={pages}
          keyOf={({ id }) => id}
          label={t('title')}
          bones={<Bones height={212} />}
          empty={<Empty title={t(status === '0' ? 'none' : 'noneSo')} text={t('noneText')} className="pt-16" />}
        >
          {(loan) => <LoanCard loan={loan} />}
        </EndlessList>
      </div>
    </>
  );
}

/** /loans: what is offered, and what became of what was applied for. */
export default function LoansScreen() {
  const t = useTranslations('loans');
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'orders' ? 'orders' : 'products';
  return (
    <>
      <PageHeader title={t('title')} canGoBack />
      <Tabs
        label={t('title')}
        options={[{ value: 'products', label: t('products') }, { value: 'orders', label: t('orders') }]}
        value={tab}
        onChange={(next) => setQuery(next === 'orders' ? { tab: next } : {}, { replace: true })}
        controls="loans"
      />
      <div id="loans" role="tabpanel" className="pt-4">{tab === 'orders' ? <Orders /> : <Projects />}</div>
    </>
  );
}
