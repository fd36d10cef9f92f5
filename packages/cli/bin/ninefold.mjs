#!/usr/bin/env node
// The command `ninefold`, on whatever Node started it → the program, on Node 24.
// Plain JavaScript for Node 20, and nothing but Node: this is what runs when the right Node is not there yet.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { node24Binary } from './node-24.mjs'

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

/** The Node that comes with Ninefold as a package for each platform. */
function installedNode() {
  return node24Binary(import.meta.url) ?? stop()
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

function stop() {
  process.stderr.write(
    `Ninefold needs Node ${NODE_MAJOR_MIN}; this is Node ${process.versions.node}, and its own Node is not installed.\n` +
      `Install Node ${NODE_MAJOR_MIN} or newer, or run \`npm install\` again without \`--omit=optional\`.\n`,
  )
  process.exit(1)
}
