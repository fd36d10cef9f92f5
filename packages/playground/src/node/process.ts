// node:process, as far as it is used. It reports no version of Node, which would make libraries take this environment
// for Node.

const nothing = (): void => {}
const stream = { isTTY: false, fd: 1, write: () => true, on: nothing, once: nothing }

const process = {
  env: { NODE_ENV: 'production' } as Record<string, string | undefined>,
  argv: [] as string[],
  execArgv: [] as string[],
  version: 'v24.0.0',
  versions: {},
  // Libraries warn about any other platform.
  platform: 'linux',
  pid: 1,
  browser: true,
  stdout: stream,
  stderr: stream,
  stdin: stream,
  cwd: () => '/',
  uptime: () => performance.now() / 1000,
  hrtime: Object.assign((): [number, number] => [Math.floor(performance.now() / 1000), 0], {
    bigint: () => BigInt(Math.round(performance.now() * 1e6)),
  }),
  memoryUsage: () => ({ rss: 0, heapUsed: 0, heapTotal: 0 }),
  nextTick: (work: (...asked: unknown[]) => void, ...asked: unknown[]) => queueMicrotask(() => work(...asked)),
  emitWarning: nothing,
  on: nothing,
  once: nothing,
  off: nothing,
  removeListener: nothing,
  emit: () => false,
}

export default process
export const { env, nextTick, cwd, platform, version, versions } = process
