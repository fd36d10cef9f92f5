// The page: a text on the left, and its application on the right. Each change is checked here, and applied in the
// worker. A first visitor sees the application's first page before its engine has started.

import type { FromWorker, Stage, ToldOutcome } from '../protocol.ts'
import type { Editor } from './editor.ts'
import { type Engine, fetchFirstAnswers, openWay, partsOf, startEngine } from './engine.ts'
import { type Example, EXAMPLES } from './examples.ts'
import { keep, type Kept, newSecretKey, readKept } from './kept.ts'
import { whenDrawn } from './first-answers.ts'
import { addressOf, textIn } from './text-in-address.ts'

/** Applied once the author has paused for this long. */
const APPLIED_AFTER_MS = 500

const LEFT_MS_MAX = 5_000

const [FIRST] = EXAMPLES

function element<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`The page has no "${id}".`)
  return found as Kind
}

let kept: Kept
let alone: Promise<boolean> | null = null
let editor: Editor | null = null
let engine: Engine | null = null
let timer: ReturnType<typeof setTimeout> | undefined
/** The text that the worker received last. */
let applied = ''
/** Texts sent to the worker; it reports each of them as saved. */
const underway = new Set<string>()

const way = openWay(() => {
  element('behind').dataset['held'] = ''
  element('behind').textContent = 'Goes on once PostgreSQL is here'
})

void begin()

async function begin(): Promise<void> {
  const ahead = location.hash === '' && readKept() === null ? showAhead() : null
  const asked = await askedFor()
  const before = readKept()
  kept = asked !== null && asked.text !== before?.text ? asked : (before ?? (await fresh(FIRST)))
  forgetAddress()
  drawChoices()
  listen()
  await ahead
  await Promise.all([start(), isTextShown() ? openEditor() : null])
}

/** Shows the first page of the first example, as recorded by the build. */
async function showAhead(): Promise<void> {
  const answers = await fetchFirstAnswers(FIRST.id)
  if (answers === null) return
  way.first = answers
  try {
    await way.isOpen
  } catch {
    // The start of the engine reports the failure.
    return
  }
  showStage('fetching')
  await whenDrawn(showFrame(FIRST.title))
}

/** A link carries a text of its own or the name of an example, and starts with new data. */
async function askedFor(): Promise<Kept | null> {
  const { hash } = location
  const example = EXAMPLES.find(({ id }) => hash === `#example=${id}`)
  if (example !== undefined) return fresh(example)
  const text = await textIn(hash)
  return text === null ? null : freshText('', text)
}

/** Handles another link while the page is open. */
async function follow(): Promise<void> {
  const asked = await askedFor()
  if (asked === null || asked.text === kept.text) return
  forgetAddress()
  await beginWith(asked)
}

/** Removes the link, so that a reload keeps the edited text. */
function forgetAddress(): void {
  if (location.hash !== '') history.replaceState(null, '', location.pathname)
}

async function fresh(example: Example): Promise<Kept> {
  return freshText(example.id, await example.text())
}

function freshText(example: string, text: string): Kept {
  return { example, text, secretKey: newSecretKey(), cookies: {}, hasData: false }
}

function exampleOf({ example }: Kept): Example | undefined {
  return EXAMPLES.find(({ id }) => id === example)
}

const fileOf = (of: Kept): string => exampleOf(of)?.file ?? 'app.md'

async function start(): Promise<void> {
  element('file').textContent = fileOf(kept)
  if (way.first === null) showStarting()
  // The prepared database fits the first example's unchanged text. Any other text migrates the kept database, or starts
  // empty.
  const isPrepared = kept.example === FIRST.id && kept.text === (await FIRST.text())
  try {
    if (!(await isAlone()))
      throw new Error('The playground is open in another tab. Close one of them and load this page again.')
    await way.isOpen
    applied = kept.text
    const { text, secretKey, hasData, cookies } = kept
    const parts = partsOf(isPrepared ? FIRST.id : 'empty')
    engine = startEngine({ kind: 'begin', text, file: `/${fileOf(kept)}`, parts, secretKey, hasData, cookies }, told)
  } catch (cause) {
    fail(cause instanceof Error ? cause.message : String(cause))
  }
}

/**
 * Two pages would write to the same database. After a reload, the former page may take a moment to release the lock.
 */
function isAlone(): Promise<boolean> {
  alone ??= new Promise((resolve) => {
    navigator.locks
      .request('ninefold-playground', { signal: AbortSignal.timeout(LEFT_MS_MAX) }, () => {
        resolve(true)
        // Holds the lock until the page closes.
        return new Promise(() => {})
      })
      .catch(() => resolve(false))
  })
  return alone
}

/** On a phone the editor is behind a tab, and most first visits do not open it. */
const isTextShown = (): boolean => element('editor').offsetParent !== null

let opening: Promise<void> | null = null

function openEditor(): Promise<void> {
  opening ??= import('./editor.ts').then(({ openEditor: open }) => {
    editor = open(element('editor'), kept.text, changed)
  })
  return opening
}

function changed(): void {
  if (editor === null) return
  kept = { ...kept, text: editor.text }
  keep(kept)
  clearTimeout(timer)
  timer = setTimeout(apply, APPLIED_AFTER_MS)
}

function apply(): void {
  if (editor === null || engine === null || kept.text === applied) return
  applied = kept.text
  underway.add(applied)
  const { errors } = editor
  const [first] = errors
  if (first === undefined) say('Applying …', '')
  else say(errors.length === 1 ? first : `${errors.length} errors. ${first}`, 'bad')
  engine.tell({ kind: 'apply', text: applied })
}

function told(message: FromWorker): void {
  switch (message.kind) {
    case 'stage':
      return showStage(message.stage)
    case 'ready':
      return showApplication(message.name, message.isKept)
    case 'outcome':
      return showOutcome(message.outcome)
    case 'text':
      if (!underway.delete(message.text)) editor?.replace(message.text)
      return
    case 'cookies':
      kept = { ...kept, cookies: message.cookies }
      keep(kept)
      return
    case 'failed':
      return fail(message.message)
    case 'ended':
      return
  }
}

function showStarting(): void {
  document.querySelector('iframe')?.remove()
  element('behind').hidden = true
  element('failure').hidden = true
  element('starting').hidden = false
}

function showStage(stage: Stage): void {
  // The engine starts while the page already shows recorded answers.
  element('behind').hidden = way.first === null
  if (element('behind').dataset['held'] === undefined) element('behind').textContent = STAGES_BEHIND[stage]
  const items = [...element('stages').querySelectorAll('li')]
  const now = items.findIndex(({ dataset }) => dataset['stage'] === stage)
  for (const [at, item] of items.entries()) {
    item.toggleAttribute('data-done', at < now)
    item.toggleAttribute('data-now', at === now)
  }
}

const STAGES_BEHIND: Readonly<Record<Stage, string>> = {
  fetching: 'PostgreSQL is on its way',
  bringing: 'Making its tables',
  serving: 'The server begins',
}

function showFrame(name: string): HTMLIFrameElement {
  element('title').textContent = name
  element('starting').hidden = true
  const found = document.querySelector('iframe')
  const frame = found ?? document.createElement('iframe')
  frame.title = `${name}, running in this page`
  if (found !== null) return found
  frame.src = './'
  document.querySelector('.stage')?.append(frame)
  return frame
}

function showApplication(name: string, isKept: boolean): void {
  kept = { ...kept, hasData: isKept }
  const isWritten = keep(kept)
  way.first = null
  element('behind').hidden = true
  showFrame(name)
  void openEditor()
  if (!isWritten || !isKept) say('Running. This browser keeps nothing: a reload begins anew.', '')
}

function showOutcome(outcome: ToldOutcome): void {
  element('waiting').hidden = outcome.kind !== 'waiting'
  switch (outcome.kind) {
    case 'applied': {
      const [change] = outcome.changes
      element('title').textContent = outcome.name
      return say(change ?? 'The application is as the text says.', 'good')
    }
    case 'errors':
      return say(editor?.errors[0] ?? 'The text has errors. The version before goes on.', 'bad')
    case 'waiting':
      element('steps').textContent = outcome.steps.join(' ')
      return say('Waits for your yes', '')
    case 'failed':
      return say(outcome.message, 'bad')
  }
}

function say(words: string, kind: 'good' | 'bad' | ''): void {
  const status = element('status')
  status.textContent = words
  status.title = words
  status.dataset['kind'] = kind
}

function fail(message: string): void {
  if (way.first !== null) {
    way.first = null
    showStarting()
  }
  const failure = element('failure')
  failure.textContent = message
  failure.hidden = false
  say('Something went wrong here.', 'bad')
}

function drawChoices(): void {
  const choice = element<HTMLSelectElement>('example')
  const own = exampleOf(kept) === undefined ? [new Option('From a link', '')] : []
  choice.replaceChildren(...own, ...EXAMPLES.map(({ id, title }) => new Option(title, id)))
  choice.value = kept.example
}

/** Starts with its own text and its own data. */
async function beginWith(other: Kept): Promise<void> {
  engine?.end()
  engine = null
  clearTimeout(timer)
  way.first = null
  kept = other
  keep(kept)
  editor?.replace(kept.text)
  drawChoices()
  say('', '')
  await start()
}

function listen(): void {
  const choice = element<HTMLSelectElement>('example')
  choice.addEventListener('change', () => {
    const chosen = EXAMPLES.find(({ id }) => id === choice.value)
    if (chosen !== undefined) void fresh(chosen).then(beginWith)
  })
  addEventListener('hashchange', () => void follow())
  element('again').addEventListener('click', () => void fresh(exampleOf(kept) ?? FIRST).then(beginWith))
  element('consent').addEventListener('click', () => engine?.tell({ kind: 'consent' }))
  element('share').addEventListener('click', () => void share())
  element('home').addEventListener('click', takeHome)
  element('download').addEventListener('click', download)
  const main = document.querySelector('main')
  const tabs = [...document.querySelectorAll<HTMLButtonElement>('.tabs button')]
  for (const tab of tabs)
    tab.addEventListener('click', () => {
      if (main !== null) main.dataset['shows'] = tab.dataset['shows'] ?? ''
      if (isTextShown()) void openEditor()
      for (const each of tabs) each.setAttribute('aria-pressed', String(each === tab))
    })
}

async function share(): Promise<void> {
  const address = new URL(await addressOf(editor?.text ?? kept.text), location.href).href
  try {
    await navigator.clipboard.writeText(address)
    say('The link holds the whole text. It is copied.', 'good')
  } catch {
    location.hash = new URL(address).hash
    say('The address of this page holds the text now: copy it.', '')
  }
}

function takeHome(): void {
  const file = fileOf(kept)
  element('commands').textContent =
    `# while you write it\nnpx ninefold dev ${file}\n# for its users\nDATABASE_URL=postgres://… npx ninefold start ${file}`
  element<HTMLDialogElement>('take-home').showModal()
}

function download(): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([editor?.text ?? kept.text], { type: 'text/markdown' }))
  link.download = fileOf(kept)
  link.click()
  URL.revokeObjectURL(link.href)
}
