import type { PasskeyRequest } from '@plimsoll/contract';

/** True where passkeys work: a supporting browser, a secure page, and `host`. */
export const passkeysWorkAt = (host: string): boolean =>
  isSecureContext &&
  'PublicKeyCredential' in globalThis &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  location.hostname === host;

/** Any failure, cancelling included, gives undefined: the operator may try again. */
const given = (asked: Promise<Credential | null>): Promise<string | undefined> =>
  asked.then(
    (credential) => (credential === null ? undefined : JSON.stringify(credential)),
    () => undefined,
  );

/** The passkey's signature in wire form; undefined for none. */
export const signWithPasskey = (request: PasskeyRequest): Promise<string | undefined> =>
  given(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(request) }));

/** A new passkey in wire form; undefined for none. */
export const makePasskey = (options: PublicKeyCredentialCreationOptionsJSON): Promise<string | undefined> =>
  given(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    }),
  );
