// docs/tutorials/ → the text of a specification after each step. A page starts with a whole `spec` fence, or continues
// with the last text of the page before. A `diff` fence changes it: a line starts with a space if it stays, with `-` if
// it is removed, and with `+` if it is new. Consecutive fences without text between them are one step.

import { projectFiles, textOf } from '../project-files.ts'

export interface TutorialStep {
  /** Line of the page where the last fence of the step starts, from 1. */
  readonly line: number
  readonly text: string
}

export interface Tutorial {
  readonly file: string
  readonly steps: readonly TutorialStep[]
  /** Lines of `sh` fences. */
  readonly commands: readonly string[]
}

interface Fence {
  readonly language: string
  readonly content: string
  readonly line: number
  /** True: only blank lines stand between this fence and the next one. */
  readonly goesOn: boolean
}

/** Throws if a diff does not fit in exactly one place. */
export function readTutorials(): Tutorial[] {
  let text: string | null = null
  return projectFiles(['docs/tutorials/*.md']).map((file) => {
    const page = textOf(file)
    const steps = tutorialSteps(file, page, text)
    text = steps.at(-1)?.text ?? text
    return { file, steps, commands: fencesOf(page).flatMap(commandsIn) }
  })
}

function tutorialSteps(file: string, page: string, before: string | null): TutorialStep[] {
  let text = before
  const steps: TutorialStep[] = []
  for (const { language, content, line, goesOn } of fencesOf(page)) {
    if (language === 'spec') text = content
    else if (language === 'diff') text = changed(text ?? '', content, `${file}:${line}`)
    else continue
    if (!goesOn) steps.push({ line, text })
  }
  return steps
}

function fencesOf(page: string): Fence[] {
  return [...page.matchAll(/^(`{3,})(\w*)\n([\s\S]*?)^\1 *\n(?=\n*(?<next>`{3}diff\n)?)/gm)].map((found) => ({
    language: found[2] ?? '',
    content: found[3] ?? '',
    line: page.slice(0, found.index).split('\n').length,
    goesOn: found.groups?.['next'] !== undefined,
  }))
}

/** `place` is used in messages. */
export function changed(text: string, diff: string, place: string): string {
  const lines = diff.replace(/\n$/, '').split('\n')
  const side = (left: string): string =>
    lines
      .filter((line) => line[0] !== left)
      .map((line) => line.slice(1))
      .join('\n')
  const parts = text.split(`\n${side('+')}\n`)
  const [first, second] = parts
  if (first === undefined || second === undefined) throw new Error(`${place}: the text has no such lines.`)
  if (parts.length > 2) throw new Error(`${place}: the text has these lines more than once.`)
  return `${first}\n${side('-')}\n${second}`
}

function commandsIn({ language, content }: Fence): string[] {
  return language === 'sh' ? content.split('\n').filter((line) => line !== '' && !line.startsWith('#')) : []
}
