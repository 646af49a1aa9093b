import { Empty, EndlessList, ChipSelect } from '@plimsoll/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSettings } from '../../platform/settings.ts';
import { CardSkeleton, CardList, OfferList, ProductTabs } from '../products/index.ts';
import { LoanCard } from './loan-card.tsx';
import { ProjectCard } from './project-card.tsx';
import { useLoanProjects, useLoans, type LoanFilter } from './queries.ts';

const STATES = [
  { value: '0', label: 'all' },
  { value: '1', label: 'applied' },
  { value: '2', label: 'approved' },
  { value: '3', label: 'refused' },
  { value: '4', label: 'cancelled' },
] as const;

function Projects() {
  const t = useTranslations('loans');
  const isOn = useSettings().loan_switch === 1;
  return (
    <OfferList offers={useLoanProjects()} isOn={isOn} say={t} height={178}>
      {(project) => <ProjectCard key={project.id} project={project} canApply={isOn} />}
    </OfferList>
  );
}

function Orders() {
  const t = useTranslations('loans.list');
  const [status, setStatus] = useState<LoanFilter>('0');
  const pages = useLoans(status);
  return (
    <>
      <div className="px-4 pb-3">
        <ChipSelect
          label={t('status')}
          options={STATES.map(({ value, label }) => ({ value, label: t(label) }))}
          value={status}
          onChange={setStatus}
          selectClass="min-h-11 rounded-full ps-3.5 pe-8 text-14"
        />
      </div>
      <CardList>
        <EndlessList
          key={status}
          pages={pages}
          keyOf={({ id }) => id}
          label={t('title')}
          skeleton={<CardSkeleton height={212} />}
          empty={<Empty title={t(status === '0' ? 'none' : 'noneSo')} text={t('noneText')} className="pt-16" />}
        >
          {(loan) => <LoanCard loan={loan} />}
        </EndlessList>
      </CardList>
    </>
  );
}

/** /loans: offers, and the member's loans. */
export default function LoansScreen() {
  const t = useTranslations('loans');
  return <ProductTabs id="loans" say={t} products={<Projects />} orders={<Orders />} />;
}
