// Timers of a browser → timers as in Node: objects with `unref`.

class Timer {
  readonly id: number
  constructor(id: number) {
    this.id = id
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
  hasRef(): boolean {
    return true
  }
  [Symbol.toPrimitive](): number {
    return this.id
  }
}

const scope = globalThis as unknown as Record<string, (...asked: unknown[]) => unknown>

for (const name of ['setTimeout', 'setInterval']) {
  const begin = scope[name]?.bind(globalThis) as (...asked: unknown[]) => number
  scope[name] = (...asked) => new Timer(begin(...asked))
}
for (const name of ['clearTimeout', 'clearInterval']) {
  const end = scope[name]?.bind(globalThis) as (id: unknown) => void
  scope[name] = (timer) => end(timer instanceof Timer ? timer.id : timer)
}
scope['setImmediate'] = (work, ...asked) => setTimeout(work as () => void, 0, ...asked)
scope['clearImmediate'] = (timer) => clearTimeout(timer as number)
