/** Loads `wordsIn`, for a screen that does without at first. */
export const loadWordsIn = async () => (await import('./clean-html.ts')).wordsIn;
