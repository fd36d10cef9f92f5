// State of a form: the entered values, their mistakes, and the server's answer. The rules are the server's
// (acceptInputs); this file decides when a mistake is shown.

import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { FormRule } from '@ninefold/core/contract/form-rules/form-rule.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { dropDraft, keepDraft, readDraft, seenKey } from '../../client/input/drafts.ts'
import {
  bodyOf,
  initialEntered,
  isSameOf,
  nameOf,
  type Entered,
  type EnteredValue,
} from '../../client/input/form-values.ts'
import { PLACE_OF_FORM, placesIn, type Place, WHOLE_FORM } from '../../client/input/places.ts'
import { useApp } from '../app-context.ts'
import { useOfflineSince } from '../connection/connection.ts'
import { refusalsOf, type Refused } from './refused-inputs.ts'
import { useAnswers, type OtherProblems, type SendForm } from './use-answers.ts'

export interface InputFormOptions {
  readonly fields: readonly InputField[]
  /** Storage key of the draft. Null: no draft is kept. */
  readonly draftKey: string | null
  /** The record's present values, for a form that changes a record. */
  readonly present: Entered | null
  /** Rules of point 5 that the form can check, and the record's values for them. */
  readonly rules?: readonly FormRule[]
  readonly record?: Readonly<Record<string, unknown>> | null
  /** The refusal that the form had before it was mounted again. */
  readonly refused?: unknown
  readonly send: SendForm
}

export interface InputForm {
  readonly entered: Entered
  /** The request body. */
  readonly body: unknown
  readonly isRestored: boolean
  readonly isSending: boolean
  readonly problems: OtherProblems
  /** By place of an input: `client/input/places.ts`. */
  readonly errorAt: (place: string) => string | null
  readonly change: (field: InputField, value: EnteredValue) => void
  readonly leave: (place: string) => void
  readonly startAgain: () => void
  /** Inputs that both the person and somebody else have changed, each with its present value. */
  readonly conflicts: readonly Conflict[]
  /** Resolves a conflict: the present value stands, or the person's own. */
  readonly settle: (field: InputField, which: 'theirs' | 'mine') => void
  /** Returns the invalid places of the inputs, in order, and shows their messages from now on. */
  readonly check: (fields: readonly InputField[]) => readonly Place[]
  /** Resolves to the refused places, in order; empty if the form was accepted. */
  readonly submit: () => Promise<readonly Place[]>
  /** Changes a value and submits the form with it, even before the form is redrawn. */
  readonly choose: (field: InputField, value: EnteredValue) => Promise<readonly Place[]>
}

export interface Conflict {
  readonly field: InputField
  readonly theirs: EnteredValue
}

function aboutForm(message: string | null): OtherProblems {
  return message === null ? [] : [{ message }]
}

const NO_RULES: readonly FormRule[] = []

export function useInputForm({
  fields,
  draftKey,
  present,
  rules = NO_RULES,
  record = null,
  refused: refusedWith,
  send,
}: InputFormOptions): InputForm {
  const app = useApp()
  const start = useMemo(() => present ?? initialEntered(fields, app.timeZone), [present, fields, app.timeZone])
  const changes = useChanges(draftKey, fields)
  const { changed, put, take, forgetAll, dropStored } = changes
  const [isRestored, setRestored] = useState(() => refusedWith === undefined && Object.keys(changed).length > 0)
  const entered = useMemo(() => ({ ...start, ...changed }), [start, changed])
  const answers = useAnswers(fields, entered, { send, accepted: dropStored, refusedWith })
  const { answered, sendBody, forget } = answers
  const judge = useJudging({ fields, rules, record, present })
  const judged = useMemo(() => judge(entered), [judge, entered])

  const change = useCallback(
    (field: InputField, value: EnteredValue) => {
      const name = nameOf(field)
      const before = start[name] ?? null
      if (isSameOf(field, value, before)) take(name)
      else put(name, value, before)
      forget(name, value)
    },
    [start, put, take, forget],
  )

  const conflicts = useConflicts(fields, changes, present === null ? null : start, forget)
  const { check, leave, ripeAt, notYet } = useRipeness(judged, changed, fields)
  const sendJudged = async (sent: Judged): Promise<readonly Place[]> => {
    forget()
    const wrong = check(fields, sent)
    if (wrong.length > 0 || sent.refused[WHOLE_FORM] !== undefined) return wrong.length > 0 ? wrong : [PLACE_OF_FORM]
    const refusedNow = await sendBody(sent.body, sent.entered)
    if (refusedNow !== null) return refusedNow
    forgetAll()
    return []
  }

  const submit = useSendingLater(answers.isHeld, () => sendJudged(judged))
  const choose = (field: InputField, value: EnteredValue): Promise<readonly Place[]> => {
    change(field, value)
    return sendJudged(judge({ ...entered, [nameOf(field)]: value }))
  }
  const startAgain = (): void => {
    forgetAll()
    setRestored(false)
    notYet()
    forget()
  }
  return {
    entered,
    body: judged.body,
    isRestored,
    isSending: answers.isSending,
    problems: [...aboutForm(ripeAt(WHOLE_FORM)), ...answers.problems],
    errorAt: (name) => answered[name] ?? ripeAt(name),
    change,
    leave,
    startAgain,
    ...conflicts,
    check,
    submit,
    choose,
  }
}

/** Sends a form again that was sent without a network, as soon as there is one. A change of the form ends the waiting. */
function useSendingLater<Sent>(isHeld: boolean, submit: () => Promise<Sent>): () => Promise<Sent> {
  const isOnline = useOfflineSince() === null
  const send = useEffectEvent(submit)
  useEffect(() => {
    if (isHeld && isOnline) void send()
  }, [isHeld, isOnline])
  return submit
}

/** Values of a form as a request body, and the invalid ones among them. */
interface Judged {
  readonly entered: Entered
  readonly body: Record<string, unknown>
  readonly refused: Readonly<Record<string, Refused>>
}

function useJudging({
  fields,
  rules,
  record,
  present,
}: Required<Pick<InputFormOptions, 'fields' | 'rules' | 'record' | 'present'>>): (entered: Entered) => Judged {
  const app = useApp()
  return useCallback(
    (entered) => {
      const body = bodyOf(fields, entered, present, app.timeZone)
      return { entered, body, refused: refusalsOf({ fields, rules, record }, entered, body, app) }
    },
    [fields, rules, record, present, app],
  )
}

/**
 * When the mistake of an input is shown: after a check of the form, or after the person left the input with a value in
 * it.
 */
function useRipeness(judged: Judged, changed: Entered, fields: readonly InputField[]) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const check = (asked: readonly InputField[], { entered, refused }: Judged = judged): readonly Place[] => {
    const wrong = placesIn(asked, entered).filter(({ name }) => refused[name] !== undefined)
    // For rows, only the present mistakes are shown: a row added later is not finished yet.
    const isAll = asked.length === fields.length
    setChecked(
      (before) =>
        new Set([...before, ...asked.map(nameOf), ...wrong.map(({ name }) => name), ...(isAll ? [WHOLE_FORM] : [])]),
    )
    return wrong
  }
  const leave = (place: string): void => setLeft((before) => new Set([...before, place]))
  const isRipe = (name: string, { error }: Refused): boolean =>
    checked.has(name) ||
    // A message above the form would move the inputs while a person types.
    (isShownWhileTyping(error) && name !== WHOLE_FORM) ||
    (left.has(name) && (changed[name] !== undefined || name.includes('[')))
  const ripeAt = (name: string): string | null => {
    const refusal = judged.refused[name]
    return refusal !== undefined && isRipe(name, refusal) ? refusal.message : null
  }
  return { check, leave, ripeAt, notYet: () => setChecked(new Set()) }
}

/**
 * Entered values, each with the value before. Only changed inputs are kept: an untouched input follows the record when
 * it changes.
 */
function useChanges(draftKey: string | null, fields: readonly InputField[]) {
  const [both, setBoth] = useState<Changes>(() => ({
    changed: draftKey === null ? {} : (readDraft(draftKey) ?? {}),
    seen: draftKey === null ? {} : (readDraft(seenKey(draftKey)) ?? {}),
  }))
  // Stored at once, even if the form is unmounted: submitting may lead to another page.
  const now = useRef(both)
  const set = useCallback(
    (next: (before: Changes) => Changes) => {
      now.current = next(now.current)
      if (draftKey !== null) storeDraft(draftKey, now.current, fields)
      setBoth(now.current)
    },
    [draftKey, fields],
  )
  const put = useCallback(
    (name: string, value: EnteredValue, before: EnteredValue) =>
      set((all) => ({
        changed: { ...all.changed, [name]: value },
        seen: name in all.seen ? all.seen : { ...all.seen, [name]: before },
      })),
    [set],
  )
  const take = useCallback(
    (name: string) => set((all) => ({ changed: without(all.changed, name), seen: without(all.seen, name) })),
    [set],
  )
  const see = useCallback(
    (name: string, value: EnteredValue) => set((all) => ({ ...all, seen: { ...all.seen, [name]: value } })),
    [set],
  )
  const forgetAll = useCallback(() => set(() => ({ changed: {}, seen: {} })), [set])
  const dropStored = useCallback(() => {
    if (draftKey !== null) dropDraft(draftKey)
  }, [draftKey])
  return { ...both, put, take, see, forgetAll, dropStored }
}

interface Changes {
  readonly changed: Entered
  readonly seen: Entered
}

function without(entered: Entered, name: string): Entered {
  const { [name]: _, ...others } = entered
  return others
}

/** `present` null: the form does not change a record. */
function useConflicts(
  fields: readonly InputField[],
  { changed, seen, take, see }: ReturnType<typeof useChanges>,
  present: Entered | null,
  forget: () => void,
): Pick<InputForm, 'conflicts' | 'settle'> {
  const conflicts = useMemo(
    () => (present === null ? [] : conflictsIn(fields, { changed, seen, start: present })),
    [fields, present, changed, seen],
  )
  const settle = (field: InputField, which: 'theirs' | 'mine'): void => {
    const name = nameOf(field)
    // The refusal was about the conflict.
    forget()
    if (which === 'theirs') take(name)
    else see(name, present?.[name] ?? null)
  }
  return { conflicts, settle }
}

function conflictsIn(
  fields: readonly InputField[],
  { changed, seen, start }: Changes & { readonly start: Entered },
): Conflict[] {
  return fields.flatMap((field) => {
    const name = nameOf(field)
    const theirs = start[name] ?? null
    const isTouched = name in changed && name in seen
    const isTheirs = (value: EnteredValue | undefined): boolean => isSameOf(field, value ?? null, theirs)
    const differ = isTouched && !isTheirs(seen[name]) && !isTheirs(changed[name])
    return differ ? [{ field, theirs }] : []
  })
}

/** Too long or too large is shown at once. Too short may still become valid while a person types. */
function isShownWhileTyping(error: Refused['error']): boolean {
  return error === null || error === 'too long' || error === 'too big'
}

function storeDraft(key: string, { changed, seen }: Changes, fields: readonly InputField[]): void {
  const secrets = new Set(fields.filter(({ isSecret, kind }) => isSecret || kind === 'password').map(nameOf))
  if (Object.keys(changed).length === 0) {
    dropDraft(key)
    return
  }
  keepDraft(key, changed, secrets)
  keepDraft(seenKey(key), seen, secrets)
}
