import type { PasskeyRequest } from '@plimsoll/contract';

/**
 * True in browsers that know passkeys and read what is asked of them as JSON, on pages that came safely and at `host`,
 * where passkeys are bound to.
 */
export const passkeysWorkAt = (host: string): boolean =>
  isSecureContext &&
  'PublicKeyCredential' in globalThis &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  location.hostname === host;

/** Whatever went wrong with it, leaving it be included, there is none: who is asked may try again. */
const given = (asked: Promise<Credential | null>): Promise<string | undefined> =>
  asked.then(
    (credential) => (credential === null ? undefined : JSON.stringify(credential)),
    () => undefined,
  );

/** What the operator's passkey signs, as the wire takes it; undefined when they gave none. */
export const signWithPasskey = (request: PasskeyRequest): Promise<string | undefined> =>
  given(navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(request) }));

/** A new passkey, as the wire takes it; undefined when none was made. */
export const makePasskey = (options: PublicKeyCredentialCreationOptionsJSON): Promise<string | undefined> =>
  given(
    navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    }),
  );
