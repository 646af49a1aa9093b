import { spawnSync } from 'node:child_process';

/** The user nobody: PostgreSQL refuses to run as root. */
const NOBODY = 65534;

const NAMESPACE = ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];
const DIE_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT', '--'];

/** A user, and what precedes the program on the command line. */
export interface RunAs {
  readonly prefix: readonly string[];
  /** Numeric user and group of the program and its data folder. */
  readonly user?: number;
  /** The kernel interrupts the program when this process ends. */
  readonly diesWithParent: boolean;
}

const succeeds = (command: readonly string[]): boolean =>
  spawnSync(command[0] ?? '', command.slice(1), { stdio: 'ignore' }).status === 0;

/**
 * Chooses how to run PostgreSQL: directly as an ordinary user; as root in a user namespace that maps root to nobody, so
 * that files stay root's; or as nobody.
 * @param works runs a command and says whether it worked.
 */
export function chooseRunAs(isRoot: boolean, works: (command: readonly string[]) => boolean = succeeds): RunAs {
  if (isRoot && works([...NAMESPACE, ...DIE_WITH_PARENT, 'true']))
    return { prefix: [...NAMESPACE, ...DIE_WITH_PARENT], diesWithParent: true };
  const diesWithParent = works([...DIE_WITH_PARENT, 'true']);
  const prefix = diesWithParent ? DIE_WITH_PARENT : [];
  if (!isRoot) return { prefix, diesWithParent };
  if (works([...NAMESPACE, 'true'])) return { prefix: [...NAMESPACE, ...prefix], diesWithParent };
  return { prefix, user: NOBODY, diesWithParent };
}
