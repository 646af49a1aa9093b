import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ManualClock } from './clock.ts';
import { createMailer, type MailOutcome } from './mail.ts';

const clock = new ManualClock(Date.UTC(2026, 0, 1));
const mail = { to: 'reader@example.com', subject: 'Your code is 123456', text: 'Hello\n\nيوم 123456' };

const logger = () => {
  const lines: { details: object; message: string }[] = [];
  const note = (details: object, message: string) => {
    lines.push({ details, message });
  };
  return { lines, info: note, error: note };
};

test('without a server each mail is a whole file, named in the log', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'mail-')), 'mail');
  const log = logger();
  const mailer = createMailer({ from: 'Plimsoll <no-reply@example.com>', folder, clock, log });
  mailer.send(mail);
  mailer.send(mail);
  await mailer.settled();
  const names = await readdir(folder);
  expect(names).toHaveLength(2);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  const text = await readFile(join(folder, names[0] ?? ''), 'utf8');
  expect(text).toMatch(/^To: reader@example\.com$/m);
  expect(text).toMatch(/^Subject: Your code is 123456$/m);
  expect(text).toContain('123456');
  expect(log.lines.map(({ details }) => details)).toEqual(
    expect.arrayContaining(names.map((name) => ({ file: join(folder, name) }))),
  );
  expect(JSON.stringify(log.lines)).not.toContain('123456');
});

test('an address cannot name a second receiver or a header', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'));
  const mailer = createMailer({ from: 'a@example.com', folder, clock, log: logger() });
  mailer.send({ ...mail, to: 'a@b.co,other@b.co' });
  mailer.send({ ...mail, to: 'a@b.co\r\nBcc: other@b.co' });
  await mailer.settled();
  for (const name of await readdir(folder)) {
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).not.toMatch(/^Bcc:/m);
    expect(text).not.toMatch(/^To: .*, ?other@b\.co$/m);
  }
});

test('with a server mails go there, and a failure is logged and not thrown', async () => {
  const commands: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      commands.push(text);
      if (inData) {
        if (!text.endsWith('\r\n.\r\n')) return;
        inData = false;
        socket.write('250 taken\r\n');
      } else if (text.startsWith('DATA')) {
        inData = true;
        socket.write('354 go\r\n');
      } else socket.write(text.startsWith('QUIT') ? '221 bye\r\n' : '250 test\r\n');
    });
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const log = logger();
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'a@example.com',
    folder: '/nonexistent',
    clock,
    log,
  });
  mailer.send(mail);
  await mailer.settled();
  expect(commands.join('')).toMatch(/RCPT TO:<reader@example\.com>/);
  expect(commands.join('')).toContain('Subject: Your code is 123456');
  await new Promise((resolve) => {
    server.close(resolve);
  });
  mailer.send(mail);
  await mailer.settled();
  expect(log.lines).toMatchObject([{ message: 'sending mail failed' }]);
});

const SILENCE = 'silence';
/** Set replies to commands; hangs up where one is empty, says nothing to {@link SILENCE}, and accepts everything else. */
async function smtpServer(
  replies: Readonly<Record<string, string>>,
): Promise<{ readonly url: string; readonly end: () => Promise<unknown> }> {
  const server = createServer((socket) => {
    let inData = false;
    const say = (what: string, usual: string) => {
      const reply = replies[what] ?? usual;
      if (reply === '') socket.destroy();
      else if (reply !== SILENCE) socket.write(`${reply}\r\n`);
    };
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString();
      if (inData) {
        if (!text.endsWith('\r\n.\r\n')) return;
        inData = false;
        say('.', '250 taken');
      } else if (text.startsWith('DATA')) {
        inData = true;
        say('DATA', '354 go');
      } else say(text.slice(0, 4), text.startsWith('QUIT') ? '221 bye' : '250 test');
    });
    say('greeting', '220 test');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  };
}

test.each<[string, Record<string, string>, MailOutcome]>([
  ['takes it', {}, 'sent'],
  ['knows no such address', { RCPT: '550 unknown' }, 'refused'],
  ['wants it later', { RCPT: '451 later' }, 'later'],
  ['will not have its content', { '.': '554 no' }, 'refused'],
  ['is full', { '.': '452 full' }, 'later'],
  ['hangs up when it has all of it', { '.': '' }, 'doubtful'],
])('a mail server that %s leaves the mail %j: %s', async (_what, replies, outcome) => {
  const { url, end } = await smtpServer(replies);
  const mailer = createMailer({ smtpUrl: url, from: 'a@example.com', folder: '/nonexistent', clock, log: logger() });
  expect(await mailer.deliver(mail)).toBe(outcome);
  await end();
});

test('a mail to an unreachable server or an unwritable folder was not sent', async () => {
  const { url, end } = await smtpServer({});
  await end();
  const away = createMailer({ smtpUrl: url, from: 'a@example.com', folder: '/nonexistent', clock, log: logger() });
  expect(await away.deliver(mail)).toBe('later');
  const full = createMailer({ from: 'a@example.com', folder: '/dev/null/mail', clock, log: logger() });
  expect(await full.deliver(mail)).toBe('later');
});

test.each<[string, Record<string, string>, MailOutcome]>([
  ['greets', { greeting: SILENCE }, 'later'],
  ['takes what it was sent', { '.': SILENCE }, 'doubtful'],
])('a mail server that never %s is given up', async (_what, replies, outcome) => {
  const { url, end } = await smtpServer(replies);
  const mailer = createMailer({
    smtpUrl: url,
    from: 'a@example.com',
    folder: '/nonexistent',
    clock,
    log: logger(),
    connectWithinMs: 200,
    answerWithinMs: 400,
  });
  expect(await mailer.deliver(mail)).toBe(outcome);
  await end();
});

test('handing a mail over does not wait; above the limit it is dropped, but for those of the outbox', async () => {
  const { url, end } = await smtpServer({ greeting: SILENCE });
  const log = logger();
  const mailer = createMailer({
    smtpUrl: url,
    from: 'a@example.com',
    folder: '/nonexistent',
    clock,
    log,
    connectWithinMs: 1_000,
  });
  for (let turn = 0; turn < 101; turn += 1) mailer.send(mail);
  const dropped = { message: 'mail dropped, the mail server does not keep up', details: { underWay: 100 } };
  expect(log.lines).toMatchObject([dropped]);
  await mailer.deliver(mail);
  await mailer.settled();
  const failed = log.lines.filter(({ message }) => message === 'sending mail failed');
  expect(failed).toHaveLength(101);
  expect(log.lines).toHaveLength(102);
  await end();
});
