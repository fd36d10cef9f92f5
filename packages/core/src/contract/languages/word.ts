// A visible word with its place; and templates as such words.

import { printExpression } from '../../expression/syntax/print-expression.ts'
import { inBraces, placeholderIn, type PluralForms } from '../../model/outside/plural-forms.ts'
import type { Template } from '../../model/outside/messages.ts'
import type { MessageTemplate } from '../../model/errors.ts'

export interface Word {
  /** As readers see it in the language of the text. Placeholders are in braces: `{ticket.number}`. */
  readonly words: string
  /** The entity, field (`Ticket.status`) or screen of the word; null: none of them. */
  readonly of: string | null
  /** The words with their Markdown. Missing: plain words. */
  readonly markdown?: string
}

/** A word → its replacement. */
export type Say = (word: Word) => string

const PLACEHOLDER = /\{([^{}]*)\}/

/** A template in source form, with names in braces as the language prints them. */
export function templateWords({ parts }: Template): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : inBraces(printed(part), part.forms))).join('')
}

type PlaceholderOf<Of extends { readonly parts: readonly unknown[] }> = Exclude<
  Of['parts'][number],
  { readonly kind: 'text' }
>

function printed({ expression }: PlaceholderOf<Template>): string {
  return printExpression(expression, 'this')
}

function messageWords({ parts }: MessageTemplate): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : inBraces(nameOf(part), part.forms))).join('')
}

function nameOf(part: PlaceholderOf<MessageTemplate>): string {
  return part.kind === 'constant' ? part.name : part.path.join('.')
}

export function saidTemplate(template: Template, of: string | null, say: Say): Template {
  return { ...template, parts: partsSaid(template.parts, printed, say({ words: templateWords(template), of })) }
}

export function saidMessage(template: MessageTemplate, of: string | null, say: Say): MessageTemplate {
  return { ...template, parts: partsSaid(template.parts, nameOf, say({ words: messageWords(template), of })) }
}

type TextPart = { readonly kind: 'text'; readonly text: string }

/** Words → parts, with the placeholders of the original. An unknown placeholder stays literal. */
function partsSaid<Part extends { readonly kind: string; readonly forms?: PluralForms | undefined }>(
  parts: readonly (Part | TextPart)[],
  print: (part: Exclude<Part, TextPart>) => string,
  words: string,
): (Part | TextPart)[] {
  const placeholders = parts.filter((part): part is Exclude<Part, TextPart> => part.kind !== 'text')
  return words.split(PLACEHOLDER).flatMap((piece, index): (Part | TextPart)[] => {
    if (index % 2 === 0) return piece === '' ? [] : [{ kind: 'text', text: piece }]
    const { value, forms } = placeholderIn(piece)
    const meant = placeholders.find((part) => print(part) === value)
    if (meant === undefined) return [{ kind: 'text', text: `{${piece}}` }]
    // A language may need plural forms where another one does not.
    return [{ ...meant, forms: forms ?? undefined }]
  })
}

/** The placeholders of words, sorted, with repetitions. */
export function placeholdersOf(words: string): readonly string[] {
  return words
    .split(PLACEHOLDER)
    .filter((_, index) => index % 2 === 1)
    .map((piece) => placeholderIn(piece).value)
    .sort()
}

/** The place itself, and the entity of a field. */
export function placesInWords(of: string): readonly string[] {
  const [entity = of] = of.split('.')
  return entity === of ? [of] : [of, entity]
}
