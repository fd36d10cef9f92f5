// The applications to begin with, each as the text that stands in the folder of examples.

export interface Example {
  readonly id: string
  readonly title: string
  readonly file: string
  text(): Promise<string>
}

const texts = import.meta.glob<string>('../../../../examples/*/app.md', { query: '?raw', import: 'default' })

/** The first one is what a visitor sees; its database comes ready (build/prepared-databases.ts). */
export const EXAMPLES: readonly [Example, ...Example[]] = [
  example('helpdesk', 'Help desk'),
  example('booking', 'Booking'),
  example('crm', 'Customers'),
  example('expenses', 'Expenses'),
  example('stock', 'Stock'),
]

function example(id: string, title: string): Example {
  const text = texts[`../../../../examples/${id}/app.md`]
  if (text === undefined) throw new Error(`There is no example "${id}".`)
  return { id, title, file: `${id}.md`, text }
}
