import { beforeEach, expect, test } from 'vitest';
import { enter, leave } from '../../platform/session.ts';
import { askForPassword, forgetPassword, handPassword, takePassword } from './handed-password.ts';

beforeEach(forgetPassword);

test('the form that asked for a payment password gets it, once', () => {
  askForPassword('/withdrawal');
  expect(takePassword('/withdrawal')).toBeUndefined();
  handPassword('anchor4down');
  expect(takePassword('/withdrawal')).toBe('anchor4down');
  expect(takePassword('/withdrawal')).toBeUndefined();
});

test('another form gets nothing, and then nobody does', () => {
  askForPassword('/withdrawal');
  handPassword('anchor4down');
  expect(takePassword('/transfer')).toBeUndefined();
  expect(takePassword('/withdrawal')).toBeUndefined();
});

test('what was set without a form that asked is kept for nobody', () => {
  handPassword('anchor4down');
  expect(takePassword('/withdrawal')).toBeUndefined();
  askForPassword('/withdrawal');
  handPassword('anchor4down');
  forgetPassword();
  expect(takePassword('/withdrawal')).toBeUndefined();
});

test('it ends with the login that it was set in: the next member on this page does not get it', () => {
  enter('token-of-lea', 'lea', false);
  askForPassword('/withdrawal');
  handPassword('Anchor7down');
  leave();
  enter('token-of-mia', 'mia', false);
  expect(takePassword('/withdrawal')).toBeUndefined();
});
