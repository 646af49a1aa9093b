import { onTokenChange } from '../../platform/session.ts';

/** A form that led to setting the payment password, and what was set for it. In memory alone, for the way back. */
let asked: { readonly by: string; password: string | undefined } | undefined;

/** A form at this path leads to the screen that sets a payment password. */
export function askForPassword(by: string): void {
  asked = { by, password: undefined };
}

/** What was set: only a form that asked for it gets it. */
export function handPassword(password: string): void {
  if (asked) asked.password = password;
}

/** What was set for the form at this path; once. Nothing for another form, which ends the wait. */
export function takePassword(by: string): string | undefined {
  const found = asked?.by === by ? asked.password : undefined;
  if (asked?.by !== by || found !== undefined) asked = undefined;
  return found;
}

/** Nobody waits for it any more. */
export function forgetPassword(): void {
  asked = undefined;
}

// It is the member's who set it, and of their login: whoever logs in next on this page is somebody else.
onTokenChange(forgetPassword);
