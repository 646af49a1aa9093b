import type { Clock, Timer } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import { Listener } from '../../platform/listener.ts';
import type { Log } from '../../platform/log.ts';
import type { MailOutcome, MailTransport } from '../../platform/mail.ts';
import { giveUpDoubtful, settleMail, takeDue, type DueMail } from './mail-store.ts';
import { noticeMail } from './notice-mail.ts';
import { MAIL_CHANNEL } from './notify-member.ts';

/** What was not heard of is found at the latest so much later, as is what is to be tried again. */
const SWEEP_EVERY_MS = 60_000;
/** Mails taken at once: those under way when the process dies are the ones in doubt. */
const AT_ONCE = 10;
/**
 * Waits between the tries of a mail that surely did not go: a minute, then twice as long each time, for four days in
 * all.
 */
const FIRST_WAIT_MS = 60_000;
const MAX_ATTEMPTS = 12;
/** A sending without an answer for so long had none: the mail server's own patience ends before. */
const DOUBTFUL_AFTER_MS = 30 * 60_000;

interface OutboxDeps {
  readonly db: Db;
  /** The database's, for hearing of commits. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly mailTransport: MailTransport;
  /** The site's name. */
  readonly siteName: () => string;
  /** Where a notice's member freezes the account; none in mails without. */
  readonly freezeLink?: (noticeId: string) => string;
  /** Where the app is open; mails are text alone without. */
  readonly origin?: () => string;
}

/**
 * Sends the mails that go with what members are told, after the commit and at most once each: one that surely did not
 * go is tried again, one of which nobody knows is marked and left. A process that dies in between loses none that it
 * had not begun to send.
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
    this.#listener = new Listener({
      url: deps.url,
      channel: MAIL_CHANNEL,
      clock: deps.clock,
      received: () => this.wake(),
      log: deps.log,
    });
  }

  /** Begins to listen, and sends what an earlier process left. */
  async start(): Promise<void> {
    await this.#listener.start();
    this.#sweep();
  }

  /** Ends it; what is being sent is finished. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#listener.stop();
    await this.#turn;
  }

  /** Sends what is due, after what is being sent. */
  wake(): void {
    if (this.#isWoken || this.#stopped) return;
    this.#isWoken = true;
    this.#turn = this.#turn
      .then(() => {
        this.#isWoken = false;
        return this.#sendDue();
      })
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error }, 'mails of notices could not be sent, they are tried again'),
      );
  }

  /** Resolves when nothing is being sent that was due. */
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
        'nobody knows whether these mails went; they are not sent again',
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
    const isTriedAgain = outcome === 'later' && mail.tries < MAX_ATTEMPTS;
    const state: Exclude<MailOutcome, 'later'> | 'waiting' = isTriedAgain
      ? 'waiting'
      : outcome === 'later'
        ? 'refused'
        : outcome;
    const atMs = isTriedAgain ? nowMs + FIRST_WAIT_MS * 2 ** (mail.tries - 1) : nowMs;
    await db.run(settleMail, [mail.notice_id, state, new Date(atMs)]);
  }
}
