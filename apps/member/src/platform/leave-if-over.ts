import { post } from './client.ts';
import { Refusal } from './envelope.ts';
import { currentToken, leave } from './session.ts';

/**
 * Ends the login here where the server has ended it, and leads nowhere. For what a mail's link does to its account,
 * which may be another than this login's.
 */
export async function leaveIfOver(): Promise<void> {
  const isOver =
    currentToken() === null ||
    (await post('getusr', {}, { quiet: true, isLast: 'asks' }).then(
      () => false,
      (error: unknown) => error instanceof Refusal && error.code === 401,
    ));
  if (isOver) leave();
}
