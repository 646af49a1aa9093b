import { ChoiceField } from '@plimsoll/ui/console';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, type RaRecord } from 'ra-core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { FieldSpec } from './field-spec.ts';

const PER_PAGE = 50;
const MAX_PAGES = 10;
const BY_ID = { field: 'id', order: 'ASC' } as const;

interface RowFieldProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly help: ReactNode;
  readonly disabled: boolean;
  readonly name: string;
  readonly value: string;
  readonly rows: FieldSpec['rows'];
  readonly isOptional: boolean;
  readonly onChange: (value: string | number) => void;
}

/** One of another resource's rows. */
export function RowField({ rows, value, isOptional, onChange, ...rest }: RowFieldProps) {
  const t = useTranslations('console');
  const all = useAllRows(rows?.resource);
  const keyOf = (row: RaRecord) => rows?.keyOf?.(row) ?? Number(row.id);
  const fit = all.filter((row) => (rows?.isFit?.(row) ?? true) || String(keyOf(row)) === value);
  const options = fit.map((row) => ({ value: String(keyOf(row)), label: rows?.nameOf(row) ?? String(row.id) }));
  const isNone = value === '' || value === '0';
  const choose = (chosen: string) => {
    const row = all.find((each) => String(keyOf(each)) === chosen);
    onChange(row ? keyOf(row) : '');
  };
  return (
    <ChoiceField
      {...rest}
      value={isNone ? '' : value}
      empty={isNone || isOptional ? t(isOptional ? 'form.none' : 'form.choose') : undefined}
      options={options}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

/** All rows of a small resource. */
function useAllRows(resource: string | undefined): readonly RaRecord[] {
  const provider = useDataProvider();
  const { data = [] } = useQuery({
    queryKey: [resource, 'all'],
    enabled: resource !== undefined,
    queryFn: async ({ signal }) => {
      const rows: RaRecord[] = [];
      for (let page = 1; page <= MAX_PAGES; page += 1) {
        const { data: more, total = 0 } = await provider.getList<RaRecord>(resource ?? '', {
          pagination: { page, perPage: PER_PAGE },
          sort: BY_ID,
          filter: {},
          signal,
        });
        rows.push(...more);
        if (rows.length >= total || more.length === 0) break;
      }
      return rows;
    },
  });
  return data;
}
