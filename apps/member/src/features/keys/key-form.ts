import type { Input, KeyKind, Reason } from '@plimsoll/contract';
import { KEY_MAX_MARKETS, KEY_MAX_NETWORKS } from '@plimsoll/contract/figures';
import { parseAmount } from '@plimsoll/money';
import { isNetwork, networksIn } from './networks.ts';

/** How many days a key works at most; `never` has no end. */
export const EXPIRES = ['30', '90', '365', 'never'] as const;
export type Expires = (typeof EXPIRES)[number];
const DAY_MS = 24 * 60 * 60_000;

/** A key as it is typed. */
export interface KeyDraft {
  readonly name: string;
  readonly mayTrade: boolean;
  readonly mayTransfer: boolean;
  readonly kind: KeyKind;
  readonly publicKey: string;
  /** By symbol; none: all. */
  readonly markets: readonly string[];
  readonly networks: string;
  readonly expires: Expires;
  readonly dayCap: string;
  readonly lossCap: string;
}

/** A key that may read, for a season. */
export const NEW_KEY: KeyDraft = {
  name: '',
  mayTrade: false,
  mayTransfer: false,
  kind: 'hmac',
  publicKey: '',
  markets: [],
  networks: '',
  expires: '90',
  dayCap: '',
  lossCap: '',
};

/** What is wrong, by field. */
export interface KeyErrors {
  readonly name?: 'missing';
  readonly publicKey?: 'bad';
  readonly markets?: 'tooMany';
  /** The entry that is no network, or too many of them. */
  readonly networks?: { readonly bad: string } | 'tooMany';
  readonly dayCap?: 'bad';
  readonly lossCap?: 'bad';
}

/** DER of an Ed25519 key before its 32 bytes (RFC 8410). */
const SPKI_HEAD = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
const RAW_BYTES = 32;

/** The base64 of a public key as it was pasted, without the lines of PEM. */
const bareKey = (text: string): string => text.replaceAll(/-----(?:BEGIN|END) PUBLIC KEY-----|\s/g, '');

/** True for the 32 bytes of an Ed25519 key in base64, as they are or within an SPKI. */
function isPublicKey(bare: string): boolean {
  if (!/^[A-Za-z0-9+/]{43,60}={0,2}$/.test(bare)) return false;
  try {
    const bytes = atob(bare);
    if (bytes.length === RAW_BYTES) return true;
    return (
      bytes.length === SPKI_HEAD.length + RAW_BYTES && SPKI_HEAD.every((byte, at) => bytes.codePointAt(at) === byte)
    );
  } catch {
    return false;
  }
}

const isCap = (text: string): boolean => (parseAmount(text) ?? 0n) > 0n;

/** What is wrong, by field; empty when it may be sent. */
export function keyErrors(draft: KeyDraft): KeyErrors {
  const networks = networksIn(draft.networks);
  const bad = networks.find((each) => !isNetwork(each));
  const hasBad = (cap: string) => draft.mayTrade && cap !== '' && !isCap(cap);
  return {
    ...(draft.name.trim() === '' ? { name: 'missing' } : {}),
    ...(draft.kind === 'ed25519' && !isPublicKey(bareKey(draft.publicKey)) ? { publicKey: 'bad' } : {}),
    ...(draft.markets.length > KEY_MAX_MARKETS ? { markets: 'tooMany' } : {}),
    ...(bad !== undefined
      ? { networks: { bad } }
      : networks.length > KEY_MAX_NETWORKS
        ? { networks: 'tooMany' as const }
        : {}),
    ...(hasBad(draft.dayCap) ? { dayCap: 'bad' } : {}),
    ...(hasBad(draft.lossCap) ? { lossCap: 'bad' } : {}),
  };
}

/** What of a key is sent, beside the proof; only what was chosen. */
export function keyFields(draft: KeyDraft, nowMs: number): Partial<Record<keyof Input<'makeKey'>, string>> {
  const networks = networksIn(draft.networks);
  return {
    name: draft.name.trim(),
    kind: draft.kind,
    trade: draft.mayTrade ? '1' : '0',
    transfer: draft.mayTransfer ? '1' : '0',
    ...(draft.kind === 'ed25519' ? { public_key: bareKey(draft.publicKey) } : {}),
    ...(draft.markets.length > 0 ? { markets: draft.markets.join(',') } : {}),
    ...(networks.length > 0 ? { networks: networks.join(',') } : {}),
    ...(draft.expires === 'never' ? {} : { expires: String(nowMs + Number(draft.expires) * DAY_MS) }),
    // Caps are of orders: a key that may not trade has none.
    ...(draft.mayTrade && draft.dayCap !== '' ? { day_cap: draft.dayCap } : {}),
    ...(draft.mayTrade && draft.lossCap !== '' ? { loss_cap: draft.lossCap } : {}),
  };
}

/** The field that a refusal is about; undefined for none. */
export function refusedField(reason: Reason | undefined, draft: KeyDraft): keyof KeyErrors | undefined {
  if (reason === 'bad_text') return 'name';
  if (reason === 'not_found') return 'markets';
  if (reason !== 'bad_value') return undefined;
  return networksIn(draft.networks).length > 0 ? 'networks' : 'publicKey';
}
