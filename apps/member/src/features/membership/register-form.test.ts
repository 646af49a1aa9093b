import { describe, expect, test } from 'vitest';
import { registerErrors, registerPayload, waysToRegister, type RegisterFields } from './register-form.ts';

const OFF = { verify_email_code: 0, verify_phone_code: 0, invie_code_switch: 0 } as const;
const fields = (change: Partial<RegisterFields> = {}): RegisterFields => ({
  by: 'email',
  email: 'lea@haven.example',
  phone: '',
  captcha: '',
  password: 'abcdef12',
  repassword: 'abcdef12',
  invitation: '',
  ...change,
});

test('a valid registration has no errors', () => {
  expect(registerErrors(fields(), OFF)).toEqual({});
  expect(registerErrors(fields({ by: 'phone', email: '', phone: '004512345678' }), OFF)).toEqual({});
});

test.each([
  '',
  'lea',
  'lea@haven',
  'lea @haven.example',
  '@haven.example',
  'lea@haven..example',
  '<lea@haven.example>',
  'lea\u200b@haven.example',
  'lea@hаrbour.example',
])('%j is no address', (email) => {
  expect(registerErrors(fields({ email }), OFF).account).toBe('badEmail');
});

test.each(['', '12345', '123456789012345678901', '+4512345678', '12 34 56', '١٢٣٤٥٦'])('%j is no phone', (phone) => {
  expect(registerErrors(fields({ by: 'phone', phone }), OFF).account).toBe('badPhone');
});

test.each(['correct horse battery staple', 'abcdef!1', 'pässword1', 'a'.repeat(128)])(
  '%j is one, as the server knows more than letters and digits',
  (password) => {
    expect(registerErrors(fields({ password, repassword: password }), OFF)).toEqual({});
  },
);

test.each(['abc12', 'a'.repeat(129), 'abc-de1', 'pass\u200bword', ''])('%j is no password', (password) => {
  expect(registerErrors(fields({ password, repassword: password }), OFF).password).toBe('badPassword');
});

test('the second password must be the first', () => {
  expect(registerErrors(fields({ repassword: 'abcdef13' }), OFF)).toEqual({ repassword: 'passwordsDiffer' });
});

test('the mailed code is required with an address alone, and only when the site requires it', () => {
  const asks = { verify_email_code: 1, verify_phone_code: 0 } as const;
  expect(registerErrors(fields({ captcha: ' ' }), asks)).toEqual({ captcha: 'captchaMissing' });
  expect(registerErrors(fields({ captcha: '123456' }), asks)).toEqual({});
  expect(registerErrors(fields({ by: 'phone', phone: '12345678' }), asks)).toEqual({});
});

test('the code of a text message likewise, with its own error', () => {
  const asks = { verify_email_code: 0, verify_phone_code: 1 } as const;
  expect(registerErrors(fields(), asks)).toEqual({});
  expect(registerErrors(fields({ by: 'phone', phone: '12345678' }), asks)).toEqual({ captcha: 'smsMissing' });
  const given = fields({ by: 'phone', phone: '12345678', captcha: ' 123456 ' });
  expect(registerErrors(given, asks)).toEqual({});
  expect(registerPayload(given, { ...OFF, ...asks })).toMatchObject({ type: 1, captcha: '123456' });
});

describe('the payload', () => {
  test('has type 2 and the address, or type 1 and the phone', () => {
    expect(registerPayload(fields({ phone: '123456' }), OFF)).toMatchObject({
      type: 2,
      email: 'lea@haven.example',
      phone: '',
    });
    expect(registerPayload(fields({ by: 'phone', phone: ' 123456 ' }), OFF)).toMatchObject({
      type: 1,
      email: '',
      phone: '123456',
    });
  });
  test('leaves out what the site does not require', () => {
    const full = fields({ captcha: '123456', invitation: 'PLM1' });
    expect(registerPayload(full, OFF)).toMatchObject({ code: '', captcha: '' });
    expect(registerPayload(full, { verify_email_code: 1, verify_phone_code: 0, invie_code_switch: 1 })).toMatchObject({
      code: 'PLM1',
      captcha: '123456',
    });
  });
});

test('only ways that are switched on are offered', () => {
  expect(waysToRegister({ email_register_switch: 1, phone_register_switch: 1 })).toEqual(['email', 'phone']);
  expect(waysToRegister({ email_register_switch: 0, phone_register_switch: 1 })).toEqual(['phone']);
  expect(waysToRegister({ email_register_switch: 0, phone_register_switch: 0 })).toEqual([]);
});
