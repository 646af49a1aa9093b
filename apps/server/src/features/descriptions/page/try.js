// Sends what a form of the page describes, and shows the answer. Nothing is stored.

const token = document.querySelector('#token');
const filter = document.querySelector('#filter');
const isOperator = document.body.dataset.api === 'operator';

/** For one submit: repeating it moves nothing twice. Pages without TLS have no randomUUID. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Fields that were filled in; those marked as JSON are parsed. */
const fieldsOf = (form) =>
  [...form.elements]
    .filter(({ name, type, value }) => name !== '' && type !== 'file' && value !== '')
    .map((field) => [field.name, 'json' in field.dataset ? JSON.parse(field.value) : field.value]);

function requestOf(form) {
  const { method, path, idempotent, file } = form.dataset;
  const given = fieldsOf(form);
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const values = new Map(given);
  const url = path.replaceAll(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(values.get(name) ?? ''));
  const rest = given.filter(([name]) => !inPath.has(name));
  const headers = new Headers({ Lang: 'en' });
  if (token.value !== '')
    headers.set(isOperator ? 'Authorization' : 'Token', isOperator ? `Bearer ${token.value}` : token.value);
  if (idempotent !== undefined) headers.set('Idempotency-Key', newKey());
  if (method === 'GET') return [`${url}?${new URLSearchParams(rest)}`, { method, headers }];
  if (file !== undefined) {
    const body = new FormData();
    body.set('file', form.querySelector('[type=file]').files[0] ?? new Blob());
    return [url, { method, headers, body }];
  }
  headers.set('Content-Type', 'application/json');
  return [url, { method, headers, body: JSON.stringify(Object.fromEntries(rest)) }];
}

/** A login's answer is used from then on. */
function keepToken(body) {
  const given = isOperator ? body?.token : body?.data?.userinfo?.token;
  if (typeof given === 'string') token.value = given;
}

async function answerOf(form) {
  const response = await fetch(...requestOf(form));
  const text = await response.text();
  let shown = text;
  try {
    const body = JSON.parse(text);
    keepToken(body);
    shown = JSON.stringify(body, null, 2);
  } catch {
    // An answer without a body.
  }
  return `${response.status}\n${shown}`;
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.path === undefined) return;
  event.preventDefault();
  const [button, output] = [form.querySelector('button'), form.querySelector('output')];
  button.disabled = true;
  void answerOf(form)
    .catch((error) => String(error))
    .then((text) => {
      const shown = document.createElement('pre');
      shown.textContent = text;
      output.replaceChildren(shown);
    })
    .finally(() => {
      button.disabled = false;
      button.focus();
    });
});

filter.addEventListener('input', () => {
  const wanted = filter.value.trim().toLowerCase();
  for (const section of document.querySelectorAll('section')) {
    const calls = [...section.querySelectorAll('details')];
    for (const call of calls) call.hidden = !call.dataset.words.includes(wanted);
    section.hidden = calls.every((call) => call.hidden);
  }
});
