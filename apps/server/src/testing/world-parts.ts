import type { AccountType, Answer, CallName, Settings } from '@plimsoll/contract';
import { amount } from '@plimsoll/money';
import { createMembership, type Membership } from '../features/membership/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import { GroupedWriter, move, plainPosting, type Account, type Journal } from '../ledger/index.ts';
import { openDb, type Db } from '../platform/db.ts';
import type { CallOptions, TestAnswer, TestHttp } from './http.ts';

/** The coins of the manual market, by the ids they have there. */
export const COIN = { USDT: '1', BTC: '2', ETH: '3' } as const;

/** Passwords whose hashes take no time. */
const plainPasswords = {
  hash: async (password: string): Promise<string> => `plain ${password}`,
  verify: async (stored: string | null, password: string): Promise<boolean> => stored === `plain ${password}`,
};

/** A mailer that sends nothing. */
const silentMailer = { send: () => {}, settled: async () => {} };

/** A log whose errors fail the test. */
export const failingLog = {
  info: (): void => {},
  error: (details: object, message: string): never => {
    throw new Error(`${message}: ${JSON.stringify(details)}`, { cause: 'err' in details ? details.err : details });
  },
};

/** The settings of a new demo, and changes to them. */
export const demoSettings =
  <Changes extends object = Partial<Settings>>(changes: () => Changes) =>
  () => ({ ...defaultSettings({ mode: 'demo', isDemoFeed: true }), ...changes() });

/** Membership of a demo that sends no mails and hashes in no time. */
export const demoMembership = (
  deps: Omit<Parameters<typeof createMembership>[0], 'mode' | 'mailer' | 'passwords'> &
    Partial<Parameters<typeof createMembership>[0]>,
): Membership => createMembership({ mode: 'demo', mailer: silentMailer, passwords: plainPasswords, ...deps });

/** The data of an answer; throws when it is a refusal. */
export function answerOf<Name extends CallName>(name: Name, { code, data, reason }: TestAnswer): Answer<Name> {
  if (code !== 1) throw new Error(`${name}: ${reason}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- testHttp checks every answer against the contract
  return data as Answer<Name>;
}

/** Calls a member call that must succeed; returns its data. */
export const dataOf = async <Name extends CallName>(
  http: TestHttp,
  name: Name,
  fields: Readonly<Record<string, unknown>> = {},
  how: CallOptions = {},
): Promise<Answer<Name>> => answerOf(name, await http.call(name, fields, how));

/** An `Idempotency-Key`, if given. */
export const withKey = (key: string | undefined): { readonly key?: string } => (key === undefined ? {} : { key });

/** A journal of money from outside. */
export const journalTo = (id: string, to: Account, quantity: string): Journal => ({
  cause: { kind: 'house' in to ? 'house-funding' : 'demo-funding', id },
  actor: { kind: 'clock' },
  lines: [move({ house: 'outside', coinId: to.coinId }, to, amount(quantity))],
});

/** The id of a coin by its title. */
export function coinIdOf(coins: Readonly<Record<string, string>>, title: string): string {
  const coinId = coins[title];
  if (coinId === undefined) throw new Error(`there is no coin ${title} here`);
  return coinId;
}

/** Puts money from outside into a member's funds, by the coins' titles. */
export async function fundMember(
  writer: GroupedWriter,
  {
    id,
    funds,
    coins,
  }: { id: string; funds: Readonly<Partial<Record<string, string>>>; coins: Readonly<Record<string, string>> },
): Promise<void> {
  const journals = Object.entries(funds).map(([title, quantity = '0']) =>
    journalTo(`${id}.${title}`, { memberId: id, type: 1, coinId: coinIdOf(coins, title) }, quantity),
  );
  if (journals.length > 0) await writer.submit(plainPosting, journals);
}

const HOLDINGS = Object.entries(COIN).flatMap(([title, coinId]) =>
  ([1, 2, 3] as const).map((type) => ({ coinId, type, name: `${title} ${type}` })),
);

/** The account and coin of a holding as tests write it: `BTC 1`. */
export function holdingOf(name: string): { readonly coinId: string; readonly type: AccountType } {
  const holding = HOLDINGS.find((each) => each.name === name);
  if (!holding) throw new Error(`there is no holding ${name} here`);
  return holding;
}

/** A further server process on a database: a writer on a connection of its own. */
export interface OtherProcess {
  readonly writer: GroupedWriter;
  close(): Promise<void>;
}

/** Opens an {@link OtherProcess}; its writer works `through` what is made of its connection. */
export function openProcess(
  {
    db,
    url,
    clock,
  }: { readonly db: Db; readonly url: string; readonly clock: ConstructorParameters<typeof GroupedWriter>[0]['clock'] },
  through: (connection: Db) => Db = (connection) => connection,
): OtherProcess {
  const connection = openDb(url, { connections: 1 });
  const writer = new GroupedWriter({ connection: through(connection), db, clock });
  return {
    writer,
    async close() {
      await writer.drained();
      await connection.close();
    },
  };
}

/** A member's bills, newest first: `+10 USDT Deposit`. */
export async function billsOf(http: TestHttp, token: string, lang = 'en'): Promise<string[]> {
  const { list } = await dataOf(http, 'getBillList', { limit: '50' }, { token, lang });
  return list.map(({ st, num, coinName, remark }) => `${st === 1 ? '+' : '-'}${num} ${coinName} ${remark}`);
}

/** A member's notices, newest first: `title: content`. */
export async function noticesOf(http: TestHttp, token: string, lang = 'en'): Promise<string[]> {
  const { list } = await dataOf(http, 'getNoticeList', {}, { token, lang });
  return list.map(({ title, content }) => `${title}: ${content}`);
}
