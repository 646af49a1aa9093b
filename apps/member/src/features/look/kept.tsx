import { memo, type ReactNode } from 'react';

interface KeptProps {
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Draws its children as they last were while open: the form that they show empties itself when it is sent. */
export const Kept = memo(
  function Kept({ children }: KeptProps) {
    return children;
  },
  (_before, { isOpen }) => !isOpen,
);
