// Replaces positions of a bundle in stack traces by positions in its sources. Source maps lie beside the bundle, and
// are read only if the text contains a trace.

import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `file:///…/cli/server.mjs:12:34` */
const PLACE = /(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g

const maps = new Map<string, SourceMap | null>()

/** A position without a source map stays unchanged. */
export function withSourcePositions(text: string): string {
  return text.replaceAll(PLACE, (place, url: string, line: string, column: string) => {
    const file = fileURLToPath(url)
    const found = mapOf(file)?.findOrigin(Number(line), Number(column))
    if (found === undefined || !('fileName' in found)) return place
    const source = relative(process.cwd(), resolve(dirname(file), found.fileName))
    return `${source}:${found.lineNumber}:${found.columnNumber}`
  })
}

function mapOf(file: string): SourceMap | null {
  const known = maps.get(file)
  if (known !== undefined) return known
  const map = existsSync(`${file}.map`) ? new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))) : null
  maps.set(file, map)
  return map
}
