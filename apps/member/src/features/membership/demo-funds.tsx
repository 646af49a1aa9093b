import { useQueryClient } from '@tanstack/react-query';
import { useSettings } from '../../platform/settings.ts';
import { useSubmit, type Submit } from '../../platform/submit.ts';

interface DemoFundsProps {
  readonly children: (submit: Submit) => React.ReactNode;
}

/** In a demo: what lets a member have money to try things with, once a day. Draws nothing in live mode. */
export function DemoFunds({ children }: DemoFundsProps) {
  const { demo } = useSettings();
  const queries = useQueryClient();
  const submit = useSubmit('demoFunds', { keyed: true, onDone: () => void queries.invalidateQueries() });
  return demo === 1 ? children(submit) : null;
}
