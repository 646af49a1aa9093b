import { ok, refuse } from '@plimsoll/contract';
import type { BytesRoute } from '../../platform/http/index.ts';
import type { AllSettings } from './settings.ts';

const SCRIPT_PATH = '/custom-script.js';
/** The path of a script, by its hash. */
export const scriptSource = (hash: string): string => `${SCRIPT_PATH}?v=${hash.slice(0, 32)}`;

/** Serves the running page script from this origin (RULES 7). */
export const scriptPath = (settings: () => AllSettings): BytesRoute => ({
  path: SCRIPT_PATH,
  open: async ({ path, search }) => {
    const { custom_script, custom_script_src } = settings();
    if (custom_script === '' || `${path}?${search}` !== custom_script_src) return refuse('unknown_path');
    return ok({ type: 'text/javascript; charset=utf-8', bytes: Buffer.from(custom_script), isForEver: true });
  },
});
