import type { Messages } from 'use-intl';

/** The English catalogue, by slice. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- files that are found by a pattern have no types
export const ENGLISH = Object.fromEntries(
  Object.entries(
    import.meta.glob<object>('../../../../packages/i18n/locales/en/*.json', { eager: true, import: 'default' }),
  ).map(([path, words]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), words]),
) as Messages;
