import app from '@plimsoll/i18n/locales/en/app.json' with { type: 'json' };
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, test } from 'vitest';
import { ImageField, type ImageSlot } from './image-field.tsx';

const nothing = () => {};
const draw = (slot: ImageSlot, more: { readonly error?: string; readonly help?: string } = {}): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en" timeZone="UTC" messages={{ app }}>
      <ImageField
        label="Proof of payment"
        aside="up to 8 MB"
        slot={slot}
        onChoose={nothing}
        onRemove={nothing}
        onRetry={nothing}
        {...more}
      />
    </IntlProvider>,
  );
const buttons = (html: string): string[] =>
  [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/g)].map(
    ([, attributes = '', inside = '']) =>
      /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? inside.replaceAll(/<[^>]*>/g, ''),
  );
const PREVIEW = 'blob:a-picture';

test('an empty slot is one control that takes one image of the three kinds', () => {
  const html = draw({ state: 'empty' });
  expect(html).toContain('accept="image/jpeg,image/png,image/webp"');
  expect(html).not.toMatch(/multiple|<img|progressbar/);
  expect(buttons(html)).toEqual([]);
  expect(html).toContain('Take or choose a photo');
});

test('while uploading it shows the picture and the progress, and can be cancelled', () => {
  const html = draw({ state: 'uploading', preview: PREVIEW, percent: 45 });
  expect(html).toContain(`src="${PREVIEW}"`);
  expect(html).toContain('aria-valuenow="45"');
  expect(html).toContain('width:45%');
  expect(buttons(html)).toEqual(['Cancel upload']);
  expect(html).not.toContain('type="file"');
});

test('when done it can only be removed', () => {
  const html = draw({ state: 'done', preview: PREVIEW });
  expect(buttons(html)).toEqual(['Remove image']);
  expect(html).toMatch(/role="status"[^>]*>.*Uploaded<\/p>/);
  expect(html).not.toContain('progressbar');
});

test('when failed it can be tried again or removed, and says so', () => {
  const html = draw({ state: 'failed', preview: PREVIEW }, { error: 'The connection was lost' });
  expect(buttons(html)).toEqual(['Try again', 'Remove image']);
  expect(html).toMatch(/role="status"[^>]*>.*Upload failed<\/p>/);
  expect(html).toContain('The connection was lost');
});

test('an error is read with the control, and replaces the help', () => {
  const html = draw({ state: 'empty' }, { error: 'Add the proof of payment', help: 'Stored without location' });
  const [, note = ''] = /<p id="([^"]+)"[^>]*>.*Add the proof/.exec(html) ?? [];
  expect(note).not.toBe('');
  expect(html).toMatch(new RegExp(`<input[^>]*aria-invalid="true"[^>]*aria-describedby="${note}"`));
  expect(html).not.toContain('Stored without location');
});
