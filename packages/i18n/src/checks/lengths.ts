import type { Finding, Words } from './finding.ts';
import { isMembers } from './finding.ts';
import { sentencesOf } from './plain.ts';
import { widthOf } from './width.ts';

/** Where a text is shown that has no second line, and the width that every language may have there, in letters. */
const SURFACES: readonly { readonly name: string; readonly keys: RegExp; readonly floor: number }[] = [
  { name: 'tab of the foot', keys: /^app\.tabs\.(?!label$)/, floor: 12 },
  {
    name: 'tab',
    keys: /^(?:spot\.orders\.tab\w+|options\.list\.(?:inProgress|settled)|assets\.accounts\.\w+|membership\.register\.by\w+|security\.second\.(?:totp|passkey|recovery))$/,
    floor: 13,
  },
  {
    name: 'tile',
    keys: /^home\.(?:deposit|withdraw|convert|moveFunds|send|staking|lockMining|loans|invite|support|download|app)$/,
    floor: 14,
  },
  {
    name: 'button',
    keys: /\.(?:submitBare|confirm|cancel|back|retry|close|dismiss|redeem|repay|apply|join|lock|save|copy|copyKey|copyLink|copyCode|change|remove|more|less|setUp|renew|goOn|useNew|find|place(?:Up|Down)|(?:log|sign)(?:In|Out))$/,
    floor: 16,
  },
  {
    name: 'head of a list',
    keys: /^(?:spot\.book|spot\.orders|options\.list|funding\.records|transfers\.list|staking\.list|loans\.list)\.(?:price|amount|fee|status|direction|cycle|left|network|bank|number|arrives|date|filled|quantity|profit)$/,
    floor: 16,
  },
];
/** How much longer than English a text may be there. */
const MAX_RATIO = 1.4;

/** Tabs, tiles, buttons and heads of lists that are too long to stay on their line. */
export function lengthCheck({ language, own, english }: Words): Finding[] {
  if (language === 'en') return [];
  return [...own].flatMap(([key, message]) => {
    const surface = SURFACES.find(({ keys }) => keys.test(key));
    const source = english.get(key);
    if (!surface || source === undefined || !isMembers(key)) return [];
    const widest = (text: string) => Math.max(...sentencesOf(text).map(widthOf));
    const limit = Math.max(surface.floor, Math.floor(widest(source) * MAX_RATIO));
    const width = Math.ceil(widest(message));
    if (width <= limit || source.trim().split(' ').length > 5) return [];
    return [
      { subject: key, text: `“${message}” is ${width} letters wide, a ${surface.name} has ${limit} (“${source}”)` },
    ];
  });
}
