import { expect, test } from 'vitest';
import { errorsIn, fieldsOf, formAfter, named, NO_ERRORS, pictured } from './identity-form.ts';

const image = (url: string) => ({ url, name: 'id.jpg', preview: `blob:${url}` });
const EMPTY = { front_card: 'empty', back_card: 'empty' } as const;
const whole = pictured(
  pictured(named(formAfter(null), ' Lea Haven '), 'front_card', image('/front')),
  'back_card',
  image('/back'),
);

test('name, front and back are required, and a slot reports the state of its image', () => {
  expect(errorsIn(formAfter(null), EMPTY)).toEqual({
    name: true,
    images: { front_card: 'missing', back_card: 'missing' },
  });
  expect(errorsIn(named(formAfter(null), '  '), { front_card: 'uploading', back_card: 'failed' })).toEqual({
    name: true,
    images: { front_card: 'underWay', back_card: 'failed' },
  });
  expect(errorsIn(pictured(whole, 'back_card', undefined), EMPTY)).toEqual({
    name: false,
    images: { back_card: 'missing' },
  });
  expect(errorsIn(whole, { front_card: 'done', back_card: 'done' })).toBeUndefined();
});

test('an error disappears with the change of its own field', () => {
  const wrong = { ...formAfter(null), wrong: errorsIn(formAfter(null), EMPTY) ?? NO_ERRORS };
  expect(named(wrong, 'L').wrong).toEqual({ name: false, images: { front_card: 'missing', back_card: 'missing' } });
  expect(pictured(wrong, 'front_card', image('/front')).wrong).toEqual({
    name: true,
    images: { back_card: 'missing' },
  });
});

test('the fields are the addresses of the uploads and the trimmed name', () => {
  expect(fieldsOf(whole)).toEqual({ real_name: 'Lea Haven', front_card: '/front', back_card: '/back' });
});

test('after a refusal the name is filled in, and the images are required again', () => {
  const refused = {
    id: 1,
    real_name: 'Lea Harbor',
    front_card: '/a',
    back_card: '/b',
    status: 3,
    remark: 'spelled otherwise',
    addtime: '',
    updatetime: '',
  } as const;
  expect(formAfter(refused)).toEqual({ name: 'Lea Harbor', images: {}, wrong: NO_ERRORS });
});
