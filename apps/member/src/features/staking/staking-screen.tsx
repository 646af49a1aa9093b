import { Icon } from '@plimsoll/ui';
import { orders } from '@plimsoll/ui/icons-screens';
import { useTranslations } from 'use-intl';
import { useDraft } from '../../platform/draft.ts';
import { Link, useSearchParams } from '../../platform/router.tsx';
import { useSettings } from '../../platform/settings.ts';
import { idIn } from '../assets/index.ts';
import { OfferList } from '../products/index.ts';
import { PageHeader } from '../site/index.ts';
import { ProjectCard } from './project-card.tsx';
import { useProjects } from './queries.ts';
import { formAt, type StakeForm } from './stake-form.ts';

/** Which card is open, and each card's form. */
interface Writing {
  readonly openId: number | undefined;
  readonly forms: Readonly<Record<number, StakeForm>>;
}

function Projects() {
  const t = useTranslations('staking');
  const [search] = useSearchParams();
  const [{ openId, forms }, write] = useDraft<Writing>(() => ({ openId: Number(idIn(search.get('join'))), forms: {} }));
  const isOn = useSettings().staking_switch === 1;
  return (
    <OfferList offers={useProjects()} isOn={isOn} say={t} height={176}>
      {(project) => (
        <ProjectCard
          key={project.id}
          project={project}
          canJoin={isOn}
          form={forms[project.id]}
          isOpen={openId === project.id}
          onOpen={() => write((now) => ({ ...now, openId: project.id }))}
          onWrite={(next) =>
            write((now) => ({
              ...now,
              forms: { ...now.forms, [project.id]: next(now.forms[project.id] ?? formAt(project)) },
            }))
          }
        />
      )}
    </OfferList>
  );
}

/** /staking: projects, each with its form, which `join` in the query opens. */
export default function StakingScreen() {
  const t = useTranslations('staking');
  const { staking_list_switch } = useSettings();
  return (
    <>
      <PageHeader title={t('title')} canGoBack>
        {staking_list_switch === 1 && (
          <Link
            to="/staking-list"
            aria-label={t('list.title')}
            className="-me-2.5 grid size-11 flex-none place-items-center rounded-md"
          >
            <Icon of={orders} />
          </Link>
        )}
      </PageHeader>
      <div className="pt-1">
        <Projects />
      </div>
    </>
  );
}
