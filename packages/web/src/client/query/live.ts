// One live connection per tab for everything that is shown, because browsers limit connections per server; hidden tabs
// have none. Each event is a whole answer, so nothing is missed by a reconnection.

import { inTenant } from '../tenant-base.ts'
import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { languageOfReading } from './request.ts'
import type { KeptUpToDate, LivePart } from './shown-query.ts'

/** Queries of a page change together, so connections are updated once. */
const TOGETHER_MS = 60
const AGAIN_FIRST_MS = 1_000
const AGAIN_LAST_MS = 30_000
const OWN = '/_ninefold/'

interface Kept {
  readonly query: Query
  readonly kept: KeptUpToDate
}

interface Follower {
  readonly part: LivePart
  readonly connected: (isConnected: boolean) => void
}

const connections = new WeakMap<QueryClient, LiveConnection>()

/** Keeps this part of the page live until the returned function is called. */
export function keepUpToDate(client: QueryClient, follower: Follower): () => void {
  const connection = connections.get(client) ?? new LiveConnection(client)
  connections.set(client, connection)
  connection.begin(follower)
  return () => {
    if (connection.leave(follower) > 0) return
    connection.close()
    connections.delete(client)
  }
}

class LiveConnection {
  private readonly client: QueryClient
  private readonly followers = new Set<Follower>()
  private readonly stopListening: () => void
  private source: EventSource | null = null
  /** The requested reads, as one text. */
  private followed = ''
  private isAskedBeside = false
  private isClosed = false
  private timer: number | undefined
  private againMs = AGAIN_FIRST_MS

  constructor(client: QueryClient) {
    this.client = client
    this.stopListening = client.getQueryCache().subscribe((event) => this.noticed(event))
    document.addEventListener('visibilitychange', this.soon)
  }

  begin(follower: Follower): void {
    this.followers.add(follower)
    this.soon()
  }

  /** Returns the number of remaining followers. */
  leave(follower: Follower): number {
    this.followers.delete(follower)
    this.soon()
    return this.followers.size
  }

  private isFollowed({ meta }: Pick<Query, 'meta'>): boolean {
    const part = meta?.kept?.part
    return [...this.followers].some((follower) => follower.part === part)
  }

  private connected(isConnected: boolean): void {
    for (const follower of this.followers) follower.connected(isConnected)
  }

  close(): void {
    this.isClosed = true
    this.stopListening()
    document.removeEventListener('visibilitychange', this.soon)
    window.clearTimeout(this.timer)
    this.end()
  }

  private readonly soon = (): void => {
    window.clearTimeout(this.timer)
    this.timer = window.setTimeout(() => this.open(), TOGETHER_MS)
  }

  private noticed(event: QueryCacheNotifyEvent): void {
    if (!this.isFollowed(event.query)) return
    const isAnswered = event.type === 'updated' && event.action.type === 'success' && event.action.manual !== true
    if (isAnswered) this.isAskedBeside = true
    if (isAnswered || event.type === 'observerAdded' || event.type === 'observerRemoved') this.soon()
  }

  private open(): void {
    const shown = document.hidden ? [] : keptOf(this.shown())
    const reads = shown.map(({ kept }) => kept.address.slice(OWN.length))
    const language = languageOfReading()
    const wanted = [language, ...reads].join('\n')
    // An answer fetched outside of the connection may be newer than the last event, and must not hide a later return to
    // the older state. So the connection is reopened, which sends all answers.
    if (wanted === this.followed && !this.isAskedBeside) return
    this.end()
    this.isAskedBeside = false
    if (shown.length === 0) return
    this.followed = wanted
    // The browser opens such a connection with its own language, whatever its reader has chosen.
    const query = new URLSearchParams([['language', language], ...reads.map((read) => ['read', read])])
    this.source = this.listen(new EventSource(inTenant(`${OWN}live?${query}`)), shown)
  }

  private shown(): Query[] {
    return this.client.getQueryCache().findAll({ type: 'active', predicate: (query) => this.isFollowed(query) })
  }

  private listen(source: EventSource, shown: readonly Kept[]): EventSource {
    source.onopen = () => {
      this.againMs = AGAIN_FIRST_MS
      this.connected(true)
    }
    source.onerror = () => {
      this.connected(false)
      // The browser reconnects automatically, unless it was refused.
      if (source.readyState !== EventSource.CLOSED || source !== this.source) return
      this.end()
      this.againLater()
    }
    for (const [index, { query, kept }] of shown.entries()) {
      source.addEventListener(`answer-${index}`, ({ data }: MessageEvent<string>) => {
        this.client.setQueryData(query.queryKey, kept.read(JSON.parse(data) as unknown))
      })
      // Requests the read again, so that the refusal is shown like any other.
      source.addEventListener(`refused-${index}`, () => {
        void this.client.invalidateQueries({ queryKey: query.queryKey, exact: true })
      })
    }
    return source
  }

  private end(): void {
    this.source?.close()
    this.source = null
    this.followed = ''
  }

  /** Without a connection, shown data is polled with increasing delays. */
  private againLater(): void {
    window.clearTimeout(this.timer)
    this.timer = window.setTimeout(() => void this.again(), this.againMs)
    this.againMs = Math.min(AGAIN_LAST_MS, this.againMs * 2)
  }

  private async again(): Promise<void> {
    await this.client.invalidateQueries({ predicate: (query) => this.isFollowed(query) })
    if (this.isClosed) return
    this.open()
    if (this.source === null && !document.hidden) this.againLater()
  }
}

/** Queries with an answer: pending and refused ones fetch by themselves. */
function keptOf(queries: readonly Query[]): Kept[] {
  return queries.flatMap((query) => {
    const kept = query.meta?.kept
    return kept === undefined || query.state.status !== 'success' ? [] : [{ query, kept }]
  })
}
