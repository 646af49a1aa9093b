import type { Answer, PasskeyRequest } from '@plimsoll/contract';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';

type Creation = Answer<'startPasskey'>;

/** What the reader's passkey signs, as the wire takes it; undefined when none was given. */
export async function signWithPasskey(optionsJSON: PasskeyRequest): Promise<string | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  // Any failure, cancelling included: the reader may try again.
  return startAuthentication({ optionsJSON }).then(
    (answer) => JSON.stringify(answer),
    () => undefined,
  );
}

/** The contract leaves to the browser what it alone reads. */
const isCreation = (options: Creation): options is Creation & PublicKeyCredentialCreationOptionsJSON =>
  'user' in options && 'pubKeyCredParams' in options;

/** A new passkey, as the wire takes it; undefined when none was made. */
export async function makePasskey(options: Creation): Promise<string | undefined> {
  if (!isCreation(options)) return undefined;
  const { startRegistration } = await import('@simplewebauthn/browser');
  return startRegistration({ optionsJSON: options }).then(
    (answer) => JSON.stringify(answer),
    () => undefined,
  );
}

/**
 * The signature of the passkey picked in the login field, as the wire takes it; undefined when `signal` ends it
 * first.
 */
export async function pickPasskey(optionsJSON: PasskeyRequest, signal: AbortSignal): Promise<string | undefined> {
  const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser');
  if (signal.aborted) return undefined;
  const picked = startAuthentication({ optionsJSON, useBrowserAutofill: true, verifyBrowserAutofillInput: false }).then(
    (answer) => JSON.stringify(answer),
    () => undefined,
  );
  const end = () => WebAuthnAbortService.cancelCeremony();
  signal.addEventListener('abort', end);
  return picked.finally(() => signal.removeEventListener('abort', end));
}
