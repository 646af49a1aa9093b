import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Call, Reason, Result } from '@plimsoll/contract';
import { readLanguageCode } from '@plimsoll/i18n';
import { resolveLanguage } from '@plimsoll/i18n/server';
import { SessionCookies, type Bound } from '../session-cookie.ts';
import type { Session } from '../sessions.ts';
import { receiveFile, unfitForFile, type AtOnce } from '../uploads/index.ts';
import { readBody } from './body.ts';
import { bodyKind } from './content-type.ts';
import { CLOSING, opening, refusalBody, statusOf } from './envelope.ts';
import { failureReason, type ErrorLog } from './errors.ts';
import { decodeUtf8, parseForm, parseJson, type ParsedFields } from './fields.ts';
import { hotContent } from './hot.ts';
import type { Peers } from './peers.ts';
import { headerOf, languageOf, pathOf, queryOf, type RequestHandler } from './request.ts';
import { sendJson, sendPrepared, sendRefusal } from './response.ts';
import type { Fields, Route, SignedCalls, Signer } from './route.ts';
import { callRunner, type RunCall, type RunCallDeps } from './run-call.ts';
import { requestIdOf } from './request-id.ts';

export interface MemberCallDeps extends RunCallDeps {
  readonly peers: Peers;
  readonly sessions: {
    find(token: string | undefined, from?: Bound): Session | undefined | Promise<Session | undefined>;
  };
  readonly signedCalls?: SignedCalls;
  readonly filesUnderWay: AtOnce;
  readonly log: ErrorLog;
  /** For tests: an answer outside the contract becomes a 500. */
  readonly checkAnswers: boolean;
}

/** In the order of WIRE 1.3: method → body → login here, the rest in `run-call.ts`. */
export function memberCallHandler(route: Route, deps: MemberCallDeps): RequestHandler {
  const handler = new MemberCallHandler(route, deps);
  return (request, response) => handler.serve(request, response);
}

class MemberCallHandler {
  readonly #route: Route;
  readonly #call: Call;
  readonly #deps: MemberCallDeps;
  readonly #run: RunCall;
  readonly #allow: readonly string[];

  constructor(route: Route, deps: MemberCallDeps) {
    const { methods } = route.call;
    this.#route = route;
    this.#call = route.call;
    this.#deps = deps;
    this.#run = callRunner(route, deps);
    this.#allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    const method = request.method ?? '';
    if (!this.#allow.includes(method))
      return refuseEarly(request, response, 'method_not_allowed', ['Allow', this.#allow.join(', ')]);
    if (method !== 'POST') return this.#identify(request, response, parseForm(queryOf(request)));
    if (this.#call.file) return this.#receiveFile(request, response);
    const kind = bodyKind(request.headers);
    if (kind === 'unsupported') return refuseEarly(request, response, 'unsupported_media_type');
    readBody(request, (body) => {
      if (typeof body === 'string') return refuseEarly(request, response, body);
      const text = decodeUtf8(body);
      if (text === undefined) return refuseEarly(request, response, 'malformed_body');
      const parsed = kind === 'json' ? parseJson(text) : parseForm(text);
      if (this.#deps.signedCalls?.isSigned(queryOf(request))) this.#admit(request, response, { parsed, body });
      else this.#identify(request, response, parsed);
    });
  }

  /** Checks who signed the call, in place of a login. */
  #admit(
    request: IncomingMessage,
    response: ServerResponse,
    { parsed, body }: { readonly parsed: ParsedFields; readonly body: Uint8Array },
  ): void {
    const { signedCalls, peers } = this.#deps;
    const right = this.#call.key;
    if ('fault' in parsed) return refuseEarly(request, response, parsed.fault);
    // Whoever asks for what no key may do learns nothing of keys.
    if (!signedCalls || right === undefined) return refuseEarly(request, response, 'login_required');
    const asked = {
      method: 'POST',
      path: pathOf(request),
      search: queryOf(request),
      host: headerOf(request, 'host') ?? '',
      address: peers.addressOf(request),
      agent: headerOf(request, 'user-agent'),
      bodyHash: hash('sha256', body, 'base64'),
    };
    signedCalls
      .admit(asked, right)
      .then((admitted) =>
        admitted.ok
          ? this.#answer(request, response, parsed.fields, admitted.value)
          : sendRefusal(request, response, languageOf(request), admitted.refusal),
      )
      .catch((error: unknown) => this.#fail(request, response, error));
  }

  /** Hot content needs no session. */
  #identify(request: IncomingMessage, response: ServerResponse, parsed: ParsedFields): void {
    if ('fault' in parsed) return refuseEarly(request, response, parsed.fault);
    const { fields } = parsed;
    const lang = headerOf(request, 'lang');
    const token = headerOf(request, 'token');
    // Without a known `Lang` the language is the member's, who must be looked up first.
    if (this.#route.hot && (readLanguageCode(lang) !== undefined || token === undefined)) {
      const language = resolveLanguage(lang);
      const content = this.#route.hot(fields, language);
      if (content) {
        sendPrepared(request, response, content.prepared(opening(language, this.#call.name), CLOSING));
        return;
      }
    }
    const session = this.#deps.sessions.find(token, this.#cookiesOf(request));
    if (!(session instanceof Promise)) return this.#answer(request, response, fields, session);
    session
      .then((found) => this.#answer(request, response, fields, found))
      .catch((error: unknown) => this.#fail(request, response, error));
  }

  /** Checks the login before reading the file. */
  #receiveFile(request: IncomingMessage, response: ServerResponse): void {
    const unfit = unfitForFile(request.headers);
    if (unfit) return refuseEarly(request, response, unfit);
    const received = async () => {
      const session = await this.#deps.sessions.find(headerOf(request, 'token'), this.#cookiesOf(request));
      if (!session) return this.#answer(request, response, {}, undefined);
      const file = await receiveFile(request, this.#deps.filesUnderWay, session.memberId);
      if (typeof file === 'string') refuseEarly(request, response, file);
      else this.#answer(request, response, { file }, session);
    };
    received().catch((error: unknown) => this.#fail(request, response, error));
  }

  #answer(
    request: IncomingMessage,
    response: ServerResponse,
    fields: Fields,
    session: Session | Signer | undefined,
  ): void {
    const lang = resolveLanguage(headerOf(request, 'lang'), session?.lang);
    if (this.#call.member && !session) return sendRefusal(request, response, lang, { reason: 'login_required' });
    const cookies = this.#cookiesOf(request);
    this.#run(request, { fields, session, lang, cookies, requestId: requestIdOf(response) })
      .then((result) =>
        this.#send(request, response, { lang, result, more: this.#setCookies(result, session, cookies) }),
      )
      .catch((error: unknown) => this.#fail(request, response, error));
  }

  #send(
    request: IncomingMessage,
    response: ServerResponse,
    { lang, result, more }: { lang: string; result: Result<unknown>; more: readonly string[] },
  ): void {
    const call = this.#call;
    if (this.#deps.checkAnswers) checkAnswer(call, result);
    if (!result.ok) return sendRefusal(request, response, lang, result.refusal, more);
    const data = result.value ?? null;
    if (call.member || request.method === 'POST') {
      return sendJson(request, response, 200, opening(lang, call.name) + JSON.stringify(data) + CLOSING, more);
    }
    sendPrepared(request, response, hotContent(data).prepared(opening(lang, call.name), CLOSING));
  }

  #fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const reason = failureReason(error);
    this.#deps.log.error(
      { err: error, call: this.#call.name, reason, requestId: requestIdOf(response) },
      'member call failed',
    );
    if (response.headersSent) response.destroy();
    else refuseEarly(request, response, reason);
  }

  #cookiesOf(request: IncomingMessage): SessionCookies {
    return new SessionCookies(request, (each) => this.#deps.peers.isSecure(each));
  }

  /** After a call that opened or ended a session. */
  #setCookies(result: Result<unknown>, session: Session | undefined, cookies: SessionCookies): readonly string[] {
    if (!result.ok || this.#call.session === undefined) return [];
    if (this.#call.session === 'ends' && session) cookies.drop(session.hash);
    return cookies.headers();
  }
}

function refuseEarly(
  request: IncomingMessage,
  response: ServerResponse,
  reason: Reason,
  more: readonly string[] = [],
): void {
  sendRefusal(request, response, languageOf(request), { reason }, more);
}

/** Throws for an answer outside the contract, or a refusal whose words lack a parameter. */
function checkAnswer(call: Call, result: Result<unknown>): void {
  if (result.ok) call.output.parse(result.value);
  else if (statusOf(result.refusal.reason) !== 429 && refusalBody('en', result.refusal).includes('undefined')) {
    throw new Error(`the words of ${result.refusal.reason} lack a parameter`);
  }
}
