// Names of records in cells → their keys. Each name is looked up once, as a form's picker does.

import {
  enteredCell,
  type EnteredCell,
  type Found,
  foundKey,
  namesIn,
} from '@ninefold/core/contract/inputs/imported-rows.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import type { OptionsData } from '@ninefold/core/contract/wire/options.ts'
import type { Exchange } from '@ninefold/server/api/http/exchange.ts'
import { isUuid } from '@ninefold/server/api/http/uuid.ts'
import { options } from '@ninefold/server/api/pickers/options.ts'

/** A limit of the cache: files repeat few names. */
const KNOWN_MAX = 10_000

type FoundAtLast = Exclude<Found, 'looking'>

export class NamedRecords {
  readonly #known = new Map<string, FoundAtLast>()
  readonly #exchange: Exchange

  constructor(exchange: Exchange) {
    this.#exchange = exchange
  }

  async entered(field: InputField, cell: string, hasDecimalCommas: boolean): Promise<EnteredCell> {
    const { reference } = field
    const found = new Map<string, Found>()
    if (reference !== null)
      for (const name of namesIn(field, cell))
        found.set(foundKey(reference, name), await this.#recordCalled(reference, name))
    return enteredCell(field, cell, found, hasDecimalCommas)
  }

  async #recordCalled(reference: NonNullable<InputField['reference']>, name: string): Promise<FoundAtLast> {
    // The write itself finds out whether the record exists.
    if (reference.by === 'id' && isUuid(name)) return { value: name }
    const key = foundKey(reference, name)
    const known = this.#known.get(key) ?? (await this.#lookedFor(reference, name))
    if (this.#known.size >= KNOWN_MAX) this.#known.clear()
    this.#known.set(key, known)
    return known
  }

  async #lookedFor({ entity, by }: NonNullable<InputField['reference']>, name: string): Promise<FoundAtLast> {
    const asked = async (query: Exchange['query']): Promise<OptionsData['options']> => {
      const parameters = { entity }
      return (JSON.parse(await options({ ...this.#exchange, parameters, query })) as OptionsData).options
    }
    const called = (await asked({ by, q: name })).filter(({ label }) => label.toLowerCase() === name.toLowerCase())
    if (called.length > 1) return 'several'
    const [one] = called.length === 1 ? called : await asked({ by, value: name })
    return one === undefined ? 'none' : { value: one.value }
  }
}
