import type { Clock, Timer } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import type { MailOutcome, MailTransport } from '../../platform/mail.ts';
import type { Listener, DbNotifications } from '../../platform/db-notifications.ts';
import { giveUpDoubtful, settleMail, takeDue, type DueMail } from './mail-store.ts';
import { noticeMail } from './notice-mail.ts';
import { MAIL_CHANNEL } from './notify-member.ts';

/** Missed wake-ups and retries are found after this long. */
const SWEEP_EVERY_MS = 60_000;
/** Mails sent at once; when the process dies, these are in doubt. */
const AT_ONCE = 10;
/** Retries after a minute, then twice as long each time, for four days. */
const FIRST_WAIT_MS = 60_000;
const MAX_ATTEMPTS = 12;
/** The mail server's own timeout is shorter. */
const DOUBTFUL_AFTER_MS = 30 * 60_000;

interface OutboxDeps {
  readonly db: Db;
  readonly notifications: DbNotifications;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly mailTransport: MailTransport;
  readonly siteName: () => string;
  /** The link that freezes the account of a notice's member. */
  readonly freezeLink?: (noticeId: string) => string;
  /** The app's origin; without it mails are text alone. */
  readonly origin?: () => string;
}

/**
 * Sends mails of notices after the commit, at most once: one that was certainly not sent is retried, one of unknown
 * outcome is marked. A crash loses no mail that was not begun.
 */
export class MailOutbox {
  readonly #deps: OutboxDeps;
  readonly #listener: Listener;
  #timer: Timer | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isWoken = false;
  #stopped = false;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#listener = deps.notifications.listener({ channel: MAIL_CHANNEL, received: () => this.wake() });
  }

  /** Listens for commits and sends what is due. */
  async start(): Promise<void> {
    await this.#listener.start();
    this.#sweep();
  }

  /** Stops after the mails being sent. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#listener.stop();
    await this.#turn;
  }

  /** Sends what is due, after the mails being sent. */
  wake(): void {
    if (this.#isWoken || this.#stopped) return;
    this.#isWoken = true;
    this.#turn = this.#turn
      .then(() => {
        this.#isWoken = false;
        return this.#sendDue();
      })
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'sending notice mails failed, retrying'));
  }

  /** Resolves when due mails are sent. */
  settled(): Promise<void> {
    return this.#turn;
  }

  #sweep(): void {
    if (this.#stopped) return;
    this.wake();
    this.#timer = this.#deps.clock.after(SWEEP_EVERY_MS, () => this.#sweep());
  }

  async #sendDue(): Promise<void> {
    const { db, clock, log } = this.#deps;
    const lost = await db.run(giveUpDoubtful, [new Date(clock.nowMs() - DOUBTFUL_AFTER_MS)]);
    if (lost.length > 0)
      log.error(
        { notices: lost.map(({ notice_id }) => notice_id) },
        'notice mails without an answer marked doubtful, not sent again',
      );
    for (;;) {
      const due = this.#stopped ? [] : await db.run(takeDue, [new Date(clock.nowMs()), AT_ONCE]);
      await Promise.all(due.map((mail) => this.#send(mail)));
      if (due.length < AT_ONCE) return;
    }
  }

  async #send(mail: DueMail): Promise<void> {
    const { db, clock, mailTransport, siteName, freezeLink, origin } = this.#deps;
    const outcome = await mailTransport.deliver(
      noticeMail(mail, { site: siteName(), origin: origin?.(), freezeHref: freezeLink?.(mail.notice_id) }),
    );
    const nowMs = clock.nowMs();
    const isTriedAgain = outcome === 'later' && mail.attempts < MAX_ATTEMPTS;
    const state: Exclude<MailOutcome, 'later'> | 'waiting' = isTriedAgain
      ? 'waiting'
      : outcome === 'later'
        ? 'refused'
        : outcome;
    const atMs = isTriedAgain ? nowMs + FIRST_WAIT_MS * 2 ** (mail.attempts - 1) : nowMs;
    await db.run(settleMail, [mail.notice_id, state, new Date(atMs)]);
  }
}
