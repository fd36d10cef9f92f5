// A new password → a refusal, where attackers guess it early. zxcvbn estimates how many guesses come before it. It knows
// common passwords with their usual endings and exchanged letters, repetitions, sequences, rows of a keyboard, dates, and
// other inputs of the same request, such as an address.

import type { Value } from '@ninefold/core/expression/expression.ts'
import type { CheckedFieldType, Entity, Field } from '@ninefold/core/model/entities.ts'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { inputRefusal, Refusal } from './refusal.ts'

/** So many guesses are made everywhere within minutes, against accounts that lock as well. */
const GUESSES_MIN = 100_000

/** The estimate takes time that grows with the square of the length; what is longer is looked at at both ends. */
const LENGTH_ESTIMATED = 20

let loading: Promise<ZxcvbnFactory> | null = null

/** The list takes memory and time, and most processes never see a new password. */
function estimator(): Promise<ZxcvbnFactory> {
  loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory: Factory }, { dictionary, adjacencyGraphs }]) =>
      new Factory({ dictionary: { passwords: dictionary['passwords-common'] }, graphs: adjacencyGraphs }),
  )
  return loading
}

/** `beside`: what is sent with it, as a name or an address. */
export async function isCommonPassword(
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

/** Of four digits no choice is good: where a text lets them be so short, only the usual ones are refused. */
function shortest(type: CheckedFieldType): number {
  return 'lengthMin' in type && typeof type.lengthMin === 'number' ? type.lengthMin : Math.log10(GUESSES_MIN)
}

/** `about`: what the input is called. */
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

/** The same for each password among what is sent for a record. */
export async function refuseCommonPasswords(
  { fields }: Pick<Entity, 'fields'>,
  sent: Readonly<Record<string, Value>>,
): Promise<void> {
  for (const field of fields) await refuseCommonPassword(field, field.name, sent[field.name], Object.values(sent))
}
