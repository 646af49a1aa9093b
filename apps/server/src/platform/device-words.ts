import Bowser from 'bowser';

/** Coarse: to recognise a device and no more; empty when unknown. */
export interface DeviceWords {
  /** `Chrome` */
  readonly browser: string;
  /** `Android` */
  readonly system: string;
}

const AGENT_MAX = 400;
const WORD_MAX = 40;
const WORD = /^[\p{L}\p{N} ._+-]+$/u;

const wordOf = (name: string | undefined): string => {
  const word = (name ?? '').slice(0, WORD_MAX).trim();
  return WORD.test(word) ? word : '';
};

/** The browser and system of a `User-Agent`, without versions. */
export function deviceWords(agent: string | undefined): DeviceWords {
  if (agent === undefined || agent === '') return { browser: '', system: '' };
  const { browser, os } = Bowser.parse(agent.slice(0, AGENT_MAX));
  return { browser: wordOf(browser.name), system: wordOf(os.name) };
}
