import { ok, refuse } from '@plimsoll/contract';
import type { BytesRoute } from '../../platform/http/index.ts';
import type { AllSettings } from './settings.ts';

const SCRIPT_PATH = '/custom-script.js';
/** Where a script is loaded from: another content has another address. */
export const scriptSource = (hash: string): string => `${SCRIPT_PATH}?v=${hash.slice(0, 32)}`;

/**
 * Serves the page script that two owners approved from this origin (RULES 7); nothing while there is none, or under
 * another's address.
 */
export const scriptPath = (settings: () => AllSettings): BytesRoute => ({
  path: SCRIPT_PATH,
  open: async ({ path, search }) => {
    const { custom_script, custom_script_src } = settings();
    if (custom_script === '' || `${path}?${search}` !== custom_script_src) return refuse('unknown_path');
    return ok({ type: 'text/javascript; charset=utf-8', bytes: Buffer.from(custom_script), isForEver: true });
  },
});
