import { fileURLToPath } from 'node:url';

/** Folders of what was built, and of the verifiers. */
export const BUILT = {
  appFolder: fileURLToPath(new URL('../../member/dist', import.meta.url)),
  consoleFolder: fileURLToPath(new URL('../../console/dist', import.meta.url)),
  verifyFolder: fileURLToPath(new URL('../../../verify', import.meta.url)),
};
