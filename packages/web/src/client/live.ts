// All that is shown now, kept up to date by one connection: browsers open only a few to one server, so there is one for
// a tab, and none for a tab that nobody looks at. Each event is a whole answer, so nothing is missed by being away.

import type { Query, QueryClient } from '@tanstack/react-query'
import type { KeptUpToDate } from './shown-query.ts'

/** What is shown changes together: a page's queries come and go at once. */
const TOGETHER_MS = 60
const AGAIN_FIRST_MS = 1_000
const AGAIN_LAST_MS = 30_000
const OWN = '/_ninefold/'

interface Kept {
  readonly query: Query
  readonly kept: KeptUpToDate
}

/** Until the returned function is called. */
export function keepUpToDate(client: QueryClient, connected: (isConnected: boolean) => void): () => void {
  const cache = client.getQueryCache()
  let source: EventSource | null = null
  let followed = ''
  let isAskedBeside = false
  let timer: number | undefined
  let againMs = AGAIN_FIRST_MS
  let isStopped = false

  const close = (): void => {
    source?.close()
    source = null
    followed = ''
  }
  const open = (): void => {
    const shown = document.hidden ? [] : keptOf(cache.findAll({ type: 'active' }))
    const reads = shown.map(({ kept }) => kept.address.slice(OWN.length))
    const wanted = reads.join('\n')
    // What was asked for beside the connection may be newer than what has come by it, and is not to stay when that is
    // what is there again: so the connection begins anew, with all answers.
    if (wanted === followed && !isAskedBeside) return
    close()
    isAskedBeside = false
    if (shown.length === 0) return
    followed = wanted
    source = new EventSource(`${OWN}live?${new URLSearchParams(reads.map((read): [string, string] => ['read', read]))}`)
    const own = source
    own.onopen = () => {
      againMs = AGAIN_FIRST_MS
      connected(true)
    }
    own.onerror = () => {
      connected(false)
      // The browser comes back by itself, unless it was refused.
      if (own.readyState !== EventSource.CLOSED || own !== source) return
      close()
      againLater()
    }
    for (const [index, each] of shown.entries()) {
      own.addEventListener(`answer-${index}`, ({ data }: MessageEvent<string>) => take(client, each, data))
      // The refusal is asked for as any other is, so that it is shown like any other.
      own.addEventListener(`refused-${index}`, () => {
        void client.invalidateQueries({ queryKey: each.query.queryKey, exact: true })
      })
    }
  }
  /** As long as there is no connection, whatever is shown is asked for by itself, less and less often. */
  const againLater = (): void => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => void again(), againMs)
    againMs = Math.min(AGAIN_LAST_MS, againMs * 2)
  }
  const again = async (): Promise<void> => {
    await client.invalidateQueries({ predicate: ({ meta }) => meta?.kept !== undefined })
    if (isStopped) return
    open()
    if (source === null && !document.hidden) againLater()
  }
  const soon = (): void => {
    window.clearTimeout(timer)
    timer = window.setTimeout(open, TOGETHER_MS)
  }

  const stopListening = cache.subscribe((event) => {
    if (event.query.meta?.kept === undefined) return
    const isAnswered = event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true
    if (isAnswered) isAskedBeside = true
    if (isAnswered || event.type === 'observerAdded' || event.type === 'observerRemoved') soon()
  })
  document.addEventListener('visibilitychange', soon)
  soon()
  return () => {
    isStopped = true
    stopListening()
    document.removeEventListener('visibilitychange', soon)
    window.clearTimeout(timer)
    close()
  }
}

/** What has an answer: what waits for one, or was refused, asks by itself. */
function keptOf(queries: readonly Query[]): Kept[] {
  return queries.flatMap((query) => {
    const kept = query.meta?.kept
    return kept === undefined || query.state.status !== 'success' ? [] : [{ query, kept }]
  })
}

function take(client: QueryClient, { query, kept }: Kept, data: string): void {
  client.setQueryData(query.queryKey, kept.read(JSON.parse(data) as unknown))
}
