// Test of lines: takes specifications and removes a formal line, changes a value or makes an author's mistake. No
// change may be silent: a diagnostic reports it, or the meaning changes and the plan says so, or the text has the same
// meaning because of a stated default.

import { type Compiled, compile } from '@ninefold/core/compile.ts'
import { differences } from '@ninefold/core/evolution/difference.ts'
import type { Difference } from '@ninefold/core/evolution/difference-kinds.ts'
import { evolve } from '@ninefold/core/evolution/evolve.ts'
import { isSameMeaning } from '@ninefold/core/evolution/meaning.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import { planTables } from '@ninefold/core/plan/schema/tables.ts'
import type { Schema } from '@ninefold/core/plan/schema/schema.ts'
import { openQuestions } from '@ninefold/core/questions/open-questions.ts'
import { below, type Random, randomFrom } from '../chance.ts'
import { type Alteration, alterationsOf } from './line-alterations.ts'
import { isMeantSo, saysTheSame } from './lines-that-say-the-same.ts'
import { slipsOf, TOLD_SLIPS } from './slips.ts'

export interface LinesRun {
  readonly texts: readonly { readonly name: string; readonly text: string }[]
  /** The number of random alterations. Null: all. */
  readonly alterations: number | null
  readonly seed: number
  /** Planted faults leave something out of these. */
  readonly differencesOf?: typeof differences
  readonly compiled?: typeof compile
  readonly told?: (line: string) => void
}

export interface LinesProof {
  readonly alterations: number
  /** By the part that reports them. */
  readonly errors: number
  readonly remarks: number
  readonly sentences: number
  readonly same: number
  /** How often each reason for an unchanged meaning applied. */
  readonly reasons: Readonly<Record<string, number>>
  readonly silent: readonly string[]
}

interface Whole {
  readonly name: string
  readonly model: Model
  readonly schema: Schema
  readonly said: string
}

type Judged = 'error' | 'remark' | 'sentence' | { readonly same: string } | { readonly silent: string }

export function runLinesMachine(run: LinesRun): LinesProof {
  const texts = run.texts.map((each) => ({
    ...each,
    alterations: [...alterationsOf(each.text), ...slipsOf(each.text)],
  }))
  const all = texts.flatMap(({ name, text, alterations }) =>
    alterations.map((alteration) => ({ name, text, alteration })),
  )
  const taken = run.alterations === null ? all : sample(all, run.alterations, randomFrom(run.seed))
  const counted = { errors: 0, remarks: 0, sentences: 0, same: 0 }
  const reasons: Record<string, number> = {}
  const silent: string[] = []
  const wholes = new Map<string, Whole>()
  let done = 0
  for (const { name, text, alteration } of taken) {
    const whole = wholes.get(name) ?? wholeOf(name, text, run.compiled ?? compile)
    wholes.set(name, whole)
    const judged = judgedOrFailed(whole, alteration, run)
    if (judged === 'error') counted.errors++
    else if (judged === 'remark') counted.remarks++
    else if (judged === 'sentence') counted.sentences++
    else if ('same' in judged) {
      counted.same++
      reasons[judged.same] = (reasons[judged.same] ?? 0) + 1
    } else silent.push(`${name}:${alteration.line} ${shown(alteration)}: ${judged.silent}`)
    if (++done % TOLD_EVERY === 0) run.told?.(`${done} of ${taken.length}: ${silent.length} silent`)
  }
  return { alterations: taken.length, ...counted, reasons, silent }
}

const TOLD_EVERY = 2_000

function wholeOf(name: string, text: string, compiled: typeof compile): Whole {
  const found = compiled(text)
  if (found.model === null) throw new Error(`${name} has errors.`)
  return { name, model: found.model, schema: planTables(found.model), said: saidOf(found) }
}

/** A defect of Ninefold counts as a finding too, and the run continues. */
function judgedOrFailed(whole: Whole, alteration: Alteration, run: LinesRun): Judged {
  try {
    return judge(whole, alteration, run)
  } catch (cause) {
    return {
      silent: `Ninefold itself fails: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`,
    }
  }
}

function judge(whole: Whole, alteration: Alteration, run: LinesRun): Judged {
  const found = (run.compiled ?? compile)(alteration.text)
  if (found.model === null) return 'error'
  if (saidOf(found) !== whole.said) return 'remark'
  if (isSameMeaning(whole.model, found.model)) {
    const reason = saysTheSame(alteration)
    return reason === null ? { silent: 'it means the same, and nothing is said of it' } : { same: reason }
  }
  if (TOLD_SLIPS.includes(alteration.kind)) {
    const reason = isMeantSo(alteration)
    return reason === null ? { silent: 'the text means something else, and nothing is said of it' } : { same: reason }
  }
  const told = sentencesOf(whole, found.model, run.differencesOf ?? differences)
  return told.length > 0 ? 'sentence' : { silent: 'it means something else, and no sentence says so' }
}

function sentencesOf({ model, schema }: Whole, after: Model, differencesOf: typeof differences): readonly Difference[] {
  const { changes } = evolve({ schema, model, identities: null }, after, null)
  return differencesOf(model, after, changes)
}

/** All output about a text except for positions: diagnostics, questions, and waiting items. */
function saidOf(compiled: Compiled): string {
  const diagnostics = compiled.diagnostics.map(({ number, message }) => `${number} ${message}`).sort()
  const questions = openQuestions(compiled).map(
    ({ question, standing, waiting }) => `${standing} ${question} ${waiting.length}`,
  )
  return [...diagnostics, ...questions].join('\n')
}

function shown({ kind, place, below, from, to }: Alteration): string {
  const words = kind === 'a line is gone' ? from.trim() : `"${from}" → "${to}"`
  return `${kind}, ${place} (${below}) ${words}`
}

/** A random sample without repetition, in random order. */
function sample<Item>(items: readonly Item[], size: number, random: Random): Item[] {
  const left = [...items]
  for (let at = 0; at < Math.min(size, left.length); at++) {
    const other = at + below(left.length - at, random)
    const [one, item] = [left[at], left[other]]
    if (one !== undefined && item !== undefined) left.splice(other, 1, one)
    if (item !== undefined) left.splice(at, 1, item)
  }
  return left.slice(0, size)
}
