#!/usr/bin/env node
// The command `ninefold`, on whatever Node started it → the program, on Node 24.
// Plain JavaScript for Node 20, and nothing but Node: this is what runs when the right Node is not there yet.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { fetchedNode24, fetchNode24, node24Binary, node24Package } from './node-24.mjs'

const NODE_MAJOR_MIN = 24
const here = dirname(fileURLToPath(import.meta.url))

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR_MIN) {
  // Compiling the program takes half of a start; from the second one on it is read compiled.
  module.enableCompileCache()
  const { main } = await import(pathToFileURL(programFile()).href)
  await main(process.argv)
} else {
  runAgain(installedNode())
}

/** In the checkout the program is the source itself; in the published package it is built. */
function programFile() {
  const built = join(here, '..', 'cli', 'main.mjs')
  return existsSync(built) ? built : join(here, '..', 'src', 'main.ts')
}

/** Beside Ninefold, or fetched once for this user. */
function installedNode() {
  return node24Binary(import.meta.url) ?? fetchedNode24() ?? fetched()
}

function fetched() {
  if (node24Package === undefined) stop(`There is none for ${process.platform} on ${process.arch}.`)
  process.stderr.write(`Ninefold runs on Node ${NODE_MAJOR_MIN}; this is ${process.version}. Fetching it (once) …\n`)
  try {
    return fetchNode24()
  } catch (cause) {
    return stop(cause instanceof Error ? cause.message.trim() : String(cause))
  }
}

function runAgain(binary) {
  const child = spawn(binary, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  // A terminal sends Ctrl-C to every process of the group itself; sending it on would make it two.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGHUP'))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

function stop(why) {
  process.stderr.write(
    `Ninefold needs Node ${NODE_MAJOR_MIN}; this is Node ${process.versions.node}, and npm could not fetch it:\n\n${why}\n\n` +
      `Install Node ${NODE_MAJOR_MIN} or newer` +
      (node24Package === undefined
        ? '.\n'
        : `, or its package beside Ninefold: npm install ${node24Package}@${NODE_MAJOR_MIN}\n`),
  )
  process.exit(1)
}
