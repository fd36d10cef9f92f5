// node:async_hooks. A browser cannot tell which request some asynchronous work belongs to. A store is available until
// its function first waits, and no store afterwards, so that no request ever sees another one's.

export class AsyncLocalStorage<Store> {
  private store: Store | undefined

  run<Result>(store: Store, work: (...asked: unknown[]) => Result, ...asked: unknown[]): Result {
    const before = this.store
    this.store = store
    try {
      return work(...asked)
    } finally {
      this.store = before
    }
  }

  getStore(): Store | undefined {
    return this.store
  }

  enterWith(): void {}
}

export class AsyncResource {
  runInAsyncScope<Result>(work: (...asked: unknown[]) => Result, scope: unknown, ...asked: unknown[]): Result {
    return work.apply(scope, asked)
  }
  emitDestroy(): this {
    return this
  }
}

export default { AsyncLocalStorage, AsyncResource }
