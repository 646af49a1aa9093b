import type { BannerItem } from '@plimsoll/contract/operator';
import { Pane } from '@plimsoll/ui/console';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import {
  BY_PLACE,
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
    (): readonly Column<BannerItem>[] => [
      {
        id: 'picture',
        header: t('banners.one'),
        cell: ({ id, img }) => (
          <span className="flex items-center gap-3">
            <Thumb src={img} />
            {t('banners.number', { id })}
          </span>
        ),
      },
      {
        id: 'url',
        header: t('banners.url'),
        wraps: true,
        cell: ({ url }) =>
          url === '' ? (
            <span className="text-ink-3">{t('banners.nowhere')}</span>
          ) : (
            <bdi className="break-all text-ink-2">{url}</bdi>
          ),
      },
      placeColumn,
      enabledColumn,
    ],
    [t, placeColumn, enabledColumn],
  );
}

/** Banners of the home screen. */
export default function BannersScreen() {
  const t = useTranslations('console-site');
  const { statuses, enabledField, placeField } = useStanding();
  const columns = useColumns();
  const fields = useMemo(
    (): readonly FieldSpec[] => [
      { name: 'img', label: t('picture'), kind: 'image', help: t('banners.pictureHelp') },
      { name: 'url', label: t('banners.url'), kind: 'text', isOptional: 'empty', help: t('banners.urlHelp') },
      placeField,
      enabledField,
    ],
    [t, placeField, enabledField],
  );
  return (
    <ResourceScreen<BannerItem>
      resource="banners"
      path="banners"
      label={t('banners.label')}
      columns={columns}
      statuses={statuses}
      sort={BY_PLACE}
      search={t('banners.url')}
      creates={t('banners.create')}
      detail={(id) => (
        <Pane>
          <ResourceForm<BannerItem>
            resource="banners"
            id={id}
            path="banners"
            fields={fields}
            title={t('banners.one')}
            createTitle={t('banners.create')}
          />
        </Pane>
      )}
    />
  );
}
