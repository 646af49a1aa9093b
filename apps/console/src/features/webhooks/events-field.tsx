import type { WebhookEvent } from '@plimsoll/contract/operator';
import { Check } from '@plimsoll/ui';
import { useId } from 'react';
import type { OwnField } from '../../platform/resource/index.ts';
import { EVENTS, useWebhookWords } from './webhook-words.ts';

const chosenIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Which types of messages an endpoint receives. */
export function EventsField({ label, help, value, onChange, error, disabled }: OwnField) {
  const { typeOf } = useWebhookWords();
  const noteId = useId();
  const chosen = chosenIn(value);
  const choose = (event: WebhookEvent, isOn: boolean) =>
    onChange(EVENTS.filter((each) => (each === event ? isOn : chosen.includes(each))));
  return (
    <fieldset disabled={disabled} aria-describedby={noteId}>
      <legend className="mb-1 text-13 text-ink-2">{label}</legend>
      <div className="grid">
        {EVENTS.map((event) => (
          <Check key={event} checked={chosen.includes(event)} onChange={(isOn) => choose(event, isOn)}>
            {typeOf(event)}
          </Check>
        ))}
      </div>
      {error === undefined ? (
        <p id={noteId} className="mt-1 text-12 text-ink-3">
          {help}
        </p>
      ) : (
        <p id={noteId} role="alert" className="mt-1 text-12 text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
