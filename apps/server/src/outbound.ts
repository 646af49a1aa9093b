import { join } from 'node:path';
import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import { createMailer, type Mailer, type MailTransport } from './platform/mail.ts';
import { Tally } from './platform/metrics/tally.ts';
import { createTexter, type Texter } from './platform/sms.ts';

/** What reaches members outside the app. */
export interface Outbound {
  readonly mailer: Mailer & MailTransport;
  readonly texter: Texter;
  /** Mails since the process began, by how they ended. */
  readonly mails: Tally;
  /** Resolves once nothing is under way. */
  settled(): Promise<void>;
}

/** Mails and texts by the configured servers, or into folders of `DATA_DIR`. */
export function createOutbound(
  { mail, smsUrl, dataDir }: Pick<Config, 'mail' | 'smsUrl' | 'dataDir'>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Outbound {
  const mails = new Tally(['sent', 'failed']);
  const mailer = createMailer({ ...mail, folder: join(dataDir, 'mail'), clock, log, tally: mails });
  const texter = createTexter({
    ...(smsUrl === undefined ? {} : { url: smsUrl }),
    folder: join(dataDir, 'sms'),
    clock,
    log,
  });
  return {
    mailer,
    texter,
    mails,
    async settled() {
      await Promise.all([mailer.settled(), texter.settled()]);
    },
  };
}
