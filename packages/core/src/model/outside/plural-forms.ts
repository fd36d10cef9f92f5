// Plural forms: `{size(lines): one "# article", other "# articles"}`. The categories are those of Unicode (CLDR), with
// their own meaning in each language; `#` stands for the number.

export interface PluralForm {
  /** `one`, `other`, or an exact number: `=0`. */
  readonly category: string
  readonly words: string
}

export type PluralForms = readonly PluralForm[]

const ONE = '(?:=\\d{1,9}|zero|one|two|few|many|other) "[^"]*"'
const COUNTED = new RegExp(`^(.+?) ?: ?(${ONE}(?: ?, ?${ONE})*)$`, 's')

/** The inside of a placeholder → its value and its plural forms. Null: no forms. */
export function countedIn(inside: string): { readonly value: string; readonly forms: PluralForms } | null {
  const [, value, written] = COUNTED.exec(inside.trim()) ?? []
  if (value === undefined || written === undefined) return null
  const forms = [...written.matchAll(/(=\d+|[a-z]+) "([^"]*)"/g)].map(([, category = '', words = '']) => ({
    category,
    words,
  }))
  return { value, forms }
}

/** In written form: `one "# article", other "# articles"`. */
function formsAsWritten(forms: PluralForms): string {
  return forms.map(({ category, words }) => `${category} "${words}"`).join(', ')
}

/** A placeholder with this value. */
export function inBraces(value: string, forms: PluralForms | undefined): string {
  return forms === undefined ? `{${value}}` : `{${value}: ${formsAsWritten(forms)}}`
}

/** The inside of braces: the value in written form, and the plural forms. */
export function placeholderIn(inside: string): { readonly value: string; readonly forms: PluralForms | null } {
  return countedIn(inside) ?? { value: inside.trim(), forms: null }
}

/** The plural forms of all placeholders in a text. */
export function formsIn(words: string): readonly PluralForms[] {
  return [...words.matchAll(/\{([^{}]*)\}/g)].flatMap(([, inside = '']) => {
    const { forms } = placeholderIn(inside)
    return forms === null ? [] : [forms]
  })
}

const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other']
/** Larger numbers use the category of one of these, except for millions in some languages, which are colloquial. */
const COUNTED_MAX = 200

/** Unicode's rules for the given language, independent of the machine's settings. */
function rulesOf(language: string): Intl.PluralRules {
  // oxlint-disable-next-line no-restricted-globals
  return new Intl.PluralRules(language)
}

/** Categories that the numbers of a language need, `other` last. */
export function categoriesOf(language: string): readonly string[] {
  const rules = rulesOf(language)
  const needed = new Set<string>(['other'])
  for (let number = 0; number <= COUNTED_MAX; number++) needed.add(rules.select(number))
  return CATEGORIES.filter((category) => needed.has(category))
}

export type FormsProblem =
  | { readonly kind: 'missing'; readonly category: string }
  | { readonly kind: 'unknown'; readonly category: string }
  | { readonly kind: 'twice'; readonly category: string }

/** Null: the forms fit the language. Each category that its numbers need must be present. */
export function formsProblem(language: string, forms: PluralForms): FormsProblem | null {
  const needed = categoriesOf(language)
  const known = rulesOf(language).resolvedOptions().pluralCategories as readonly string[]
  const stated = forms.map(({ category }) => category)
  const twice = stated.find((category, at) => stated.indexOf(category) !== at)
  if (twice !== undefined) return { kind: 'twice', category: twice }
  const unknown = stated.find((category) => !category.startsWith('=') && !known.includes(category))
  if (unknown !== undefined) return { kind: 'unknown', category: unknown }
  const missing = needed.find((category) => !stated.includes(category))
  return missing === undefined ? null : { kind: 'missing', category: missing }
}

/** `count`: null, or text that is not a number, selects the form `other`. `said`: the formatted number. */
export function inPlural(language: string, forms: PluralForms, count: unknown, said: string): string {
  const number = count === null || count === '' ? Number.NaN : Number(count)
  const category = Number.isNaN(number) ? 'other' : rulesOf(language).select(number)
  const form =
    forms.find((each) => each.category === `=${number}`) ??
    forms.find((each) => each.category === category) ??
    forms.find((each) => each.category === 'other')
  return (form?.words ?? '').replaceAll('#', said)
}
