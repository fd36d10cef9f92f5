// The form-rules test: made-up specifications on the real engine. Each body is judged by the rules that its form gets,
// and then sent. A form must never refuse a body that the server accepts, and must tell each broken rule that the server
// tells, with its code, words and place, unless the rule reads values that only the server has.

import { brokenFormRules, type BrokenRule } from '@ninefold/core/contract/form-rules/broken-form-rules.ts'
import { enteredValues, type FileFacts, type FormContent } from '@ninefold/core/contract/form-rules/form-values.ts'
import { compile } from '@ninefold/core/compile.ts'
import type { Model } from '@ninefold/core/model/model.ts'
import type { AppAction } from '@ninefold/core/contract/wire/actions.ts'
import type { App, FormData } from '@ninefold/core/contract/wire/app.ts'
import type { FormRule } from '@ninefold/core/contract/form-rules/form-rule.ts'
import { UTC } from '@ninefold/core/expression/evaluate/time-zone.ts'
import { randomFrom } from '../chance.ts'
import { type MadeUpForm, madeUpForm } from './made-up-form.ts'
import { serveForm, type ServedForm } from './served-form.ts'

export interface FormRulesOptions {
  /** One for each specification. */
  readonly seeds: readonly number[]
  readonly bodies: number
  /** Returns the connection string of another empty database. */
  readonly newDatabase: () => Promise<string>
}

/** A body that its form and the server have seen. */
export interface FormPlay {
  readonly seed: number
  readonly made: MadeUpForm
  readonly action: CallAction
  readonly filled: Filled
  readonly status: number
  readonly server: readonly ServerError[]
}

export type Judge = (rules: readonly FormRule[], content: FormContent) => readonly BrokenRule[]

export interface FormRulesResult {
  readonly requests: number
  readonly accepted: number
  /** Broken rules that the server told, and how many of them the form had told before. */
  readonly toldByServer: number
  readonly toldByForm: number
  readonly faults: readonly FormFault[]
}

export interface FormFault {
  readonly kind: 'refuses what the server accepts' | 'is silent' | 'tells something else'
  readonly seed: number
  readonly what: string
}

type CallAction = Extract<AppAction, { readonly kind: 'call' }>

const FILES = [
  { name: 'a.txt', content: 'short' },
  { name: 'b.txt', content: 'twenty-five characters ..' },
  { name: 'c.json', content: '{"a": "a longer text than the others have"}' },
] as const

/** Sends made-up bodies, of which the inputs are valid. */
export async function playForms({ seeds, bodies, newDatabase }: FormRulesOptions): Promise<FormPlay[]> {
  const plays: FormPlay[] = []
  for (const seed of seeds) {
    const random = randomFrom(seed)
    const made = madeUpForm(random)
    await using application = await serveForm(modelFor(seed, made), made.text, await newDatabase())
    const action = await formOf(application, made)
    for (let number = 0; number < bodies; number++) {
      const files = new Map<string, FileFacts>()
      const names = FILES.map(({ name }) => name)
      const body = await withUploads(application, made.body(random, names), files)
      const filled = { body, before: await presentOf(application, action), files }
      if (enteredValues(action.form, body).refusals.length > 0) continue
      const { status, body: answer } = await application.post(made.address, body)
      const server = status < 300 ? [] : (answer as { readonly errors: readonly ServerError[] }).errors
      plays.push({ seed, made, action, filled, status, server })
    }
  }
  return plays
}

function modelFor(seed: number, { text }: MadeUpForm): Model {
  const { model, diagnostics } = compile(text)
  if (model !== null) return model
  const errors = diagnostics.flatMap(({ severity, number, message }) =>
    severity === 'error' ? [`${number} ${message}`] : [],
  )
  throw new Error(`Defect: the checker refuses seed ${seed}: ${errors.join('; ')}\n${text}`)
}

/** `judge`: another way to judge, with a planted fault that has to be found. */
export function comparedForms(plays: readonly FormPlay[], judge: Judge = brokenFormRules): FormRulesResult {
  const counts = { requests: plays.length, accepted: 0, toldByServer: 0, toldByForm: 0 }
  const faults = plays.flatMap((play): FormFault[] => {
    const { seed, made, action, filled, status, server } = play
    const judged = judgedBy(judge, action, filled)
    if (status < 300) counts.accepted++
    const expected = server.filter(({ code }) => !made.left.has(code))
    counts.toldByServer += expected.length
    counts.toldByForm += expected.filter((each) => judged.whole.some((own) => isSame(made, own, each))).length
    const kind = faultIn(play, judged, expected)
    if (kind === null) return []
    const told = `form ${JSON.stringify(judged)}, server ${status} ${JSON.stringify(server)}`
    return [{ kind, seed, what: `${told}\n${JSON.stringify(filled.body)}` }]
  })
  return { ...counts, faults }
}

interface ServerError {
  readonly about: string
  readonly path?: string
  readonly code: string
  readonly message: string
}

interface Judged {
  /** As it is shown while a person types. */
  readonly now: readonly BrokenRule[]
  readonly whole: readonly BrokenRule[]
}

interface Filled {
  readonly body: Record<string, unknown>
  readonly before: Readonly<Record<string, unknown>> | null
  readonly files: ReadonlyMap<string, FileFacts>
}

function judgedBy(judge: Judge, { form, rules }: CallAction, { body, before, files }: Filled): Judged {
  const { refusals: _, ...values } = enteredValues(form, body)
  const now = Date.now()
  const clock = { zone: UTC, now, today: new Date(now).toISOString().slice(0, 10) }
  const content = { ...values, before, files, clock, me: null }
  return { now: judge(rules, content), whole: judge(rules, { ...content, isWhole: true }) }
}

function faultIn(
  { made, status }: FormPlay,
  { now, whole }: Judged,
  expected: readonly ServerError[],
): FormFault['kind'] | null {
  if (status < 300) return whole.length + now.length > 0 ? 'refuses what the server accepts' : null
  if (status >= 500 || now.some((each) => !whole.some((other) => isSameBroken(each, other))))
    return 'tells something else'
  const isTold = (each: ServerError): boolean => whole.some((own) => isSame(made, own, each))
  if (!expected.every(isTold)) return whole.length > 0 ? 'tells something else' : 'is silent'
  // The server has made the rows before the one that it refuses.
  const row = Math.min(...expected.map(({ about, path }) => Number(partsOf(path ?? about)[1] || Infinity)))
  const isBefore = ({ about }: BrokenRule): boolean => Number(partsOf(about ?? '')[1] || Infinity) < row
  return row < Infinity && whole.some(isBefore) ? 'tells something else' : null
}

function isSameBroken(one: BrokenRule, other: BrokenRule): boolean {
  return one.code === other.code && one.about === other.about && one.message === other.message
}

/** The same code at the same place with the same words. */
function isSame({ fieldOf }: MadeUpForm, own: BrokenRule, { about, path, code, message }: ServerError): boolean {
  if (own.code.toLowerCase() !== code.toLowerCase()) return false
  const [place, row] = partsOf(path ?? about)
  const [input, ownRow] = partsOf(own.about ?? '')
  const isPlace = input === '' || input === place || fieldOf[input] === place
  return row === ownRow && isPlace && (own.message === null || own.message === message)
}

/** `amount` and `1` of `lines[1].amount`. */
function partsOf(place: string): readonly [string, string] {
  const found = /^lines\[(\d+)\]\.?(.*)$/.exec(place)
  return found === null ? [place, ''] : [found[2] ?? '', found[1] ?? '']
}

/** An upload belongs to one record at most. `files`: gets the facts of each by its id. */
async function withUploads(
  application: ServedForm,
  body: Record<string, unknown>,
  files: Map<string, FileFacts>,
): Promise<Record<string, unknown>> {
  const sent = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(sent))
    if (typeof value !== 'object' || value === null || !('upload' in value)) return value
    const { id, ...facts } = await uploaded(application, String(value.upload))
    files.set(id, facts)
    return id
  }
  const entries = Object.entries(body).map(async ([name, value]) => [name, await sent(value)] as const)
  return Object.fromEntries(await Promise.all(entries))
}

async function uploaded(application: ServedForm, name: string): Promise<FileFacts & { readonly id: string }> {
  const { status, body } = await application.upload(name, FILES.find((file) => file.name === name)?.content ?? '')
  if (status !== 201) throw new Error(`The upload answered ${status}: ${JSON.stringify(body)}`)
  return body as FileFacts & { readonly id: string }
}

async function formOf(application: ServedForm, { call }: MadeUpForm): Promise<CallAction> {
  const { screens } = (await application.get('/_ninefold/app')).body as Pick<App, 'screens'>
  const actions = screens.flatMap((screen) => [...screen.actions, ...screen.blocks.flatMap((block) => block.actions)])
  const found = actions.find((each) => each.kind === 'call' && each.path === call.path)
  if (found?.kind !== 'call') throw new Error(`No screen offers ${call.path}.`)
  return found
}

/** The record that the call's path names, as its form asks for it. */
async function presentOf(
  application: ServedForm,
  { rulesAsk, key, parameters }: CallAction,
): Promise<Readonly<Record<string, unknown>> | null> {
  if (rulesAsk !== true) return null
  const { status, body } = await application.get(`/_ninefold/forms/thing/${key}?${parameters[0]?.name ?? ''}=a`)
  if (status !== 200) throw new Error(`The form's data answered ${status}: ${JSON.stringify(body)}`)
  return (body as FormData).values
}
