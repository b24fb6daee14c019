import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Problem } from './api/problem.ts';
import { router } from './router.tsx';

const root = document.getElementById('app');
if (root === null) throw new Error('The page has no place for the app.');

/** A refusal stays one; only silence and faults of the server are worth asking again. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (tries, fault) => tries < 2 && !(fault instanceof Problem && fault.status < 500),
    },
  },
});

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
