import { mkdtemp, readdir, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Answer, Settings } from '@plimsoll/contract';
import { identityAudits, identityOperatorRoutes, identityRoutes } from '../features/identity/index.ts';
import { noticeRoutes } from '../features/notices/index.ts';
import { operatorAudits } from '../features/operators/index.ts';
import { createUploads, type Uploads } from '../features/uploads/index.ts';
import { ManualClock } from '../platform/clock.ts';
import { openDb, sql, type Db } from '../platform/db.ts';
import { folderStore } from '../platform/uploads/index.ts';
import { multipart } from '../testing-matrix/multipart.ts';
import { requireCleanAudit } from './clean-audit.ts';
import type { TestAnswer } from './http.ts';
import { testDatabase } from './index.ts';
import { operatorHttp, type OperatorHttp } from './operator-http.ts';
import { dataOf, demoSettings, noticesOf } from './world-parts.ts';

/** A member with two images of their own. */
export interface Applicant {
  readonly id: string;
  readonly token: string;
  readonly username: string;
  readonly images: { readonly front_card: string; readonly back_card: string };
}

/** A line of the operators' log. */
interface LogLine {
  readonly username: string;
  readonly action: string;
  readonly resource: string;
  readonly ref: string;
  readonly after: unknown;
  readonly address: string;
}

/** Identities and uploads over HTTP, of members and console, on a separate database and folder. */
export interface IdentityWorld {
  readonly clock: ManualClock;
  readonly db: Db;
  /** As the owner of the database. */
  readonly owner: Db;
  readonly http: OperatorHttp;
  /** A logged-in clerk's token. */
  readonly clerk: string;
  readonly uploads: Uploads;
  /** Switches in force, changeable. */
  readonly switches: Partial<Settings>;
  /** Sends an image of one colour; returns its link. */
  send(token: string, colour?: string): Promise<string>;
  member(): Promise<Applicant>;
  apply(member: Applicant, fields?: Readonly<Record<string, unknown>>): Promise<TestAnswer>;
  /** Applies; answers the application's id. */
  applied(member: Applicant, fields?: Readonly<Record<string, unknown>>): Promise<number>;
  identity(member: Applicant): Promise<Answer<'getIdentity'>>;
  decide(id: number, action: 'approve' | 'reject', remark?: string, token?: string): ReturnType<OperatorHttp['ask']>;
  notices(member: Applicant, lang?: string): Promise<string[]>;
  /** Opens a link as a browser does. */
  open(link: unknown): Promise<{ readonly status: number; readonly bytes: Buffer }>;
  /** The operators' log, oldest first. */
  log(): Promise<LogLine[]>;
  /** The stored bytes of an upload, and writing others in their place. */
  kept(link: string): Promise<Buffer>;
  keep(name: string, bytes: Buffer): Promise<void>;
  files(): Promise<string[]>;
  /** The same uploads opened with another secret. */
  withSecret(secret: string): Uploads;
  audit(): Promise<void>;
  close(): Promise<void>;
}

const log = sql<LogLine>(
  'testing.identityLog',
  'select username, action, resource, ref, after, address from operator_audit order by id',
);
const name = sql<{ username: string }>('testing.identityName', 'select username from member where id = $1');

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
  const uploads = withSecret('a secret of this test');
  const http = operatorHttp({
    db,
    clock,
    settings: demoSettings(() => switches),
    routes: [...identityRoutes({ db, clock, uploads }), ...uploads.routes, ...noticeRoutes({ db, clock })],
    bytesRoutes: uploads.bytesRoutes,
    operatorRoutes: identityOperatorRoutes({ db, clock, uploads }),
  });
  const { token: clerk } = await http.operator('clerk');
  const applicants = applicantsOf({ db, http });
  return {
    clock,
    db,
    owner,
    http,
    clerk,
    uploads,
    switches,
    withSecret,
    ...applicants,
    ...filesIn(folder),
    decide: (id, action, remark = '', token = clerk) =>
      http.ask('POST', `/identities/${id}/${action}`, { token, fields: { remark } }),
    notices: ({ token }, lang) => noticesOf(http, token, lang),
    async open(link) {
      const opened = await http.app.inject({ method: 'GET', url: String(link), remoteAddress: '192.0.2.7' });
      return { status: opened.statusCode, bytes: opened.rawPayload };
    },
    log: () => db.run(log),
    audit: () => requireCleanAudit(db, [...identityAudits, ...operatorAudits]),
    async close() {
      await http.app.close();
      await owner.close();
      await database.drop();
      await rm(folder, { recursive: true });
    },
  };
}

function applicantsOf({
  db,
  http,
}: Pick<IdentityWorld, 'db' | 'http'>): Pick<IdentityWorld, 'send' | 'apply' | 'identity' | 'member' | 'applied'> {
  let colours = 0;
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
  const identity: IdentityWorld['identity'] = ({ token }) => dataOf(http, 'getIdentity', {}, { token });
  return {
    send,
    apply,
    identity,
    async member() {
      const { id, token } = await http.newMember();
      const [row] = await db.run(name, [id]);
      const images = { front_card: await send(token), back_card: await send(token) };
      return { id, token, username: row?.username ?? '', images };
    },
    async applied(member, fields) {
      const { code, reason } = await apply(member, fields);
      if (code !== 1) throw new Error(`not applied: ${reason}`);
      return (await identity(member)).application?.id ?? 0;
    },
  };
}

/** The files of the uploads. */
function filesIn(folder: string): Pick<IdentityWorld, 'kept' | 'keep' | 'files'> {
  const placeOf = (link: string): string => {
    const found = /[0-9a-f]{32}/.exec(link)?.[0] ?? link;
    return join(folder, found.slice(0, 2), found);
  };
  return {
    kept: (link) => readFile(placeOf(link)),
    async keep(link, bytes) {
      await mkdir(dirname(placeOf(link)), { recursive: true });
      await writeFile(placeOf(link), bytes);
    },
    files: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((each) => each.isFile())
        .map((each) => each.name),
  };
}
