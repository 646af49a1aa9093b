import { ImageField, type ImageSlot } from '@plimsoll/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ask } from '../api.ts';
import { useProblemWords } from '../problem-words.ts';

interface ImageInputProps {
  readonly label: string;
  readonly error: string | undefined;
  readonly help?: ReactNode;
  /** Address of the image, or empty. */
  readonly value: string;
  readonly onChange: (url: string) => void;
  readonly disabled: boolean;
}

/** An image, uploaded when chosen; the form keeps its address. */
export function ImageInput({ label, error, help, value, onChange, disabled }: ImageInputProps) {
  const words = useProblemWords();
  const [underWay, setUnderWay] = useState<{
    readonly file: File;
    readonly preview: string;
    readonly failure?: string;
  }>();
  useEffect(
    () => () => {
      if (underWay) URL.revokeObjectURL(underWay.preview);
    },
    [underWay],
  );
  /** The image that was chosen last, or none: the answer to an earlier one counts no more. */
  const latest = useRef<object>(undefined);
  useEffect(
    () => () => {
      latest.current = undefined;
    },
    [],
  );
  const send = async (file: File) => {
    const sending = { file, preview: URL.createObjectURL(file) };
    latest.current = sending;
    setUnderWay(sending);
    try {
      const { data } = await ask<{ url: string }>('POST', '/uploads', { file });
      if (latest.current !== sending) return;
      onChange(data.url);
      setUnderWay(undefined);
    } catch (failure) {
      if (latest.current === sending) setUnderWay({ ...sending, failure: words(failure) });
    }
  };
  const slot: ImageSlot = underWay
    ? underWay.failure === undefined
      ? { state: 'uploading', preview: underWay.preview, percent: 50 }
      : { state: 'failed', preview: underWay.preview }
    : value === ''
      ? { state: 'empty' }
      : { state: 'done', preview: value };
  return (
    <fieldset disabled={disabled}>
      <ImageField
        label={label}
        slot={slot}
        error={underWay?.failure ?? error}
        help={help}
        onChoose={(file) => void send(file)}
        onRemove={() => {
          latest.current = undefined;
          setUnderWay(undefined);
          onChange('');
        }}
        onRetry={() => {
          if (underWay) void send(underWay.file);
        }}
      />
    </fieldset>
  );
}
