import { SearchField } from '@plimsoll/ui/console';
import { useEffect, useEffectEvent, useState } from 'react';
import { useIsHere } from '../use-is-here.ts';

const TYPED_MS = 300;

interface ListSearchProps {
  readonly words: string;
  readonly value: string;
  /** The query for a typed text. */
  readonly read: (typed: string) => string;
  readonly onChange: (value: string) => void;
}

/** Searches when typing stops. */
export function ListSearch({ words, value, read, onChange }: ListSearchProps) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [asked, setAsked] = useState(value);
  if (known !== value) {
    setKnown(value);
    // What was asked for here arrives: more may have been typed meanwhile. Another value comes from a link or a step back.
    if (value !== asked) {
      setTyped(value);
      setAsked(value);
    }
  }
  const isHere = useIsHere();
  const search = useEffectEvent((text: string, isThere: () => boolean) => {
    const next = read(text.trim());
    // A row may have been opened whose screen is not rendered yet: to search now would lead back to the list.
    if (text === asked || next === asked || !isThere()) return;
    setAsked(next);
    onChange(next);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(typed, isHere), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed, isHere]);
  return (
    <SearchField
      placeholder={words}
      className="w-56 max-w-full"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
