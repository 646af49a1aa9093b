/** What screens of the console are declared with: see docs/CONSOLE.md, "How a screen is added". */
export { useAmountText } from './amount-text.ts';
export type { Column, ListFilter, RowOf, StatusChip } from './list-spec.ts';
export { MemberLink } from './member-link.tsx';
export { Moment, useMomentText, useWaitText, Waits } from './moment.tsx';
export { ResourceDetail } from './resource-detail.tsx';
export { ResourceForm, type FieldSpec } from './resource-form.tsx';
export { ResourceList, type ResourceListProps } from './resource-list.tsx';
export { ResourceScreen } from './resource-screen.tsx';
export { RowsTable } from './rows-table.tsx';
export { useAct } from './use-act.ts';
