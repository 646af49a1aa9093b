import type { PortfolioPoint } from '@plimsoll/contract/portfolio';
import { Figure, Moment } from '@plimsoll/ui';
import { useTranslations } from 'use-intl';

const CELL = 'px-1.5 py-2.5 text-end first:ps-4 last:pe-4';
const COLUMNS = ['worth', 'profit', 'money_in', 'money_out'] as const;
const NAMES = { worth: 'worth', profit: 'profit', money_in: 'in', money_out: 'out' } as const;

/** Whether anything was there at its time, or moved. */
const hasBegun = (point: PortfolioPoint): boolean => COLUMNS.some((column) => /[1-9]/.test(point[column]));

interface PointsTableProps {
  readonly points: readonly PortfolioPoint[];
  readonly isHidden: boolean;
  readonly onOpen: (index: number) => void;
}

/** The curve's points as a table, newest first, from the first entry on; a time opens its balances. */
export function PointsTable({ points, isHidden, onOpen }: PointsTableProps) {
  const t = useTranslations('portfolio');
  const first = points.findIndex(hasBegun);
  return (
    <details className="mt-3">
      <summary className="px-4 py-3 text-14 text-ink-2">{t('table')}</summary>
      <div className="no-bar overflow-x-auto">
        <table className="w-full text-12">
          <thead className="text-ink-3">
            <tr>
              <th scope="col" className={`${CELL} text-start font-normal`}>
                {t('time')}
              </th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={`${CELL} font-normal`}>
                  {t(NAMES[column])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points
              .map((point, index) => ({ point, index }))
              .slice(Math.max(0, first))
              .toReversed()
              .map(({ point, index }) => (
                <tr key={point.time} className="border-t">
                  <th scope="row" className={`${CELL} text-start font-normal`}>
                    <button type="button" className="hit underline" onClick={() => onOpen(index)}>
                      <Moment at={point.time} format="moment" />
                    </button>
                  </th>
                  {COLUMNS.map((column) => (
                    <td key={column} className={CELL}>
                      <Figure
                        value={point[column]}
                        places={2}
                        signed={column === 'profit'}
                        hidden={isHidden}
                        dim={false}
                      />
                    </td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
