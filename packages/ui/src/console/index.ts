/** The parts that only the operator console uses, kept out of the member app. Styles: `@plimsoll/ui/console.css`. */
export { ChoiceField, FlagField, LongField, type ChoiceOption } from './form-fields.tsx';
export { Pane, PaneHead } from './pane.tsx';
export { SearchField } from './search-field.tsx';
export { ConsoleFrame, NavGroup, type NavEntry } from './sidebar.tsx';
export { DenseTable, TableScroll } from './dense-table.tsx';
export { BothWays, LoadToTheLine, QueueTile } from './tiles.tsx';
