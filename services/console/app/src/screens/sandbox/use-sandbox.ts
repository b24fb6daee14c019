import { useQuery } from '@tanstack/react-query';
import { callConsole, type Call } from '../../api/call.ts';
import { useSession } from '../../session/session.tsx';
import { sandboxTexts } from '../../texts/sandbox.ts';
import { useTexts } from '../../texts/texts.tsx';

export const useSandboxTexts = () => sandboxTexts[useTexts().locale];

/** Calls the controls of the sandbox, which the console has beside the API. */
export const useSandbox = () => {
  const { userId } = useSession();
  return <Answer>(path: string, call: Call = {}): Promise<Answer> =>
    callConsole<Answer>(`/sandbox-controls${path}`, { userId, ...call });
};

/** How the simulated world is: the same to everybody. */
export const useWorld = <Answer>(name: 'chaos' | 'refunds' | 'payouts' | 'clock') => {
  const sandbox = useSandbox();
  return useQuery({ queryKey: ['sandbox', name], queryFn: () => sandbox<Answer>(`/${name}`) });
};
