// An open event stream, read like a browser does: event by event.

import type { Client } from './running-application.ts'

export interface ReadEvent {
  readonly event: string
  readonly id: string | null
  readonly data: string
}

export interface EventReader extends AsyncDisposable {
  readonly status: number
  readonly headers: Headers
  /** The next unread event; null: the server has ended the connection. */
  next(): Promise<ReadEvent | null>
  /** Unread events. */
  readonly waiting: readonly ReadEvent[]
  /** A whole answer that is not an event stream: JSON, or text. */
  readonly refusal: unknown
}

async function contentOf(response: Response): Promise<unknown> {
  return response.headers.get('content-type')?.includes('json') === true ? response.json() : response.text()
}

/** `told`: called with each event at once. */
export async function readEvents(
  address: string,
  { cookie }: Pick<Client, 'cookie'>,
  headers: Readonly<Record<string, string>> = {},
  told: (event: ReadEvent) => void = () => {},
): Promise<EventReader> {
  const cut = new AbortController()
  const response = await fetch(address, {
    headers: { accept: 'text/event-stream', ...(cookie === null ? {} : { cookie }), ...headers },
    signal: cut.signal,
  })
  const waiting: ReadEvent[] = []
  let isOver = false
  let wake = (): void => {}
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  const refusal = isStream ? null : await contentOf(response)
  const reading = isStream
    ? collect(response, (event) => (waiting.push(event), told(event), wake()))
    : Promise.resolve()
  const over = reading
    .catch((cause: unknown) => {
      if (!cut.signal.aborted) throw cause
    })
    .finally(() => {
      isOver = true
      wake()
    })
  return {
    status: response.status,
    headers: response.headers,
    waiting,
    refusal,
    next: async () => {
      while (waiting.length === 0 && !isOver)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      return waiting.shift() ?? null
    },
    [Symbol.asyncDispose]: async () => {
      cut.abort()
      await over
    },
  }
}

async function collect(response: Response, tell: (event: ReadEvent) => void): Promise<void> {
  let text = ''
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const blocks = (text + chunk).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const lines = block.split('\n')
      const named = (name: string) =>
        lines.flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))
      const [event] = named('event')
      if (event !== undefined) tell({ event, id: named('id')[0] ?? null, data: named('data').join('\n') })
    }
  }
}
