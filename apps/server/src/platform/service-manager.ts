import { spawn } from 'node:child_process';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Sent so often in the time after which systemd gives the process up. */
const SIGNS_IN_A_WATCH = 3;

/** What started this process, and watches it. */
export interface ServiceManager {
  /** It serves; from then on systemd is notified that it lives. */
  ready(): void;
  /** It ends on purpose, and needs its time. */
  stopping(): void;
}

/** Of which `NOTIFY_SOCKET` is set by systemd for a service of `Type=notify`, `WATCHDOG_USEC` with `WatchdogSec`. */
type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Notifies systemd through its own program: Node has no sockets of that kind. Signs of life come from the event loop, so a
 * process whose loop hangs sends none and is started again. Does nothing where nobody asked for it.
 */
export function serviceManager(
  { NOTIFY_SOCKET, WATCHDOG_USEC, PATH }: Variables,
  clock: Clock,
  log: Pick<Log, 'error'>,
): ServiceManager {
  if (NOTIFY_SOCKET === undefined) return { ready() {}, stopping() {} };
  let isFailing = false;
  const notify = (words: string): void => {
    spawn('systemd-notify', [words], { env: { PATH, NOTIFY_SOCKET }, stdio: 'ignore' }).on('error', (error) => {
      if (!isFailing) log.error({ err: error }, 'systemd-notify failed: systemd takes this process for hung');
      isFailing = true;
    });
  };
  const everyMs = Number(WATCHDOG_USEC ?? 0) / 1000 / SIGNS_IN_A_WATCH;
  const live = (): void => {
    clock.after(everyMs, () => {
      notify('WATCHDOG=1');
      live();
    });
  };
  return {
    ready() {
      notify('READY=1');
      if (everyMs > 0) live();
    },
    stopping: () => notify('STOPPING=1'),
  };
}
