import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Tally } from './metrics/tally.ts';
import { UnderWay } from './under-way.ts';
import { createWriter } from './written-out.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** `later`: certainly not sent, may be tried again; `refused` for good; `doubtful`: unknown. */
export type MailOutcome = 'sent' | 'later' | 'refused' | 'doubtful';

/** Sends or writes down. */
export interface Mailer {
  /** Does not wait; a failure is logged. */
  send(mail: Mail): void;
  /** When everything has gone or failed. */
  settled(): Promise<void>;
}

/** For mails that must not be lost. */
export interface MailTransport {
  deliver(mail: Mail): Promise<MailOutcome>;
}

interface MailerOptions {
  /** `SMTP_URL`; without it mails become files in `folder`. */
  readonly smtpUrl?: string;
  /** `MAIL_FROM` */
  readonly from: string;
  /** `DATA_DIR/mail` */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Counts how mails ended: `sent` or `failed`. */
  readonly tally?: Tally;
  /** How long the mail server may take to accept a connection, and again to greet. Default: 15 s. */
  readonly connectWithinMs?: number;
  /** How long it may be silent from then on; some look through a mail before they take it. Default: 30 s. */
  readonly answerWithinMs?: number;
}

const CONNECT_WITHIN_MS = 15_000;
const ANSWER_WITHIN_MS = 30_000;

/** A mailer over SMTP, or without a server into files, each named in the log. */
export function createMailer(options: MailerOptions): Mailer & MailTransport {
  const { smtpUrl, from, folder, clock, log, tally } = options;
  const write = smtpUrl === undefined ? toFile(folder, from, clock, log) : toSmtp(smtpUrl, options);
  const deliver = async (mail: Mail): Promise<void> => {
    try {
      await write(mail);
      tally?.count('sent');
    } catch (error) {
      tally?.count('failed');
      throw error;
    }
  };
  const outcome = (mail: Mail): Promise<MailOutcome> =>
    deliver(mail).then(
      () => 'sent' as const,
      (error: unknown) => {
        log.error({ err: error }, 'sending mail failed');
        return smtpUrl === undefined ? 'later' : outcomeOf(error);
      },
    );
  const underWay = new UnderWay();
  return {
    send(mail) {
      if (underWay.begin(() => outcome(mail))) return;
      tally?.count('failed');
      log.error({ underWay: underWay.size }, 'mail dropped, the mail server does not keep up');
    },
    settled: () => underWay.settled(),
    // The outbox hands over few at a time, those of security first: codes that anybody asks for hold none of them up.
    deliver: outcome,
  };
}

/** Fields of nodemailer's errors that are used here. */
const FAILURE = z
  .object({
    code: z.string().optional().catch(undefined),
    syscall: z.string().optional().catch(undefined),
    timeoutType: z.string().optional().catch(undefined),
    responseCode: z.number().optional().catch(undefined),
    permanent: z.boolean().optional().catch(undefined),
  })
  .catch({});

/** Failures before the server can have taken the mail. */
const BEFORE = new Set(['EDNS', 'ETLS', 'EREQUIRETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'EPROXY', 'ECONFIG']);

/** The server's refusal, or no connection; a connection that broke later leaves it in doubt. */
function outcomeOf(error: unknown): MailOutcome {
  const { code = '', syscall, timeoutType, responseCode, permanent } = FAILURE.parse(error);
  const isBefore =
    BEFORE.has(code) || syscall === 'connect' || (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT');
  if (isBefore) return 'later';
  if (responseCode === undefined) return 'doubtful';
  return permanent === true ? 'refused' : 'later';
}

function toSmtp(url: string, { from, connectWithinMs, answerWithinMs }: MailerOptions) {
  const connectMs = connectWithinMs ?? CONNECT_WITHIN_MS;
  const transport = createTransport({
    url,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerWithinMs ?? ANSWER_WITHIN_MS,
  });
  return async ({ to, subject, text, html }: Mail): Promise<void> => {
    // Never parsed as a list: no address can name a second receiver.
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      ...(html === undefined ? {} : { html }),
    });
  };
}

function toFile(folder: string, from: string, clock: Clock, log: Log) {
  const writer = createTransport({ streamTransport: true, buffer: true });
  const write = createWriter(folder, clock);
  return async ({ to, subject, text, html }: Mail): Promise<void> => {
    const date = new Date(clock.nowMs());
    const { message } = await writer.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      ...(html === undefined ? {} : { html }),
      date,
      textEncoding: 'quoted-printable',
    });
    if (!Buffer.isBuffer(message)) throw new TypeError('a mail is written from a buffer');
    const path = await write(message, 'eml');
    log.info({ file: path }, 'mail written');
  };
}
