import { asciiDigits } from '@plimsoll/i18n';

const FOUR = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;
const SIX = /^(?=.*:)[\da-f:.]+$/i;

/** The bits of an IP address; undefined for what is none. */
function bitsOf(address: string): 32 | 128 | undefined {
  if (FOUR.test(address)) return 32;
  if (!SIX.test(address)) return undefined;
  try {
    return new URL(`http://[${address}]`).hostname === '' ? undefined : 128;
  } catch {
    return undefined;
  }
}

/** The networks of a list, as it is sent: parted by commas, spaces or lines. */
export const networksIn = (text: string): readonly string[] => [
  ...new Set(
    asciiDigits(text)
      .split(/[\s,،、，]+/)
      .filter((part) => part !== ''),
  ),
];

/** True for an IP address, or a network of them in CIDR. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = bitsOf(address);
  if (most === undefined || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}
