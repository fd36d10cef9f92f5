// Test of texts: takes specifications and changes the text of a served application in any way. After each change,
// either the last valid version answers exactly as before, or the new one answers completely; meanwhile requests come,
// and each of them gets an answer. A failing run can be repeated with the same seed.

import type { Model } from '@ninefold/core/model/model.ts'
import { compile } from '../../pipeline.ts'
import { randomFrom } from '../chance.ts'
import { editOf, type TextEdit } from './text-edits.ts'
import { asked, type Look, type TextStage, textStage } from './text-stage.ts'
import type { TextsFault } from './texts-faults.ts'

export interface TextsRun {
  readonly texts: readonly { readonly name: string; readonly text: string }[]
  readonly edits: number
  readonly seed: number
  /** Returns the connection string of an empty database. */
  readonly database: () => Promise<string>
  readonly fault?: TextsFault
  /** The maximum time of a change. */
  readonly patienceMs?: number
  readonly told?: (line: string) => void
}

export interface TextsProof {
  readonly edits: number
  readonly applied: number
  readonly refused: number
  readonly waited: number
  /** Requests answered while texts changed. */
  readonly requests: number
  readonly slowestMs: number
  readonly wrong: readonly string[]
}

/** After this many changes, a new application is started. */
const EDITS_OF_ONE = 40
const PATIENCE_MS = 60_000
const KEPT = 0.3
const PAUSE_MS = 10

interface Counted {
  edits: number
  applied: number
  refused: number
  waited: number
  requests: number
  slowestMs: number
  wrong: string[]
}

/** The served text and its answers. */
interface Good {
  readonly text: string
  readonly model: Model
  readonly look: Look
}

export async function runTextsMachine(run: TextsRun): Promise<TextsProof> {
  const counted: Counted = { edits: 0, applied: 0, refused: 0, waited: 0, requests: 0, slowestMs: 0, wrong: [] }
  const isEnough = (): boolean => counted.edits >= run.edits || (run.fault !== undefined && counted.wrong.length > 0)
  for (let stage = 0; !isEnough(); stage++) {
    const { name, text } = run.texts[stage % run.texts.length] ?? { name: '', text: '' }
    const before = counted.wrong.length
    await onStage(run, counted, text, randomFrom(run.seed * 1_000 + stage))
    counted.wrong.splice(
      before,
      Infinity,
      ...counted.wrong.slice(before).map((way) => `${name}, stage ${stage}, ${way}`),
    )
    run.told?.(
      `${counted.edits} edits: ${counted.applied} served, ${counted.refused} refused, ${counted.waited} waited`,
    )
  }
  return counted
}

async function onStage(run: TextsRun, counted: Counted, text: string, random: () => number): Promise<void> {
  await using stage = await textStage(text, {
    connectionString: await run.database(),
    fault: run.fault ?? null,
    patienceMs: patienceOf(run),
  })
  const model = modelOf(text)
  if (model === null) throw new Error('There is nothing to begin with.')
  await stage.signIn(model)
  await using _ = asking(stage.address, counted, patienceOf(run))
  let good: Good = { text, model, look: await stage.look(model) }
  const last = Math.min(run.edits, counted.edits + EDITS_OF_ONE)
  while (counted.edits < last) {
    const edit = editOf(good.text, random)
    const next = await changedTo(stage, run, counted, good, edit)
    if (next === null) return
    if (next.text === good.text) continue
    if (random() < KEPT) {
      await stage.signIn(next.model)
      good = { ...next, look: await stage.look(next.model) }
      continue
    }
    const back = await changedTo(stage, run, counted, next, { kind: 'as it was', content: good.text })
    // An added line stays in the text and blocks the earlier edits, so a new application is started.
    if (back === null || back.text !== good.text) return
    await stage.signIn(back.model)
    good = { ...back, look: await stage.look(back.model) }
  }
}

/** Returns the new application. Null: a violation. */
async function changedTo(stage: TextStage, run: TextsRun, counted: Counted, good: Good, edit: TextEdit) {
  counted.edits++
  const found = await judged(stage, run, counted, good, edit)
  if (typeof found !== 'string') return found
  counted.wrong.push(`edit ${counted.edits} (${edit.kind}): ${found}`)
  return null
}

/** Returns the new application, or a violation. */
async function judged(
  stage: TextStage,
  run: TextsRun,
  counted: Counted,
  good: Good,
  { content }: TextEdit,
): Promise<Good | string> {
  const patienceMs = patienceOf(run)
  const text =
    typeof content === 'string'
      ? Buffer.from(content)
          .toString('utf8')
          .replace(/^\uFEFF/, '')
      : null
  await stage.write(content)
  const begun = performance.now()
  if (!(await within(patienceMs, stage.saved()))) return `it took more than ${patienceMs} ms`
  counted.slowestMs = Math.max(counted.slowestMs, Math.round(performance.now() - begun))
  if (stage.outcomes.includes('waiting')) {
    counted.waited++
    const unchanged = await stillServed(stage, good)
    if (unchanged !== null) return `while it waits, ${unchanged}`
    if (!(await within(patienceMs, stage.consent()))) return `a yes took more than ${patienceMs} ms`
  }
  const [outcome = 'nothing'] = stage.outcomes
  const model = text === null ? null : modelOf(text)
  if (outcome === 'applied') {
    if (text === null || model === null) return 'a text with errors was served'
    counted.applied++
    const look = await stage.look(model)
    return stage.notServed(text, model, look) ?? { text, model, look }
  }
  counted.refused++
  if (!refusals(text, model, good).includes(outcome)) return `what became of it is "${outcome}" ${stage.failure()}`
  const wrong = await stillServed(stage, good)
  return wrong === null ? good : `it is "${outcome}", and ${wrong}`
}

/**
 * Possible outcomes of a text that is not served. An unchanged text is not reported, and neither is a second missing
 * one.
 */
function refusals(text: string | null, model: Model | null, good: Good): readonly string[] {
  if (text === null) return ['file gone', 'nothing']
  if (model === null) return ['errors', 'nothing']
  return text === good.text ? ['nothing'] : ['waiting']
}

async function stillServed(stage: TextStage, good: Good): Promise<string | null> {
  const look = await stage.look(good.model)
  for (const [asked, answer] of good.look)
    if (look.get(asked) !== answer) return `${asked}: ${shown(look.get(asked))} instead of ${shown(answer)}`
  return null
}

function shown(answer: string | undefined): string {
  return answer?.slice(0, 120) ?? 'nothing'
}

function patienceOf({ patienceMs = PATIENCE_MS }: TextsRun): number {
  return patienceMs
}

function modelOf(text: string): Model | null {
  return compile(text).model
}

async function within(patienceMs: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}

/** A client that sends requests all the time, and must always get an answer. */
function asking(address: string, counted: Counted, patienceMs: number): AsyncDisposable {
  let isOver = false
  const over = (async () => {
    while (!isOver) {
      const answer = await asked(address, '/_ninefold/app', patienceMs)
      if (answer.status !== 200)
        counted.wrong.push(`after edit ${counted.edits}: ${answer.status} ${shown(answer.body)}`)
      counted.requests++
      await new Promise((resolve) => void setTimeout(resolve, PAUSE_MS))
    }
  })()
  return {
    [Symbol.asyncDispose]: async () => {
      isOver = true
      await over
    },
  }
}
