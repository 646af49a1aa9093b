import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails, or writes them down. */
export interface Mailer {
  /** Hands a mail over without keeping the caller waiting; a failure is logged. */
  send(mail: Mail): void;
  /** Resolves when everything handed over so far has gone or failed. */
  settled(): Promise<void>;
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
}

/** A mailer over SMTP when there is a server, else into files, each named in the log. */
export function createMailer({ smtpUrl, from, folder, clock, log }: MailerOptions): Mailer {
  const deliver = smtpUrl === undefined ? toFile(folder, from, clock, log) : toSmtp(smtpUrl, from);
  const under = new Set<Promise<void>>();
  return {
    send(mail) {
      const sending: Promise<void> = deliver(mail)
        .catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))
        .finally(() => under.delete(sending));
      under.add(sending);
    },
    async settled() {
      await Promise.all(under);
    },
  };
}

function toSmtp(url: string, from: string) {
  const transport = createTransport(url);
  return async ({ to, subject, text }: Mail): Promise<void> => {
    // An address object is never parsed as a list, so that no typed address can name a second receiver.
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
  };
}

function toFile(folder: string, from: string, clock: Clock, log: Log) {
  const writer = createTransport({ streamTransport: true, buffer: true });
  return async ({ to, subject, text }: Mail): Promise<void> => {
    await mkdir(folder, { recursive: true });
    const date = new Date(clock.nowMs());
    const { message } = await writer.sendMail({ from, to: { name: '', address: to }, subject, text, date, textEncoding: 'quoted-printable' });
    const name = `${date.toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}.eml`;
    const path = join(folder, name);
    await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
    // Whoever watches the folder never sees half a mail.
    await rename(`${path}.part`, path);
    log.info({ file: path }, 'a mail was written');
  };
}
