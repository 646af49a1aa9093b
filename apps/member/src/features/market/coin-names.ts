import type { LanguageCode } from '@plimsoll/i18n';

type Script = 'ru' | 'el' | 'zh-cn' | 'zh-TW' | 'ja' | 'ko' | 'ar' | 'fa' | 'ur' | 'hi' | 'bn' | 'th' | 'la';

/** What a coin is called: in English, where a language writes it in its own letters, and by other names. */
interface Names {
  readonly en: string;
  readonly own: Readonly<Partial<Record<Script, string>>>;
  readonly also?: readonly string[];
}

const SCRIPTS: readonly Script[] = ['ru', 'el', 'zh-cn', 'zh-TW', 'ja', 'ko', 'ar', 'fa', 'ur', 'hi', 'bn', 'th', 'la'];

/** In the order of {@link SCRIPTS}, divided by `|`; an empty name is as in English. */
const names = (en: string, own: string, ...also: readonly string[]): Names => {
  const words = own.split('|');
  return {
    en,
    own: Object.fromEntries(SCRIPTS.flatMap((script, at) => (words[at] ? [[script, words[at]]] : []))),
    also,
  };
};

/** By symbol: the coins that the platform begins with. Others are known by their symbol alone. */
const COINS: Readonly<Record<string, Names>> = {
  BTC: names(
    'Bitcoin',
    'Биткойн|Μπιτκόιν|比特币|比特幣|ビットコイン|비트코인|بيتكوين|بیت‌کوین|بٹ کوائن|बिटकॉइन|বিটকয়েন|บิตคอยน์|ບິດຄອຍ',
    'Биткоин',
  ),
  ETH: names(
    'Ether',
    'Эфир|Ίθερ|以太币|以太幣|イーサ|이더|إيثر|اتر|ایتھر|ईथर|ইথার|อีเทอร์|ອີເທີ',
    'Ethereum',
    'Эфириум',
    '以太坊',
    'イーサリアム',
    '이더리움',
    'إيثريوم',
    'اتریوم',
    'एथेरियम',
    'ইথেরিয়াম',
    'อีเธอเรียม',
  ),
  USDT: names('Tether', 'Тезер|Τέθερ|泰达币|泰達幣|テザー|테더|تيثر|تتر|ٹیتھر|टेथर|টেথার|เทเธอร์|ເທເທີ'),
  SOL: names('Solana', 'Солана|Σολάνα|索拉纳|索拉納|ソラナ|솔라나|سولانا|سولانا|سولانا|सोलाना|সোলানা|โซลานา|ໂຊລານາ'),
  XRP: names(
    'XRP',
    '',
    'Ripple',
    'Рипл',
    'Ριπλ',
    '瑞波币',
    '瑞波幣',
    'リップル',
    '리플',
    'ريبل',
    'ریپل',
    'رپل',
    'रिपल',
    'রিপল',
    'ริปเปิล',
    'ຣິບເປິນ',
  ),
  BNB: names(
    'BNB',
    '',
    'Binance',
    'Бинанс',
    '币安币',
    '幣安幣',
    'バイナンスコイン',
    '바이낸스코인',
    'بينانس',
    'بایننس',
  ),
  DOGE: names(
    'Dogecoin',
    'Доджкоин|Ντότζκοιν|狗狗币|狗狗幣|ドージコイン|도지코인|دوجكوين|دوج‌کوین|ڈوج کوائن|डॉजकॉइन|ডজকয়েন|โดชคอยน์|ໂດຈຄອຍ',
    'Догикоин',
  ),
  ADA: names(
    'Cardano',
    'Кардано|Καρντάνο|卡尔达诺|卡爾達諾|カルダノ|카르다노|كاردانو|کاردانو|کارڈانو|कार्डानो|কার্ডানো|คาร์ดาโน|ຄາດາໂນ',
    '艾达币',
    '艾達幣',
    'エイダ',
    '에이다',
  ),
  TRX: names('TRON', 'Трон|Τρον|波场|波場|トロン|트론|ترون|ترون|ٹرون|ट्रॉन|ট্রন|ทรอน|ທຣອນ'),
  LINK: names(
    'Chainlink',
    'Чейнлинк|Τσέινλινκ|||チェーンリンク|체인링크|تشين لينك|چین‌لینک|چین لنک|चेनलिंक|চেইনলিংক|เชนลิงก์|ເຊນລິ້ງ',
  ),
  AVAX: names(
    'Avalanche',
    'Аваланч|Άβαλαντς|雪崩|雪崩|アバランチ|아발란체|أفالانش|آوالانچ|ایولانچ|एवलांच|অ্যাভালাঞ্চ|อวาแลนช์|ອາວາແລນ',
  ),
  LTC: names(
    'Litecoin',
    'Лайткоин|Λάιτκοϊν|莱特币|萊特幣|ライトコイン|라이트코인|لايتكوين|لایت‌کوین|لائٹ کوائن|लाइटकॉइन|লাইটকয়েন|ไลต์คอยน์|ໄລຄອຍ',
  ),
  DOT: names(
    'Polkadot',
    'Полкадот|Πόλκαντοτ|波卡|波卡|ポルカドット|폴카닷|بولكادوت|پولکادات|پولکاڈاٹ|पोल्काडॉट|পোলকাডট|โพลกาดอต|ໂພລກາດອດ',
  ),
};

const isScript = (language: LanguageCode): language is LanguageCode & Script =>
  SCRIPTS.some((each) => each === language);

/** A coin's name in a language, in English where that has none of its own, else its symbol. */
export function coinName(coin: string, language: LanguageCode): string {
  const known = COINS[coin];
  if (!known) return coin;
  return (isScript(language) ? known.own[language] : undefined) ?? known.en;
}

/** Every name of a coin, that of the language first. */
export function coinNames(coin: string, language: LanguageCode): readonly string[] {
  const known = COINS[coin];
  return known
    ? [...new Set([coinName(coin, language), known.en, ...Object.values(known.own), ...(known.also ?? [])])]
    : [];
}
