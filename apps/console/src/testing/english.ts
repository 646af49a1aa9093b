/** Every English word of the catalogue, by slice. */
export const ENGLISH: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(
    import.meta.glob<object>('../../../../packages/i18n/locales/en/*.json', { eager: true, import: 'default' }),
  ).map(([path, words]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), words]),
);
