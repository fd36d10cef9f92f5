// Point 5 on the screen: a form that checks values while they are entered by the server's rules, with each message at
// its input.

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Suspense, useId, useRef, useState, type FormEvent, type MouseEvent, type ReactNode } from 'react'
import { totalsOver, type ComputedForm } from '@ninefold/core/contract/calls/computed-values.ts'
import type { NarrowedInput, TakenPeriods } from '@ninefold/core/contract/wire/actions.ts'
import type { FormComputing } from '@ninefold/core/contract/wire/computed.ts'
import type { InputField } from '@ninefold/core/contract/wire/inputs.ts'
import { filledRows, nameOf } from '../../client/input/form-values.ts'
import { type Place, WHOLE_FORM } from '../../client/input/places.ts'
import { controlOf } from '../entities/control-of.ts'
import { InputControl } from '../entities/inputs.tsx'
import { lazyPart } from '../connection/lazy-part.tsx'
import { FormPlaces, type ComputedRows, type Places } from '../rows/form-places.ts'
import { FormRules } from '../inputs/excluded-days.ts'
import { FormAround, type Form } from '../inputs/form-around.ts'
import { ProblemAlert } from '../errors.tsx'
import { words } from '../words/words.ts'
import { Conflicts } from './conflicts.tsx'
import { Progress, useFormPages, type FormPages, type Steps } from './form-steps.tsx'
import { firstOf, useFirstInput } from './use-first-input.ts'
import { sendingKeys } from './send-by-keys.ts'
import { useInputForm, type InputForm as FormState, type InputFormOptions } from './use-input-form.ts'
import styles from './validation.module.css'

const ComputedValues = lazyPart(
  () => import('../rows/computed-values.tsx').then((module) => ({ default: module.ComputedValues })),
  { missingAs: 'line' },
)

const NO_KEYS = {}
const NO_RULES: NonNullable<InputFormOptions['rules']> = []

interface InputFormProps extends InputFormOptions {
  readonly label: string
  readonly isWide?: boolean
  readonly submitColour?: string | undefined
  readonly autoComplete?: Readonly<Record<string, string>>
  /** Pages, in order; a form without them has one page. */
  readonly steps?: Steps | undefined
  readonly cancel?: (() => void) | undefined
  /** Inputs for periods, and the times that are already taken. */
  readonly taken?: readonly TakenPeriods[] | undefined
  /** Inputs of which rules allow some records only. */
  readonly narrows?: readonly NarrowedInput[] | undefined
  /** Computed fields, updated while a person types. */
  readonly computing?: FormComputing | undefined
  /** Parameters of the address that the form is sent to. */
  readonly keys?: Readonly<Record<string, string>> | undefined
  /** True: the form takes the focus. */
  readonly isBegun?: boolean
  readonly children?: ReactNode
}

export function InputForm({
  label,
  isWide = false,
  submitColour,
  autoComplete = {},
  steps,
  cancel,
  taken,
  narrows,
  computing,
  keys = NO_KEYS,
  isBegun = cancel !== undefined,
  children,
  ...options
}: InputFormProps) {
  const form = useInputForm(options)
  const turning = useFormPages(options.fields, steps, options.draftKey)
  const { pages, open } = turning
  const page = pages[open] ?? { title: null, fields: [] }
  const prefix = useId()
  const { heading, problems, wrong, focusOn, go, submit } = useTurning(form, turning, prefix)
  const first = firstOf(page.fields, form, options.present !== null)
  const { computedIn, computed } = useComputed(computing, { ...options, keys }, form)
  useFirstInput(isBegun && first !== null ? `${prefix}-${nameOf(first)}` : null)

  return (
    <form noValidate aria-label={label} onSubmit={(event) => void submit(event)} className={styles.form}>
      <Stack gap="md" className={styles.inputs}>
        {pages.length > 1 && <Progress {...turning} turnTo={go} />}
        {pages.length > 1 && (
          <h2 ref={heading} tabIndex={-1} className={styles.pageTitle}>
            {page.title ?? words.validation.step(open + 1)}
          </h2>
        )}
        <Notes {...{ form, problems, wrong, focusOn, first }} />
        {children}
        <PageInputs
          {...{ form, prefix, autoComplete, computedIn, taken, narrows, keys }}
          fields={page.fields}
          all={options.fields}
          record={options.record ?? null}
          rules={options.rules ?? NO_RULES}
        />
        {computed}
      </Stack>
      <Foot
        form={form}
        name={open === pages.length - 1 ? label : words.validation.next}
        back={open > 0 ? () => go(open - 1) : null}
        {...{ cancel, isWide, submitColour }}
      />
    </form>
  )
}

const NOTHING_COMPUTED: ComputedForm = { values: {}, rows: {}, whole: {} }

/** Values computed per row are shown in the rows, those over all rows below them, and the others below the inputs. */
function useComputed(
  computing: FormComputing | undefined,
  { fields, keys, record = null }: InputFormOptions & { readonly keys: Readonly<Record<string, string>> },
  { entered, body }: FormState,
): Pick<Places, 'computedIn'> & { readonly computed: ReactNode } {
  const [told, tell] = useState<ComputedForm>(NOTHING_COMPUTED)
  const lists = (computing?.lists ?? []).map((list) => ({
    ...list,
    totals: computing === undefined ? [] : totalsOver(computing, list.relation),
  }))
  const below = new Set(lists.flatMap(({ totals }) => totals.map(({ key }) => key)))
  const computedIn = (list: string): ComputedRows | null => {
    const found = lists.find(({ input }) => input === list)
    if (found === undefined || found.values.length + found.totals.length === 0) return null
    const rows = filledRows(entered[list] ?? null)
    const keyed = rows.map(({ key }, index) => [key, told.rows[list]?.[index] ?? {}] as const)
    return {
      measures: found.values,
      values: Object.fromEntries(keyed),
      totals: { measures: found.totals, values: told.values },
    }
  }
  const computed = computing !== undefined && (
    <Suspense>
      <ComputedValues
        {...{ computing, fields, body, record, keys, tell }}
        measures={computing.values.filter(({ key }) => !below.has(key))}
      />
    </Suspense>
  )
  return { computedIn, computed }
}

interface PageInputsProps extends Pick<Places, 'computedIn'>, Pick<InputFormProps, 'taken' | 'narrows'> {
  readonly form: FormState
  readonly fields: readonly InputField[]
  /** Those of other pages, too. */
  readonly all: readonly InputField[]
  readonly record: Form['record']
  readonly keys: NonNullable<InputFormProps['keys']>
  readonly prefix: string
  readonly autoComplete: NonNullable<InputFormProps['autoComplete']>
  readonly rules: NonNullable<InputFormOptions['rules']>
}

const NOTHING = [] as const

function PageInputs({ form, prefix, autoComplete, rules, computedIn, ...given }: PageInputsProps) {
  const { entered, errorAt, leave, change } = form
  const { fields, all, record, keys, taken = NOTHING, narrows = NOTHING } = given
  const idAt = (place: string): string => `${prefix}-${place}`
  return (
    <FormRules value={rules}>
      <FormAround value={{ fields: all, entered, record, keys, taken, narrows }}>
        <FormPlaces value={{ errorAt, leave, idAt, computedIn, Control: InputControl }}>
          {fields.map((field) => (
            <InputControl
              key={nameOf(field)}
              field={field}
              id={idAt(nameOf(field))}
              value={entered[nameOf(field)] ?? null}
              error={errorAt(nameOf(field))}
              autoComplete={autoComplete[nameOf(field)]}
              change={(value) => change(field, value)}
              leave={() => leave(nameOf(field))}
            />
          ))}
        </FormPlaces>
      </FormAround>
    </FormRules>
  )
}

interface FootProps extends Pick<InputFormProps, 'isWide' | 'submitColour' | 'cancel'> {
  readonly form: FormState
  readonly name: string
  readonly back: (() => void) | null
}

function Foot({ form, name, back, cancel, isWide, submitColour }: FootProps) {
  return (
    <Group gap="xs" className={styles.foot} justify={cancel === undefined ? 'flex-start' : 'flex-end'}>
      {cancel !== undefined && (
        <Button size="sm" variant="default" onMouseDown={stayInInput} onClick={cancel}>
          {words.cancel}
        </Button>
      )}
      {back !== null && <BackButton go={back} />}
      <Button
        size="sm"
        type="submit"
        onMouseDown={stayInInput}
        loading={form.isSending}
        fullWidth={isWide ?? false}
        {...(cancel === undefined ? {} : { rightSection: <Keys /> })}
        {...(submitColour === undefined ? {} : { color: submitColour })}
      >
        {name}
      </Button>
    </Group>
  )
}

/** The key combination beside the button's text, on devices with a keyboard. */
function Keys() {
  return (
    <kbd aria-hidden="true" className={styles.keys}>
      {sendingKeys(words.palette.control)}
    </kbd>
  )
}

function BackButton({ go }: { readonly go: () => void }) {
  return (
    <Button size="sm" variant="default" onMouseDown={stayInInput} onClick={go}>
      {words.validation.back}
    </Button>
  )
}

interface NotesProps extends Pick<ReturnType<typeof useTurning>, 'problems' | 'wrong' | 'focusOn'> {
  readonly form: FormState
  readonly first: InputField | null
}

/** Messages above the inputs. A button of theirs that goes gives the focus to an input. */
function Notes({ form, problems, wrong, focusOn, first }: NotesProps) {
  const focusOnField = (field: InputField): void => focusOn({ name: nameOf(field), label: field.label, rows: [] })
  // A conflict says the same as its refusal, and more.
  const items = form.problems.filter(({ isStale }) => form.conflicts.length === 0 || isStale !== true)
  return (
    <>
      <div ref={problems} tabIndex={-1} className={styles.problems}>
        <ProblemAlert items={items} />
      </div>
      <Summary wrong={wrong} errorAt={form.errorAt} focusOn={focusOn} />
      <Conflicts
        conflicts={form.conflicts}
        settle={(field, which) => {
          form.settle(field, which)
          focusOnField(field)
        }}
      />
      {form.isRestored && (
        <RestoredNote
          startAgain={() => {
            form.startAgain()
            if (first !== null) focusOnField(first)
          }}
        />
      )}
    </>
  )
}

/** Goes to the next page once this one is valid, and from the last page to the server. */
function useTurning(form: FormState, { pages, open, turnTo }: FormPages, prefix: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const problems = useRef<HTMLDivElement>(null)
  const [wrong, setWrong] = useState<readonly Place[]>([])
  const focusOn = ({ name }: Place): void => {
    const top = /^[^[]*/.exec(name)?.[0]
    const at = pages.findIndex(({ fields }) => fields.some((field) => nameOf(field) === top))
    if (at >= 0 && at !== open) turnTo(at)
    // An input on another page exists only after that page is drawn.
    requestAnimationFrame(() =>
      name === WHOLE_FORM ? problems.current?.focus() : controlOf(`${prefix}-${name}`)?.focus(),
    )
  }
  const go = (to: number): void => {
    setWrong([])
    turnTo(to)
    requestAnimationFrame(() => heading.current?.focus())
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (form.isSending) return
    const isLast = open === pages.length - 1
    const refused = isLast ? await form.submit() : form.check(pages[open]?.fields ?? [])
    setWrong(refused)
    const first = refused[0]
    if (first !== undefined) focusOn(first)
    else if (!isLast) go(open + 1)
    else if (open > 0) turnTo(0)
  }
  return { heading, problems, wrong, focusOn, go, submit }
}

/** Lists several refused inputs together, each with a link to it. */
function Summary({
  wrong,
  errorAt,
  focusOn,
}: {
  readonly wrong: readonly Place[]
  readonly errorAt: (place: string) => string | null
  readonly focusOn: (place: Place) => void
}) {
  const still = wrong.filter(({ name }) => errorAt(name) !== null)
  if (still.length < 2) return null
  // Rows of several lists have equal names.
  const areOfSeveral = new Set(still.flatMap(({ list }) => list ?? [])).size > 1
  return (
    <Alert color="red" variant="light" title={words.validation.summary(still.length)} className={styles.wrong}>
      <ul className={styles.summary}>
        {still.map((place) => (
          <li key={place.name}>
            <button type="button" className="link" onClick={() => focusOn(place)}>
              {areOfSeveral && place.list !== undefined && `${place.list}: `}
              {place.rows.length === 0 ? place.label : words.tables.cellOf(place.label, place.rows.join('.'))}
            </button>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function RestoredNote({ startAgain }: { readonly startAgain: () => void }) {
  return (
    <Group justify="space-between" gap="xs" className={styles.restored}>
      <Text size="sm">{words.validation.restored}</Text>
      <Button variant="subtle" size="compact-xs" onClick={startAgain}>
        {words.validation.discard}
      </Button>
    </Group>
  )
}

/**
 * Leaving an input may show a message below it and move the buttons away from the pointer, so that a click on a button
 * would be lost.
 */
function stayInInput(event: MouseEvent): void {
  event.preventDefault()
}
