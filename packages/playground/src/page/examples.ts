// The examples, each with its text.

import { type TitledExample, TITLED_EXAMPLES } from './example-titles.ts'

export interface Example extends TitledExample {
  readonly file: string
  text(): Promise<string>
}

const texts = import.meta.glob<string>('../../../../examples/*/app.md', { query: '?raw', import: 'default' })

const [first, ...others] = TITLED_EXAMPLES

/** The first one's database comes prepared (build/prepared-databases.ts). */
export const EXAMPLES: readonly [Example, ...Example[]] = [withText(first), ...others.map(withText)]

function withText({ id, title }: TitledExample): Example {
  const text = texts[`../../../../examples/${id}/app.md`]
  if (text === undefined) throw new Error(`There is no example "${id}".`)
  return { id, title, file: `${id}.md`, text }
}
