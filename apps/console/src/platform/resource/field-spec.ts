import type { RaRecord } from 'ra-core';
import type { ReactNode } from 'react';

/** Props of a field that a screen draws itself. */
export interface OwnField {
  readonly label: string;
  readonly help: ReactNode;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

/** A field of a form. */
export interface FieldSpec {
  /** The wire's name. */
  readonly name: string;
  readonly label: string;
  /**
   * `decimal` is sent as typed; `whole` has no places; `row` is a row of another resource; `own` is drawn by `draw`.
   */
  readonly kind:
    | 'text'
    | 'long'
    | 'html'
    | 'decimal'
    | 'whole'
    | 'flag'
    | 'choice'
    | 'row'
    | 'member'
    | 'image'
    | 'password'
    | 'own';
  /** In one of the two forms only. */
  readonly on?: 'create' | 'edit';
  /** May be empty: sent as empty text, or left out. */
  readonly isOptional?: 'empty' | 'left-out';
  readonly help?: ReactNode;
  readonly unit?: string;
  /** A fraction is shown in percent too. */
  readonly rate?: 'fraction';
  /** Of a `choice`; a number is sent as a number. */
  readonly options?: readonly { readonly value: string | number; readonly label: string }[];
  /** Label of the empty choice. */
  readonly none?: string;
  /** Of a `row`: source, names, and the value to send if not the id. */
  readonly rows?: {
    readonly resource: string;
    readonly nameOf: (row: RaRecord) => string;
    readonly keyOf?: (row: RaRecord) => string | number;
    readonly isFit?: (row: RaRecord) => boolean;
  };
  readonly heading?: string;
  /** Shares its line with the next half field. */
  readonly isHalf?: boolean;
  readonly shownIf?: (values: Readonly<Record<string, unknown>>) => boolean;
  readonly draw?: (field: OwnField) => ReactNode;
  /** Of an `own`: the value to send. */
  readonly send?: (value: unknown) => unknown;
}
