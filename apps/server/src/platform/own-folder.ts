import { chmod, mkdir, readdir, stat } from 'node:fs/promises';

const OWN = 0o700;
const OTHERS = 0o077;
const OURS = /^(?:postgres(?:\..+)?|secret|log-key|log|liabilities|mail|sms|uploads)$/;

/** Makes a private folder, or leaves an existing one as it is. */
export const makeOwnFolder = (folder: string): Promise<string | undefined> =>
  mkdir(folder, { recursive: true, mode: OWN });

/** Also makes an existing folder private, unless it holds other files than the server's. */
export async function closeOwnFolder(
  folder: string,
  isOurs: (name: string) => boolean = (name) => OURS.test(name),
): Promise<void> {
  if ((await makeOwnFolder(folder)) !== undefined) return;
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0 || !(await readdir(folder)).every(isOurs)) return;
  // Another user's, as on a mounted disk, stays as it is.
  await chmod(folder, OWN).catch(() => {});
}
