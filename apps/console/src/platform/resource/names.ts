/** What a row is called in one language other than English. */
interface NameIn {
  readonly lang: string;
  readonly name: string;
}

const isNameIn = (each: unknown): each is NameIn =>
  typeof each === 'object' &&
  each !== null &&
  'lang' in each &&
  'name' in each &&
  typeof each.lang === 'string' &&
  typeof each.name === 'string';

/** The names of a field `names`; none of anything else. */
export const namesOf = (value: unknown): readonly NameIn[] => (Array.isArray(value) ? value.filter(isNameIn) : []);
