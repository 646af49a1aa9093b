import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock, Timer } from '../../platform/clock.ts';
import { callBack } from '../../platform/listeners.ts';
import type { Log } from '../../platform/log.ts';
import type { NewsFrom } from '../../platform/news/index.ts';
import { TokenBucket } from '../../platform/throttle.ts';
import { Client } from './client.ts';
import type { Frame } from './frame.ts';
import type { Dropped } from './stream-figures.ts';
import { Waiting } from './waiting.ts';

/** A client with this many unanswered pings is disconnected. */
const MAX_UNANSWERED_PINGS = 2;
const MAX_MESSAGE_BYTES = 4096;
/** Maximum messages a second of one client, and burst; a client beyond it is disconnected. */
const MAX_MESSAGES_PER_SECOND = 1_000;
const CLOSE_TIMEOUT_MS = 1_000;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const SERVER_ERROR = 1011;

export interface Protocol {
  readonly pingMs: number;
  ping(): Frame;
  /** What is kept of a handshake, for a protocol that logs in. */
  from?(request: IncomingMessage): NewsFrom | undefined;
  receive(client: Client, text: string | undefined): void;
  left?(client: Client): void;
}

interface SocketServerOptions {
  readonly clock: Clock;
  readonly protocol: Protocol;
  readonly dropped?: (why: Dropped) => void;
  readonly log?: Pick<Log, 'error'> | undefined;
  /** Of all sockets of the process. */
  readonly waiting?: Waiting;
  /** Messages of each network, at all paths. */
  readonly messagesOfOne?: Pick<TokenBucket, 'take'>;
}

/** The sockets of one protocol. Pings them, and disconnects those that do not answer, send too much or do not read. */
export class SocketServer {
  readonly #clock: Clock;
  readonly #protocol: Protocol;
  readonly #dropped: (why: Dropped) => void;
  readonly #messages: TokenBucket;
  readonly #waiting: Waiting;
  readonly #messagesOfOne: Pick<TokenBucket, 'take'>;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    clientTracking: false,
  });
  readonly #log: Pick<Log, 'error'> | undefined;
  readonly #clients = new Map<WebSocket, Client>();
  #pinging: Timer;
  #accepted = 0;

  constructor({
    clock,
    protocol,
    dropped = () => {},
    log,
    waiting = new Waiting(),
    messagesOfOne = { take: () => 0 },
  }: SocketServerOptions) {
    this.#messagesOfOne = messagesOfOne;
    this.#log = log;
    this.#waiting = waiting;
    this.#clock = clock;
    this.#protocol = protocol;
    this.#dropped = dropped;
    this.#messages = new TokenBucket(clock, MAX_MESSAGES_PER_SECOND);
    this.#pinging = this.#pingLater();
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Serves a socket; `network` is whose it is, where that is counted. */
  accept(request: IncomingMessage, wire: Duplex, head: Buffer, network?: string): void {
    this.#sockets.handleUpgrade(request, wire, head, (socket) =>
      this.#admit(socket, wire, { network, from: this.#protocol.from?.(request) }),
    );
  }

  /** Closes every client's socket; those that do not answer are terminated. */
  close(): void {
    this.#pinging.cancel();
    for (const socket of this.#clients.keys()) this.#closeSocket(socket, GOING_AWAY, 'the server ends');
    this.#sockets.close();
  }

  /** Closes a socket, and terminates it without an answer in time. */
  #closeSocket(socket: WebSocket, code: number, reason: string): void {
    socket.close(code, reason);
    this.#clock.after(CLOSE_TIMEOUT_MS, () => socket.terminate());
  }

  #isLoud({ name, network }: Client): boolean {
    if (this.#messages.take(name) > 0) return true;
    return network !== undefined && this.#messagesOfOne.take(network) > 0;
  }

  #admit(
    socket: WebSocket,
    wire: Duplex,
    whose: { readonly network: string | undefined; readonly from: NewsFrom | undefined },
  ): void {
    this.#accepted += 1;
    const client = new Client(String(this.#accepted), socket, wire, {
      ...whose,
      tooSlow: () => this.#dropped('slow'),
      waiting: this.#waiting,
    });
    this.#clients.set(socket, client);
    socket.on('message', (data, isBinary) => {
      if (socket.readyState !== socket.OPEN) return;
      if (this.#isLoud(client)) {
        this.#closeSocket(socket, POLICY_VIOLATION, 'too many messages');
        this.#dropped('loud');
      } else {
        const message = isBinary || !Buffer.isBuffer(data) ? undefined : data.toString();
        if (!callBack('stream.message', this.#log, () => this.#protocol.receive(client, message)))
          this.#closeSocket(socket, SERVER_ERROR, 'the message could not be answered');
      }
    });
    socket.on('close', () => {
      client.leave();
      this.#messages.forget(client.name);
      this.#protocol.left?.(client);
      this.#clients.delete(socket);
    });
    // A broken or oversized frame ends the connection; 'close' follows.
    socket.on('error', () => socket.terminate());
  }

  #pingLater(): Timer {
    return this.#clock.after(this.#protocol.pingMs, () => {
      const ping = this.#protocol.ping();
      for (const [socket, client] of this.#clients) {
        if (client.unansweredPings >= MAX_UNANSWERED_PINGS) {
          if (socket.readyState === socket.OPEN) this.#dropped('silent');
          socket.terminate();
        } else {
          client.unansweredPings += 1;
          client.send(ping);
        }
      }
      this.#pinging = this.#pingLater();
    });
  }
}
