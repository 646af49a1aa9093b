import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { Address, NETWORK } from '@scure/btc-signer';

/** The format of a network's addresses. Those of `other` cannot be checked; a `bank` has none. */
export type AddressKind = 'tron' | 'ethereum' | 'bitcoin' | 'other' | 'bank';

const KINDS: Readonly<Record<string, AddressKind>> = {
  TRC20: 'tron',
  TRON: 'tron',
  TRX: 'tron',
  ERC20: 'ethereum',
  ETH: 'ethereum',
  BEP20: 'ethereum',
  'AVAX C-CHAIN': 'ethereum',
  BTC: 'bitcoin',
  BITCOIN: 'bitcoin',
};

/** The kind of a network, by its name. */
export const kindOfNetwork = (network: string): Exclude<AddressKind, 'bank'> => {
  const kind = KINDS[network.trim().toUpperCase()];
  return kind === undefined || kind === 'bank' ? 'other' : kind;
};

const base58check = createBase58check(sha256);
const bitcoin = Address(NETWORK);
const TRON_PREFIX = 0x41;
const TRON_BYTES = 21;

function isTron(address: string): boolean {
  const bytes = base58check.decode(address);
  return bytes.length === TRON_BYTES && bytes[0] === TRON_PREFIX;
}

/** EIP-55: a letter is upper case where the hash's digit is 8 or more. A single case carries no checksum. */
function isEthereum(address: string): boolean {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(address)?.[1];
  if (digits === undefined) return false;
  const lower = digits.toLowerCase();
  if (digits === lower || digits === digits.toUpperCase()) return true;
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return digits === Array.from(lower, (digit, at) => ((hash[at] ?? '') >= '8' ? digit.toUpperCase() : digit)).join('');
}

/** Legacy, P2SH, bech32 and bech32m, of the main network. */
const isBitcoin = (address: string): boolean =>
  ['pkh', 'sh', 'wpkh', 'wsh', 'tr'].includes(bitcoin.decode(address).type);

const CHECKS: Readonly<Record<AddressKind, (address: string) => boolean>> = {
  tron: isTron,
  ethereum: isEthereum,
  bitcoin: isBitcoin,
  other: () => true,
  bank: () => false,
};

/** True when `address` is valid for this kind, checksum included. Whether anybody has its key is unknown. */
export function isAddressOf(kind: AddressKind, address: string): boolean {
  try {
    return CHECKS[kind](address);
  } catch {
    // The libraries throw on invalid input.
    return false;
  }
}
