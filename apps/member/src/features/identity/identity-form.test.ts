import { expect, test } from 'vitest';
import { errorsIn, fieldsOf, formAfter, named, NO_ERRORS, pictured } from './identity-form.ts';

const image = (url: string) => ({ url, name: 'id.jpg', preview: `blob:${url}` });
const EMPTY = { front_card: 'empty', back_card: 'empty' } as const;
const whole = pictured(
  pictured(named(formAfter(null), ' Lea Harbour '), 'front_card', image('/front')),
  'back_card',
  image('/back'),
);

test('name, front and back are each needed, and a slot says how far its image is', () => {
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

test('what was wrong is right as soon as it is changed, and nothing else is', () => {
  const wrong = { ...formAfter(null), wrong: errorsIn(formAfter(null), EMPTY) ?? NO_ERRORS };
  expect(named(wrong, 'L').wrong).toEqual({ name: false, images: { front_card: 'missing', back_card: 'missing' } });
  expect(pictured(wrong, 'front_card', image('/front')).wrong).toEqual({
    name: true,
    images: { back_card: 'missing' },
  });
});

test('it is sent with the links that the uploads answered, and the name without its edges', () => {
  expect(fieldsOf(whole)).toEqual({ real_name: 'Lea Harbour', front_card: '/front', back_card: '/back' });
});

test('after a refusal the name is there to be corrected, and the images are to be sent anew', () => {
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
