// Parts of Node that a browser has no counterpart of: other processes, name servers, sockets to other computers.
// Modules import them, so they exist; using one throws an error that names it.

export class NotInPlayground extends Error {
  override name = 'NotInPlayground'
}

function absent(what: string): never {
  throw new NotInPlayground(`${what} is not supported in the playground. Take the application home to use it.`)
}

// node:dns
export const lookup = (): never => absent('Another computer')
// node:http, node:https
export const request = (): never => absent('A request to another computer')
// node:child_process
export const spawn = (): never => absent('Another program')
export const execFile = spawn
// node:module
export const createRequire = (): never => absent('A file of the program')
// node:zlib. No client here asks for compressed answers.
export const brotliCompress = (): never => absent('Compression')
export const constants = { BROTLI_PARAM_QUALITY: 1 }
// node:worker_threads
export class Worker {
  constructor() {
    absent('A document as PDF')
  }
}
// node:fs, node:os
export const promises = {}
export const existsSync = (): boolean => false
export const createReadStream = (): never => absent('A file beside the text')
export const networkInterfaces = (): object => ({})
export const hostname = (): string => 'playground'
export const platform = hostname
export const EOL = '\n'
export const performance = globalThis.performance
// chokidar, cosmiconfig, nodemailer, sharp
export const watch = (): never => absent('Watching a file')
export const createTransport = (): never => absent('Mail to other computers')
/** Finds no configuration file. */
export const cosmiconfigSync = (): object => ({ search: () => null })

export default {
  lookup,
  request,
  spawn,
  execFile,
  createRequire,
  existsSync,
  createReadStream,
  networkInterfaces,
  hostname,
  platform,
  EOL,
  performance,
  watch,
  createTransport,
}
