import type { ImageSlot } from '@plimsoll/ui';
import { useEffect, useRef, useState } from 'react';
import { reportFailure } from './client.ts';
import { Lost, Refusal } from './envelope.ts';
import { currentLanguage } from './language.ts';
import { currentToken } from './session.ts';
import { createUpload } from './upload.ts';

/** Largest image that the server takes (RULES 7). */
const MAX_BYTES = 8 * 2 ** 20;

const upload = createUpload({
  open: () => new XMLHttpRequest(),
  headers: () => ({ Token: currentToken() ?? '', Lang: currentLanguage() }),
  isOnline: () => navigator.onLine,
});

export interface SentImage {
  readonly url: string;
  readonly name: string;
  readonly preview: string;
}

export type ImageFailure = { readonly why: 'tooLarge' | 'lost' } | { readonly why: 'refused'; readonly words: string };

export interface ImageSlotState {
  readonly slot: ImageSlot;
  readonly name: string | undefined;
  readonly failure: ImageFailure | undefined;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
  readonly retry: () => void;
}

interface Chosen {
  readonly name: string;
  readonly slot: ImageSlot;
}

const NOTHING: ImageSlot = { state: 'empty' };

/**
 * One image, sent as soon as it is chosen. `kept` is one sent before; `onSent` receives what the server has now,
 * undefined when removed.
 */
export function useImageSlot(
  kept: SentImage | undefined,
  onSent: (image: SentImage | undefined) => void,
): ImageSlotState {
  const [chosen, setChosen] = useState<Chosen | undefined>(
    kept && { name: kept.name, slot: { state: 'done', preview: kept.preview } },
  );
  const [failure, setFailure] = useState<ImageFailure>();
  const file = useRef<File>(undefined);
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  const send = async (picked: File, preview: string): Promise<void> => {
    const control = new AbortController();
    underWay.current = control;
    const show = (slot: ImageSlot) => {
      if (underWay.current === control) setChosen({ name: picked.name, slot });
    };
    setFailure(undefined);
    show({ state: 'uploading', preview, percent: 0 });
    try {
      const { url } = await upload(picked, {
        signal: control.signal,
        onProgress: (percent) => show({ state: 'uploading', preview, percent }),
      });
      show({ state: 'done', preview });
      if (underWay.current === control) onSent({ url, name: picked.name, preview });
    } catch (error) {
      if (control.signal.aborted) return;
      show({ state: 'failed', preview });
      setFailure(error instanceof Refusal ? { why: 'refused', words: error.message } : { why: 'lost' });
      if (error instanceof Refusal || error instanceof Lost) reportFailure(error);
    }
  };

  const remove = () => {
    underWay.current?.abort();
    underWay.current = undefined;
    if (chosen && chosen.slot.state !== 'empty') URL.revokeObjectURL(chosen.slot.preview);
    file.current = undefined;
    setChosen(undefined);
    setFailure(undefined);
    onSent(undefined);
  };
  const choose = (picked: File) => {
    if (picked.size > MAX_BYTES) {
      setFailure({ why: 'tooLarge' });
      return;
    }
    file.current = picked;
    void send(picked, URL.createObjectURL(picked));
  };
  const retry = () => {
    if (file.current && chosen?.slot.state === 'failed') void send(file.current, chosen.slot.preview);
  };
  return { slot: chosen?.slot ?? NOTHING, name: chosen?.name, failure, choose, remove, retry };
}
