import { parseVerifierKey } from '@plimsoll/proof/log';
import { isHere } from './config-network.ts';
import { ConfigError, given, type Environment } from './environment.ts';
import type { WitnessAddress } from './features/proof/index.ts';

/** More would make checkpoints long without saying more. */
const MAX_WITNESSES = 16;

/**
 * Reads `WITNESSES`: a witness's key and the address that takes checkpoints, `VKEY URL`, with `;` between witnesses.
 * @throws ConfigError
 */
export function readWitnesses(env: Environment, mode: 'demo' | 'live'): readonly WitnessAddress[] | undefined {
  const text = given(env, 'WITNESSES');
  if (text === undefined) return undefined;
  const witnesses = text.split(';').map((each) => witnessIn(each.trim(), mode));
  if (witnesses.length > MAX_WITNESSES) throw new ConfigError(`WITNESSES must name at most ${MAX_WITNESSES}.`);
  const names = witnesses.map(({ key }) => key.name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new ConfigError(`WITNESSES must name each witness once: ${twice}.`);
  return witnesses;
}

function witnessIn(written: string, mode: 'demo' | 'live'): WitnessAddress {
  const [vkey = '', address = '', ...more] = written.split(/ +/);
  if (address === '' || more.length > 0)
    throw new ConfigError('WITNESSES must be of the form VKEY URL, with ; between several.');
  const key = parseVerifierKey(vkey);
  if (key?.type !== 'cosignature')
    throw new ConfigError(`WITNESSES must name keys of witnesses, which ${vkey.slice(0, 200)} is not.`);
  const url = URL.parse(address);
  const isBare = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (!url || !isBare || !['http:', 'https:'].includes(url.protocol))
    throw new ConfigError(
      `WITNESSES must have an address for ${key.name} that begins with https:// or http://, without a query or a login.`,
    );
  if (mode === 'live' && url.protocol === 'http:' && !isHere(url.hostname))
    throw new ConfigError(`WITNESSES must have an address for ${key.name} that begins with https:// in live mode.`);
  return { vkey, key, url: url.href.replace(/\/+$/, '') };
}
