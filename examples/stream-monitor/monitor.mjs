import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    symbol: { type: 'string', default: 'btcusdt' },
    /** Seconds without a message after which it warns. */
    silent: { type: 'string', default: '10' },
    /** Ends after so many lines. */
    lines: { type: 'string', default: 'Infinity' },
  },
});
const RETRY_MS = 2000;

let bar;
let mark;
let lastMs = Date.now();
let printed = 0;
let socket;

/** Every frame of the server is gzip: JSON, or the text `ping`, which wants a `pong`. */
function read(data) {
  const text = gunzipSync(Buffer.from(data)).toString();
  lastMs = Date.now();
  if (text === 'ping') return socket.send('pong');
  const message = JSON.parse(text);
  if (message.error) {
    console.error(`refused: ${message.error} ${message.sub ?? ''}`);
    process.exit(1);
  }
  if (message.mark) mark = message.mark;
  else if (message.tick) bar = message.tick;
}

function connect() {
  socket = new WebSocket(`${values.url.replace(/^http/, 'ws')}/stream`);
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('open', () => {
    for (const key of [`${values.symbol}_1`, `${values.symbol}_mark`]) socket.send(JSON.stringify({ sub: key }));
  });
  socket.addEventListener('message', ({ data }) => read(data));
  socket.addEventListener('close', () => {
    console.error('connection closed, connecting again');
    setTimeout(connect, RETRY_MS);
  });
}

connect();
setInterval(() => {
  const silentS = Math.floor((Date.now() - lastMs) / 1000);
  if (silentS >= Number(values.silent)) console.error(`WARNING nothing for ${silentS} s`);
  else if (bar && mark) {
    console.log(
      `${values.symbol} last ${bar.close} (minute ${bar.low} to ${bar.high}) mark ${mark.price} #${mark.seq} of ${mark.sources} sources`,
    );
    printed += 1;
    if (printed >= Number(values.lines)) process.exit(0);
  }
}, 1000);
