import { mkdtemp, readdir, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Answer, Settings } from '@plimsoll/contract';
import { identityAudits, identityOperatorRoutes, identityRoutes } from '../features/identity/index.ts';
import { noticeRoutes } from '../features/notices/index.ts';
import { operatorAudits } from '../features/operators/index.ts';
import { defaultSettings } from '../features/site/index.ts';
import { createUploads, type Uploads } from '../features/uploads/index.ts';
import { ManualClock } from '../platform/clock.ts';
import { openDb, type Db } from '../platform/db.ts';
import { folderStore } from '../platform/uploads/index.ts';
import { multipart } from '../testing-matrix/multipart.ts';
import { requireCleanAudit } from './clean-audit.ts';
import type { TestAnswer } from './http.ts';
import { testDatabase } from './index.ts';
import { operatorHttp, type OperatorHttp } from './operator-http.ts';

/** A member who can apply, with two images of their own. */
export interface Applicant {
  readonly id: string;
  readonly token: string;
  readonly username: string;
  readonly images: { readonly front_card: string; readonly back_card: string };
}

/** Identities and uploads over HTTP, members' side and console's, on a database and a folder of their own. */
export interface IdentityWorld {
  readonly clock: ManualClock;
  readonly db: Db;
  /** As the owner of the database, for what no server may do. */
  readonly owner: Db;
  readonly http: OperatorHttp;
  /** A logged-in clerk's token. */
  readonly clerk: string;
  readonly uploads: Uploads;
  /** The switches in force; set them as a test needs. */
  readonly switches: Partial<Settings>;
  /** Sends a picture of one colour; answers the link it got. */
  send(token: string, colour?: string): Promise<string>;
  member(): Promise<Applicant>;
  apply(member: Applicant, fields?: Readonly<Record<string, unknown>>): Promise<TestAnswer>;
  /** Applies; answers the application's id. */
  applied(member: Applicant, fields?: Readonly<Record<string, unknown>>): Promise<number>;
  identity(member: Applicant): Promise<Answer<'getIdentity'>>;
  decide(id: number, action: 'approve' | 'reject', remark?: string, token?: string): ReturnType<OperatorHttp['ask']>;
  notices(member: Applicant, lang?: string): Promise<string[]>;
  /** Opens a link as a browser does: the status and the bytes. */
  open(link: unknown): Promise<{ readonly status: number; readonly bytes: Buffer }>;
  /** The operators' log, oldest first. */
  log(): Promise<
    {
      readonly username: string;
      readonly action: string;
      readonly resource: string;
      readonly ref: string;
      readonly after: unknown;
      readonly address: string;
    }[]
  >;
  /** The bytes on the disk of the upload that a link names, and writing others in their place. */
  kept(link: string): Promise<Buffer>;
  keep(name: string, bytes: Buffer): Promise<void>;
  files(): Promise<string[]>;
  /** The same uploads opened with another secret. */
  withSecret(secret: string): Uploads;
  audit(): Promise<void>;
  close(): Promise<void>;
}

const LOG = {
  name: 'testing.identityLog',
  text: 'select username, action, resource, ref, after, address from operator_audit order by id',
};
const NAMES = { name: 'testing.identityName', text: 'select username from member where id = $1' };

/** Opens an {@link IdentityWorld}. */
export async function openIdentityWorld(): Promise<IdentityWorld> {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'identity-'));
  const { db } = database;
  const owner = openDb(database.url, { connections: 1, role: null });
  const clock = new ManualClock(Date.UTC(2026, 0, 5, 9));
  const withSecret = (secret: string): Uploads =>
    createUploads({ db, clock, log: { info: () => {}, error: () => {} }, store: folderStore(folder), secret });
  const switches: Partial<Settings> = {};
  const uploads = withSecret('a secret of the house');
  const http = operatorHttp({
    db,
    clock,
    settings: () => ({ ...defaultSettings({ mode: 'demo', isDemoFeed: true }), ...switches }),
    routes: [...identityRoutes({ db, clock, uploads }), ...uploads.routes, ...noticeRoutes({ db, clock })],
    bytesRoutes: uploads.bytesRoutes,
    operatorRoutes: identityOperatorRoutes({ db, clock, uploads }),
  });
  const { token: clerk } = await http.operator('clerk');
  let colours = 0;
  const placeOf = (link: string): string => {
    const name = /[0-9a-f]{32}/.exec(link)?.[0] ?? link;
    return join(folder, name.slice(0, 2), name);
  };
  const send: IdentityWorld['send'] = async (
    token,
    colour = `#${(colours += 0x1357).toString(16).padStart(6, '0')}`,
  ) => {
    const content = await sharp({ create: { width: 48, height: 30, channels: 3, background: colour } })
      .png()
      .toBuffer();
    const { headers, payload } = multipart({ name: 'file', content });
    const response = await http.app.inject({
      method: 'POST',
      url: '/api/api/common/upload',
      headers: { token, ...headers },
      payload,
    });
    return response.json<{ data: { url: string } }>().data.url;
  };
  const apply: IdentityWorld['apply'] = (member, fields = {}) =>
    http.call('usrsetreal', { real_name: 'Lea Hansen', ...member.images, ...fields }, { token: member.token });
  const identity: IdentityWorld['identity'] = async ({ token }) =>
    (await http.call('getIdentity', {}, { token })).data as Answer<'getIdentity'>;
  return {
    clock,
    db,
    owner,
    http,
    clerk,
    uploads,
    switches,
    send,
    apply,
    identity,
    withSecret,
    async member() {
      const { id, token } = await http.newMember();
      const [row] = (await db.run(NAMES, [id])) as unknown as { username: string }[];
      return {
        id,
        token,
        username: row?.username ?? '',
        images: { front_card: await send(token), back_card: await send(token) },
      };
    },
    async applied(member, fields) {
      const { code, reason } = await apply(member, fields);
      if (code !== 1) throw new Error(`not applied: ${reason}`);
      return (await identity(member)).application?.id ?? 0;
    },
    decide: (id, action, remark = '', token = clerk) =>
      http.ask('POST', `/identities/${id}/${action}`, { token, fields: { remark } }),
    async notices({ token }, lang = 'en') {
      const { data } = await http.call('getNoticeList', {}, { token, lang });
      return (data as Answer<'getNoticeList'>).list.map(({ title, content }) => `${title}: ${content}`);
    },
    async open(link) {
      const opened = await http.app.inject({ method: 'GET', url: String(link), remoteAddress: '192.0.2.7' });
      return { status: opened.statusCode, bytes: opened.rawPayload };
    },
    log: () => db.run(LOG) as unknown as ReturnType<IdentityWorld['log']>,
    kept: (link) => readFile(placeOf(link)),
    async keep(name, bytes) {
      await mkdir(dirname(placeOf(name)), { recursive: true });
      await writeFile(placeOf(name), bytes);
    },
    files: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((each) => each.isFile())
        .map((each) => each.name),
    audit: () => requireCleanAudit(db, [...identityAudits, ...operatorAudits]),
    async close() {
      await http.app.close();
      await owner.close();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}
