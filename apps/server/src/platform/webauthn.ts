import { createHmac } from 'node:crypto';
import type { PasskeyRequest } from '@plimsoll/contract';
import type { PasskeyAnswer } from '@plimsoll/contract/fields';
import { z } from 'zod';
import { derivedKey, type SecretOrSecrets } from './secret.ts';

/** Browsers bind passkeys to its host. */
export interface PasskeyHome {
  /** `https://app.example`, without a path. */
  readonly origin: string;
  /** The site's name, as a browser shows it. */
  readonly name: string;
}

/** What is stored of a passkey. */
export interface KeptKey {
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}
type Known = Pick<KeptKey, 'credentialId' | 'transports'>;

/** How long a passkey has to answer. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;

/** Options for browsers, and verification of their answers. Stores nothing. */
export interface Webauthn {
  /** Known passkeys are excluded. */
  creation(
    owner: { readonly id: string; readonly username: string },
    known: readonly Known[],
  ): Promise<{ challenge: string; rp: { id: string; name: string } } & Record<string, unknown>>;
  /** Undefined when the answer is invalid. */
  made(answer: PasskeyAnswer, challenge: string): Promise<KeptKey | undefined>;
  /** Options for using a known passkey; `challenge` where it is not random. */
  request(known: readonly Known[], challenge?: string): Promise<PasskeyRequest>;
  /** The same for any passkey of this site, which names its owner; the device verifies the user. */
  anyRequest(challenge: string): PasskeyRequest;
  /**
   * The new counter; undefined when the answer is invalid or it did not rise, as with a copy. With `isHolderKnown` the
   * device must have verified the user.
   */
  answered(
    answer: PasskeyAnswer,
    challenge: string,
    passkey: KeptKey,
    how?: { readonly isHolderKnown: boolean },
  ): Promise<number | undefined>;
}

/** EdDSA, ES256 and RS256 (COSE): every authenticator knows one. */
const ALGORITHMS = [-8, -7, -257];
/** Transports: `internal`, `usb`, `hybrid`, … */
const TRANSPORT = /^[a-z-]{1,20}$/;
const MAX_TRANSPORTS = 8;

/** Loaded at the first passkey, which most servers never see. */
const library = () => import('@simplewebauthn/server');

/** Purposes of user handles: members and operators with the same id differ. */
const HANDLES = {
  members: 'user handles of passkeys',
  operators: 'user handles of operators’ passkeys',
} as const;

/** A browser's answer to making a passkey; the library checks the rest. */
const ATTESTATION = z.object({ clientDataJSON: z.string(), attestationObject: z.string() });
/** What a browser answers when it uses one. */
const ASSERTION = z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() });

/** {@link Webauthn} at `home`. */
export function createWebauthn(
  secret: SecretOrSecrets,
  home: () => PasskeyHome,
  whose: keyof typeof HANDLES,
): Webauthn {
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
    // Constant for each owner: a new passkey on a device replaces the old one. Does not name the owner.
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
