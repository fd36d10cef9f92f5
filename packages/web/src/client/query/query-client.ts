// Caching and retries of queries. A refusal is an answer and not retried. An expired session is noticed at any request,
// and the application is then reloaded.

import { QueryCache, QueryClient } from '@tanstack/react-query'
import { appQuery } from './queries.ts'
import { RequestRefused } from './request.ts'

const RETRIES_MAX = 2
/** A reader without a network can continue to read cached pages. */
const KEPT_MS = 30 * 60_000

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (thrown, query) => {
      const isSessionOver = thrown instanceof RequestRefused && thrown.problem.status === 401
      if (isSessionOver && query.queryKey[0] !== 'app')
        void queryClient.invalidateQueries({ queryKey: appQuery.queryKey })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: KEPT_MS,
      // Without a network a query fails at once with a message, and is repeated when there is one, instead of pausing
      // silently.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, thrown) =>
        navigator.onLine &&
        !(thrown instanceof RequestRefused && thrown.problem.status < 500) &&
        failures < RETRIES_MAX,
      retryDelay: (failures) => Math.min(4000, 400 * 2 ** failures),
    },
  },
})
