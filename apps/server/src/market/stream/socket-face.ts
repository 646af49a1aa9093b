import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Clock, Timer } from '../../platform/clock.ts';
import { callBack } from '../../platform/listeners.ts';
import type { Log } from '../../platform/log.ts';
import { TokenBucket } from '../../platform/throttle.ts';
import { Client } from './client.ts';
import type { Frame } from './frame.ts';
import type { Dropped } from './stream-figures.ts';

/** A client that has not answered this many pings is closed instead of being sent another. */
const MAX_OWED = 2;
const MAX_MESSAGE_BYTES = 4096;
/** Messages a second of one client, and as many at once; one that sends more is closed. */
const MAX_MESSAGES = 1_000;
/** How long a client has to answer a goodbye. */
const PARTING_MS = 1_000;
/** Codes of a close (RFC 6455, 7.4.1). */
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const SERVER_ERROR = 1011;

/** What is spoken on a path. */
export interface Protocol {
  readonly pingMs: number;
  ping(): Frame;
  /** A text message came; `text` is undefined when it was binary. */
  hear(client: Client, text: string | undefined): void;
  /** A client is gone. */
  left?(client: Client): void;
}

interface FaceOptions {
  readonly clock: Clock;
  readonly protocol: Protocol;
  /** Hears of every client that was cut. */
  readonly dropped?: (why: Dropped) => void;
  /** Where it says that a message could not be answered. */
  readonly log?: Pick<Log, 'error'> | undefined;
}

/**
 * The sockets of one protocol: takes them over, keeps them alive, and lets go of those that do not answer, say too much
 * or do not read.
 */
export class SocketFace {
  readonly #clock: Clock;
  readonly #protocol: Protocol;
  readonly #dropped: (why: Dropped) => void;
  readonly #messages: TokenBucket;
  readonly #sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    clientTracking: false,
  });
  readonly #log: Pick<Log, 'error'> | undefined;
  readonly #clients = new Map<WebSocket, Client>();
  #pinging: Timer;
  #welcomed = 0;

  constructor({ clock, protocol, dropped = () => {}, log }: FaceOptions) {
    this.#log = log;
    this.#clock = clock;
    this.#protocol = protocol;
    this.#dropped = dropped;
    this.#messages = new TokenBucket(clock, MAX_MESSAGES);
    this.#pinging = this.#pingLater();
  }

  /** Sockets that are connected. */
  get size(): number {
    return this.#clients.size;
  }

  /** Takes over a request to upgrade. */
  accept(request: IncomingMessage, wire: Duplex, head: Buffer): void {
    this.#sockets.handleUpgrade(request, wire, head, (socket) => this.#welcome(socket, wire));
  }

  /** Bids every client goodbye; those who do not answer are cut. */
  close(): void {
    this.#pinging.cancel();
    for (const socket of this.#clients.keys()) this.#part(socket, GOING_AWAY, 'the server ends');
    this.#sockets.close();
  }

  /** Bids a client goodbye, and cuts it when it does not answer. */
  #part(socket: WebSocket, code: number, reason: string): void {
    socket.close(code, reason);
    this.#clock.after(PARTING_MS, () => socket.terminate());
  }

  #welcome(socket: WebSocket, wire: Duplex): void {
    this.#welcomed += 1;
    const client = new Client(String(this.#welcomed), socket, wire, () => this.#dropped('slow'));
    this.#clients.set(socket, client);
    socket.on('message', (data, isBinary) => {
      // What was sent before a close that is on its way is not answered any more.
      if (socket.readyState !== socket.OPEN) return;
      if (this.#messages.take(client.name) > 0) {
        this.#part(socket, POLICY_VIOLATION, 'too many messages');
        this.#dropped('loud');
      } else {
        const message = isBinary || !Buffer.isBuffer(data) ? undefined : data.toString();
        if (!callBack('stream.message', this.#log, () => this.#protocol.hear(client, message)))
          this.#part(socket, SERVER_ERROR, 'the message could not be answered');
      }
    });
    socket.on('close', () => {
      client.leave();
      this.#messages.forget(client.name);
      this.#protocol.left?.(client);
      this.#clients.delete(socket);
    });
    // A broken frame or one too large ends the connection; 'close' follows.
    socket.on('error', () => socket.terminate());
  }

  #pingLater(): Timer {
    return this.#clock.after(this.#protocol.pingMs, () => {
      const ping = this.#protocol.ping();
      for (const [socket, client] of this.#clients) {
        if (client.owed >= MAX_OWED) {
          // One that is being cut is not counted again.
          if (socket.readyState === socket.OPEN) this.#dropped('silent');
          socket.terminate();
        } else {
          client.owed += 1;
          client.send(ping);
        }
      }
      this.#pinging = this.#pingLater();
    });
  }
}
