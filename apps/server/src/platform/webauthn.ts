import { createHmac } from 'node:crypto';
import type { PasskeyRequest } from '@plimsoll/contract';
import type { PasskeyAnswer } from '@plimsoll/contract/fields';
import { z } from 'zod';
import { derivedKey } from './secret.ts';

/** Where the app is open when passkeys are made and used: browsers bind each to its host. */
export interface PasskeyHome {
  /** `https://app.example`, without a path. */
  readonly origin: string;
  /** The site's name, as a browser shows it. */
  readonly name: string;
}

/** What is kept of a passkey to know it by. */
export interface KeptKey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}
type Known = Pick<KeptKey, 'credentialId' | 'transports'>;

/** How long a passkey has to answer. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;

/** What WebAuthn asks of browsers, and whether what they answer is true. Nothing is kept here. */
export interface Webauthn {
  /** What a browser makes a new passkey with; those known are left out. */
  creation(
    owner: { readonly id: string; readonly username: string },
    known: readonly Known[],
  ): Promise<{ challenge: string; rp: { id: string; name: string } } & Record<string, unknown>>;
  /** The passkey that was made; undefined when the answer is not true. */
  made(answer: PasskeyAnswer, challenge: string): Promise<KeptKey | undefined>;
  /** `challenge` where it is not to be random. */
  request(known: readonly Known[], challenge?: string): Promise<PasskeyRequest>;
  /** The same for any passkey of this site, which says itself whose it is; the device looks who holds it. */
  anyRequest(challenge: string): PasskeyRequest;
  /**
   * What the passkey counts now; undefined when the answer is not true, or it counts no further than before: somebody
   * has a copy of it. With `isHolderKnown` the device must have looked who holds it.
   */
  answered(
    answer: PasskeyAnswer,
    challenge: string,
    passkey: KeptKey,
    how?: { readonly isHolderKnown: boolean },
  ): Promise<number | undefined>;
}

/** EdDSA, ES256 and RS256 (COSE), which between them every authenticator knows. */
const ALGORITHMS = [-8, -7, -257];
/** How a passkey is reached: `internal`, `usb`, `hybrid`, … */
const TRANSPORT = /^[a-z-]{1,20}$/;
const MAX_TRANSPORTS = 8;

/** The library is read when the first passkey is: most servers' starts, and most members, need none. */
const library = () => import('@simplewebauthn/server');

/** What user handles are derived under: of members and of operators with the same number they differ. */
const HANDLES = { members: 'user handles of passkeys', operators: 'user handles of operators’ passkeys' };

/** What a browser answers when it makes a passkey; the library checks the rest. */
const ATTESTATION = z.object({ clientDataJSON: z.string(), attestationObject: z.string() });
/** What a browser answers when it uses one. */
const ASSERTION = z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() });

/** {@link Webauthn} at `home`. */
export function createWebauthn(secret: string, home: () => PasskeyHome, whose: keyof typeof HANDLES): Webauthn {
  const key = derivedKey(secret, HANDLES[whose]);
  const expected = (challenge: string) => ({
    expectedChallenge: challenge,
    expectedOrigin: home().origin,
    expectedRPID: hostOf(home()),
  });
  return {
    creation: (owner, known) => creationOptions(home(), owner, { key, known }),
    // The library throws for whatever is wrong.
    made: (answer, challenge) => newPasskey(answer, expected(challenge)).catch(() => undefined),
    async request(known, given) {
      const { generateAuthenticationOptions } = await library();
      const rpId = hostOf(home());
      const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
      return {
        challenge: given ?? challenge,
        rpId,
        timeout: CHALLENGE_LIFE_MS,
        userVerification: 'preferred',
        allowCredentials: known.map(({ credentialId, transports }) => ({
          id: credentialId,
          type: 'public-key',
          transports: [...transports],
        })),
      };
    },
    anyRequest: (challenge) => ({
      challenge,
      rpId: hostOf(home()),
      timeout: CHALLENGE_LIFE_MS,
      userVerification: 'required',
      allowCredentials: [],
    }),
    answered: (answer, challenge, passkey, { isHolderKnown } = { isHolderKnown: false }) =>
      newCounter(answer, passkey, { ...expected(challenge), requireUserVerification: isHolderKnown }).catch(
        () => undefined,
      ),
  };
}

const hostOf = ({ origin }: PasskeyHome): string => new URL(origin).hostname;

async function creationOptions(
  home: PasskeyHome,
  { id, username }: { readonly id: string; readonly username: string },
  { key, known }: { readonly key: Buffer; readonly known: readonly Known[] },
) {
  const { generateRegistrationOptions } = await library();
  const rp = { id: hostOf(home), name: home.name };
  const options = await generateRegistrationOptions({
    rpID: rp.id,
    rpName: rp.name,
    userName: username,
    userDisplayName: username,
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    // The same for each owner, so that a new passkey on a device replaces the old one; it does not name the owner.
    userID: new Uint8Array(createHmac('sha256', key).update(id).digest()),
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  return { ...options, rp };
}

/** What an answer must have been made for. */
interface Expected {
  readonly expectedChallenge: string;
  readonly expectedOrigin: string;
  readonly expectedRPID: string;
}

async function newPasskey(answer: PasskeyAnswer, expected: Expected): Promise<KeptKey | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...answer, response: ATTESTATION.parse(answer.response), clientExtensionResults: {} },
    ...expected,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  if (!verified) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: transportsOf(answer.response['transports']),
  };
}

const transportsOf = (given: unknown): readonly string[] =>
  (Array.isArray(given) ? given : [])
    .filter((each): each is string => typeof each === 'string' && TRANSPORT.test(each))
    .slice(0, MAX_TRANSPORTS);

async function newCounter(
  answer: PasskeyAnswer,
  { credentialId, publicKey, counter, transports }: KeptKey,
  expected: Expected & { readonly requireUserVerification: boolean },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...answer, response: ASSERTION.parse(answer.response), clientExtensionResults: {} },
    ...expected,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter, transports: [...transports] },
  });
  return verified ? authenticationInfo.newCounter : undefined;
}
