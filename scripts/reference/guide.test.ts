// reference/guide.md is the whole language in short. It is written by hand; this test compares it with the code: every
// form that a reader of core accepts must occur in the guide.

import { compile } from '@ninefold/core/compile.ts'
import { FUNCTIONS } from '@ninefold/core/expression/functions.ts'
import { LABELS } from '@ninefold/core/grammar/labels.ts'
import { PARTS } from '@ninefold/core/grammar/parts.ts'
import { SETTING_NAMES } from '@ninefold/core/grammar/settings.ts'
import { TABLES } from '@ninefold/core/grammar/tables.ts'
import { DIRECTIONS, OPENNESS, piecesOf, type Piece } from '@ninefold/core/grammar/values.ts'
import { BUILT_IN_ERRORS } from '@ninefold/core/model/errors.ts'
import { POINT_HEADINGS, POINTS, QUESTIONS } from '@ninefold/core/model/points.ts'
import { FIELD_RULES } from '@ninefold/core/read/entities/field-rules.ts'
import { FIELD_TYPES } from '@ninefold/core/read/entities/field-types.ts'
import { METHODS } from '@ninefold/core/read/parts.ts'
import { EXAMPLE_FORMS, STEP_FORMS } from '@ninefold/core/service/complete-step.ts'
import { expect, it } from 'vitest'
import { textOf } from '../project-files.ts'
import { runPage } from './reference-page.ts'

const GUIDE = textOf('reference/guide.md')
const WORDS_MAX = 4650

it('says only what is so: every specification in it is read and checked', () => {
  const { updated, wrong } = runPage(GUIDE, null)
  expect(wrong).toEqual([])
  expect(updated).toBe(GUIDE)
})

it(`is short: at most ${WORDS_MAX} words`, () =>
  expect(GUIDE.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length).toBeLessThanOrEqual(WORDS_MAX))

it('has every kind of part and every method', () => {
  const parts = Object.entries(PARTS).map(([kind, { form }]) => `### ${kind}${form === 'colon' ? ':' : ''}`)
  expect(missingIn(GUIDE, [...parts, ...METHODS.map((method) => `\`${method}\``)])).toEqual([])
})

it('has every label and every header of a table that some place of a specification knows', () => {
  const labels = QUESTIONS.map((question): string => question.label)
  const headers: string[] = []
  for (const expected of compile(everyPart()).expected.values()) {
    labels.push(...Object.keys(expected.labels ?? {}))
    headers.push(...(expected.tables ?? []).map(({ columns }) => columns.join(' | ')))
  }
  expect(missingIn(SHOWN, [...new Set(headers)])).toEqual([])
  const isShown = (label: string) => SPANS.includes(label) || GUIDE.includes(`**${label}:**`)
  expect([...new Set(labels)].filter((label) => !isShown(label))).toEqual([])
})

it('has every form of a step, a label and a cell', () => {
  const cells = Object.values(TABLES).flatMap(({ columns }) => Object.values(columns))
  const labels = Object.values(LABELS).flatMap((place) => Object.values(place))
  const forms = [...cells, ...labels].flatMap(({ values }) => values.forms)
  const all = [...forms, ...STEP_FORMS, ...EXAMPLE_FORMS, ...OPENNESS, ...Object.keys(DIRECTIONS)]
  const parts = new Set(all.flatMap(partsOfForm))
  expect([...parts].filter((form) => !asPattern(form).test(SHOWN))).toEqual([])
})

it('has every type and rule of a field, and every setting', () => {
  const isShown = (words: string) => asPattern(words.replace(/: a, b$/, ': ')).test(SHOWN)
  expect([...FIELD_TYPES, ...FIELD_RULES, ...SETTING_NAMES].filter((words) => !isShown(words))).toEqual([])
})

it('has every function and every built-in error', () => {
  const functions = Object.keys(FUNCTIONS).filter((name) => !new RegExp(`\\b${name}\\(`).test(SHOWN))
  expect(functions).toEqual([])
  expect(missingIn(GUIDE, BUILT_IN_ERRORS)).toEqual([])
})

/** Code spans outside fences; a cell escapes a pipe with a backslash. `{bar,line} chart` stands for both. */
const SPANS = [...withoutFences(GUIDE).matchAll(/(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/gs)].flatMap((found) =>
  alternatives((found[2] ?? '').replaceAll('\\|', '|').replace(/\s+/g, ' ').trim()),
)

function alternatives(span: string): string[] {
  const [whole, options] = /\{([a-z ]+(?:,[a-z ]+)+)\}/.exec(span) ?? []
  if (whole === undefined || options === undefined) return [span]
  return options.split(',').flatMap((option) => alternatives(span.replace(whole, option)))
}

/** Literal text of the language, without the prose about it. */
const SHOWN = [...SPANS, ...[...GUIDE.matchAll(/^```spec\n(.*?)^```/gms)].map((found) => found[1] ?? '')].join('\n')

function withoutFences(page: string): string {
  return page.replace(/^```.*?^```/gms, '')
}

function missingIn(text: string, words: readonly string[]): string[] {
  return words.filter((each) => !text.includes(each))
}

/** A text with one part of each kind, so that each reader lists its possible contents. */
function everyPart(): string {
  const call = '### GET /api/x — X\n'
  return [
    '# X\n',
    ...POINTS.flatMap((point) => [
      `## ${POINT_HEADINGS[point].number}. ${POINT_HEADINGS[point].title}\n`,
      ...Object.entries(PARTS).flatMap(([kind, { point: at, form }]) =>
        at === point ? [`### ${kind}${form === 'bare' ? '' : form === 'colon' ? ': X' : ' X.y'}\n`] : [],
      ),
      ...(point === 'calls' ? [call] : []),
    ]),
  ].join('\n')
}

/** The form without its optional parts, and each optional part. */
function partsOfForm(form: string): string[] {
  const parts: string[] = []
  const plain = (pieces: readonly Piece[]): string =>
    pieces
      .map((piece) => {
        if (piece.kind !== 'optional') return piece.text
        parts.push(plain(piece.pieces).replace(/^[ ,]+/, ''))
        return ''
      })
      .join('')
  return [plain(piecesOf(form)), ...parts]
}

/**
 * A form as a pattern for the guide: any name for each word in capitals, and any number or expression for each number
 * and expression.
 *
 *   find NAME in ENTITY where `…`   →   find x in Book where `…`
 */
function asPattern(form: string): RegExp {
  const pieces = form
    .trim()
    .split(/(`[^`]*`|\b[A-Z]{3,}\b|\d+)/)
    .map((piece, index) => {
      if (index % 2 === 0) return piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      if (piece.startsWith('`') || /^\d/.test(piece)) return '(?:`[^`]*`|\\d+)'
      return piece === 'AMOUNT' ? '(?:`[^`]*`|[^\\n`,;]+?)' : '[^\\n`,;]+?'
    })
  return new RegExp(`(?<!\\w)${pieces.join('')}(?!\\w)`)
}
