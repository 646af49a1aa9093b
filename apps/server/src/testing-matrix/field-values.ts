import type { CallField } from '@plimsoll/contract/descriptions';

/** A good value of each class; choices without a list use 1. */
const GOOD: Readonly<Record<string, unknown>> = {
  amount: '1',
  ceiling: '1',
  price: '1',
  id: '1',
  idOrNone: '1',
  choice: '1',
  text: 'Ahoy2026x',
  entries: 'btcusdt',
  email: 'reader@example.com',
  phone: '491700000000',
  password: 'Ahoy2026x',
  word: 'btcusdt',
  symbol: 'btcusdt',
  place: '1',
  funds: '1',
  label: 'My phone',
  passkey: JSON.stringify({ id: 'AQ', rawId: 'AQ', type: 'public-key', response: {}, clientExtensionResults: {} }),
  card: '6222 0212 3456 7890',
  lenient: 'Ahoy2026x',
  page: '1',
  limit: '10',
  moment: '1767600000000',
  amountOrZero: '0',
  signedAmount: '-1',
  rate: '0.5',
  textOrEmpty: '',
  longText: '',
  multiples: [5],
  cap: 1,
  shortText: 'Ahoy',
  operatorName: 'ahoy',
  operatorPassword: 'Bilge-pump 7 starboard',
  spelling: '77',
  readers: 'de',
  picture: '/ahoy.png',
  link: 'https://ahoy.example/',
  durations: [{ days: 1, interest_rate: '1', min_price: '1' }],
  names: [{ lang: 'de', name: 'Ahoi' }],
  webAddress: 'https://ahoy.example/',
  webhookEvents: ['alert.raised'],
  // Its bytes are the call's to check.
  file: new Uint8Array([0xff, 0xd8, 0xff]),
};

/** Bad for every class. Texts can also be sent as a form, others only as JSON. */
const NEVER: readonly unknown[] = [
  true,
  false,
  ['1'],
  [],
  {},
  { a: 1 },
  [['1']],
  -1,
  1.5,
  1e300,
  'a\u0000b',
  '\u0000',
  'a\u0007b',
  'a\nb',
  '\ud800',
  'x'.repeat(256),
  '9'.repeat(60_000),
  // A pattern that backtracks over it exceeds the test's time.
  `x${' '.repeat(60_000)}x`,
];
const UNNUMERIC = [
  '-1',
  '+1',
  '1e3',
  '0x10',
  '1,000',
  '1_000',
  '٣',
  '１',
  '1 1',
  'NaN',
  'Infinity',
  '-0',
  'null',
  'undefined',
  '1;',
  "1' or '1'='1",
  '${1}',
  '../1',
  '\u00a01',
  '1\u200b',
  '<b>1</b>',
];
const DECIMAL = [...UNNUMERIC, 1, 0, '.5', '5.', '1.123456789', '1'.repeat(19)];
const EXACT = [...DECIMAL, '0', '0.00000000', '00'];
const BAD: Readonly<Record<string, readonly unknown[]>> = {
  amount: EXACT,
  ceiling: DECIMAL,
  price: EXACT,
  id: [...UNNUMERIC, 0, '0', '01', '1.0', '9'.repeat(20), 2 ** 60],
  idOrNone: [...UNNUMERIC, '01', '1.0', '9'.repeat(20), 2 ** 60],
  place: [...UNNUMERIC, 0, '0', '01', '1.5', '2026-01-01', '2026-13-01T00:00:00Z', '9'.repeat(20), 2 ** 60],
  choice: [...UNNUMERIC, '99', '01', '1.0', 99],
  funds: [...UNNUMERIC, '2', '3', '01', '1.0', 2],
  page: [...UNNUMERIC, 0, '0', '01', '1.5', '9'.repeat(20)],
  limit: [...UNNUMERIC, 0, '0', '51', 51, '1.5', '9'.repeat(20)],
  moment: [...UNNUMERIC, 0, '0', '01', '1.5', '9'.repeat(15), '253402214400001', '9'.repeat(20)],
  text: [1, '\u0085'],
  symbol: [1, '\u0085'],
  entries: [1, '\u0085', 'x'.repeat(2_001)],
  label: [1, '\u0085', 'x'.repeat(41)],
  passkey: [
    1,
    'x',
    '{}',
    '[]',
    'null',
    '"AQ"',
    '{"id":"AQ"}',
    '['.repeat(20_000),
    JSON.stringify({ id: 'A Q', rawId: 'AQ', type: 'public-key', response: {}, clientExtensionResults: {} }),
    JSON.stringify({ id: 'AQ', rawId: 'AQ', type: 'other', response: {}, clientExtensionResults: {} }),
  ],
  email: [
    1,
    'nobody',
    'a@',
    '@b.co',
    'a@b',
    'a b@c.de',
    'a@b@c.de',
    'a@b..co',
    `${'a'.repeat(65)}@b.co`,
    '<a@b.co>',
    'Lea <a@b.co>',
    'a@b.co\u200d',
    'a\u200b@b.co',
    '\u202ea@b.co',
    'a@\u0430b.co',
    'a@-b.co',
    'a@\u017f.co',
    'a@\u212a.co',
  ],
  phone: [1, '12345', '1'.repeat(21), '+491700000000', '49 1700', '٣٣٣٣٣٣٣'],
  password: [1, 'short', 'a'.repeat(129), 'a b-c 1', 'pässwö1', 'pass\u200bword', '\u202epassword', 'pass\u2028word'],
  card: [
    12_345_678,
    '1234567',
    '1'.repeat(35),
    '1234-5678-9012',
    '١٢٣٤٥٦٧٨',
    '１２３４５６７８',
    '1234\u00a05678',
    'DE89 3704 ü044',
    '1 2 3 4 5 6 7',
  ],
  amountOrZero: DECIMAL,
  signedAmount: [...EXACT.filter((each) => each !== '-1'), '--1', '- 1', '-', '1-', '-0.00', -1],
  rate: [...DECIMAL, '9'.repeat(18)],
  whole: [...UNNUMERIC, '1.0', '9'.repeat(16)],
  shortText: [1, '\u0085'],
  webAddress: [
    1,
    '',
    'ahoy.example',
    'ftp://ahoy.example/',
    'https://',
    'https://lea@ahoy.example/',
    'https://ahoy.example/#a',
  ],
  webhookEvents: ['alert.raised', ['order.placed'], [['alert.raised']], [null]],
  textOrEmpty: [1, '\u0085'],
  operatorName: [1, 'two words', 'näme', 'a/b', 'x'.repeat(65), '<b>'],
  operatorPassword: [1, 'short', 'x'.repeat(7), 'x'.repeat(129), 'long enough\u0085'],
  spelling: [1.5, 'a b', 'A/B', "a'b", 'é', '１', '-'],
  readers: [1, 'd', 'deu', 'de_DE', 'de-', 'zh-cn-x', '٣٣', 'd e'],
  picture: [
    1,
    'javascript:alert(1)',
    '//evil.example/a.png',
    'http://evil.example/a.png',
    'data:image/png;base64,AA',
    '/a"b',
    '/a<b',
    'a.png',
    'https://user@evil.example/a.png',
  ],
  link: [
    1,
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    '//evil.example',
    'data:text/html,x',
    'vbscript:x',
    '/a"b',
    '/a b',
    'https://user:pw@evil.example/',
  ],
  durations: [
    1,
    '1',
    [{}],
    [null],
    [{ days: 0, interest_rate: '1', min_price: '1' }],
    [{ days: 1, interest_rate: '-1', min_price: '1' }],
    [{ days: 1, interest_rate: '1', min_price: '1', other: 1 }],
  ],
  names: [
    1,
    '1',
    [{}],
    [null],
    [{ lang: '', name: 'Ahoi' }],
    [{ lang: 'en', name: 'Ahoy' }],
    [{ lang: 'de', name: '' }],
    [{ lang: 'de', name: 'a\u0000b' }],
    [{ lang: 'de', name: 'x'.repeat(65) }],
    [{ lang: 'de', name: 'Ahoi', other: 1 }],
    [
      { lang: 'de', name: 'Ahoi' },
      { lang: 'DE', name: 'Moin' },
    ],
  ],
  cap: [...UNNUMERIC, 0, '0', '1.5'],
  multiples: [1, '1', [0], [2, 1], [1, 1], [1.5], ['1'], [1, 2, 3, 4, 5, 6, 7, 8, 9], [[1]]],
  fixed: [0, 1, '0', '', null],
  word: [1, '../btc', 'btc usdt', "btc'usdt", 'ｂｔｃ', 'a'.repeat(65)],
};
/** "Not given" for an optional field, bad for others. */
const ABSENT: readonly unknown[] = [undefined, null, '', ' \t\r\n'];

const HAVE_DEFAULTS = new Set(['page', 'limit', 'funds']);

/** Lines of text: long and empty ones are good. */
const LONG_TEXT: readonly unknown[] = [
  true,
  false,
  ['1'],
  [],
  {},
  { a: 1 },
  [['1']],
  1,
  -1,
  1.5,
  1e300,
  'a\u0000b',
  '\u0000',
  'a\u0007b',
  '\u0085',
  '\ud800',
  'x'.repeat(40_001),
  undefined,
  null,
];
/** Classes for which an empty list is a value. */
const MAY_HAVE_NONE = new Set(['names']);
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
/** Classes for which an empty text is a value. */
const MAY_BE_EMPTY = new Set(['longText', 'textOrEmpty']);

/** A value that a field takes. */
export function goodValue({ kind, choices, min }: Pick<CallField, 'kind' | 'choices' | 'min'>): unknown {
  const choice = choices?.includes('1') === false ? choices[0] : undefined;
  const good = choice ?? min ?? GOOD[kind];
  if (good === undefined) throw new Error(`no good value is known for the class ${kind}`);
  return good;
}

/** Values that a field never takes. */
export function badValues({
  kind,
  isOptional,
  min,
  max,
}: Pick<CallField, 'kind' | 'isOptional' | 'min' | 'max'>): unknown[] {
  // Refused by the use case, if at all.
  if (kind === 'lenient') return [];
  // Whether bytes are an image is for the use case; only a missing file is none.
  if (kind === 'file') return [undefined];
  const isLoose = isOptional || HAVE_DEFAULTS.has(kind);
  if (kind === 'longText') return LONG_TEXT.filter((value) => !isLoose || (value !== undefined && value !== null));
  const own = BAD[kind];
  if (!own) throw new Error(`no bad values are known for the class ${kind}`);
  const beyond = min === undefined || max === undefined ? [] : [min - 1, max + 1, String(min - 1), String(max + 1)];
  return [
    ...NEVER.filter((value) => !(MAY_HAVE_NONE.has(kind) && isEmptyList(value))),
    ...own,
    ...beyond,
    ...(isLoose ? [] : ABSENT.filter((value) => value === undefined || !MAY_BE_EMPTY.has(kind))),
  ];
}
