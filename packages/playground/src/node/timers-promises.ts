// node:timers/promises

function after<Value>(milliseconds: number, value?: Value, options: { signal?: AbortSignal } = {}): Promise<Value> {
  const { signal } = options
  return new Promise((resolve, reject) => {
    const timer = globalThis.setTimeout(() => resolve(value as Value), milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}

export { after as setTimeout }
