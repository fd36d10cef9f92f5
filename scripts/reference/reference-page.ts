// A page of reference/ → the results of its fences. Every fence is consumed by exactly one of these:
//
//   spec          a specification or a fragment of one; read and checked
//   spec for shards  the same, checked for tenants in several databases
//   diagnostics   what Ninefold says about the `spec` fence above it, exactly as a terminal without colours shows it
//   json          has to be JSON
//
// A `spec` fence without `diagnostics` below it has neither errors nor warnings.

import { compile } from '@ninefold/core/compile.ts'
import type { Diagnostic } from '@ninefold/core/diagnostic/diagnostic.ts'
import { printDiagnostics } from '@ninefold/core/diagnostic/print-terminal.ts'
import type { Point } from '@ninefold/core/model/points.ts'
import { completeFragment } from './reference-fragment.ts'

/** Pages are checked as of this day, so that results do not depend on the date. */
const DAY = '2026-01-31'

export interface PageResult {
  /** The page with its expectations replaced by the actual results. */
  readonly updated: string
  /** Faults that an update cannot fix. */
  readonly wrong: readonly string[]
}

/** The specifications and fragments of a page. */
export function specFences(page: string): string[] {
  return fencesOf(page).flatMap(({ language, content }) => (isSpec(language) ? [content] : []))
}

interface Fence {
  readonly language: string
  readonly content: string
  readonly start: number
  readonly end: number
  readonly line: number
}

export function runPage(page: string, point: Point | null): PageResult {
  const wrong: string[] = []
  const expectations = new Map<Fence, string>()
  const fences = fencesOf(page)
  fences.forEach((fence, index) => {
    const next = fences[index + 1]
    if (isSpec(fence.language)) {
      const said = diagnosticsOf(fence, point)
      if (next?.language === 'diagnostics') expectations.set(next, print(said, fence.content))
      else wrong.push(...unexpected(fence, said))
    } else if (fence.language === 'diagnostics') {
      if (!isSpec(fences[index - 1]?.language)) wrong.push(`line ${fence.line}: no \`spec\` fence stands above.`)
    } else if (fence.language === 'json') {
      if (!isJson(fence.content)) wrong.push(`line ${fence.line}: this is not JSON.`)
    } else {
      wrong.push(`line ${fence.line}: nobody executes a fence called "${fence.language}".`)
    }
  })
  return { updated: withExpectations(page, expectations), wrong }
}

const FOR_SHARDS = 'spec for shards'

function isSpec(language: string | undefined): boolean {
  return language === 'spec' || language === FOR_SHARDS
}

function diagnosticsOf({ content, language }: Fence, point: Point | null): Diagnostic[] {
  const completed = completeFragment(content, point)
  return compile(completed.text, DAY, { areShards: language === FOR_SHARDS }).diagnostics.flatMap(
    (diagnostic) => completed.back(diagnostic) ?? [],
  )
}

/**
 * Leaves out notes and "not shown", because a fragment leaves nearly everything open. If other diagnostics exist, it
 * also leaves out "not executed yet": a page shows the language, and the engine follows.
 */
function isSaid(diagnostic: Diagnostic): boolean {
  return isWrong(diagnostic) && diagnostic.number !== 'N012'
}

function isNote({ severity }: Diagnostic): boolean {
  return severity === 'note'
}

function isWrong({ severity }: Diagnostic): boolean {
  return severity === 'error' || severity === 'warning'
}

function print(said: readonly Diagnostic[], fragment: string): string {
  const asked = [isSaid, isNote, isWrong].map((isAsked) => said.filter(isAsked)).find((some) => some.length > 0) ?? said
  return printDiagnostics(asked, { file: 'app.md', text: fragment })
}

function unexpected(fence: Fence, said: readonly Diagnostic[]): string[] {
  return said.filter(isSaid).map((found) => `line ${fence.line}: ${found.number} ${found.message}`)
}

function fencesOf(page: string): Fence[] {
  return [...page.matchAll(/^(`{3,})([^\n`]*)\n([\s\S]*?)^\1 *$/gm)].map((found) => {
    const opening = (found[1]?.length ?? 0) + (found[2]?.length ?? 0) + 1
    const content = found[3] ?? ''
    const start = found.index + opening
    return {
      language: (found[2] ?? '').trim(),
      content,
      start,
      end: start + content.length,
      line: page.slice(0, found.index).split('\n').length,
    }
  })
}

function withExpectations(page: string, expectations: ReadonlyMap<Fence, string>): string {
  let updated = ''
  let from = 0
  for (const [fence, text] of expectations) {
    updated += `${page.slice(from, fence.start)}${text.trimEnd()}\n`
    from = fence.end
  }
  return updated + page.slice(from)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
