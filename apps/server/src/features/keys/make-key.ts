import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { ok, refuse, type Answer, type Input, type Result } from '@plimsoll/contract';
import { KEY_MAX_MARKETS, KEY_MAX_NETWORKS } from '@plimsoll/contract/figures';
import type { MarketData } from '../../market/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Seal } from '../../platform/seal.ts';
import type { Preparations } from '../gate/index.ts';
import { notifyMember } from '../notices/index.ts';
import { hashOf } from './known-keys.ts';
import { publicKeyBytes } from './signature.ts';
import { countKeys, insertKey } from './store.ts';

/** Keys of a member that work at a time. */
const MAX_KEYS = 20;
const SECRET_BYTES = 32;

export interface MakeKeyDeps {
  readonly clock: Clock;
  readonly market: Pick<MarketData, 'bySymbol'>;
  readonly seal: Seal;
  readonly preparations: Pick<Preparations, 'prepareByPassword'>;
}

interface Caller {
  readonly memberId: string;
  readonly address: string;
  readonly sessionHash: string;
}

const parts = (text: string | undefined): string[] =>
  text === undefined ? [] : [...new Set(text.split(/[\s,]+/).filter((part) => part !== ''))];

/** A network as the database writes it, its host bits zero; undefined for what is none. */
function networkOf(text: string): string | undefined {
  const [address = '', bits, ...more] = text.split('/');
  // A zone, as in `fe80::1%eth0`, is of one machine alone.
  const family = address.includes('%') ? 0 : isIP(address);
  const most = family === 4 ? 32 : 128;
  if (family === 0 || more.length > 0) return undefined;
  if (bits === undefined) return `${address}/${most}`;
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > most) return undefined;
  const masked = family === 4 ? maskedFour(address, Number(bits)) : maskedSix(address, Number(bits));
  return `${masked}/${Number(bits)}`;
}

function maskedFour(address: string, bits: number): string {
  const whole = address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const kept = (whole >> BigInt(32 - bits)) << BigInt(32 - bits);
  return [24n, 16n, 8n, 0n].map((shift) => String((kept >> shift) & 255n)).join('.');
}

function maskedSix(address: string, bits: number): string {
  // The browser's form: eight groups, the longest run of zeros as `::`.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'));
  const left = groups(head);
  const right = tail === undefined ? [] : groups(tail);
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right];
  const whole = all.reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
  const kept = (whole >> BigInt(128 - bits)) << BigInt(128 - bits);
  return Array.from({ length: 8 }, (_, place) => ((kept >> BigInt(112 - 16 * place)) & 0xffffn).toString(16)).join(':');
}

interface Wanted {
  readonly networks: readonly string[];
  readonly marketIds: readonly string[];
  readonly publicKey: Buffer | null;
  readonly expiresAt: Date | null;
}

/** A value of a good form that is wrong all the same. */
const badField = (field: 'networks' | 'public_key' | 'expires'): Result<never> => ({
  ok: false,
  refusal: { reason: 'bad_value', data: { field } },
});

function wantedOf(input: Input<'makeKey'>, { clock, market }: MakeKeyDeps): Result<Wanted> {
  const networks = parts(input.networks).map(networkOf);
  if (networks.length > KEY_MAX_NETWORKS || networks.includes(undefined)) return badField('networks');
  const markets = parts(input.markets).map((symbol) => market.bySymbol(symbol.toLowerCase().replace('/', '')));
  if (markets.length > KEY_MAX_MARKETS || markets.includes(undefined)) return refuse('not_found');
  const publicKey = input.public_key === undefined ? null : publicKeyBytes(input.public_key);
  // Exactly the keys that sign with Ed25519 have one.
  if (publicKey === undefined || (publicKey !== null) !== (input.kind === 'ed25519')) return badField('public_key');
  if (input.expires !== undefined && input.expires <= clock.nowMs()) return badField('expires');
  return ok({
    networks: networks.flatMap((each) => each ?? []),
    marketIds: markets.flatMap((each) => each?.id ?? []),
    publicKey,
    expiresAt: input.expires === undefined ? null : new Date(input.expires),
  });
}

/** `1a2b3c4d-…`: four groups of eight characters. */
const newAccess = (): string => randomBytes(16).toString('hex').match(/.{8}/g)?.join('-') ?? '';

/** Makes a key behind the gate of changes; its secret is in this answer alone (RULES 7.7). */
export async function makeKey(
  input: Input<'makeKey'>,
  { memberId, address, sessionHash }: Caller,
  deps: MakeKeyDeps,
): Promise<Result<Answer<'makeKey'>>> {
  const { clock, seal, preparations } = deps;
  const wanted = wantedOf(input, deps);
  if (!wanted.ok) return wanted;
  const { password, second, code, passkey } = input;
  return preparations.prepareByPassword(
    { memberId, address, sessionHash, kind: undefined, password, given: { second, code, passkey } },
    async (tx) => {
      const nowMs = clock.nowMs();
      if ((await countKeys(tx, memberId, nowMs)) >= MAX_KEYS)
        return refuse('too_many_keys', { maximum: String(MAX_KEYS) });
      const access = newAccess();
      const secret = wanted.value.publicKey ? null : randomBytes(SECRET_BYTES).toString('base64url');
      const accessHash = hashOf(access);
      const id = await insertKey(
        tx,
        {
          ...wanted.value,
          memberId,
          accessHash,
          shown: access.slice(0, 8),
          name: input.name,
          secret: secret === null ? null : seal.seal(accessHash, Buffer.from(secret)),
          mayTrade: input.trade === '1',
          mayTransfer: input.transfer === '1',
          dayCap: input.day_cap ?? null,
          lossCap: input.loss_cap ?? null,
        },
        nowMs,
      );
      await notifyMember(tx, [{ memberId, kind: 'key-changed', params: { how: 'made', name: input.name } }], nowMs);
      // not money: an id, a number on the wire
      return ok({ id: Number(id), access, secret });
    },
  );
}
