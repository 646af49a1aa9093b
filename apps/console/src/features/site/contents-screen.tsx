import type { ContentItem } from '@plimsoll/contract/operator';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  BY_PLACE,
  languageName,
  readersField,
  ResourceForm,
  ResourceScreen,
  useStanding,
  type Column,
  type FieldSpec,
} from '../../platform/resource/index.ts';
import { Thumb } from './thumb.tsx';

function useColumns() {
  const t = useTranslations('console-site');
  const { placeColumn, enabledColumn } = useStanding();
  return useMemo(
    (): readonly Column<ContentItem>[] => [
      {
        id: 'title',
        header: t('title'),
        wraps: true,
        cell: ({ title, img }) => (
          <span className="flex items-center gap-3">
            <Thumb src={img} shape="square" />
            <bdi>{title}</bdi>
          </span>
        ),
      },
      {
        id: 'lang',
        header: t('readers.label'),
        cell: ({ lang }) =>
          lang === '' ? <span className="text-ink-2">{t('readers.all')}</span> : <bdi>{languageName(lang)}</bdi>,
      },
      placeColumn,
      enabledColumn,
    ],
    [t, placeColumn, enabledColumn],
  );
}

/** Articles. */
export default function ContentsScreen() {
  const t = useTranslations('console-site');
  const { statuses, enabledField, placeField } = useStanding();
  const columns = useColumns();
  const fields = useMemo(
    (): readonly FieldSpec[] => [
      { name: 'title', label: t('title'), kind: 'text' },
      { name: 'content', label: t('content'), kind: 'html' },
      { name: 'img', label: t('picture'), kind: 'image', isOptional: 'empty' },
      { ...readersField({ label: t('readers.label'), all: t('readers.all') }), help: t('contents.langHelp') },
      placeField,
      enabledField,
    ],
    [t, placeField, enabledField],
  );
  return (
    <ResourceScreen<ContentItem>
      resource="contents"
      path="contents"
      label={t('contents.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_PLACE}
      search={t('title')}
      creates={t('contents.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<ContentItem>
            resource="contents"
            id={id}
            path="contents"
            fields={fields}
            title={t('contents.one')}
            createTitle={t('contents.create')}
          />
        </Pane>
      )}
    />
  );
}
