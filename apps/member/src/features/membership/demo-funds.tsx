import { useQueryClient } from '@tanstack/react-query';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit, type Submit } from '../../platform/submit.ts';

interface DemoFundsProps {
  readonly children: (submit: Submit) => React.ReactNode;
}

/** In a demo: gives a member funds to try things with, once a day. Nothing in live mode. */
export function DemoFunds({ children }: DemoFundsProps) {
  const { demo } = useSettings();
  const queries = useQueryClient();
  const submit = useSubmit('demoFunds', { keyed: true, onDone: () => void queries.invalidateQueries() });
  return demo === 1 ? children(submit) : null;
}
