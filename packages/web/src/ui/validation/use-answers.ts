// A server's answer to a form → messages at inputs and above the form.

import { useCallback, useState } from 'react'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { sentPath } from '@ninefold/core/model/wire.ts'
import { isRows, nameOf, type Entered, type EnteredRow, type EnteredValue } from '../../client/input/form-values.ts'
import { PLACE_OF_FORM, placeInForm, placeOfRow, placesIn, type Place } from '../../client/input/places.ts'
import { RequestRefused, ServerUnreachable } from '../../client/query/request.ts'
import { isOffline } from '../connection/connection.ts'
import { sentenceOf, type FormProblem } from '../errors.tsx'
import { words } from '../words/words.ts'

type FieldErrors = Readonly<Record<string, string>>

/** Problems that belong to no input. */
export type OtherProblems = readonly FormProblem[]

/**
 * Resolves when the answer has been handled. `accepted` deletes the draft. It is called before a slow follow-up or a
 * change of page, so that a reload meanwhile does not restore a form that has already been sent.
 */
export type SendForm = (body: Record<string, unknown>, accepted: () => void) => Promise<void>

/** Keeps the server's answer until the form is sent again. */
export function useAnswers(
  fields: readonly InputField[],
  entered: Entered,
  {
    send,
    accepted,
    refusedWith,
  }: { readonly send: SendForm; readonly accepted: () => void; readonly refusedWith: unknown },
) {
  const [isSending, setSending] = useState(false)
  const [before] = useState(() => (refusedWith === undefined ? null : placeProblems(fields, entered, refusedWith)))
  const [answered, setAnswered] = useState<FieldErrors>(before?.byInput ?? {})
  const [problems, setProblems] = useState<OtherProblems>(before?.others ?? [])
  const [isHeld, setHeld] = useState(() => isHeldBack(refusedWith))

  /** Forgets the messages about one input, or all of them. */
  const forget = useCallback(
    (name?: string, value: EnteredValue = null) => {
      // A changed form is no longer the one that waits.
      if (name === undefined || isHeld) setProblems([])
      setHeld(false)
      const changed = name === undefined ? [] : changedPlaces(name, entered[name] ?? null, value)
      setAnswered((before) =>
        name === undefined
          ? {}
          : Object.fromEntries(
              Object.entries(before).filter(([place]) => !changed.some((each) => isAtOrIn(place, each))),
            ),
      )
    },
    [entered, isHeld],
  )

  /** Returns null if accepted, else the refused places. `sent`: the values of the form at that time. */
  const sendBody = async (body: Record<string, unknown>, sent: Entered): Promise<readonly Place[] | null> => {
    setSending(true)
    try {
      await send(body, accepted)
      return null
    } catch (thrown) {
      const placed = placeProblems(fields, sent, thrown)
      setAnswered(placed.byInput)
      setProblems(placed.others)
      setHeld(isHeldBack(thrown))
      const refused = placesIn(fields, sent).filter(({ name }) => placed.byInput[name] !== undefined)
      return refused.length > 0 ? refused : [PLACE_OF_FORM]
    } finally {
      setSending(false)
    }
  }
  return { isSending, answered, problems, isHeld, sendBody, forget }
}

/** There was no network to send it. */
function isHeldBack(thrown: unknown): boolean {
  return thrown instanceof ServerUnreachable && isOffline()
}

/** For a list of objects: the list itself and its changed rows. Messages about the other rows stay. */
function changedPlaces(name: string, before: EnteredValue, after: EnteredValue): readonly string[] {
  if (!isRows(before)) return [name]
  const kept = isRows(after) ? after.rows : []
  const isSameAs = (row: EnteredRow): boolean =>
    kept.some(({ key, values }) => key === row.key && JSON.stringify(values) === JSON.stringify(row.values))
  return [name, ...before.rows.filter((row) => !isSameAs(row)).map((row) => placeOfRow(name, row))]
}

/** A row includes its cells. A list does not include its rows. */
function isAtOrIn(place: string, changed: string): boolean {
  return place === changed || (changed.endsWith(']') && place.startsWith(`${changed}.`))
}

const CHANGED_MEANWHILE = 412

/** A problem with a place appears at its input; all others appear above the form. */
function placeProblems(
  fields: readonly InputField[],
  entered: Entered,
  thrown: unknown,
): { readonly byInput: FieldErrors; readonly others: OtherProblems } {
  if (!(thrown instanceof RequestRefused))
    return {
      byInput: {},
      others: [isOffline() ? { message: words.connection.held, isHeld: true } : { message: words.errors.notSent }],
    }
  const isStale = thrown.problem.status === CHANGED_MEANWHILE ? { isStale: true as const } : {}
  const byInput: Record<string, string> = {}
  const others: FormProblem[] = []
  for (const { about, message } of thrown.problem.errors) {
    const place = placeOfProblem(fields, entered, about ?? '')
    if (place === null) others.push({ message, ...isStale })
    else byInput[place] = byInput[place] === undefined ? message : `${byInput[place]} ${message}`
  }
  const isUnexplained = Object.keys(byInput).length === 0 && others.length === 0
  return { byInput, others: isUnexplained ? [{ message: sentenceOf(thrown), ...isStale }] : others }
}

/** Null: the form has no such input. */
function placeOfProblem(fields: readonly InputField[], entered: Entered, about: string): string | null {
  const places = new Set(placesIn(fields, entered).map(({ name }) => name))
  const place = placeInForm(fields, entered, about)
  if (places.has(place)) return place
  const named = fields.find((field) => sentPath(field).at(-1) === about)
  return named === undefined ? null : nameOf(named)
}
