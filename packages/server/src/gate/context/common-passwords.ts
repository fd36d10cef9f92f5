// A new password → a refusal if attackers guess it early. zxcvbn estimates the number of guesses. It knows common
// passwords and their variants, repetitions, sequences, keyboard rows, dates, and other inputs of the same request,
// such as the address.

import type { Value } from '@ninefold/core/expression/expression.ts'
import type { CheckedFieldType, Entity, Field } from '@ninefold/core/model/entities.ts'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { inputRefusal, Refusal } from './refusal.ts'

/** Attackers make this many guesses within minutes, even against accounts with a lock-out. */
const GUESSES_MIN = 100_000

/** The estimate takes time quadratic in the length, so only the start and the end of longer passwords are checked. */
const LENGTH_ESTIMATED = 20

let loading: Promise<ZxcvbnFactory> | null = null

/** Loaded lazily: the list takes memory and time, and most processes never see a new password. */
function estimator(): Promise<ZxcvbnFactory> {
  loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }]) =>
      new Factory({ dictionary: { passwords: dictionary['passwords-common'] }, graphs: adjacencyGraphs }),
  )
  return loading
}

/** `beside`: other inputs of the request, such as a name or an address. */
async function isCommonPassword(
  type: CheckedFieldType,
  password: string,
  beside: readonly string[] = [],
): Promise<boolean> {
  const factory = await estimator()
  const ends = [password.slice(0, LENGTH_ESTIMATED), password.slice(-LENGTH_ESTIMATED)]
  const known = beside.filter((text) => text.length >= 3).map((text) => text.slice(0, 100))
  const guesses = Math.max(...ends.map((end) => factory.check(end, known).guesses))
  return guesses < Math.min(GUESSES_MIN, 10 ** shortest(type))
}

/** No PIN of four digits is strong. Where a text permits such short ones, only the most common are refused. */
function shortest(type: CheckedFieldType): number {
  return 'lengthMin' in type && typeof type.lengthMin === 'number' ? type.lengthMin : Math.log10(GUESSES_MIN)
}

/** `about`: the name of the input. */
export async function refuseCommonPassword(
  { type }: Pick<Field, 'type'>,
  about: string,
  value: Value | undefined,
  beside: readonly (Value | undefined)[] = [],
): Promise<void> {
  if (type.kind !== 'password' || typeof value !== 'string') return
  const texts = beside.filter((each): each is string => typeof each === 'string' && each !== value)
  if (await isCommonPassword(type, value, texts)) throw new Refusal([inputRefusal('common password', about)])
}

/** Checks every password among the inputs of a record. */
export async function refuseCommonPasswords(
  { fields }: Pick<Entity, 'fields'>,
  sent: Readonly<Record<string, Value>>,
): Promise<void> {
  for (const field of fields) await refuseCommonPassword(field, field.name, sent[field.name], Object.values(sent))
}
