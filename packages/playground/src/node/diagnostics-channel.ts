// node:diagnostics_channel, without subscribers.

const silent = {
  hasSubscribers: false,
  publish: (): void => {},
  subscribe: (): void => {},
  unsubscribe: (): boolean => false,
}

export const channel = (): typeof silent => silent
export const tracingChannel = (): object => ({
  start: silent,
  end: silent,
  asyncStart: silent,
  asyncEnd: silent,
  error: silent,
  hasSubscribers: false,
})
export default { channel, tracingChannel }
