// How answers are kept and asked for again. A refusal is an answer: asking again would change nothing.
// A session that ended is noticed wherever it shows first, and the application is asked for anew.

import { QueryCache, QueryClient } from '@tanstack/react-query'
import { appQuery } from './queries.ts'
import { RequestRefused } from './request.ts'

const RETRIES_MAX = 2
/** A reader who loses the network goes on reading the cached pages. */
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
      // Without a network a question fails at once, which is said, and is asked again when there is one: it does not wait
      // without a word.
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
