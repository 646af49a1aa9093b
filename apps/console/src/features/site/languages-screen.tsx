import type { LanguageItem } from '@plimsoll/contract/operator';
import { Note, Tag } from '@plimsoll/ui';
import { Pane } from '@plimsoll/ui/console';
import { info } from '@plimsoll/ui/icons-shell';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  ResourceDetail,
  ResourceForm,
  ResourceScreen,
  useStanding,
  type Column,
  type FieldSpec,
} from '../../platform/resource/index.ts';

const BY_ID = { field: 'id', order: 'ASC' } as const;

function useColumns() {
  const t = useTranslations('console-site');
  const { enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<LanguageItem>[] => [
      { id: 'name', header: t('languages.one'), cell: ({ language_name }) => <bdi>{language_name}</bdi> },
      {
        id: 'code',
        header: t('languages.code'),
        cell: ({ file_name }) => <span className="mono text-13 text-ink-2">{file_name}</span>,
      },
      {
        id: 'default',
        header: <span className="sr">{t('languages.default')}</span>,
        cell: ({ is_default }) => is_default === 1 && <Tag kind="info">{t('languages.default')}</Tag>,
      },
      enabledColumn,
    ],
    [t, enabledColumn],
  );
}

/** Languages, and the default one. */
export default function LanguagesScreen() {
  const t = useTranslations('console-site');
  const { statuses, enabledField } = useStanding();
  const columns = useColumns();
  const fields = useMemo(
    (): readonly FieldSpec[] => [
      { ...enabledField, help: t('languages.enabledHelp') },
      { name: 'is_default', label: t('languages.makeDefault'), kind: 'flag', help: t('languages.makeDefaultHelp') },
    ],
    [t, enabledField],
  );
  return (
    <ResourceScreen<LanguageItem>
      resource="languages"
      path="languages"
      label={t('languages.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_ID}
      search={t('languages.search')}
      detail={(id) => (
        <Pane>
          <ResourceDetail<LanguageItem> resource="languages" id={id}>
            {({ language_name, is_default }) =>
              is_default === 1 ? (
                <div className="grid gap-3">
                  <h2 className="text-15 font-semibold">
                    <bdi>{language_name}</bdi>
                  </h2>
                  <Note icon={info}>{t('languages.isDefault')}</Note>
                </div>
              ) : (
                <ResourceForm<LanguageItem>
                  resource="languages"
                  id={id}
                  path="languages"
                  fields={fields}
                  title={<bdi>{language_name}</bdi>}
                />
              )
            }
          </ResourceDetail>
        </Pane>
      )}
    />
  );
}
