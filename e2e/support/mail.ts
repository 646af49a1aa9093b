import { expect } from './journey.ts';
import { mailsOf } from './mails.ts';
import type { FreshServer } from './server.ts';

/** The newest mail to an address with this text; mails follow the commit. */
export async function mailTo({ dataDir }: Pick<FreshServer, 'dataDir'>, email: string, says: string): Promise<string> {
  const found = () => mailsOf(dataDir).findLast((text) => text.includes(`To: ${email}`) && text.includes(says)) ?? '';
  await expect.poll(found, { message: `a mail to ${email} says ${says}` }).not.toBe('');
  return found();
}
