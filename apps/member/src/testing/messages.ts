const ENGLISH = Object.fromEntries(
  Object.entries(
    import.meta.glob<object>('../../../../packages/i18n/locales/en/*.json', { eager: true, import: 'default' }),
  ).map(([path, words]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), words]),
);

/** The catalogue of a test, in place of the built one: English, all slices. */
export const codes = ['en'];
export const words = async (): Promise<{ readonly default: object }> => ({ default: ENGLISH });
