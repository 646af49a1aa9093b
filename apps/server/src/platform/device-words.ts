import Bowser from 'bowser';

/**
 * What a browser said of itself, in words coarse enough to tell devices apart and no more; empty where it said nothing
 * that is known.
 */
export interface DeviceWords {
  /** `Chrome` */
  readonly browser: string;
  /** `Android` */
  readonly system: string;
}

/** Longer ones are cut: what follows names no browser. */
const AGENT_MAX = 400;
const WORD_MAX = 40;
/** Letters, digits and what joins them: nothing else is in a browser's name. */
const WORD = /^[\p{L}\p{N} ._+-]+$/u;

const wordOf = (name: string | undefined): string => {
  const word = (name ?? '').slice(0, WORD_MAX).trim();
  return WORD.test(word) ? word : '';
};

/** The browser and the system that a `User-Agent` names, without their versions. */
export function deviceWords(agent: string | undefined): DeviceWords {
  if (agent === undefined || agent === '') return { browser: '', system: '' };
  const { browser, os } = Bowser.parse(agent.slice(0, AGENT_MAX));
  return { browser: wordOf(browser.name), system: wordOf(os.name) };
}
